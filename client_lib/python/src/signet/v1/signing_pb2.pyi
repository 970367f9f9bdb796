from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_MISSING_FIELD: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_METHOD: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_URL: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_HEADER: _ClassVar[ErrorReason]
    ERROR_REASON_FORBIDDEN_HEADER: _ClassVar[ErrorReason]
    ERROR_REASON_SIGNING_PARAMETER_PRESENT: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_REGION: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_SERVICE: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_CREDENTIAL_NAME: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_SIGNING_TIME: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_EXPIRY: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_PAYLOAD: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_PAYLOAD_HASH: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_PROFILE: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_ALGORITHM: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_CHUNK: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_POST_POLICY: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_SIGNATURE: _ClassVar[ErrorReason]
    ERROR_REASON_UNSUPPORTED_COMBINATION: _ClassVar[ErrorReason]
    ERROR_REASON_LIMIT_EXCEEDED: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_GRANTED: _ClassVar[ErrorReason]
    ERROR_REASON_CREDENTIAL_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_CREDENTIAL_VERSION_NOT_HELD: _ClassVar[ErrorReason]
    ERROR_REASON_CREDENTIAL_REVOKED: _ClassVar[ErrorReason]
    ERROR_REASON_SEED_SIGNATURE_MISMATCH: _ClassVar[ErrorReason]
    ERROR_REASON_RESUME_WINDOW_PASSED: _ClassVar[ErrorReason]
    ERROR_REASON_CREDENTIAL_UNAVAILABLE: _ClassVar[ErrorReason]
    ERROR_REASON_CREDENTIAL_EXPIRED: _ClassVar[ErrorReason]
    ERROR_REASON_SHUTTING_DOWN: _ClassVar[ErrorReason]
    ERROR_REASON_KEY_MEMORY_EXHAUSTED: _ClassVar[ErrorReason]
    ERROR_REASON_OVERLOADED: _ClassVar[ErrorReason]
    ERROR_REASON_DEADLINE_EXCEEDED: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_CONFIG: _ClassVar[ErrorReason]
    ERROR_REASON_CALLER_UNKNOWN: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_MESSAGE: _ClassVar[ErrorReason]
    ERROR_REASON_RATE_LIMITED: _ClassVar[ErrorReason]
    ERROR_REASON_AUDIT_UNAVAILABLE: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_TOKEN: _ClassVar[ErrorReason]
    ERROR_REASON_AMBIGUOUS_TARGET: _ClassVar[ErrorReason]
    ERROR_REASON_RELOAD_REFUSED: _ClassVar[ErrorReason]

class Algorithm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ALGORITHM_UNSPECIFIED: _ClassVar[Algorithm]
    ALGORITHM_SIGV4: _ClassVar[Algorithm]
    ALGORITHM_SIGV4A: _ClassVar[Algorithm]

class StreamingMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STREAMING_MODE_UNSPECIFIED: _ClassVar[StreamingMode]
    STREAMING_MODE_SIGNED: _ClassVar[StreamingMode]
    STREAMING_MODE_SIGNED_TRAILER: _ClassVar[StreamingMode]
    STREAMING_MODE_UNSIGNED_TRAILER: _ClassVar[StreamingMode]
    STREAMING_MODE_EVENTS: _ClassVar[StreamingMode]

