"""Full-text search over one version's documents: the port `Library` on SQLite FTS5."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import threading
import unicodedata
from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path

from occam.core.errors import Permanent
from occam.core.evidence import Passage, Retrieved
from occam.core.ports import Near
from occam.documents.passages import opened
from occam.documents.sqlite import FILE, statement, translated

WORDS = 48

_word = re.compile(r"[\w+]+")
_places = "SELECT document, first, behind, rowid FROM chunks"
_quote = "SELECT title, body FROM chunks WHERE rowid = ?"


class FullText:
    """Searches an immutable file, so one connection serves every caller in turn.

    `note` goes with every search: what was configured and is not there. `silent` words are looked
    for only where a question has no others.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        common: frozenset[str],
        note: str = "",
        silent: Collection[str] = (),
    ) -> None:
        self._path = path
        self._connection = connection
        self._untelling = common.union(word for text in silent for word in _folded(text))
        self._note = note
        self._search = statement("search")
        self._one_at_a_time = threading.Lock()

    @classmethod
    def open(cls, directory: Path, note: str = "", silent: Collection[str] = ()) -> FullText:
        """The full text of the version in that directory."""
        path = directory / FILE
        connection = opened(directory)
        with translated(path):
            try:
                common = frozenset(
                    word for (word,) in connection.execute("SELECT word FROM common")
                )
            except sqlite3.Error:
                connection.close()
                raise
        return cls(path, connection, common, note, silent)

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        """The best passages for a question's words, best first, quoted verbatim."""
        words, telling = self._asked(text)
        if not words or limit < 1:
            return Retrieved(note=self._note)
        within = json.dumps(list(documents)) if documents else None
        found = await asyncio.to_thread(self._found, telling, limit, within) if telling else ()
        found = found or await asyncio.to_thread(self._found, words, limit, within)
        return Retrieved(passages=found, note=self._note)

    def shares(self, text: str, passages: Sequence[Passage]) -> tuple[float, ...]:
        """How much of a question each passage holds: the share of its telling words, 0 to 1."""
        words, telling = self._asked(text)
        looked_for = telling or words
        held = (frozenset(_folded(f"{each.title} {each.quote}")) for each in passages)
        return tuple(
            sum(word in found for word in looked_for) / max(len(looked_for), 1) for found in held
        )

    def _asked(self, text: str) -> tuple[list[str], list[str]]:
        """The words of a question, each once, and those of them that tell something."""
        words = list(dict.fromkeys(_folded(text)))
        return words, [word for word in words if word not in self._untelling]

    async def quoted(self, places: Sequence[Near]) -> tuple[Passage, ...]:
        """The passages at these places, with their scores.

        Raises `Permanent` where one is no passage of this version: somebody else's was searched.
        """
        return await asyncio.to_thread(self._quoted, places)

    def _found(self, words: list[str], limit: int, within: str | None) -> tuple[Passage, ...]:
        """Chunks with any of the words: each is a quoted string, so none is syntax."""
        expression = " OR ".join(f'"{word}"' for word in words[:WORDS])
        asked = {"expression": expression, "limit": limit, "documents": within}
        with self._one_at_a_time, translated(self._path):
            rows = self._connection.execute(self._search, asked).fetchall()
        return tuple(
            Passage(document=document, title=title, start=start, end=end, quote=body, score=score)
            for document, title, start, end, body, score in rows
        )

    def _quoted(self, places: Sequence[Near]) -> tuple[Passage, ...]:
        with self._one_at_a_time, translated(self._path):
            return tuple([self._quote(near) for near in places])

    def _quote(self, near: Near) -> Passage:
        rowid = self._rowids.get((near.document, near.start, near.end))
        if rowid is None:
            raise Permanent(
                f"{self._path}: no passage of {near.document!r} at {near.start}–{near.end}"
            )
        title, body = self._connection.execute(_quote, (rowid,)).fetchone()
        return Passage(
            document=near.document, title=title, start=near.start, end=near.end,
            quote=body, score=near.score,
        )  # fmt: skip

    @cached_property
    def _rowids(self) -> dict[tuple[str, int, int], int]:
        """The index knows words, not places: they are read once."""
        return {
            (document, start, end): rowid
            for document, start, end, rowid in self._connection.execute(_places)
        }


def _folded(text: str) -> list[str]:
    """The words as the index spells them: lower case, no accents, "+" kept."""
    plain = "".join(
        mark for mark in unicodedata.normalize("NFD", text) if not unicodedata.combining(mark)
    )
    return [word for word in _word.findall(plain.lower()) if word.strip("_")]
