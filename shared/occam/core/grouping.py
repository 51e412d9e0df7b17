"""Group: the matching roots gathered by the vertex at a named node, each group with its range."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq, ge, gt, le, lt

import msgspec

from occam.core.conclusion import Conclusion, Interval, Number, Reading, Share
from occam.core.evidence import Reached, Row
from occam.core.plan import Fold, Group, Groups, Having
from occam.core.record import Unknown
from occam.core.spelling import spell_number
from occam.core.tally import Given, folded, numbered

OPS = {"eq": eq, "lt": lt, "le": le, "gt": gt, "ge": ge}
_INFINITE = float("inf")


def group(reading: Reading, rows: Sequence[Row], clause: Group) -> Conclusion:
    """The groups that are asked for, by number; a breakdown without `k` and `having` names all.

    A row whose hop is open may belong to any group, and to one that no row has shown.
    """
    possible = [row for row in rows if row.truth != "no"]
    opened = [row for row in possible if clause.node in row.open]
    shares = _sorted(_shares(possible, opened, clause), clause.descending)
    open_ended = _could_change(shares, _kept(shares, clause), clause, opened)
    doubts = _doubts(reading, possible, opened, clause.fold)
    return picked(shares, clause, could_change=open_ended, doubts=doubts)


def picked(
    shares: Sequence[Share], clause: Group, *, could_change: bool, doubts: tuple[Unknown, ...]
) -> Conclusion:
    """The groups that a clause asks for, of numbers that are there already."""
    ranked = _sorted(shares, clause.descending)
    kept = _kept(ranked, clause)
    return Conclusion(
        answer=tuple(_text(share, clause) for share in kept),
        value=kept[0].number if clause.k == 1 and kept else None,
        interval=kept[0].interval if clause.k == 1 and len(kept) == 1 else None,
        could_change=could_change,
        unknowns=doubts,
        groups=tuple(ranked),
    )


def groups(reading: Reading, rows: Sequence[Row], clause: Groups) -> Conclusion:
    """How many groups pass the bar: those that surely do, up to those that may.

    A row whose hop is open may make groups that no row has shown: then there is no high end.
    """
    whole = group(reading, rows, Group(node=clause.node, having=clause.having))
    test, bar = OPS[clause.having.op], clause.having.value
    sure = sum(
        share.number is not None
        and test(share.number, bar)
        and not _straddles(share, clause.having)
        for share in whole.groups
    )
    may = sum(_straddles(share, clause.having) for share in whole.groups)
    opened = any(row.truth != "no" and clause.node in row.open for row in rows)
    found = numbered(len(whole.answer), (sure, None if opened else sure + may), whole.unknowns)
    return msgspec.structs.replace(found, groups=whole.groups)


def _shares(possible: Sequence[Row], opened: Sequence[Row], clause: Group) -> list[Share]:
    heads: dict[str, Reached] = {}
    held: dict[str, list[Row]] = {}
    sure: dict[str, set[str]] = {}
    for row in possible:
        for vertex in row.nodes.get(clause.node, ()):
            heads.setdefault(vertex.id, vertex)
            held.setdefault(vertex.id, []).append(row)
            if row.truth == vertex.truth == "yes":
                sure.setdefault(vertex.id, set()).add(row.id)
    shares: list[Share] = []
    for key, vertex in heads.items():
        mine = {row.id for row in held[key]}
        whole = [*held[key], *(row for row in opened if row.id not in mine)]
        certain = frozenset(sure.get(key, ()))
        number, interval = _measure(whole, certain, clause.fold)
        known = number if certain else None
        shares.append(Share(id=key, label=vertex.label, number=known, interval=interval))
    return shares


def _measure(
    rows: Sequence[Row], certain: frozenset[str], fold: Fold | None
) -> tuple[Number | None, Interval | None]:
    if fold is None:
        low, high = len(certain), len(rows)
        return low, ((low, high) if low != high else None)
    given = Given(rows, fold.attr, certain)
    number = folded(given.sure, fold.by)
    if not given.sure:
        return None, _unfounded(given)
    interval = given.interval(fold.by)
    return number, (None if interval == (number, number) else interval)


def _unfounded(given: Given) -> Interval | None:
    """A group without one known value: anything, or nothing at all."""
    return (None, None) if given.blank or given.loose or given.optional else None


def _sorted(shares: Sequence[Share], descending: bool) -> list[Share]:
    known = [share for share in shares if share.number is not None]
    known.sort(key=lambda share: (share.label, share.id))
    known.sort(key=lambda share: share.number or 0, reverse=descending)
    rest = [share for share in shares if share.number is None]
    return known + sorted(rest, key=lambda share: (share.label, share.id))


def _kept(shares: Sequence[Share], clause: Group) -> list[Share]:
    kept = [share for share in shares if share.number is not None]
    if clause.having:
        holds, bar = OPS[clause.having.op], clause.having.value
        kept = [share for share in kept if holds(share.number, bar)]
    if not 0 < clause.k < len(kept):
        return kept
    last = kept[clause.k - 1].number
    tied = sum(share.number == last for share in kept[clause.k :])
    return kept[: clause.k + tied]


def _text(share: Share, clause: Group) -> str:
    if clause.k or clause.having or share.number is None:
        return share.label
    return f"{share.label}: {spell_number(share.number)}"


def _could_change(
    shares: Sequence[Share], kept: Sequence[Share], clause: Group, opened: Sequence[Row]
) -> bool:
    """Whether some completion names other groups, or the same in another order."""
    rivals = [share for share in shares if share.number is not None or share.interval]
    if opened:
        most = float(len(opened)) if clause.fold is None else None
        rivals.append(Share(id="", label="", number=None, interval=(0, most)))
    if all(share.interval is None for share in rivals):
        return False
    if clause.having and any(_straddles(share, clause.having) for share in rivals):
        return True
    if clause.k == 0:
        return clause.having is None
    newcomers = [share for share in rivals if share.number is None]
    if newcomers and (len(kept) < clause.k or not clause.descending):
        return True
    return _overtakes([share for share in rivals if _ranked(share, clause.having)], kept)


def _overtakes(rivals: Sequence[Share], kept: Sequence[Share]) -> bool:
    """Whether a kept group's place is open: its range meets another's and one is not a point."""
    chosen = {share.id for share in kept}
    ranges = [(_range(share), share.id in chosen) for share in rivals]
    return any(
        (mine or theirs) and _touch(left, right)
        for position, (left, mine) in enumerate(ranges)
        for right, theirs in ranges[position + 1 :]
    )


def _ranked(share: Share, having: Having | None) -> bool:
    """Whether the group competes for a place: `having` has not ruled it out for good."""
    return having is None or any(OPS[having.op](end, having.value) for end in _range(share))


def _range(share: Share) -> tuple[float, float]:
    if share.interval is None:
        number = float(share.number or 0)
        return number, number
    low, high = share.interval
    return (-_INFINITE if low is None else low), (_INFINITE if high is None else high)


def _straddles(share: Share, having: Having) -> bool:
    """Whether the group may pass the bar in one completion and not in another."""
    low, high = _range(share)
    if low == high:
        return False
    if having.op == "eq":
        return low <= having.value <= high
    passes = [OPS[having.op](end, having.value) for end in (low, high)]
    return any(passes) and (share.number is None or not all(passes))


def _touch(left: tuple[float, float], right: tuple[float, float]) -> bool:
    uncertain = left[0] != left[1] or right[0] != right[1]
    return uncertain and left[0] <= right[1] and right[0] <= left[1]


def _doubts(
    reading: Reading, possible: Sequence[Row], opened: Sequence[Row], fold: Fold | None
) -> tuple[Unknown, ...]:
    hidden = {row.id for row in opened}
    loose = [row for row in possible if row.truth == "unknown" or row.id in hidden]
    doubts = [doubt for row in loose for doubt in reading.doubts(row)]
    if fold:
        doubts += Given([row for row in possible if row.truth == "yes"], fold.attr).doubts
    return tuple(doubts)
