# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""A TCP relay that records a client's conversation, and can hold it or alter it on the way."""

import select
import socket
import ssl
import threading

from harness import wire

BUFFER_BYTES = 64 * 1024
TIMEOUT_SECONDS = 60


class Conversation:
    """Both directions of one connection, up to `limit` bytes of each; totals are complete."""

    def __init__(self, limit):
        self._limit = limit
        self.request = bytearray()
        self.response = bytearray()
        self.request_total = 0
        self.response_total = 0
        self.error = None
        self.done = threading.Event()

    def add_request(self, data):
        self.request_total += len(data)
        self.request += data[: max(0, self._limit - len(self.request))]

    def add_response(self, data):
        self.response_total += len(data)
        self.response += data[: max(0, self._limit - len(self.response))]

    def head(self):
        return wire.parse_head(self.request)[0]

    def body(self):
        """Request body; only when nothing was cut off."""
        assert self.request_total == len(self.request), "the recording was cut"
        return bytes(self.request[wire.parse_head(self.request)[1] :])

    def exchange(self):
        head = self.head()
        return wire.Exchange(head, *wire.parse_response(self.response, head.method))


class Gate:
    """Holds the upload once `after` request bytes have passed, until open() is called."""

    def __init__(self, after):
        self.after = after
        self.reached = threading.Event()
        self._opened = threading.Event()

    def open(self):
        self._opened.set()

    def pass_through(self, total):
        if total >= self.after and not self._opened.is_set():
            self.reached.set()
            self._opened.wait(TIMEOUT_SECONDS)


class RecordingProxy:
    """Relays 127.0.0.1:`port` to `upstream`, an (address, port).

    `listen_tls` and `upstream_tls` are SSLContexts: TLS ends here and begins anew, so that what
    is recorded is HTTP. `gate` bytes of a request pass before `self.gate` holds it. `alter(conversation, data)` may return other bytes for the server.
    """

    def __init__(self, upstream, listen_tls=None, upstream_tls=None, gate=None, alter=None, limit=1 << 22):
        self._upstream = upstream
        self._listen_tls = listen_tls
        self._upstream_tls = upstream_tls
        self.gate = Gate(gate) if gate else None
        self._alter = alter
        self._limit = limit
        self.conversations = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.gate:
            self.gate.open()
        self._listener.close()

    def only(self):
        """The single conversation that took place, complete."""
        assert len(self.conversations) == 1, f"{len(self.conversations)} connections were made"
        conversation = self.conversations[0]
        assert conversation.done.wait(TIMEOUT_SECONDS), "the connection is still open"
        return conversation

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            conversation = Conversation(self._limit)
            self.conversations.append(conversation)
            threading.Thread(target=self._serve, args=(client, conversation), daemon=True).start()

    def _serve(self, client, conversation):
        """One thread carries both directions: an SSL object must not be used from two."""
        server = None
        try:
            client.settimeout(TIMEOUT_SECONDS)
            server = socket.create_connection(self._upstream, TIMEOUT_SECONDS)
            if self._listen_tls:
                client = self._listen_tls.wrap_socket(client, server_side=True)
            if self._upstream_tls:
                server = self._upstream_tls.wrap_socket(server, server_hostname="127.0.0.1")
            self._relay(client, server, conversation)
        except OSError as error:
            conversation.error = error
        finally:
            _shut(client)
            if server:
                _shut(server)
            conversation.done.set()

    def _relay(self, client, server, conversation):
        """Until either side closes; a server that stops reading may still have an answer under way."""
        readable = [client, server]
        while True:
            for stream in _ready(readable):
                data = _receive(stream)
                if data is None:
                    continue
                if not data:
                    return
                if stream is server:
                    conversation.add_response(data)
                    client.sendall(data)
                elif not self._forward(data, server, conversation):
                    readable.remove(client)

    def _forward(self, data, server, conversation):
        """False when the server takes no more."""
        conversation.add_request(data)
        if self.gate:
            self.gate.pass_through(conversation.request_total)
        try:
            server.sendall(self._alter(conversation, data) if self._alter else data)
        except OSError:
            return False
        return True


def _ready(streams):
    """Streams with something to read, decrypted bytes that no select() sees included."""
    pending = [stream for stream in streams if isinstance(stream, ssl.SSLSocket) and stream.pending()]
    return pending or select.select(streams, [], [], TIMEOUT_SECONDS)[0] or _time_out()


def _time_out():
    raise TimeoutError(f"nothing moved for {TIMEOUT_SECONDS} s")


def _receive(stream):
    """Bytes at hand, b"" at the end, None when only TLS records of no data came."""
    stream.settimeout(0)
    try:
        return stream.recv(BUFFER_BYTES)
    except (ssl.SSLWantReadError, BlockingIOError):
        return None
    except ConnectionError:
        return b""
    finally:
        stream.settimeout(TIMEOUT_SECONDS)


def _shut(stream):
    try:
        stream.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    stream.close()