class TokenPlacement(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOKEN_PLACEMENT_UNSPECIFIED: _ClassVar[TokenPlacement]
    TOKEN_PLACEMENT_SIGNED: _ClassVar[TokenPlacement]
    TOKEN_PLACEMENT_AFTER_SIGNING: _ClassVar[TokenPlacement]

class PayloadHashHeader(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PAYLOAD_HASH_HEADER_UNSPECIFIED: _ClassVar[PayloadHashHeader]
    PAYLOAD_HASH_HEADER_ALWAYS: _ClassVar[PayloadHashHeader]

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_VALID: _ClassVar[Verdict]
    VERDICT_INVALID: _ClassVar[Verdict]
    VERDICT_EXPIRED: _ClassVar[Verdict]

class DigestAlgorithm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIGEST_ALGORITHM_UNSPECIFIED: _ClassVar[DigestAlgorithm]
    DIGEST_ALGORITHM_SHA256: _ClassVar[DigestAlgorithm]
    DIGEST_ALGORITHM_SHA1: _ClassVar[DigestAlgorithm]
    DIGEST_ALGORITHM_MD5: _ClassVar[DigestAlgorithm]
    DIGEST_ALGORITHM_CRC32: _ClassVar[DigestAlgorithm]
    DIGEST_ALGORITHM_CRC32C: _ClassVar[DigestAlgorithm]
    DIGEST_ALGORITHM_CRC64NVME: _ClassVar[DigestAlgorithm]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_MISSING_FIELD: ErrorReason
ERROR_REASON_INVALID_METHOD: ErrorReason
ERROR_REASON_INVALID_URL: ErrorReason
ERROR_REASON_INVALID_HEADER: ErrorReason
ERROR_REASON_FORBIDDEN_HEADER: ErrorReason
ERROR_REASON_SIGNING_PARAMETER_PRESENT: ErrorReason
ERROR_REASON_INVALID_REGION: ErrorReason
ERROR_REASON_INVALID_SERVICE: ErrorReason
ERROR_REASON_INVALID_CREDENTIAL_NAME: ErrorReason
ERROR_REASON_INVALID_SIGNING_TIME: ErrorReason
ERROR_REASON_INVALID_EXPIRY: ErrorReason
ERROR_REASON_INVALID_PAYLOAD: ErrorReason
ERROR_REASON_INVALID_PAYLOAD_HASH: ErrorReason
ERROR_REASON_INVALID_PROFILE: ErrorReason
ERROR_REASON_INVALID_ALGORITHM: ErrorReason
ERROR_REASON_INVALID_CHUNK: ErrorReason
ERROR_REASON_INVALID_POST_POLICY: ErrorReason
ERROR_REASON_INVALID_SIGNATURE: ErrorReason
ERROR_REASON_UNSUPPORTED_COMBINATION: ErrorReason
ERROR_REASON_LIMIT_EXCEEDED: ErrorReason
ERROR_REASON_NOT_GRANTED: ErrorReason
ERROR_REASON_CREDENTIAL_NOT_FOUND: ErrorReason
ERROR_REASON_CREDENTIAL_VERSION_NOT_HELD: ErrorReason
ERROR_REASON_CREDENTIAL_REVOKED: ErrorReason
ERROR_REASON_SEED_SIGNATURE_MISMATCH: ErrorReason
ERROR_REASON_RESUME_WINDOW_PASSED: ErrorReason
ERROR_REASON_CREDENTIAL_UNAVAILABLE: ErrorReason
ERROR_REASON_CREDENTIAL_EXPIRED: ErrorReason
ERROR_REASON_SHUTTING_DOWN: ErrorReason
ERROR_REASON_KEY_MEMORY_EXHAUSTED: ErrorReason
ERROR_REASON_OVERLOADED: ErrorReason
ERROR_REASON_DEADLINE_EXCEEDED: ErrorReason
ERROR_REASON_INVALID_CONFIG: ErrorReason
ERROR_REASON_CALLER_UNKNOWN: ErrorReason
ERROR_REASON_INVALID_MESSAGE: ErrorReason
ERROR_REASON_RATE_LIMITED: ErrorReason
ERROR_REASON_AUDIT_UNAVAILABLE: ErrorReason
ERROR_REASON_INVALID_TOKEN: ErrorReason
ERROR_REASON_AMBIGUOUS_TARGET: ErrorReason
ERROR_REASON_RELOAD_REFUSED: ErrorReason
ALGORITHM_UNSPECIFIED: Algorithm
ALGORITHM_SIGV4: Algorithm
ALGORITHM_SIGV4A: Algorithm
STREAMING_MODE_UNSPECIFIED: StreamingMode
STREAMING_MODE_SIGNED: StreamingMode
STREAMING_MODE_SIGNED_TRAILER: StreamingMode
STREAMING_MODE_UNSIGNED_TRAILER: StreamingMode
STREAMING_MODE_EVENTS: StreamingMode
TOKEN_PLACEMENT_UNSPECIFIED: TokenPlacement
TOKEN_PLACEMENT_SIGNED: TokenPlacement
TOKEN_PLACEMENT_AFTER_SIGNING: TokenPlacement
PAYLOAD_HASH_HEADER_UNSPECIFIED: PayloadHashHeader
PAYLOAD_HASH_HEADER_ALWAYS: PayloadHashHeader
VERDICT_UNSPECIFIED: Verdict
VERDICT_VALID: Verdict
VERDICT_INVALID: Verdict
VERDICT_EXPIRED: Verdict
DIGEST_ALGORITHM_UNSPECIFIED: DigestAlgorithm
DIGEST_ALGORITHM_SHA256: DigestAlgorithm
DIGEST_ALGORITHM_SHA1: DigestAlgorithm
DIGEST_ALGORITHM_MD5: DigestAlgorithm
DIGEST_ALGORITHM_CRC32: DigestAlgorithm
DIGEST_ALGORITHM_CRC32C: DigestAlgorithm
DIGEST_ALGORITHM_CRC64NVME: DigestAlgorithm

class Header(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: bytes
    def __init__(self, name: _Optional[str] = ..., value: _Optional[bytes] = ...) -> None: ...

class HttpRequest(_message.Message):
    __slots__ = ("method", "url", "headers")
    METHOD_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    HEADERS_FIELD_NUMBER: _ClassVar[int]
    method: str
    url: str
    headers: _containers.RepeatedCompositeFieldContainer[Header]
    def __init__(self, method: _Optional[str] = ..., url: _Optional[str] = ..., headers: _Optional[_Iterable[_Union[Header, _Mapping]]] = ...) -> None: ...

class Payload(_message.Message):
    __slots__ = ("body", "sha256", "unsigned", "streaming")
    BODY_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    UNSIGNED_FIELD_NUMBER: _ClassVar[int]
    STREAMING_FIELD_NUMBER: _ClassVar[int]
    body: bytes
    sha256: bytes
    unsigned: bool
    streaming: StreamingMode
    def __init__(self, body: _Optional[bytes] = ..., sha256: _Optional[bytes] = ..., unsigned: bool = ..., streaming: _Optional[_Union[StreamingMode, str]] = ...) -> None: ...

class HeaderPlacement(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class QueryPlacement(_message.Message):
    __slots__ = ("expires_in", "presign_profile")
    EXPIRES_IN_FIELD_NUMBER: _ClassVar[int]
    PRESIGN_PROFILE_FIELD_NUMBER: _ClassVar[int]
    expires_in: _duration_pb2.Duration
    presign_profile: str
    def __init__(self, expires_in: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., presign_profile: _Optional[str] = ...) -> None: ...

class SignRequestRequest(_message.Message):
    __slots__ = ("credential", "credential_version", "region", "region_set", "service", "http_request", "payload", "header", "query", "algorithm", "profile", "payload_hash_header", "token_placement", "signing_time")
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    REGION_SET_FIELD_NUMBER: _ClassVar[int]
    SERVICE_FIELD_NUMBER: _ClassVar[int]
    HTTP_REQUEST_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    ALGORITHM_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_HASH_HEADER_FIELD_NUMBER: _ClassVar[int]
    TOKEN_PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    SIGNING_TIME_FIELD_NUMBER: _ClassVar[int]
    credential: str
    credential_version: str
    region: str
    region_set: _containers.RepeatedScalarFieldContainer[str]
    service: str
    http_request: HttpRequest
    payload: Payload
    header: HeaderPlacement
    query: QueryPlacement
    algorithm: Algorithm
    profile: str
    payload_hash_header: PayloadHashHeader
    token_placement: TokenPlacement
    signing_time: _timestamp_pb2.Timestamp
    def __init__(self, credential: _Optional[str] = ..., credential_version: _Optional[str] = ..., region: _Optional[str] = ..., region_set: _Optional[_Iterable[str]] = ..., service: _Optional[str] = ..., http_request: _Optional[_Union[HttpRequest, _Mapping]] = ..., payload: _Optional[_Union[Payload, _Mapping]] = ..., header: _Optional[_Union[HeaderPlacement, _Mapping]] = ..., query: _Optional[_Union[QueryPlacement, _Mapping]] = ..., algorithm: _Optional[_Union[Algorithm, str]] = ..., profile: _Optional[str] = ..., payload_hash_header: _Optional[_Union[PayloadHashHeader, str]] = ..., token_placement: _Optional[_Union[TokenPlacement, str]] = ..., signing_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SignRequestResponse(_message.Message):
    __slots__ = ("headers", "url", "signature", "signed_headers", "credential_scope", "access_key_id", "credential_version", "signing_time", "expires_at", "warnings")
    HEADERS_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    SIGNED_HEADERS_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_SCOPE_FIELD_NUMBER: _ClassVar[int]
    ACCESS_KEY_ID_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    SIGNING_TIME_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    headers: _containers.RepeatedCompositeFieldContainer[Header]
    url: str
    signature: str
    signed_headers: str
    credential_scope: str
    access_key_id: str
    credential_version: str
    signing_time: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    warnings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, headers: _Optional[_Iterable[_Union[Header, _Mapping]]] = ..., url: _Optional[str] = ..., signature: _Optional[str] = ..., signed_headers: _Optional[str] = ..., credential_scope: _Optional[str] = ..., access_key_id: _Optional[str] = ..., credential_version: _Optional[str] = ..., signing_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., expires_at: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., warnings: _Optional[_Iterable[str]] = ...) -> None: ...

class BatchSignRequestsRequest(_message.Message):
    __slots__ = ("requests",)
    REQUESTS_FIELD_NUMBER: _ClassVar[int]
    requests: _containers.RepeatedCompositeFieldContainer[SignRequestRequest]
    def __init__(self, requests: _Optional[_Iterable[_Union[SignRequestRequest, _Mapping]]] = ...) -> None: ...

class BatchSessionToken(_message.Message):
    __slots__ = ("credential_version", "session_token")
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    SESSION_TOKEN_FIELD_NUMBER: _ClassVar[int]
    credential_version: str
    session_token: str
    def __init__(self, credential_version: _Optional[str] = ..., session_token: _Optional[str] = ...) -> None: ...

class BatchError(_message.Message):
    __slots__ = ("code", "message", "reason", "field")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    code: int
    message: str
    reason: ErrorReason
    field: str
    def __init__(self, code: _Optional[int] = ..., message: _Optional[str] = ..., reason: _Optional[_Union[ErrorReason, str]] = ..., field: _Optional[str] = ...) -> None: ...

class BatchSignResult(_message.Message):
    __slots__ = ("response", "error")
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    response: SignRequestResponse
    error: BatchError
    def __init__(self, response: _Optional[_Union[SignRequestResponse, _Mapping]] = ..., error: _Optional[_Union[BatchError, _Mapping]] = ...) -> None: ...

class BatchSignRequestsResponse(_message.Message):
    __slots__ = ("results", "session_tokens")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    SESSION_TOKENS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[BatchSignResult]
    session_tokens: _containers.RepeatedCompositeFieldContainer[BatchSessionToken]
    def __init__(self, results: _Optional[_Iterable[_Union[BatchSignResult, _Mapping]]] = ..., session_tokens: _Optional[_Iterable[_Union[BatchSessionToken, _Mapping]]] = ...) -> None: ...

class SignPayloadStart(_message.Message):
    __slots__ = ("request", "seed_signature", "previous_signature")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    SEED_SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    request: SignRequestRequest
    seed_signature: str
    previous_signature: str
    def __init__(self, request: _Optional[_Union[SignRequestRequest, _Mapping]] = ..., seed_signature: _Optional[str] = ..., previous_signature: _Optional[str] = ...) -> None: ...

class ChunkHash(_message.Message):
    __slots__ = ("sha256", "length")
    SHA256_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    sha256: bytes
    length: int
    def __init__(self, sha256: _Optional[bytes] = ..., length: _Optional[int] = ...) -> None: ...

class TrailerHeaders(_message.Message):
    __slots__ = ("headers",)
    HEADERS_FIELD_NUMBER: _ClassVar[int]
    headers: _containers.RepeatedCompositeFieldContainer[Header]
    def __init__(self, headers: _Optional[_Iterable[_Union[Header, _Mapping]]] = ...) -> None: ...

class EventHash(_message.Message):
    __slots__ = ("sha256", "event_time")
    SHA256_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    sha256: bytes
    event_time: _timestamp_pb2.Timestamp
    def __init__(self, sha256: _Optional[bytes] = ..., event_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SignPayloadRequest(_message.Message):
    __slots__ = ("start", "chunk", "trailer", "event")
    START_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    TRAILER_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    start: SignPayloadStart
    chunk: ChunkHash
    trailer: TrailerHeaders
    event: EventHash
    def __init__(self, start: _Optional[_Union[SignPayloadStart, _Mapping]] = ..., chunk: _Optional[_Union[ChunkHash, _Mapping]] = ..., trailer: _Optional[_Union[TrailerHeaders, _Mapping]] = ..., event: _Optional[_Union[EventHash, _Mapping]] = ...) -> None: ...

class SignPayloadResponse(_message.Message):
    __slots__ = ("signature", "event_time", "credential_version")
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    signature: str
    event_time: _timestamp_pb2.Timestamp
    credential_version: str
    def __init__(self, signature: _Optional[str] = ..., event_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., credential_version: _Optional[str] = ...) -> None: ...

class PostCondition(_message.Message):
    __slots__ = ("field", "equals", "starts_with", "content_length_range")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    EQUALS_FIELD_NUMBER: _ClassVar[int]
    STARTS_WITH_FIELD_NUMBER: _ClassVar[int]
    CONTENT_LENGTH_RANGE_FIELD_NUMBER: _ClassVar[int]
    field: str
    equals: str
    starts_with: str
    content_length_range: ContentLengthRange
    def __init__(self, field: _Optional[str] = ..., equals: _Optional[str] = ..., starts_with: _Optional[str] = ..., content_length_range: _Optional[_Union[ContentLengthRange, _Mapping]] = ...) -> None: ...

class ContentLengthRange(_message.Message):
    __slots__ = ("min_bytes", "max_bytes")
    MIN_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_BYTES_FIELD_NUMBER: _ClassVar[int]
    min_bytes: int
    max_bytes: int
    def __init__(self, min_bytes: _Optional[int] = ..., max_bytes: _Optional[int] = ...) -> None: ...

class SignPostPolicyRequest(_message.Message):
    __slots__ = ("credential", "credential_version", "region", "bucket", "conditions", "expires_in", "signing_time")
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    BUCKET_FIELD_NUMBER: _ClassVar[int]
    CONDITIONS_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_IN_FIELD_NUMBER: _ClassVar[int]
    SIGNING_TIME_FIELD_NUMBER: _ClassVar[int]
    credential: str
    credential_version: str
    region: str
    bucket: str
    conditions: _containers.RepeatedCompositeFieldContainer[PostCondition]
    expires_in: _duration_pb2.Duration
    signing_time: _timestamp_pb2.Timestamp
    def __init__(self, credential: _Optional[str] = ..., credential_version: _Optional[str] = ..., region: _Optional[str] = ..., bucket: _Optional[str] = ..., conditions: _Optional[_Iterable[_Union[PostCondition, _Mapping]]] = ..., expires_in: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., signing_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class FormField(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class SignPostPolicyResponse(_message.Message):
    __slots__ = ("fields", "signature", "credential_scope", "access_key_id", "credential_version", "expires_at", "warnings")
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_SCOPE_FIELD_NUMBER: _ClassVar[int]
    ACCESS_KEY_ID_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    fields: _containers.RepeatedCompositeFieldContainer[FormField]
    signature: str
    credential_scope: str
    access_key_id: str
    credential_version: str
    expires_at: _timestamp_pb2.Timestamp
    warnings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, fields: _Optional[_Iterable[_Union[FormField, _Mapping]]] = ..., signature: _Optional[str] = ..., credential_scope: _Optional[str] = ..., access_key_id: _Optional[str] = ..., credential_version: _Optional[str] = ..., expires_at: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., warnings: _Optional[_Iterable[str]] = ...) -> None: ...

class GetOrLoadKeyRequest(_message.Message):
    __slots__ = ("credential", "credential_version", "region", "service", "date")
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    SERVICE_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    credential: str
    credential_version: str
    region: str
    service: str
    date: str
    def __init__(self, credential: _Optional[str] = ..., credential_version: _Optional[str] = ..., region: _Optional[str] = ..., service: _Optional[str] = ..., date: _Optional[str] = ...) -> None: ...

class GetOrLoadKeyResponse(_message.Message):
    __slots__ = ("signing_key", "access_key_id", "session_token", "credential_version", "credential_scope", "server_time", "not_after", "renew_after", "revoked", "credential_expires_at")
    SIGNING_KEY_FIELD_NUMBER: _ClassVar[int]
    ACCESS_KEY_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_TOKEN_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_SCOPE_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    NOT_AFTER_FIELD_NUMBER: _ClassVar[int]
    RENEW_AFTER_FIELD_NUMBER: _ClassVar[int]
    REVOKED_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    signing_key: bytes
    access_key_id: str
    session_token: str
    credential_version: str
    credential_scope: str
    server_time: _timestamp_pb2.Timestamp
    not_after: _timestamp_pb2.Timestamp
    renew_after: _timestamp_pb2.Timestamp
    revoked: bool
    credential_expires_at: _timestamp_pb2.Timestamp
    def __init__(self, signing_key: _Optional[bytes] = ..., access_key_id: _Optional[str] = ..., session_token: _Optional[str] = ..., credential_version: _Optional[str] = ..., credential_scope: _Optional[str] = ..., server_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., not_after: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., renew_after: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., revoked: bool = ..., credential_expires_at: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class VerifyRequestRequest(_message.Message):
    __slots__ = ("http_request", "payload", "region", "service", "profile")
    HTTP_REQUEST_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    SERVICE_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    http_request: HttpRequest
    payload: Payload
    region: str
    service: str
    profile: str
    def __init__(self, http_request: _Optional[_Union[HttpRequest, _Mapping]] = ..., payload: _Optional[_Union[Payload, _Mapping]] = ..., region: _Optional[str] = ..., service: _Optional[str] = ..., profile: _Optional[str] = ...) -> None: ...

class VerifyRequestResponse(_message.Message):
    __slots__ = ("verdict", "credential", "access_key_id", "credential_scope", "signing_time", "payload_verified")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    ACCESS_KEY_ID_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_SCOPE_FIELD_NUMBER: _ClassVar[int]
    SIGNING_TIME_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_VERIFIED_FIELD_NUMBER: _ClassVar[int]
    verdict: Verdict
    credential: str
    access_key_id: str
    credential_scope: str
    signing_time: _timestamp_pb2.Timestamp
    payload_verified: bool
    def __init__(self, verdict: _Optional[_Union[Verdict, str]] = ..., credential: _Optional[str] = ..., access_key_id: _Optional[str] = ..., credential_scope: _Optional[str] = ..., signing_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., payload_verified: bool = ...) -> None: ...

class ExplainSignatureRequest(_message.Message):
    __slots__ = ("request", "target_canonical_request")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    TARGET_CANONICAL_REQUEST_FIELD_NUMBER: _ClassVar[int]
    request: SignRequestRequest
    target_canonical_request: bytes
    def __init__(self, request: _Optional[_Union[SignRequestRequest, _Mapping]] = ..., target_canonical_request: _Optional[bytes] = ...) -> None: ...

class CanonicalDifference(_message.Message):
    __slots__ = ("part", "ours", "theirs")
    PART_FIELD_NUMBER: _ClassVar[int]
    OURS_FIELD_NUMBER: _ClassVar[int]
    THEIRS_FIELD_NUMBER: _ClassVar[int]
    part: str
    ours: str
    theirs: str
    def __init__(self, part: _Optional[str] = ..., ours: _Optional[str] = ..., theirs: _Optional[str] = ...) -> None: ...

class ExplainSignatureResponse(_message.Message):
    __slots__ = ("canonical_request", "string_to_sign", "signed_headers", "credential_scope", "redacted", "differences")
    CANONICAL_REQUEST_FIELD_NUMBER: _ClassVar[int]
    STRING_TO_SIGN_FIELD_NUMBER: _ClassVar[int]
    SIGNED_HEADERS_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_SCOPE_FIELD_NUMBER: _ClassVar[int]
    REDACTED_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCES_FIELD_NUMBER: _ClassVar[int]
    canonical_request: str
    string_to_sign: str
    signed_headers: str
    credential_scope: str
    redacted: bool
    differences: _containers.RepeatedCompositeFieldContainer[CanonicalDifference]
    def __init__(self, canonical_request: _Optional[str] = ..., string_to_sign: _Optional[str] = ..., signed_headers: _Optional[str] = ..., credential_scope: _Optional[str] = ..., redacted: bool = ..., differences: _Optional[_Iterable[_Union[CanonicalDifference, _Mapping]]] = ...) -> None: ...

class HashPayloadStart(_message.Message):
    __slots__ = ("algorithms",)
    ALGORITHMS_FIELD_NUMBER: _ClassVar[int]
    algorithms: _containers.RepeatedScalarFieldContainer[DigestAlgorithm]
    def __init__(self, algorithms: _Optional[_Iterable[_Union[DigestAlgorithm, str]]] = ...) -> None: ...

class HashPayloadRequest(_message.Message):
    __slots__ = ("start", "data")
    START_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    start: HashPayloadStart
    data: bytes
    def __init__(self, start: _Optional[_Union[HashPayloadStart, _Mapping]] = ..., data: _Optional[bytes] = ...) -> None: ...

class PayloadDigest(_message.Message):
    __slots__ = ("algorithm", "value", "hex", "base64")
    ALGORITHM_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    BASE64_FIELD_NUMBER: _ClassVar[int]
    algorithm: DigestAlgorithm
    value: bytes
    hex: str
    base64: str
    def __init__(self, algorithm: _Optional[_Union[DigestAlgorithm, str]] = ..., value: _Optional[bytes] = ..., hex: _Optional[str] = ..., base64: _Optional[str] = ...) -> None: ...

class HashPayloadResponse(_message.Message):
    __slots__ = ("digests", "length")
    DIGESTS_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    digests: _containers.RepeatedCompositeFieldContainer[PayloadDigest]
    length: int
    def __init__(self, digests: _Optional[_Iterable[_Union[PayloadDigest, _Mapping]]] = ..., length: _Optional[int] = ...) -> None: ...

class GetServerInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ServerLimits(_message.Message):
    __slots__ = ("max_message_bytes", "max_batch_bytes", "max_batch_requests", "max_url_bytes", "max_headers", "max_expires_in_seconds")
    MAX_MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_BATCH_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_BATCH_REQUESTS_FIELD_NUMBER: _ClassVar[int]
    MAX_URL_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_HEADERS_FIELD_NUMBER: _ClassVar[int]
    MAX_EXPIRES_IN_SECONDS_FIELD_NUMBER: _ClassVar[int]
    max_message_bytes: int
    max_batch_bytes: int
    max_batch_requests: int
    max_url_bytes: int
    max_headers: int
    max_expires_in_seconds: int
    def __init__(self, max_message_bytes: _Optional[int] = ..., max_batch_bytes: _Optional[int] = ..., max_batch_requests: _Optional[int] = ..., max_url_bytes: _Optional[int] = ..., max_headers: _Optional[int] = ..., max_expires_in_seconds: _Optional[int] = ...) -> None: ...

class GetServerInfoResponse(_message.Message):
    __slots__ = ("version", "features", "server_time", "limits", "caller")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    CALLER_FIELD_NUMBER: _ClassVar[int]
    version: str
    features: _containers.RepeatedScalarFieldContainer[str]
    server_time: _timestamp_pb2.Timestamp
    limits: ServerLimits
    caller: str
    def __init__(self, version: _Optional[str] = ..., features: _Optional[_Iterable[str]] = ..., server_time: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., limits: _Optional[_Union[ServerLimits, _Mapping]] = ..., caller: _Optional[str] = ...) -> None: ...
