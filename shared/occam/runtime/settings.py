"""All settings, read once: `OCCAM_*` over `occam.toml` over the defaults, and strict."""

from __future__ import annotations

import base64
import difflib
import functools
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, cast, get_args, get_origin

import msgspec
from msgspec import Meta

import occam
from occam.bus.settings import BusSettings, masked
from occam.core.errors import BadConfig
from occam.documents.settings import QdrantSettings
from occam.graph.tigergraph.settings import TigerGraphSettings

PREFIX = "OCCAM_"
FILE = "occam.toml"
KEY_BYTES = 32
SERVICES = ("classifier", "graph-executor", "disambiguator", "document-reader", "certifier")

Count = Annotated[int, Meta(ge=1, le=64)]


class Workers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many processes of each service `occam up` starts."""

    classifier: Count = 1
    graph_executor: Count = 1
    disambiguator: Count = 1
    document_reader: Count = 1
    certifier: Count = 1

    def of(self, service: str) -> int:
        """By the service's own name, dashes included."""
        return int(getattr(self, service.replace("-", "_")))


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every knob there is; `DESCRIPTIONS` says what each is for.

    `redis_url` empty is the bundled broker. `bus.url` follows it and is no setting of its own.
    """

    home: Path
    pack: str = "olympics"
    packs: tuple[Path, ...] = ()
    redis_url: Annotated[str, Meta(pattern=r"^$|^(rediss?|unix)://.")] = ""
    port: Annotated[int, Meta(ge=0, le=65535)] | None = None
    durability: Literal["everysec", "always", "no"] = "everysec"
    signing_key: Path | None = None
    otlp_endpoint: Annotated[str, Meta(pattern=r"^$|^https?://[^/\s]")] = ""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_bytes: Annotated[int, Meta(ge=4096)] = 10_000_000
    ready_timeout: Annotated[float, Meta(gt=0)] = 60.0
    benchmark: Path | None = None
    graph_store: Literal["embedded", "tigergraph"] = "embedded"
    decider: Literal["none", "local", "http", "llm"] = "none"
    decider_url: Annotated[str, Meta(pattern=r"^$|^https?://[^/\s]")] = ""
    decider_key: str = ""
    decider_model: str = ""
    decider_threshold: Annotated[float, Meta(ge=0, le=1)] | None = None
    embedding: Annotated[str, Meta(min_length=1)] = "local"
    bus: BusSettings = BusSettings()
    workers: Workers = Workers()
    tigergraph: TigerGraphSettings = TigerGraphSettings()
    qdrant: QdrantSettings = QdrantSettings()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={text}" for name, text in self.shown().items())
        return f"Settings({shown})"

    def shown(self) -> dict[str, str]:
        """Every setting as text, fit for a screen or a log: passwords are masked."""
        return {leaf.key: _shown(leaf, leaf.read(self)) for leaf in leaves()}

    def at(self, url: str) -> Settings:
        """These settings with the broker at `url`."""
        bus = msgspec.structs.replace(self.bus, url=url)
        return msgspec.structs.replace(self, redis_url=url, bus=bus)

    @property
    def logs(self) -> Path:
        """Folder of one log a process."""
        return self.home / "logs"

    @property
    def run(self) -> Path:
        """Folder of what exists only while OCCAM is up: lock and state."""
        return self.home / "run"

    @property
    def graphs(self) -> Path:
        """Folder of all graph versions: `<pack>/<version>/`."""
        return self.home / "graphs"

    @property
    def deciders(self) -> Path:
        """Folder of what `occam pack train` makes: `<pack>/`."""
        return self.home / "deciders"

    @property
    def pack_roots(self) -> tuple[Path, ...]:
        """Where packs are looked for, in order: the named folders, then the bundled one."""
        return (*self.packs, Path(occam.__file__).parents[1] / "packs")


DESCRIPTIONS: dict[str, str] = {
    "home": "data directory: broker files, graphs, logs (environment only)",
    "pack": "pack of a load or a question that names none",
    "packs": "folders with further packs, searched before the bundled ones",
    "redis_url": "broker to use; empty starts the bundled one",
    "port": "port of the bundled broker on 127.0.0.1 (0: a free one); none is a socket in the home",
    "durability": "when the bundled broker syncs its log to disk (`appendfsync`)",
    "signing_key": "file of the Ed25519 key that signs certificates; none leaves them unsigned",
    "otlp_endpoint": "http(s) address where traces go over OTLP; empty exports none",
    "log_level": "least severity that is logged",
    "log_bytes": "size at which a log is rotated; one older file is kept",
    "ready_timeout": "seconds `occam up` waits until everything is ready",
    "benchmark": "folder of the public benchmark, for `occam evaluate public`",
    "graph_store": "what evidence, bounds and documents are read from: the versions in the home, "
    "or a TigerGraph server that one of them was loaded into",
    "decider": "what chooses between readings of a question: nothing, the head that `occam pack "
    "train` made, a decision service, or a language model",
    "decider_url": "http(s) address of the decision service; with llm, of the provider's API",
    "decider_key": "key of the decision service or of the language model",
    "decider_model": "model that the service or litellm is asked for",
    "decider_threshold": "least probability of a reading that is taken; none is what was measured "
    "for the pack, or 0.9 where nothing was",
    "embedding": "what makes vectors of passages and questions: none, local (the extra `vectors`), "
    "or the name of a hosted embedding model",
    "bus.namespace": "first part of every key, so that two installations may share a broker",
    "bus.shards": "slots that questions are spread over",
    "bus.batch": "most messages a worker takes at once",
    "bus.lease_ms": "how long a worker may be silent about a message before another takes it",
    "bus.max_deliveries": "how often a message may fail alone before it is a dead letter",
    "bus.backoff_ms": "first wait between two tries, doubled each time",
    "bus.backoff_limit_ms": "longest wait between two tries",
    "bus.evidence_limit": "bytes of a message above which evidence is stored beside it",
    "bus.question_limit": "characters of a question above which it is refused",
    "bus.high_water": "waiting questions a shard takes before the intake says busy",
    "bus.dead_limit": "dead letters a shard keeps; the oldest make room",
    "bus.trim_ms": "time between two trims of what every service has acknowledged",
    "bus.slow_tasks": "slow messages a worker has in hand at once",
    "bus.commit_ms": "how long a result may wait for others to be committed with it",
    "bus.heartbeat_ms": "time between two signs of life of a worker",
    "bus.grace_ms": "how long a stopping worker may finish what it has in hand",
    "bus.confirm_disk": "an accepted question is on the broker's disk (WAITAOF)",
    "workers.classifier": "processes of the classifier",
    "workers.graph_executor": "processes of the graph-executor",
    "workers.disambiguator": "processes of the disambiguator",
    "workers.document_reader": "processes of the document-reader",
    "workers.certifier": "processes of the certifier",
    "tigergraph.url": "http(s) address of the server; without a port 14240, or 443 for https",
    "tigergraph.user": "user of the server",
    "tigergraph.password": "that user's password",
    "tigergraph.secret": "GSQL secret, in place of user and password",
    "tigergraph.token": "token made elsewhere, in place of all three; it is never renewed",
    "tigergraph.graph": "name of the graph; none is `occam_` and the pack's name",
    "tigergraph.timeout_ms": "how long the server may work on a query",
    "tigergraph.response_limit": "bytes of a response; larger results are read by smaller pages",
    "tigergraph.page": "rows of a list that are asked for at once",
    "tigergraph.wake_s": "seconds a command waits for a server that starts or wakes",
    "tigergraph.verify": "certificates of https are verified",
    "tigergraph.ca_file": "file of certificates to trust; none trusts what the system trusts",
    "tigergraph.gadmin": "command that runs gadmin on the server, such as `docker exec -u "
    "tigergraph NAME /home/tigergraph/tigergraph/app/cmd/gadmin`; none prints the commands",
    "qdrant.url": "http(s) address of a Qdrant server that mirrors the vectors; empty is none",
    "qdrant.key": "key of that server",
    "qdrant.timeout_ms": "how long a search waits for it before the primary store is searched",
}


def variable(key: str) -> str:
    """The environment variable of a setting, named as in the file: `bus.shards`."""
    return PREFIX + key.replace(".", "_").upper()


class Leaf(NamedTuple):
    """One setting: its place in the struct and in the file, its type and its default."""

    path: tuple[str, ...]
    kind: Any
    default: Any

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return variable(self.key)

    @property
    def key(self) -> str:
        """Its name in the file."""
        return ".".join(self.path)

    def read(self, settings: Settings) -> Any:
        """Its value."""
        return functools.reduce(getattr, self.path, settings)


@functools.cache
def leaves() -> tuple[Leaf, ...]:
    """All settings in the order of the struct."""
    return tuple(leaf for leaf in _leaves(Settings, ()) if leaf.path != ("bus", "url"))


def _leaves(struct: type[msgspec.Struct], above: tuple[str, ...]) -> Iterator[Leaf]:
    for field in msgspec.structs.fields(struct):
        path = (*above, field.name)
        kind: Any = field.type
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from _leaves(kind, path)
        else:
            yield Leaf(path, kind, field.default)


class Given(NamedTuple):
    """A value as it was given, and where: a variable, or a key of the file."""

    value: Any
    where: str


Place = tuple[str, ...]
_GROUPS: dict[str, type[msgspec.Struct]] = {
    "bus": BusSettings,
    "workers": Workers,
    "tigergraph": TigerGraphSettings,
    "qdrant": QdrantSettings,
}


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process; raises `BadConfig` that names the variable or the key."""
    variables = dict(_variables(os.environ if environ is None else environ))
    home = _home(variables.get(("home",)))
    given = _file(home / FILE) | variables | {("home",): Given(str(home), PREFIX + "HOME")}
    tree: dict[str, Any] = {group: {} for group in _GROUPS}
    for leaf in leaves():
        if leaf.path in given:
            place = tree if len(leaf.path) == 1 else tree[leaf.path[0]]
            place[leaf.path[-1]] = _converted(leaf, given[leaf.path])
    for group, kind in _GROUPS.items():
        tree[group] = kind(**tree[group])
    settings = Settings(**tree)
    return settings.at(settings.redis_url) if settings.redis_url else settings


