"""What holds of one asked thing twice: "both in judo and in wrestling", "in A and also in B"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from occam.core.reading.conditions import Check, Condition, Tie
from occam.core.reading.items import Span, Thing
from occam.core.reading.meaning import Side, Wanted
from occam.core.reading.walking import Misled, Unmapped

Words = Callable[[tuple[int, int]], str]


class Paired(msgspec.Struct, frozen=True):
    """The conditions that are shared, and each side's own; `either` where nobody can do both, so
    that whoever did one of them is meant."""

    shared: tuple[Condition, ...]
    sides: tuple[Side, ...] = ()
    either: bool = False


def paired(
    conditions: Sequence[Condition],
    line: Sequence[Span],
    wanted: Wanted,
    words: Words,
    names: frozenset[str],
    *,
    apart: bool,
    person: bool,
    excludes: Callable[[Condition], bool],
) -> Paired:
    """Splits the conditions where two of them cannot hold of one thing. Raises `Unmapped` where
    they contradict each other and nothing says that two things are meant. `apart` says that the
    root is not what documents are about: a neighbour then stands for itself. One `person` is asked
    for who did any of what is listed. What `excludes` holds of is said of things of different
    kinds, which nobody does both of."""
    united = [each for each in conditions if each.each and each.joined != "or"]
    aside = apart and wanted.target is None and wanted.kind in ("members", "count")
    aside = aside and len(united) == 1
    beside = aside or (wanted.target is not None and not wanted.target.beyond)
    both = next((span for span in line if span.sense("join", "both", "also")), None)
    if doubtful := _doubtful(conditions, united, wanted, names, aside=aside):
        raise Unmapped(_span(line, doubtful))
    said = bool(united) and (united[0].joined == "both" or both is not None)
    any_of = wanted.target is not None and wanted.target.any
    if len(united) == 1 and not said and (aside or any_of):
        return Paired(tuple(conditions))
    lists = len(united) == 1 and not said and wanted.kind in ("group", "target")
    if lists and excludes(united[0]):
        return Paired(tuple(conditions), either=True)
    if len(united) == 1 and beside and wanted.kind in ("group", "count", "target", "members"):
        one = person and wanted.kind == "target" and united[0].slot in names
        if one and not (said or _is_noun(line, wanted)):
            return Paired(tuple(conditions), either=True)
        if united[0].slot in names and not said:
            raise Misled(_span(line, united[0]))
        if not said or _is_ranked(wanted):
            raise Unmapped(_span(line, united[0]))
        rest = tuple(each for each in conditions if each is not united[0])
        sides = tuple(Side((one,), words((one.start, one.end))) for one in united[0].each)
        return Paired(rest, sides)
    return _clauses(conditions, line, wanted, both, beside=beside)


def _is_noun(line: Sequence[Span], wanted: Wanted) -> bool:
    """True where a noun is asked for ("which athlete won A and B"): one who did all, or each."""
    things = [thing for span in line for thing in span.all(Thing)]
    return wanted.target is not None and any(each.type == wanted.target.type for each in things)


def _doubtful(
    conditions: Sequence[Condition],
    united: Sequence[Condition],
    wanted: Wanted,
    names: frozenset[str],
    *,
    aside: bool,
) -> Condition | None:
    """A list that may mean each or all: of a claim, of two doers where something else is asked for,
    of things in two editions."""
    for each in united:
        if _is_uneven(each, names):
            return each
    joint = [*united, *(each for each in conditions if _does_both(each))]
    if joint and wanted.kind == "exists":
        return joint[0]
    for each in joint:
        if isinstance(each.body, Tie) and (wanted.target or len(each.body.edges) > 1):
            return each
    listed = [each for each in united if each.joined == "both"]
    plain = wanted.target is None and wanted.kind == "members" and not aside
    return listed[0] if listed and plain else None


def _clauses(
    conditions: Sequence[Condition],
    line: Sequence[Span],
    wanted: Wanted,
    both: Span | None,
    *,
    beside: bool,
) -> Paired:
    """The conditions in two parts where a word joins two that no one thing meets."""
    denied = next((each for each in conditions if each.absent), None)
    if denied and beside and _is_ranked(wanted) and _lacks_it(denied, conditions, wanted):
        raise Unmapped(_span(line, denied))
    ties = [each for each in conditions if isinstance(each.body, Tie) and not each.absent]
    silent = wanted.target is not None and not wanted.target.relation
    if len(ties) > 1 and beside and not both and silent and wanted.kind != "target":
        raise Unmapped(_span(line, ties[1]))
    clash = _clash(conditions, line)
    if clash is None and both is None:
        return Paired(tuple(conditions))
    joint = _joint(line, *clash) if clash else _divider(line, conditions)
    if joint is None and clash and both is None and _may_be_none(*clash):
        return Paired(tuple(conditions))
    done = wanted.target is not None and wanted.target.relation
    if clash and joint is not None and done and both is None:
        raise Misled(_span(line, clash[1]))
    if joint is None or not beside or _is_ranked(wanted):
        raise Unmapped(_span(line, clash[1]) if clash else both or line[0])
    left = [each for each in conditions if each.start < joint]
    right = [each for each in conditions if each.start >= joint]
    shared = tuple(each for each in left if each.end <= _opening(line, left, joint))
    mine = tuple(each for each in left if each not in shared)
    return Paired(shared, (Side(mine, ""), Side(tuple(right), "")))


def _is_uneven(condition: Condition, names: frozenset[str]) -> bool:
    """True where one of two names means one thing and the other several ("men's 100 metres and 200
    metres"): what is said of the first was meant of both."""
    sizes = [len(each.body.values) for each in condition.each if isinstance(each.body, Check)]
    return condition.slot in names and 1 in sizes and max(sizes) > 1


def _does_both(condition: Condition) -> bool:
    """True where two did the same: of a set they are counted together, of a claim each is meant."""
    body = condition.body
    return isinstance(body, Tie) and any(each.joined in ("and", "both") for each in body.far)


def _lacks_it(denied: Condition, conditions: Sequence[Condition], wanted: Wanted) -> bool:
    """True where the denial is of what is asked for, not of the things that are counted."""
    target = wanted.target
    if target is None or denied.body.type == target.type:
        return False
    said = {each.slot for each in conditions if not each.absent}
    return denied.slot in said


def _is_ranked(wanted: Wanted) -> bool:
    """True where groups are ranked or held against a number: no two branches can say that."""
    return wanted.kind == "group" and (wanted.op, wanted.number) != ("ge", 1)


def _opening(line: Sequence[Span], left: Sequence[Condition], joint: int) -> int:
    """Where the first side begins: behind "both", else with the first condition on the root."""
    for span in line:
        if span.start < joint and span.sense("join", "both"):
            return span.end
    return min((each.start for each in left), default=0)


def _may_be_none(first: Condition, second: Condition) -> bool:
    """Two that say different things of one thing beside the root: nothing has both, for certain."""
    mine, other = first.body, second.body
    terms = [body.term for body in (mine, other) if isinstance(body, Check)]
    attrs = [term.attr if term else None for term in terms]
    return mine.type == other.type and first.slot == mine.type and len(set(attrs)) == 2


def _divider(line: Sequence[Span], conditions: Sequence[Condition]) -> int | None:
    """Behind "both": the token after the first "and" with something said on either side."""
    opening = _opening(line, conditions, conditions[-1].end if conditions else 0)
    for span in line:
        ahead = any(opening <= each.start < span.start for each in conditions)
        if (
            ahead
            and span.sense("join", "and", "also")
            and any(e.start >= span.end for e in conditions)
        ):
            return span.end
    return None


def _span(line: Sequence[Span], condition: Condition) -> Span:
    return next(span for span in line if span.start <= condition.start < span.end)


def _clash(
    conditions: Sequence[Condition], line: Sequence[Span]
) -> tuple[Condition, Condition] | None:
    """Two conditions that no vertex meets: of one slot without a common value, or a vertex by its
    own name beside another description of one."""
    for at, first in enumerate(conditions):
        for second in conditions[at + 1 :]:
            if first.slot == second.slot and _apart(first, second):
                return first, second
            both = _is_vertex(first) or _is_vertex(second)
            if both and first.body.type == second.body.type and _joint(line, first, second):
                return first, second
    return None


def _is_vertex(condition: Condition) -> bool:
    body = condition.body
    return isinstance(body, Check) and body.attr == "id" and condition.slot == body.type


def _apart(first: Condition, second: Condition) -> bool:
    if first.absent or second.absent:
        return False
    mine, other = first.body, second.body
    if isinstance(mine, Check) and isinstance(other, Check):
        same = mine.attr == other.attr and mine.op == other.op == "in"
        return same and not set(mine.values) & set(other.values)
    return isinstance(mine, Tie) and isinstance(other, Tie) and mine.edges == other.edges


def _joint(line: Sequence[Span], first: Condition, second: Condition) -> int | None:
    """The token behind the word that joins the two."""
    found = [
        span.end
        for span in line
        if first.end <= span.start < second.start and span.sense("join", "and", "also")
    ]
    return found[-1] if found else None
