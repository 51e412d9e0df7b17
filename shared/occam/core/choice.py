"""What the asker chose where a question left several things open: keys, in the order asked for.

A choice is one key, or several joined by `SEPARATOR` where one leads to the next: a reading, then
one of its matches. Each step takes the key that it offered and writes a line into the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from occam.core.gaps import Candidate, NoSuchChoice, Reading
from occam.core.record import Constraint

SEPARATOR = " > "
CHOSEN = "choice"


def taken(choice: str, keys: Iterable[str]) -> str | None:
    """The offered key that the choice begins with; keys may hold the separator themselves."""
    fitting = [key for key in keys if choice == key or choice.startswith(key + SEPARATOR)]
    return max(fitting, key=len, default=None)


def after(choice: str, key: str) -> str:
    """What is left of a choice once this key was taken from its front."""
    return choice[len(key) :].removeprefix(SEPARATOR)


def open_choice(choice: str, ledger: Sequence[Constraint]) -> str:
    """What is left of a choice after the steps that the ledger tells of."""
    for line in ledger:
        if line.became == CHOSEN:
            choice = after(choice, line.phrase)
    return choice


def joined(before: str, key: str) -> str:
    """A key to choose by, behind what was chosen already."""
    return f"{before}{SEPARATOR}{key}" if before else key


def chosen(key: str, words: str) -> Constraint:
    """The line of the ledger for a key that was taken."""
    return Constraint(phrase=key, became=CHOSEN, detail=words)


def offered(candidates: Sequence[Candidate]) -> tuple[Reading, ...]:
    """Candidates as keys with words."""
    return tuple(Reading(each.id, each.label) for each in candidates)


def refused(choice: str, rest: str, valid: Sequence[Reading]) -> NoSuchChoice:
    """The gap for what is left of a choice and fits nothing that is offered: the keys in it are
    whole, so that any of them can be sent instead."""
    before = choice[: len(choice) - len(rest)].removesuffix(SEPARATOR)
    whole = tuple(Reading(joined(before, each.key), each.words, each.kind) for each in valid)
    return NoSuchChoice(choice=rest, valid=whole)
