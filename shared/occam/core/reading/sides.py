"""Two sides of a comparison: what is said of both, and what sets each apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from occam.core.reading.conditions import Check, Condition, Tie
from occam.core.reading.items import Span
from occam.core.reading.meaning import Side

Words = Callable[[tuple[int, int]], str]
Found = tuple[tuple[Condition, ...], Side, Side]


class Scope(msgspec.Struct, frozen=True):
    """What two sides are compared in: the root, whether many things are weighed or one is read, and
    how to spell a side."""

    root: str
    words: Words
    counting: bool
    names: frozenset[str]


def conditions_of(line: Sequence[Span], used: set[int], start: int, end: int) -> list[Condition]:
    found: list[Condition] = []
    for at in range(start, end):
        if at not in used and (condition := line[at].get(Condition)):
            found.append(condition)
    return found


def sides(
    left: Sequence[Condition], right: Sequence[Condition], opening: int, scope: Scope
) -> tuple[tuple[Condition, ...], Side, Side] | None:
    """What both sides share, and what sets each apart: the slots that both have."""
    left, right = _doing(left, right), _doing(right, left)
    both = {each.slot for each in left} & {each.slot for each in right}
    mine = tuple(each for each in left if each.slot in both)
    other = tuple(each for each in right if each.slot in both)
    if not both and scope.counting:
        return _deeds_apart(left, right, scope)
    if not both and left and right:
        return (), side(tuple(left), scope.words), side(tuple(right), scope.words)
    if not both or len(mine) != len(other):
        return None
    mine_only = [each for each in left if each.slot not in both]
    trailing = [each for each in right if each.slot not in both]
    front = [each for each in mine_only if each.end <= opening]
    own = [each for each in mine_only if each.end > opening]
    tells = any(slot.partition(".")[0] == scope.root for slot in both)
    alike = scope.counting or not tells or all(map(_is_shared, (*own, *trailing)))
    told = own and trailing and not scope.counting
    if not told and _uneven(mine, other, scope.names):
        return None
    if told or not alike:
        sides = (*mine, *own), (*other, *trailing)
        return tuple(front), side(sides[0], scope.words), side(sides[1], scope.words)
    return (*front, *own, *trailing), side(mine, scope.words), side(other, scope.words)


def _deeds_apart(
    left: Sequence[Condition], right: Sequence[Condition], scope: Scope
) -> Found | None:
    """ "More golds than Japan won silvers in 2008": two deeds, and what else is said of both."""
    mine = tuple(each for each in left if isinstance(each.body, Tie))
    other = tuple(each for each in right if isinstance(each.body, Tie))
    if len(mine) != 1 or len(other) != 1:
        return None
    shared = tuple(each for each in (*left, *right) if each not in (*mine, *other))
    return shared, side(mine, scope.words), side(other, scope.words)


def _doing(conditions: Sequence[Condition], others: Sequence[Condition]) -> list[Condition]:
    """A bare name beside a deed of the other side did the same deed ("more golds than Sweden")."""
    deeds = [each for each in others if isinstance(each.body, Tie)]
    if len(deeds) != 1 or any(isinstance(each.body, Tie) for each in conditions):
        return list(conditions)
    deed = deeds[0]
    assert isinstance(deed.body, Tie)
    made: list[Condition] = []
    for each in conditions:
        body = each.body
        if isinstance(body, Check) and body.type == deed.body.type and body.attr == "id":
            tie = msgspec.structs.replace(deed.body, far=(each,))
            made.append(msgspec.structs.replace(deed, body=tie, start=each.start, end=each.end))
        else:
            made.append(each)
    return made


def _uneven(mine: Sequence[Condition], other: Sequence[Condition], names: frozenset[str]) -> bool:
    """True where a name means one thing on one side and several on the other."""
    pairs = zip(mine, other, strict=True)
    sizes = [
        (len(first.body.values), len(second.body.values))
        for first, second in pairs
        if isinstance(first.body, Check) and isinstance(second.body, Check)
        if first.slot in names
    ]
    return any((a == 1) != (b == 1) for a, b in sizes)


def _is_shared(condition: Condition) -> bool:
    """A place, a time or a kind may be said once for both; a day or a deed tells one of them."""
    return isinstance(condition.body, Check)


def side(conditions: tuple[Condition, ...], words: Words) -> Side:
    said = ", ".join(words((each.start, each.end)) for each in conditions)
    return Side(conditions, said)
