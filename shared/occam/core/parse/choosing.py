"""Readings that differ: the one that the asker chose, or the gap that lists them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from occam.core.choice import chosen, open_choice, refused, taken
from occam.core.describe import describe
from occam.core.gaps import LowConfidence, NoSuchChoice, Reading
from occam.core.kinds import kind_of
from occam.core.parse.assembly import Understood
from occam.core.schema import Schema


def readings_of(plans: Mapping[str, Understood], schema: Schema) -> tuple[Reading, ...]:
    """What is understood, by plan digest, as keys with words."""
    return tuple(
        Reading(key, describe(plans[key].plan, schema), kind_of(plans[key].plan))
        for key in sorted(plans)
    )


def by_choice(
    plans: Mapping[str, Understood], gap: LowConfidence, choice: str
) -> Understood | LowConfidence | NoSuchChoice:
    """The reading whose key the choice names. Without a choice the gap stands; one that names none
    of the readings is refused with all of them."""
    rest = ""
    for reading in gap.readings:
        rest = open_choice(choice, plans[reading.key].constraints)
        if taken(rest, plans) == reading.key:
            return with_choice(plans, reading, choice)
    return refused(choice, rest, gap.readings) if rest else gap


def with_choice(plans: Mapping[str, Understood], reading: Reading, choice: str) -> Understood:
    """One reading; where the asker chose it, its ledger says so."""
    understood = plans[reading.key]
    if taken(open_choice(choice, understood.constraints), (reading.key,)) is None:
        return understood
    line = chosen(reading.key, reading.words)
    return msgspec.structs.replace(understood, constraints=(*understood.constraints, line))
