"""From a directory to a pack. Anything misspelt stops here, with file, line and key."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import occam
from occam.core.errors import BadConfig
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.packs.checking import check_mapping, check_schema
from occam.packs.languages import known_languages, language_of
from occam.packs.mapping import Mapping as PackMapping
from occam.packs.pack import Manifest, Pack
from occam.packs.tables import Table, read_table
from occam.packs.tomlfile import TomlFile, parse_toml
from occam.packs.wordlore import read_lexicon


def pack_roots(environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Where packs live: the folders of OCCAM_PACKS, then the one beside the library."""
    named = [Path(part) for part in environ.get("OCCAM_PACKS", "").split(os.pathsep) if part]
    return (*named, Path(occam.__file__).parents[1] / "packs")


def known_packs(roots: Iterable[Path]) -> dict[str, Path]:
    """Every directory with a pack.toml, by directory name; an earlier root wins."""
    found: dict[str, Path] = {}
    for root in roots:
        for manifest in sorted(root.glob("*/pack.toml")):
            found.setdefault(manifest.parent.name, manifest.parent)
    return found


def find_pack(name: str, roots: Iterable[Path] | None = None) -> Pack:
    """The pack of that name; an unknown name is answered with the known ones."""
    known = known_packs(pack_roots() if roots is None else roots)
    if name not in known:
        names = ", ".join(sorted(known)) or "none"
        raise BadConfig(f"unknown pack {name!r}; known packs: {names}")
    return load_pack(known[name])


def load_pack(directory: Path) -> Pack:
    """The pack in this directory, checked against itself."""
    source = parse_toml(directory / "pack.toml")
    manifest = source.read(source.data, Manifest)
    if manifest.name != directory.name:
        raise source.complaint(("name",), f"is {manifest.name!r}, the folder {directory.name!r}")
    schema_file = parse_toml(directory / manifest.files.schema)
    mapping_file = parse_toml(directory / manifest.files.mapping)
    schema = _schema(schema_file)
    mapping = mapping_file.read(mapping_file.data, PackMapping)
    tables = _tables(directory / manifest.files.tables)
    known = known_languages(directory)
    if manifest.language not in known:
        reason = f"unknown language {manifest.language!r}; known: {', '.join(sorted(known))}"
        raise source.complaint(("language",), reason)
    check_schema(schema, schema_file)
    check_mapping(mapping, mapping_file, schema, tables)
    rules = directory / manifest.files.rules
    return Pack(
        directory=directory,
        manifest=manifest,
        schema=schema,
        mapping=mapping,
        mapping_file=mapping_file,
        tables=tables,
        rules=parse_toml(rules) if rules.is_file() else None,
        language=language_of(manifest.language, directory),
        lexicon=read_lexicon(directory / manifest.files.lexicon, schema),
        digest=_digest(manifest.name, [schema_file, mapping_file], tables),
    )


def _schema(source: TomlFile) -> Schema:
    """Read piece by piece, so that an error names the vertex, edge or attribute."""
    for key in source.data:
        if key not in ("vertices", "edges"):
            raise source.complaint((key,), "schema.toml has only [vertices] and [edges]")
    vertices: dict[str, VertexType] = {}
    for name, table in _section(source, "vertices").items():
        table = dict(table)
        attributes = {
            key: source.read(value, Attribute, "vertices", name, "attributes", key)
            for key, value in table.pop("attributes", {}).items()
        }
        bare = source.read({**table, "attributes": {}}, VertexType, "vertices", name)
        vertices[name] = VertexType(
            labels=bare.labels, documentary=bare.documentary, attributes=attributes
        )
    edges = {
        name: source.read(table, EdgeType, "edges", name)
        for name, table in _section(source, "edges").items()
    }
    return Schema(vertices=vertices, edges=edges)


def _section(source: TomlFile, key: str) -> dict[str, dict[str, Any]]:
    found = source.data.get(key, {})
    if not isinstance(found, dict):
        raise source.complaint((key,), "must be a table")
    for name, value in cast("dict[str, object]", found).items():
        if not isinstance(value, dict):
            raise source.complaint((key, name), "must be a table")
    return cast("dict[str, dict[str, Any]]", found)


def _tables(directory: Path) -> dict[str, Table]:
    return {path.name: read_table(path) for path in sorted(directory.glob("*.tsv"))}


def _digest(name: str, files: Sequence[TomlFile], tables: dict[str, Table]) -> str:
    parts = [name, *(source.digest for source in files)]
    parts += [f"{table} {tables[table].digest}" for table in sorted(tables)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
