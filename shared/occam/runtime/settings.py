"""All settings, read once: `OCCAM_*` over `occam.toml` over the defaults, and strict."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, cast, get_args, get_origin
from urllib.parse import urlsplit, urlunsplit

import msgspec
from msgspec import Meta

from occam.core.errors import BadConfig

PREFIX = "OCCAM_"
FILE = "occam.toml"
SERVICES = ("classifier", "graph-executor", "disambiguator", "document-reader", "certifier")

Workers = Annotated[int, Meta(ge=1, le=64)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every knob there is. `DESCRIPTIONS` says what each is for."""

    home: Path
    pack: str = "olympics"
    packs: tuple[Path, ...] = ()
    redis_url: Annotated[str, Meta(pattern=r"^$|^(rediss?|unix)://.")] = ""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    durability: Literal["everysec", "always", "no"] = "everysec"
    shards: Annotated[int, Meta(ge=1, le=256)] = 1
    batch_size: Annotated[int, Meta(ge=1, le=10_000)] = 100
    lease: Annotated[float, Meta(gt=0)] = 30.0
    backoff: Annotated[float, Meta(ge=0)] = 1.0
    deliveries: Annotated[int, Meta(ge=1)] = 5
    high_water: Annotated[int, Meta(ge=1)] = 100_000
    evidence_limit: Annotated[int, Meta(ge=1024)] = 65_536
    signing_key: Path | None = None
    otlp_endpoint: str = ""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_bytes: Annotated[int, Meta(ge=4096)] = 10_000_000
    ready_timeout: Annotated[float, Meta(gt=0)] = 60.0
    benchmark: Path | None = None
    classifier_workers: Workers = 1
    graph_executor_workers: Workers = 1
    disambiguator_workers: Workers = 1
    document_reader_workers: Workers = 1
    certifier_workers: Workers = 1

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={text}" for name, text in self.shown().items())
        return f"Settings({shown})"

    def shown(self) -> dict[str, str]:
        """Every setting as text, fit for a screen or a log: passwords are masked."""
        values = msgspec.structs.asdict(self)
        return {name: _shown(name, value) for name, value in values.items()}

    def workers(self, service: str) -> int:
        """How many processes of this service `occam up` starts."""
        return int(getattr(self, f"{service.replace('-', '_')}_workers"))

    @property
    def logs(self) -> Path:
        """Folder of one log a service."""
        return self.home / "logs"

    @property
    def run(self) -> Path:
        """Folder of what exists only while OCCAM is up: lock, state, socket."""
        return self.home / "run"

    @property
    def graphs(self) -> Path:
        """Folder of all graph versions: `<pack>/<version>/`."""
        return self.home / "graphs"


DESCRIPTIONS: dict[str, str] = {
    "home": "Data directory: broker files, graphs, logs.",
    "pack": "The pack of a question or a load that names none.",
    "packs": "Folders with further packs, searched before the bundled ones.",
    "redis_url": "Broker to use; empty starts the bundled one.",
    "port": "TCP port of the bundled broker on 127.0.0.1; 0 takes a free one.",
    "durability": "When the bundled broker syncs its log to disk (appendfsync).",
    "shards": "Slots that questions are spread over.",
    "batch_size": "Most messages a worker takes at once.",
    "lease": "Seconds a worker may hold a message before another may claim it.",
    "backoff": "Seconds before the first redelivery of a failed message; doubles each time.",
    "deliveries": "Deliveries before a message goes to the dead letters.",
    "high_water": "Open questions a shard takes before the intake refuses.",
    "evidence_limit": "Bytes of evidence that travel in a message; more is stored and referenced.",
    "signing_key": "Ed25519 private key (PEM) that signs certificates; none leaves them unsigned.",
    "otlp_endpoint": "Where traces go over OTLP/HTTP; empty exports none.",
    "log_level": "Least severity that is logged.",
    "log_bytes": "Size at which a log is rotated; one older file is kept.",
    "ready_timeout": "Seconds `occam up` waits for every service to be ready.",
    "benchmark": "Folder of the public benchmark, for `occam evaluate public`.",
    "classifier_workers": "Processes of the classifier.",
    "graph_executor_workers": "Processes of the graph-executor.",
    "disambiguator_workers": "Processes of the disambiguator.",
    "document_reader_workers": "Processes of the document-reader.",
    "certifier_workers": "Processes of the certifier.",
}


