"""One reading of several: what the asker chose, or the surest, or the gap that lists all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from occam.core.choice import chosen, open_choice, refused, taken
from occam.core.clarify import which_reading
from occam.core.describe import describe
from occam.core.gaps import LowConfidence, NoSuchChoice, Reading
from occam.core.kinds import kind_of
from occam.core.parse.assembly import Understood
from occam.core.plan import Members, Plan, Query, Values, digest
from occam.core.schema import Schema


def one_of(
    understood: Sequence[Understood],
    schema: Schema,
    choice: str,
    threshold: float,
    chances: Mapping[str, float] | None = None,
) -> Understood | LowConfidence | NoSuchChoice:
    """The reading to follow, of at least one.

    What the asker chose goes before all `chances`, which are by plan digest and equal where none
    are given. A choice that names none of several readings is refused with all of them; a single
    one may leave it to what comes after.
    """
    plans = {digest(each.plan): each for each in understood}
    plans = {key: each for key, each in plans.items() if _listed(each.plan) not in plans}
    if len(plans) == 1 and not choice:
        return next(iter(plans.values()))
    readings = _readings(plans, schema)
    rest = ""
    for reading in readings:
        each = plans[reading.key]
        rest = open_choice(choice, each.constraints)
        if taken(rest, plans) == reading.key:
            line = chosen(reading.key, reading.words)
            return msgspec.structs.replace(each, constraints=(*each.constraints, line))
    shares = chances or dict.fromkeys(plans, round(1 / len(plans), 3))
    best = max(plans, key=lambda key: shares.get(key, 0.0))
    if len(plans) == 1 or (shares.get(best, 0.0) >= threshold and not rest):
        return plans[best]
    if rest:
        return refused(choice, rest, readings)
    return LowConfidence(
        choices={key: shares.get(key, 0.0) for key in sorted(plans)},
        threshold=threshold,
        readings=readings,
        clarify=which_reading(readings),
    )


def _listed(plan: Plan) -> str:
    """The digest of the plan that lists what this one names, where it names things themselves: the
    list of one is that one, and the list of several needs no question."""
    if not isinstance(plan, Query) or plan.answer != Values():
        return ""
    return digest(msgspec.structs.replace(plan, answer=Members()))


def _readings(plans: Mapping[str, Understood], schema: Schema) -> tuple[Reading, ...]:
    return tuple(
        Reading(key, describe(plans[key].plan, schema), kind_of(plans[key].plan))
        for key in sorted(plans)
    )
