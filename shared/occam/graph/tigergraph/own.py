"""The server's own answer to a flat query, held against what the core concluded from its rows.

Two ways to one number: the operators count, rank and fold inside the server, the core does so over
judged rows. They must agree wherever both apply.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from occam.core.conclusion import Conclusion, Interval, Share
from occam.core.plan import (
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Members,
    Order,
    Query,
    TopK,
)
from occam.core.schema import Schema
from occam.graph.tigergraph.flat import Flat, flat, gathering
from occam.graph.tigergraph.operators import Operators
from occam.graph.tigergraph.results import Folded, Head, Member, Number, Ranked, ranked


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What the server says; fields that an answer does not have are left empty.

    Not `decided`: only what is unknown could answer, so that the core has a gap.
    """

    labels: tuple[str, ...] = ()
    value: Number | bool | None = None
    interval: Interval | None = None
    groups: tuple[Share, ...] = ()
    could_change: bool = False
    decided: bool = True


async def difference(operators: Operators, query: Query, schema: Schema, said: Conclusion) -> str:
    """How the server's own answer differs from the conclusion; empty when it does not.

    Raises `LookupError` when no operator answers the query.
    """
    pattern = flat(query, schema)
    own = await _own(operators, pattern, query) if pattern else None
    if own is None:
        raise LookupError("no operator answers this query")
    if own.decided != (said.gap is None):
        return f"decided: {own.decided}, concluded: {said.gap or 'yes'}"
    if not own.decided:
        return ""
    concluded = _of_conclusion(query, said)
    return "" if _equal(own, concluded) else f"own: {own}, concluded: {concluded}"


def _of_conclusion(query: Query, said: Conclusion) -> Own:
    """The part of a conclusion that an operator knows as well."""
    match query.answer:
        case Members():
            return Own(labels=said.answer, value=said.value)
        case Extreme() | TopK():
            return Own(labels=said.answer, value=said.value, could_change=said.could_change)
        case Count():
            return Own(value=said.value, interval=said.interval)
        case Group(fold=fold):
            groups = [
                Share(
                    id=share.id,
                    label=share.label,
                    number=share.number,
                    interval=None if fold else share.interval,
                )
                for share in said.groups
            ]
            return Own(groups=tuple(sorted(groups, key=_by_id)))
        case _:
            return Own(value=said.value)


def _by_id(share: Share) -> str:
    return share.id


async def _own(operators: Operators, pattern: Flat, query: Query) -> Own | None:
    match query.answer:
        case Members(limit=limit, order=order):
            found = await operators.members(pattern, order.attr if order else "")
            labels = _labels([one for one in found.members if one.sure], order)
            return Own(labels=labels[: limit or None], value=found.sure)
        case Count():
            found = await operators.count(pattern)
            return Own(value=found.sure, interval=_range(found.sure, found.sure + found.unsure))
        case Exists():
            found = await operators.count(pattern)
            return Own(value=found.sure > 0, decided=bool(found.sure) or not found.unsure)
        case Extreme(attr=attr, greatest=greatest):
            return _of_ranked(await operators.extreme(pattern, attr, greatest), told=True)
        case TopK(attr=attr, k=k, descending=descending):
            return _of_ranked(await operators.top_k(pattern, attr, k, descending), told=False)
        case Fold(attr=attr, by=by):
            return _of_fold(await operators.fold(pattern, attr), by)
        case Group(fold=fold):
            gathered = await operators.group(pattern, gathering(query), fold.attr if fold else "")
            shares = [_share(head, fold, gathered.unplaced) for head in gathered.heads]
            return Own(groups=tuple(sorted(shares, key=_by_id)))
        case _:
            return None


def _labels(members: Sequence[Member], order: Order | None) -> tuple[str, ...]:
    """In order: known values first, ties by label and id."""
    named = sorted(members, key=lambda one: (one.label, one.id))
    if order is None:
        return tuple(one.label for one in named)
    known = ranked([one for one in named if one.status == "known"], order.descending)
    return tuple(one.label for one in (*known, *(o for o in named if o.status != "known")))


def _of_ranked(found: Ranked, told: bool) -> Own:
    """`told`: the value of the last winner is part of the answer."""
    if not found.known:
        return Own(decided=not found.unsure and not found.doubts)
    last = found.winners[-1].value
    number = last if isinstance(last, int | float) else None
    return Own(
        labels=tuple(one.label for one in found.winners),
        value=number if told else None,
        could_change=found.could_change,
    )


def _of_fold(found: Folded, by: str) -> Own:
    decided = bool(found.known) or not (found.blank or found.loose or found.loose_blank)
    return Own(value=_folded(found, by) if decided else None, decided=decided)


def _folded(found: Folded, by: str) -> Number | None:
    match by:
        case "sum":
            return found.total
        case "avg":
            return found.average
        case "min":
            return found.least
        case _:
            return found.greatest


def _share(head: Head, fold: Fold | None, unplaced: int) -> Share:
    if fold:
        number = _folded(head.folded, fold.by) if head.folded.known else None
        return Share(id=head.id, label=head.label, number=number)
    most = head.held + unplaced - head.ajar
    number = head.sure if head.sure else None
    return Share(id=head.id, label=head.label, number=number, interval=_range(head.sure, most))


def _range(low: int, high: int) -> Interval | None:
    return None if low == high else (low, high)


def _equal(own: Own, other: Own) -> bool:
    """The same, but for the last digits of sums: the order of adding is the server's."""
    if len(own.groups) != len(other.groups) or not _close(own.value, other.value):
        return False
    pairs = zip(own.groups, other.groups, strict=True)
    if not all(_close(mine.number, theirs.number) for mine, theirs in pairs):
        return False
    return _exact(own) == _exact(other)


def _exact(own: Own) -> Own:
    groups = tuple(msgspec.structs.replace(share, number=None) for share in own.groups)
    return msgspec.structs.replace(own, value=None, groups=groups)


def _close(left: Number | None, right: Number | None) -> bool:
    if left is None or right is None:
        return left is right
    return math.isclose(left, right, rel_tol=1e-12, abs_tol=1e-12)
