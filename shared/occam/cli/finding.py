"""Finds the record that a person means by an id."""

from __future__ import annotations

from occam.cli.connection import connected
from occam.core.errors import BadInput
from occam.core.record import AnswerRecord
from occam.runtime.settings import Settings


async def find_records(
    settings: Settings, question: str, batch: str = "", tenant: str = ""
) -> list[AnswerRecord]:
    """The whole records under this id; raises `BadInput` when there is none."""
    async with connected(settings) as client:
        found = await client.find(question, tenant or None, batch or None)
        if not found:
            where = f" in batch {batch!r}" if batch else ""
            raise BadInput(f"no settled question has the id {question!r}{where}")
        return [await client.whole(record) for record in found]
