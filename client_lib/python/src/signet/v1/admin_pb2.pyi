from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RevocationPersistence(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REVOCATION_PERSISTENCE_UNSPECIFIED: _ClassVar[RevocationPersistence]
    REVOCATION_PERSISTENCE_SAVED: _ClassVar[RevocationPersistence]
    REVOCATION_PERSISTENCE_NOT_CONFIGURED: _ClassVar[RevocationPersistence]
    REVOCATION_PERSISTENCE_FAILED: _ClassVar[RevocationPersistence]

class ReloadOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RELOAD_OUTCOME_UNSPECIFIED: _ClassVar[ReloadOutcome]
    RELOAD_OUTCOME_UNCHANGED: _ClassVar[ReloadOutcome]
    RELOAD_OUTCOME_IN_FORCE: _ClassVar[ReloadOutcome]
    RELOAD_OUTCOME_NEEDS_RESTART: _ClassVar[ReloadOutcome]
    RELOAD_OUTCOME_REFUSED: _ClassVar[ReloadOutcome]
REVOCATION_PERSISTENCE_UNSPECIFIED: RevocationPersistence
REVOCATION_PERSISTENCE_SAVED: RevocationPersistence
REVOCATION_PERSISTENCE_NOT_CONFIGURED: RevocationPersistence
REVOCATION_PERSISTENCE_FAILED: RevocationPersistence
RELOAD_OUTCOME_UNSPECIFIED: ReloadOutcome
RELOAD_OUTCOME_UNCHANGED: ReloadOutcome
RELOAD_OUTCOME_IN_FORCE: ReloadOutcome
RELOAD_OUTCOME_NEEDS_RESTART: ReloadOutcome
RELOAD_OUTCOME_REFUSED: ReloadOutcome

class RevokeCredentialVersionRequest(_message.Message):
    __slots__ = ("credential", "credential_version", "access_key_id", "even_if_not_held")
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    ACCESS_KEY_ID_FIELD_NUMBER: _ClassVar[int]
    EVEN_IF_NOT_HELD_FIELD_NUMBER: _ClassVar[int]
    credential: str
    credential_version: str
    access_key_id: str
    even_if_not_held: bool
    def __init__(self, credential: _Optional[str] = ..., credential_version: _Optional[str] = ..., access_key_id: _Optional[str] = ..., even_if_not_held: bool = ...) -> None: ...

class RevokedVersion(_message.Message):
    __slots__ = ("credential_version", "access_key_id", "already_revoked", "latest")
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    ACCESS_KEY_ID_FIELD_NUMBER: _ClassVar[int]
    ALREADY_REVOKED_FIELD_NUMBER: _ClassVar[int]
    LATEST_FIELD_NUMBER: _ClassVar[int]
    credential_version: str
    access_key_id: str
    already_revoked: bool
    latest: bool
    def __init__(self, credential_version: _Optional[str] = ..., access_key_id: _Optional[str] = ..., already_revoked: bool = ..., latest: bool = ...) -> None: ...

class RevokeCredentialVersionResponse(_message.Message):
    __slots__ = ("versions", "persistence", "warnings")
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    PERSISTENCE_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    versions: _containers.RepeatedCompositeFieldContainer[RevokedVersion]
    persistence: RevocationPersistence
    warnings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, versions: _Optional[_Iterable[_Union[RevokedVersion, _Mapping]]] = ..., persistence: _Optional[_Union[RevocationPersistence, str]] = ..., warnings: _Optional[_Iterable[str]] = ...) -> None: ...

class PurgeKeysRequest(_message.Message):
    __slots__ = ("credential",)
    CREDENTIAL_FIELD_NUMBER: _ClassVar[int]
    credential: str
    def __init__(self, credential: _Optional[str] = ...) -> None: ...

class PurgeKeysResponse(_message.Message):
    __slots__ = ("keys", "sigv4a_keys")
    KEYS_FIELD_NUMBER: _ClassVar[int]
    SIGV4A_KEYS_FIELD_NUMBER: _ClassVar[int]
    keys: int
    sigv4a_keys: int
    def __init__(self, keys: _Optional[int] = ..., sigv4a_keys: _Optional[int] = ...) -> None: ...

class ListCredentialsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class CredentialVersionInfo(_message.Message):
    __slots__ = ("credential_version", "access_key_id", "created_at", "expires_at", "revoked", "latest")
    CREDENTIAL_VERSION_FIELD_NUMBER: _ClassVar[int]
    ACCESS_KEY_ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    REVOKED_FIELD_NUMBER: _ClassVar[int]
    LATEST_FIELD_NUMBER: _ClassVar[int]
    credential_version: str
    access_key_id: str
    created_at: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    revoked: bool
    latest: bool
    def __init__(self, credential_version: _Optional[str] = ..., access_key_id: _Optional[str] = ..., created_at: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., expires_at: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., revoked: bool = ..., latest: bool = ...) -> None: ...

class CredentialSourceInfo(_message.Message):
    __slots__ = ("description", "loaded_at", "error")
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    LOADED_AT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    description: str
    loaded_at: _timestamp_pb2.Timestamp
    error: str
    def __init__(self, description: _Optional[str] = ..., loaded_at: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., error: _Optional[str] = ...) -> None: ...

class CredentialInfo(_message.Message):
    __slots__ = ("name", "source", "versions")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    source: CredentialSourceInfo
    versions: _containers.RepeatedCompositeFieldContainer[CredentialVersionInfo]
    def __init__(self, name: _Optional[str] = ..., source: _Optional[_Union[CredentialSourceInfo, _Mapping]] = ..., versions: _Optional[_Iterable[_Union[CredentialVersionInfo, _Mapping]]] = ...) -> None: ...

class ListCredentialsResponse(_message.Message):
    __slots__ = ("credentials", "next_page_token")
    CREDENTIALS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    credentials: _containers.RepeatedCompositeFieldContainer[CredentialInfo]
    next_page_token: str
    def __init__(self, credentials: _Optional[_Iterable[_Union[CredentialInfo, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetCacheStatsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetCacheStatsResponse(_message.Message):
    __slots__ = ("hits", "front_hits", "misses", "loads", "load_errors", "waits", "bypasses", "evictions", "expiries", "revoked_hits", "entries", "bytes", "fronts", "front_bytes", "sigv4a_entries", "memory_locked")
    HITS_FIELD_NUMBER: _ClassVar[int]
    FRONT_HITS_FIELD_NUMBER: _ClassVar[int]
    MISSES_FIELD_NUMBER: _ClassVar[int]
    LOADS_FIELD_NUMBER: _ClassVar[int]
    LOAD_ERRORS_FIELD_NUMBER: _ClassVar[int]
    WAITS_FIELD_NUMBER: _ClassVar[int]
    BYPASSES_FIELD_NUMBER: _ClassVar[int]
    EVICTIONS_FIELD_NUMBER: _ClassVar[int]
    EXPIRIES_FIELD_NUMBER: _ClassVar[int]
    REVOKED_HITS_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    FRONTS_FIELD_NUMBER: _ClassVar[int]
    FRONT_BYTES_FIELD_NUMBER: _ClassVar[int]
    SIGV4A_ENTRIES_FIELD_NUMBER: _ClassVar[int]
    MEMORY_LOCKED_FIELD_NUMBER: _ClassVar[int]
    hits: int
    front_hits: int
    misses: int
    loads: int
    load_errors: int
    waits: int
    bypasses: int
    evictions: int
    expiries: int
    revoked_hits: int
    entries: int
    bytes: int
    fronts: int
    front_bytes: int
    sigv4a_entries: int
    memory_locked: bool
    def __init__(self, hits: _Optional[int] = ..., front_hits: _Optional[int] = ..., misses: _Optional[int] = ..., loads: _Optional[int] = ..., load_errors: _Optional[int] = ..., waits: _Optional[int] = ..., bypasses: _Optional[int] = ..., evictions: _Optional[int] = ..., expiries: _Optional[int] = ..., revoked_hits: _Optional[int] = ..., entries: _Optional[int] = ..., bytes: _Optional[int] = ..., fronts: _Optional[int] = ..., front_bytes: _Optional[int] = ..., sigv4a_entries: _Optional[int] = ..., memory_locked: bool = ...) -> None: ...

class ReloadConfigRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ReloadedPart(_message.Message):
    __slots__ = ("part", "outcome")
    PART_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    part: str
    outcome: ReloadOutcome
    def __init__(self, part: _Optional[str] = ..., outcome: _Optional[_Union[ReloadOutcome, str]] = ...) -> None: ...

class ReloadConfigResponse(_message.Message):
    __slots__ = ("parts", "warnings")
    PARTS_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    parts: _containers.RepeatedCompositeFieldContainer[ReloadedPart]
    warnings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, parts: _Optional[_Iterable[_Union[ReloadedPart, _Mapping]]] = ..., warnings: _Optional[_Iterable[str]] = ...) -> None: ...
