"""Compare: two numbers held against each other, their ranges included."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt

from occam.core.conclusion import Conclusion, Finding, Interval, Number, Share
from occam.core.gaps import MissingValue
from occam.core.plan import Compare
from occam.core.spelling import spell_number

HOLDS = {"lt": lt, "le": le, "eq": eq, "ge": ge, "gt": gt}
UNNAMED = ("left", "right")


def compare(plan: Compare, left: Conclusion, right: Conclusion) -> Finding:
    """Yes or no; with named sides and an order, the name of the winning side, both on a tie.

    `difference` is signed (left minus right). Where the ranges of the two numbers do not decide,
    the first unknown value among them is missing.
    """
    sides = (_share(plan.names[0], left), _share(plan.names[1], right))
    if sides[0].number is None or sides[1].number is None:
        return _missing(left, right, "is not a number")
    doubts = left.unknowns + right.unknowns
    if plan.op == "difference":
        return _difference(sides, left, right)
    verdict = _decided(plan.op, _range(sides[0]), _range(sides[1]))
    if verdict is None:
        return _missing(left, right, "leaves the comparison open")
    asks_which = plan.names != UNNAMED and plan.op != "eq"
    named = _winners(plan.op, sides) if asks_which else None
    if asks_which and named is None:
        return _missing(left, right, "leaves the comparison open")
    return Conclusion(
        answer=named or ("Yes" if verdict else "No",),
        value=None if named else verdict,
        unknowns=doubts,
        groups=sides,
    )


def _share(name: str, side: Conclusion) -> Share:
    number = None if isinstance(side.value, bool) else side.value
    return Share(id=name, label=name, number=number, interval=side.interval)


def _range(share: Share) -> tuple[float, float]:
    """Both ends, no limit as infinity."""
    number = share.number or 0
    low, high = share.interval or (number, number)
    return (float("-inf") if low is None else low), (float("inf") if high is None else high)


def _decided(op: str, left: tuple[float, float], right: tuple[float, float]) -> bool | None:
    """The verdict that every pair of numbers from the two ranges gives, or None."""
    holds = HOLDS[op]
    if op == "eq":
        if left[0] == left[1] == right[0] == right[1]:
            return True
        return False if left[1] < right[0] or right[1] < left[0] else None
    verdicts = {holds(left[0], right[1]), holds(left[1], right[0])}
    return verdicts.pop() if len(verdicts) == 1 else None


def _winners(op: str, sides: tuple[Share, Share]) -> tuple[str, ...] | None:
    """The side that has more (or with `lt` and `le` less), both when equal, None when open."""
    left, right = _range(sides[0]), _range(sides[1])
    wants_more = op in ("gt", "ge")
    if left[0] == left[1] == right[0] == right[1]:
        return sides[0].label, sides[1].label
    if left[0] > right[1]:
        return (sides[0 if wants_more else 1].label,)
    if right[0] > left[1]:
        return (sides[1 if wants_more else 0].label,)
    return None


def _difference(sides: tuple[Share, Share], left: Conclusion, right: Conclusion) -> Conclusion:
    number = _tidy((sides[0].number or 0) - (sides[1].number or 0))
    ranged = left.interval is not None or right.interval is not None
    mine, other = _range(sides[0]), _range(sides[1])
    interval: Interval = (_end(mine[0] - other[1]), _end(mine[1] - other[0]))
    return Conclusion(
        answer=(spell_number(number),),
        value=number,
        interval=interval if ranged else None,
        could_change=ranged,
        unknowns=left.unknowns + right.unknowns,
        groups=sides,
    )


def _tidy(number: Number) -> Number:
    return int(number) if float(number).is_integer() else round(number, 9)


def _end(number: float) -> float | None:
    return None if number in (float("inf"), float("-inf")) else _tidy(number)


def _missing(left: Conclusion, right: Conclusion, why: str) -> MissingValue:
    doubts = left.unknowns + right.unknowns
    if not doubts:
        return MissingValue(vertex="", label="", attr="", cause=f"one side {why}")
    cause = f"{doubts[0].cause or 'the sources do not say'}: it {why}"
    return MissingValue(
        vertex=doubts[0].vertex, label=doubts[0].label, attr=doubts[0].attr, cause=cause
    )
