"""A pack in memory: one domain's schema, mapping, tables, rules and sample."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from occam.core.errors import BadConfig
from occam.core.language import Language
from occam.core.lexicon import Lexicon
from occam.core.schema import Schema
from occam.core.words import Words
from occam.packs.mapping import Mapping
from occam.packs.tables import Table
from occam.packs.tomlfile import TomlFile


class Files(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which files of the directory play which part."""

    schema: str = "schema.toml"
    mapping: str = "mapping.toml"
    rules: str = "rules.toml"
    lexicon: str = "lexicon.toml"
    tables: str = "tables"
    documents: str = "documents"
    golden: str = "golden/questions.jsonl"


class VectorsWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the pack asks of the model that makes its vectors; None leaves it open."""

    dimension: Annotated[int, Meta(ge=1)] | None = None


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """pack.toml."""

    name: str
    title: str
    version: str
    language: str = "en"
    files: Files = Files()
    vectors: VectorsWanted = VectorsWanted()


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a corpus, as a line of JSON holds it. Other keys of the line are ignored."""

    doc_id: str
    title: str
    text: str
    url: str = ""


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A whole pack, checked. `digest` covers what shapes a graph: schema, mapping and tables."""

    directory: Path
    manifest: Manifest
    schema: Schema
    mapping: Mapping
    mapping_file: TomlFile
    tables: dict[str, Table]
    rules: TomlFile | None
    language: Language
    lexicon: Lexicon = Lexicon()
    digest: str

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def version(self) -> str:
        return self.manifest.version

    @property
    def words(self) -> Words:
        """How the pack's texts are cut into words."""
        return Words(self.lexicon.spelling, self.language)

    @property
    def golden(self) -> Path | None:
        """The golden questions, where the pack has them."""
        path = self.directory / self.manifest.files.golden
        return path if path.is_file() else None

    def document_files(self) -> tuple[Path, ...]:
        """The JSONL files of the bundled sample, sorted by name."""
        return tuple(sorted((self.directory / self.manifest.files.documents).glob("*.jsonl")))

    def documents(self) -> Iterator[Document]:
        """The bundled sample, page by page."""
        for path in self.document_files():
            for number, line in enumerate(path.read_text().splitlines(), 1):
                try:
                    yield msgspec.convert(json.loads(line), Document)
                except (json.JSONDecodeError, msgspec.ValidationError) as error:
                    raise BadConfig(f"{path}:{number}: not a document: {error}") from None
