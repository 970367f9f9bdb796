# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the containers of a pod on this machine, from its rendered manifest.

No cluster and no container runtime: each container is a process in mount and
PID namespaces of its own, chrooted into the files that the image would hold,
with the manifest's volumes, users and read-only mounts; the containers of a pod
share a network namespace. The image is a private mount (conftest.py). That is enough to see the programs live within what
the manifest allows them. Needs root.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

# Devices that every container runtime provides.
_DEVICES = "null zero random urandom"

# usage: ROOT USER GROUP EXTRA_GROUPS [SOURCE TARGET rw|ro]... -- COMMAND...
_ENTER = f"""
set -eu
root=$1 user=$2 group=$3 groups=$4
shift 4
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in {_DEVICES}; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
while [ "$1" != -- ]; do
  mount --bind "$1" "$root$2"
  [ "$3" = rw ] || mount -o remount,bind,ro "$root$2"
  shift 3
done
shift
mount -o remount,bind,ro "$root"
exec env -i PATH=/usr/bin setpriv --no-new-privs \\
  /usr/sbin/chroot --userspec="$user:$group" --groups="$groups" "$root" "$@"
"""

# Holds a network namespace whose loopback is up (SIOCSIFFLAGS, IFF_UP | IFF_RUNNING).
_NETWORK = """
import fcntl, signal, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sH14x", b"lo", 0x41))
print("up", flush=True)
signal.pause()
"""


def _project(folder, files, mode, group):
    """Lays `files` (name to bytes) in `folder`, or replaces those there, as the kubelet does.

    The names are links through ..data, which is swung over to a new folder at once.
    """
    dated = pathlib.Path(tempfile.mkdtemp(prefix="..2026_11_30_", dir=folder))
    dated.chmod(0o755)
    for name, content in files.items():
        (dated / name).write_bytes(content)
        (dated / name).chmod(mode)
        os.chown(dated / name, 0, group)
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(f"..data/{name}")
    before = folder / os.readlink(folder / "..data") if (folder / "..data").is_symlink() else None
    (folder / "..data_tmp").symlink_to(dated.name)
    (folder / "..data_tmp").rename(folder / "..data")
    if before:
        shutil.rmtree(before)


class Pod:
    """A pod of `workload`; `secrets` maps a Secret's name to its keys and their bytes."""

    def __init__(self, manifests, workload, image, secrets, folder):
        self._manifests = manifests
        self._workload = workload
        self._image = image
        self._volumes = pathlib.Path(folder)
        self._group = workload.pod["securityContext"]["fsGroup"]
        self._running = []
        for volume in workload.pod["volumes"]:
            self._lay(volume, secrets)

    def _lay(self, volume, secrets):
        folder = self._volumes / volume["name"]
        folder.mkdir()
        if "emptyDir" in volume:
            os.chown(folder, 0, self._group)
            folder.chmod(0o2777)
        elif "secret" in volume:
            self.update_secret(volume["secret"]["secretName"], secrets)
        else:
            source = volume["configMap"]
            data = self._manifests.named("ConfigMap", source["name"])["data"]
            files = {name: text.encode() for name, text in data.items()}
            _project(folder, files, source["defaultMode"], self._group)

    def update_secret(self, name, secrets):
        """Gives the volumes of Secret `name` the contents that `secrets` has for it."""
        for volume in self._workload.pod["volumes"]:
            source = volume.get("secret", {})
            if source.get("secretName") == name:
                files = secrets[name]
                if "items" in source:
                    files = {item["path"]: files[item["key"]] for item in source["items"]}
                folder = self._volumes / volume["name"]
                _project(folder, files, source["defaultMode"], self._group)

    def __enter__(self):
        self._network = subprocess.Popen(
            ["unshare", "--net", sys.executable, "-c", _NETWORK], stdout=subprocess.PIPE
        )
        if self._network.stdout.readline() != b"up\n":
            raise RuntimeError("no network namespace")
        return self

    def __exit__(self, *_):
        for process in self._running:
            # `--kill-child` is forgotten when the container changes its user.
            self._signal(process, signal.SIGKILL)
            process.kill()
            process.wait()
        self._network.kill()
        self._network.wait()
        self._network.stdout.close()

    def _enter(self, container, command, user=None):
        mounts = []
        for mount in container["volumeMounts"]:
            (self._image / mount["mountPath"].lstrip("/")).mkdir(parents=True, exist_ok=True)
            access = "ro" if mount.get("readOnly") else "rw"
            mounts += [str(self._volumes / mount["name"]), mount["mountPath"], access]
        for name in ("proc", "dev"):
            (self._image / name).mkdir(exist_ok=True)
        user = user or self._workload.security(container, "runAsUser")
        group = self._workload.security(container, "runAsGroup")
        return [
            *self.outside(),
            *["unshare", "--mount", "--propagation", "unchanged", "--pid", "--fork", "--kill-child"],
            *["sh", "-c", _ENTER, "enter", str(self._image), str(user), str(group)],
            *[str(self._group), *mounts, "--", *command],
        ]

    def outside(self):
        """The words that put a command into the pod's network but none of its containers."""
        return ["nsenter", f"--net=/proc/{self._network.pid}/ns/net"]

    def run(self, container, command, user=None):
        """Runs `command` in `container` to its end, as the kubelet does an exec probe."""
        return subprocess.run(
            self._enter(container, command, user),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def start(self, container, entrypoint, log):
        """Starts `container`: the image's entry point with the manifest's arguments."""
        process = subprocess.Popen(
            self._enter(container, entrypoint + container["args"]), stdout=log, stderr=log
        )
        self._running.append(process)
        return process

    def terminate(self, process):
        """Sends SIGTERM to the program of a started container, which is PID 1 of its namespace."""
        self._signal(process, signal.SIGTERM)

    @staticmethod
    def _signal(process, number):
        """To the program of a started container, if it still runs."""
        if process.poll() is None:
            children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
            for child in children.split():
                os.kill(int(child), number)