def _variables(environ: Mapping[str, str]) -> Iterator[tuple[Place, Given]]:
    names = {leaf.variable: leaf.path for leaf in leaves()}
    for key, value in environ.items():
        if key in names:
            yield names[key], Given(value, key)
        elif key.startswith(PREFIX):
            raise BadConfig(f"{key}: there is no such setting{_nearest(key, names)}")


def _file(file: Path) -> dict[Place, Given]:
    if not file.exists():
        return {}
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadConfig(f"{file}: {error}") from error
    names = {leaf.key: leaf.path for leaf in leaves() if leaf.path != ("home",)}
    given: dict[Place, Given] = {}
    for key, value in _flat(table):
        if key not in names:
            raise BadConfig(f"{file}: there is no setting {key!r}{_nearest(key, names)}")
        given[names[key]] = Given(value, f"{file}: {key}")
    return given


def _flat(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            inner = cast("dict[str, Any]", value)
            yield from ((f"{key}.{name}", item) for name, item in inner.items())
        else:
            yield key, value


def _nearest(name: str, names: Iterable[str]) -> str:
    """The right name that looks most like a wrong one; the prefix they share says nothing."""
    bare = {other.removeprefix(PREFIX): other for other in names}
    close = difflib.get_close_matches(name.removeprefix(PREFIX), bare, n=1)
    return f"; did you mean {bare[close[0]]}?" if close else ""


def _home(given: Given | None) -> Path:
    if given is None:
        import platformdirs

        return platformdirs.user_data_path("occam")
    if not given.value:
        raise BadConfig(f"{given.where}: empty; name a folder or unset it")
    return Path(given.value).expanduser().absolute()


def _converted(leaf: Leaf, given: Given) -> Any:
    """The value in its type. Variables are text, so `4` is a number there and a list is a path."""
    value, from_text = given.value, given.where.startswith(PREFIX)
    if from_text and leaf.kind == tuple[Path, ...]:
        value = [part for part in value.split(os.pathsep) if part]
    if leaf.path == ("signing_key",) and _is_key(value):
        raise BadConfig(f"{given.where}: signing_key must be a file, not the key itself")
    try:
        return msgspec.convert(value, leaf.kind, strict=not from_text, dec_hook=_path)
    except (msgspec.ValidationError, TypeError) as error:
        shown = "" if leaf.path in _SECRET else f", not {given.value!r}"
        raise BadConfig(f"{given.where}: {_expected(leaf.kind, error)}{shown}") from error


def _is_key(value: object) -> bool:
    """Whether somebody gave the key where its file belongs: such a value is never repeated."""
    if not isinstance(value, str):
        return False
    if "\n" in value or "\r" in value or value.lstrip().startswith("-----BEGIN"):
        return True
    try:
        return len(base64.b64decode(value.strip(), validate=True)) == KEY_BYTES
    except ValueError:
        return False


_ADDRESSES = frozenset(
    {("redis_url",), ("otlp_endpoint",), ("tigergraph", "url"), ("decider_url",), ("qdrant", "url")}
)
_HIDDEN = frozenset(
    {
        ("decider_key",),
        ("qdrant", "key"),
        *(("tigergraph", name) for name in ("password", "secret", "token")),
    }
)
_SECRET = _ADDRESSES | _HIDDEN


def _path(kind: type, value: object) -> object:
    if kind is not Path or not isinstance(value, str) or not value:
        raise msgspec.ValidationError("expected a path")
    return Path(value).expanduser().absolute()


def _expected(kind: Any, error: Exception) -> str:
    """What would have been right, in words."""
    if get_origin(kind) is Literal:
        return "expected one of " + ", ".join(get_args(kind))
    if "https?://" in str(error):
        return "expected an http:// or https:// address"
    if "://" in str(error):
        return "expected redis://, rediss:// or unix:// and an address"
    text = str(error).partition(", got")[0].replace("`", "")
    return text[:1].lower() + text[1:]


def _shown(leaf: Leaf, value: object) -> str:
    if isinstance(value, tuple):
        return os.pathsep.join(str(part) for part in cast("tuple[object, ...]", value))
    if leaf.path in _HIDDEN:
        return "***" if value else ""
    if leaf.path in _ADDRESSES and isinstance(value, str):
        return masked(value)
    return "" if value is None else str(value)
