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
from occam.llm.settings import BudgetSettings, LlmSettings, RerankerSettings

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
    llm: LlmSettings = LlmSettings()
    reranker: RerankerSettings = RerankerSettings()
    budget: BudgetSettings = BudgetSettings()

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
    "llm": LlmSettings,
    "reranker": RerankerSettings,
    "budget": BudgetSettings,
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
    {("redis_url",), ("otlp_endpoint",), ("decider_url",)}
    | {(group, "url") for group in ("tigergraph", "qdrant", "llm", "reranker")}
)
_HIDDEN = frozenset(
    {("decider_key",), ("qdrant", "key"), ("llm", "key"), ("reranker", "key")}
    | {("tigergraph", name) for name in ("password", "secret", "token")}
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