class Given(NamedTuple):
    """A value as it was given, and where: a variable, or a key of the file."""

    value: Any
    where: str


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process; raises `BadConfig` that names the variable or the key."""
    environ = os.environ if environ is None else environ
    variables = dict(_variables(environ))
    home = _home(variables.get("home"))
    given = _file(home / FILE) | variables | {"home": Given(str(home), PREFIX + "HOME")}
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    values = {name: _converted(name, item, fields[name].type) for name, item in given.items()}
    return Settings(**values)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def _variables(environ: Mapping[str, str]) -> Iterator[tuple[str, Given]]:
    names = {variable(name): name for name in Settings.__struct_fields__}
    for key, value in environ.items():
        if key in names:
            yield names[key], Given(value, key)
        elif key.startswith(PREFIX):
            raise BadConfig(f"{key}: there is no such setting{_nearest(key, names)}")


def _file(path: Path) -> dict[str, Given]:
    if not path.exists():
        return {}
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadConfig(f"{path}: {error}") from error
    names = [name for name in Settings.__struct_fields__ if name != "home"]
    for key in table:
        if key not in names:
            raise BadConfig(f"{path}: there is no setting {key!r}{_nearest(key, names)}")
    return {key: Given(value, f"{path}: {key}") for key, value in table.items()}


def _nearest(name: str, names: Any) -> str:
    close = difflib.get_close_matches(name, list(names), n=1, cutoff=0.5)
    return f"; did you mean {close[0]}?" if close else ""


def _home(given: Given | None) -> Path:
    if given is None:
        import platformdirs

        return platformdirs.user_data_path("occam")
    if not given.value:
        raise BadConfig(f"{given.where}: empty; name a folder or unset it")
    return Path(given.value).expanduser().absolute()


def _converted(name: str, given: Given, kind: Any) -> Any:
    """The value in its type. Variables are text, so `4` is a number there and a list is a path."""
    value, from_text = given.value, given.where.startswith(PREFIX)
    if from_text and kind == tuple[Path, ...]:
        value = [part for part in value.split(os.pathsep) if part]
    try:
        return msgspec.convert(value, kind, strict=not from_text, dec_hook=_path)
    except (msgspec.ValidationError, TypeError) as error:
        shown = "" if name in _SECRET else f", not {given.value!r}"
        raise BadConfig(f"{given.where}: {_expected(kind, error)}{shown}") from error


_SECRET = frozenset({"redis_url", "otlp_endpoint"})


def _path(kind: type, value: object) -> object:
    if kind is not Path or not isinstance(value, str) or not value:
        raise msgspec.ValidationError("expected a path")
    return Path(value).expanduser().absolute()


def _expected(kind: Any, error: Exception) -> str:
    """What would have been right, in words."""
    if get_origin(kind) is Literal:
        return "expected one of " + ", ".join(get_args(kind))
    if "regex" in str(error):
        return "expected redis://, rediss:// or unix:// and an address"
    text = str(error).partition(", got")[0].replace("`", "")
    return text[:1].lower() + text[1:]


def _shown(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return os.pathsep.join(str(part) for part in cast("tuple[object, ...]", value))
    if name in _SECRET and isinstance(value, str):
        return masked(value)
    return "" if value is None else str(value)


def masked(url: str) -> str:
    """The URL with whatever could be a secret replaced: user data and query."""
    parts = urlsplit(url)
    netloc = parts.netloc
    if "@" in netloc:
        netloc = "***@" + netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, netloc, parts.path, "***" if parts.query else "", ""))
