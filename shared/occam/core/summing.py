"""Total: counts of several queries added up, of all matches or group by group."""

from __future__ import annotations

from collections.abc import Sequence

from occam.core.conclusion import Conclusion, Interval, Share
from occam.core.grouping import picked
from occam.core.plan import Group, Total
from occam.core.tally import numbered


def total(plan: Total, parts: Sequence[Conclusion]) -> Conclusion:
    """The sum of the parts' numbers, each with its range; of groups, those that the plan picks."""
    doubts = tuple(doubt for part in parts for doubt in part.unknowns)
    if isinstance(plan.parts[0].answer, Group):
        clause = Group(node="", having=plan.having, descending=plan.descending, k=plan.k)
        open_ended = any(part.could_change for part in parts)
        return picked(_merged(parts), clause, could_change=open_ended, doubts=doubts)
    number = sum(_number(part) for part in parts)
    ends = _added([part.interval or (_number(part), _number(part)) for part in parts])
    return numbered(number, ends, doubts)


def _merged(parts: Sequence[Conclusion]) -> list[Share]:
    """One share for each group that any part has."""
    held: dict[str, list[Share]] = {}
    for share in (share for part in parts for share in part.groups):
        held.setdefault(share.id, []).append(share)
    return [_summed(shares) for shares in held.values()]


def _summed(shares: Sequence[Share]) -> Share:
    known = [share.number for share in shares if share.number is not None]
    ends = _added([share.interval or (share.number or 0, share.number or 0) for share in shares])
    number = sum(known) if known else None
    told = None if ends == (number, number) else ends
    return Share(id=shares[0].id, label=shares[0].label, number=number, interval=told)


def _added(ends: Sequence[Interval]) -> Interval:
    """Both ends of a sum; without a high end of every part it has none."""
    low = sum(end[0] or 0 for end in ends)
    high = [end[1] for end in ends if end[1] is not None]
    return low, (sum(high) if len(high) == len(ends) else None)


def _number(part: Conclusion) -> int | float:
    return 0 if part.value is None or isinstance(part.value, bool) else part.value
