"""Full-text search over one version's documents: the port `Library` on SQLite FTS5."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import threading
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from occam.core.errors import BadConfig
from occam.core.evidence import Passage, Retrieved
from occam.documents.sqlite import FILE, statement, translated

WORDS = 48

_word = re.compile(r"[\w+]+")


class FullText:
    """Searches an immutable file, so one connection serves every caller in turn."""

    def __init__(self, path: Path, connection: sqlite3.Connection, common: frozenset[str]) -> None:
        self._path = path
        self._connection = connection
        self._common = common
        self._search = statement("search")
        self._one_at_a_time = threading.Lock()

    @classmethod
    def open(cls, directory: Path) -> FullText:
        """The full text of the version in that directory."""
        path = directory / FILE
        if not path.is_file():
            raise BadConfig(f"{path}: no full text here; load the corpus again")
        with translated(path):
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            try:
                common = frozenset(
                    word for (word,) in connection.execute("SELECT word FROM common")
                )
            except sqlite3.Error:
                connection.close()
                raise
        return cls(path, connection, common)

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        """The best passages for a question's words, best first, quoted verbatim."""
        return Retrieved(passages=await self.ranked(text, limit, documents))

    async def ranked(
        self, text: str, limit: int, documents: Sequence[str] = ()
    ) -> tuple[Passage, ...]:
        """The passages alone: full text costs nothing and falls short of nothing."""
        words = list(dict.fromkeys(_folded(text)))
        telling = [word for word in words if word not in self._common]
        if not words or limit < 1:
            return ()
        within = json.dumps(list(documents)) if documents else None
        found = await asyncio.to_thread(self._found, telling, limit, within) if telling else ()
        return found or await asyncio.to_thread(self._found, words, limit, within)

    def _found(self, words: list[str], limit: int, within: str | None) -> tuple[Passage, ...]:
        """Chunks with any of the words: each is a quoted string, so none is syntax."""
        expression = " OR ".join(f'"{word}"' for word in words[:WORDS])
        with self._one_at_a_time, translated(self._path):
            rows = self._connection.execute(
                self._search, {"expression": expression, "limit": limit, "documents": within}
            ).fetchall()
        return tuple(
            Passage(document=document, title=title, start=start, end=end, quote=body, score=score)
            for document, title, start, end, body, score in rows
        )


def _folded(text: str) -> list[str]:
    """The words as the index spells them: lower case, no accents, "+" kept."""
    plain = "".join(
        mark for mark in unicodedata.normalize("NFD", text) if not unicodedata.combining(mark)
    )
    return [word for word in _word.findall(plain.lower()) if word.strip("_")]
