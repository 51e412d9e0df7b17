"""What a question leaves open, for people: a sheet to fill in, and a prompt on a terminal."""

from __future__ import annotations

import sys
from typing import Any

from occam.cli.output import complain
from occam.core.record import AnswerRecord


def is_open(record: AnswerRecord) -> bool:
    """Whether a choice would settle the question."""
    return any(each.key for each in record.alternatives)


def sheet(record: AnswerRecord) -> dict[str, Any]:
    """A line for `occam submit`: the question with all that can be chosen, and room for the key."""
    return {
        "id": record.id,
        "question": record.question,
        "clarify": record.clarify,
        "alternatives": [
            {"key": each.key, "answer": each.answer, "reading": each.reading}
            for each in record.alternatives
        ],
        "choice": "",
    }


def on_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def pick(record: AnswerRecord) -> str:
    """The key of the alternative that a person names by its number; Enter, Ctrl-C and Ctrl-D leave
    the question open."""
    last = len(record.alternatives)
    while True:
        try:
            said = input(f"Which one? 1 to {last}, or Enter to leave it open: ").strip()
        except (EOFError, KeyboardInterrupt):
            complain("")
            return ""
        if not said:
            return ""
        if said.isdecimal() and 1 <= int(said) <= last:
            return record.alternatives[int(said) - 1].key
        complain(f"{said!r} is no number from 1 to {last}")
