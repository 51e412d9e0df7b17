"""Two things held against each other: "more nations in A than in B", "by how many"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from occam.core.reading.conditions import Check, Condition, Tie
from occam.core.reading.deeds import Counted, Open, read_deeds
from occam.core.reading.excepting import excepts
from occam.core.reading.items import Beside, Cue, Glue, Grade, Prop, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.meaning import Meaning, Wanted
from occam.core.reading.naming import coordinate
from occam.core.reading.scene import IDLE_ASKS
from occam.core.reading.sides import Found, Scope, conditions_of, side, sides
from occam.core.reading.walking import Unmapped, find, is_had, kept, loose

Words = Callable[[tuple[int, int]], str]


def comparison(
    line: list[Span],
    joints: Joints,
    root_of: Callable[[list[Span]], str],
    commas: Sequence[int],
    words: Words,
) -> Meaning | None:
    """The comparison that a line makes; None where it makes none."""
    if _sign(line) is None:
        return None
    united = _done(read_deeds(coordinate(line, commas), joints), joints)
    apart = read_deeds(line, joints)
    root = root_of(apart)
    return _compared(united, joints, root, words, _listed, which=True) or _compared(
        apart, joints, root, words, _divided, which=False
    )


def _done(line: list[Span], joints: Joints) -> list[Span]:
    """ "Who won more golds, Kenya or Ethiopia": the two that are listed did what is asked about."""
    opens = [(at, opened) for at, span in enumerate(line) if (opened := span.get(Open))]
    listed = [
        (at, each) for at, span in enumerate(line) for each in span.all(Condition) if each.each
    ]
    if len(opens) != 1 or len(listed) != 1 or opens[0][1].absent:
        return line
    (place, opened), (at, pair) = opens[0], listed[0]
    far = pair.body.type
    edges = joints.edges(opened.relation, far) if far in joints.far_types(opened.relation) else ()
    if not edges or not (isinstance(pair.body, Check) and pair.body.attr == "id"):
        return line
    body = Tie(opened.relation, edges, far, (pair,))
    tie = Condition(f"deed:{opened.relation}", body, pair.start, pair.end)
    rest = [each for each in line[place].readings if not isinstance(each, Open)]
    made = [*line[:place], kept(line[place], *rest, Glue()), *line[place + 1 :]]
    return [*made[:at], kept(line[at], tie), *made[at + 1 :]]


Divide = Callable[[Sequence[Span], int, set[int], Scope], Found | None]


def _compared(
    line: Sequence[Span], joints: Joints, root: str, words: Words, divide: Divide, *, which: bool
) -> Meaning | None:
    more = _sign(line)
    if more is None:
        return None
    used = {more}
    attr, measured = _measure(line, more, joints, root)
    used |= measured
    folds = [at for at, span in enumerate(line) if span.sense("fold")]
    used |= set(folds)
    plural = any(thing.many and thing.type == root for span in line for thing in span.all(Thing))
    lists = any(span.sense("ask", "count", "list", "which") for span in line)
    if attr and plural and lists and not folds:
        raise Unmapped(line[more])
    whole = attr is None or bool(folds)
    found = divide(line, more, used, Scope(root, words, whole, joints.names))
    if found is None or (attr is None and not _counts(line, root)):
        return None
    shared, first, second = found
    said = (*shared, *first.conditions, *second.conditions)
    _complain(line, used, root, {each.slot for each in said})
    if denied := next((span for span in line if _denies(span)), None):
        raise Unmapped(denied)
    member = _member(line, more, attr)
    if member == "shortfall":
        first, second, member = second, first, "difference"
    picks = any(span.sense("ask", "which", "who") or span.sense("join", "or") for span in line)
    claims = any(span.sense("ask", "polar", "auxiliary", "exists") for span in line)
    asks = which or picks or not claims
    by = line[folds[0]].sense("fold", "avg", "sum") if folds and attr else ""
    wanted = Wanted(
        kind="fold" if by else "value" if attr else "count",
        by=by,  # type: ignore[arg-type]
        attr=attr or "",
        compared="difference" if member == "difference" else member,  # type: ignore[arg-type]
        op=None if member != "eq" and (asks or member == "difference") else "eq",
        summed=attr is None and any(span.get(Counted) for span in line),
    )
    return Meaning(root=root, wanted=wanted, conditions=shared, sides=(first, second))


def _member(line: Sequence[Span], more: int, attr: str | None) -> str:
    """How the two are held against each other."""
    if _equates(line, more):
        return "eq"
    said = line[more].sense("more") or line[more].sense("compare", "gt", "lt")
    member = said or ("gt" if _greater(line[more]) else "lt")
    counted = any(span.sense("ask", "count") and not span.sense("amount") for span in line)
    if counted and attr and member in ("gt", "lt"):
        return "difference" if member == "gt" else "shortfall"
    return member


def _listed(line: Sequence[Span], more: int, used: set[int], scope: Scope) -> Found | None:
    """ "… in A or in B": the two that one coordinated condition lists."""
    found = conditions_of(line, used, 0, len(line))
    united = [each for each in found if len(_alternatives(each)) == 2]
    if len(united) != 1:
        return None
    first, second = _alternatives(united[0])
    shared = tuple(each for each in found if each is not united[0])
    return shared, side((first,), scope.words), side((second,), scope.words)


def _alternatives(condition: Condition) -> tuple[Condition, ...]:
    body = condition.body
    if isinstance(body, Tie) and len(body.far) == 1 and body.far[0].each:
        return tuple(
            msgspec.structs.replace(
                condition,
                body=msgspec.structs.replace(body, far=(each,)),
                start=each.start,
                end=each.end,
            )
            for each in body.far[0].each
        )
    return condition.each


def _divided(line: Sequence[Span], more: int, used: set[int], scope: Scope) -> Found | None:
    """ "… A than B": what stands before and behind the word that divides them."""
    ahead = next((at for at in range(more) if line[at].sense("than", "than")), None)
    if ahead is not None and not any(span.get(Condition) for span in line[:ahead]):
        used.add(ahead)
        right = conditions_of(line, used, ahead, more)
        left = conditions_of(line, used, more, len(line))
        return sides(left, right, 0, scope)
    split = more if line[more].sense("compare") and _has_both(line, more) else None
    split = _split(line, more) if split is None else split
    if split is None:
        return _inverted(line, more, used, scope)
    left, right = conditions_of(line, used, 0, split), conditions_of(line, used, split, len(line))
    found = sides(left, right, _opening(line[:split]), scope)
    if found is None:
        return _inverted(line, more, used, scope)
    used.add(split)
    return found


def _inverted(line: Sequence[Span], more: int, used: set[int], scope: Scope) -> Found | None:
    """ "How many more than A did B have": the verb divides."""
    verbs = [at for at, span in enumerate(line) if is_had(span) and _has_both(line, at)]
    verb = verbs[-1] if verbs else None
    than = [at for at, span in enumerate(line[:verb]) if at == more or span.sense("than", "than")]
    if verb is None or not than or not any(_says_than(line[at]) for at in than):
        return None
    if not any(span.get(Condition) for span in line[than[-1] : verb]):
        return None
    used |= {*than, verb}
    right, left = conditions_of(line, used, 0, verb), conditions_of(line, used, verb, len(line))
    return sides(left, right, 0, scope)


def _says_than(span: Span) -> bool:
    return bool(span.sense("compare") or span.sense("than", "than"))


def _opening(line: Sequence[Span]) -> int:
    """Where the first side begins: what stands before is said of both. A verb behind a noun opens
    nothing ("the event that was …")."""
    noun = False
    for span in line:
        asks = span.sense("ask") and not (noun and span.sense("ask", "auxiliary"))
        if asks or span.sense("more"):
            return span.start
        noun = noun or bool(span.get(Thing))
    return 0


def _denies(span: Span) -> bool:
    """No more than the other, or more of what did not happen: the words do not decide."""
    said = span.all(Condition)
    return bool(span.sense("negation")) or any(each.absent or excepts(each) for each in said)


def _sign(line: Sequence[Span]) -> int | None:
    """Where a line says that it compares."""
    signs = (at for at, span in enumerate(line) if _compares(span) or _equates(line, at))
    return next(signs, None)


def _equates(line: Sequence[Span], at: int) -> bool:
    """ "The same number of", "equally many": two numbers are held to be one."""
    if not line[at].sense("same", "same"):
        return False
    following = line[at + 1 : at + 2]
    return any(each.sense("amount") or each.get(Prop) for each in following)


def _compares(span: Span) -> bool:
    grade = span.get(Grade)
    more = span.sense("more") or (span.sense("compare", "gt", "lt") and not loose(span))
    return bool(more) or (grade is not None and grade.compares)


def _greater(span: Span) -> bool:
    grade = span.get(Grade)
    return grade is not None and grade.greatest


def _split(line: Sequence[Span], more: int) -> int | None:
    for group, member in (("than", "than"), ("join", "or"), ("join", "and")):
        found = [
            at
            for at, span in enumerate(line)
            if span.sense(group, member) and at != more and _has_both(line, at)
        ]
        if found:
            return found[-1] if group == "than" else found[0]
    return (
        more if line[more].sense("more") and _has_both(line, more) and _verb(line, more) else None
    )


def _verb(line: Sequence[Span], more: int) -> bool:
    """True for "outnumber": the comparison itself stands between the sides."""
    following = find(line, more, 1, lambda span: not loose(span))
    return following is not None and bool(
        line[following].get(Condition) or line[following].get(Thing)
    )


def _has_both(line: Sequence[Span], at: int) -> bool:
    return any(span.get(Condition) for span in line[:at]) and any(
        span.get(Condition) for span in line[at:]
    )


def _measure(
    line: Sequence[Span], more: int, joints: Joints, root: str
) -> tuple[str | None, set[int]]:
    grade = line[more].get(Grade)
    if grade and grade.compares:
        return grade.attr, set()
    used: set[int] = set()
    attr = None
    for at, span in enumerate(line):
        for prop in span.all(Prop):
            found = joints.schema.attribute(prop.type, prop.attr)
            if prop.type == root and found and found.role == "measure":
                if attr not in (None, prop.attr):
                    raise Unmapped(span)
                attr = prop.attr
                used.add(at)
    return attr, used


def _counts(line: Sequence[Span], root: str) -> bool:
    """Things themselves are compared by how many there are."""
    return any(thing.type == root for span in line for thing in span.all(Thing)) or any(
        isinstance(each.body, Tie) for span in line for each in span.all(Condition)
    )


def _complain(line: Sequence[Span], used: set[int], root: str, slots: set[str]) -> None:
    for at, span in enumerate(line):
        idle = (
            at in used
            or loose(span)
            or span.get(Condition)
            or span.get(Cue)
            or span.get(Beside)
            or span.sense("pronoun")
            or span.sense("ask", "count", *IDLE_ASKS)
            or span.sense("join", "and", "or", "either", "also")
            or span.sense("time", "between", "to", "within")
            or span.sense("more")
            or span.sense("amount")
            or span.sense("edition", "noun")
            or span.sense("join", "both")
            or span.sense("ask", "who")
            or any(thing.type == root for thing in span.all(Thing))
            or _is_told(line, at)
            or any(thing.type in slots for thing in span.all(Thing))
            or any(f"deed:{each.relation}" in slots for each in span.all(Counted))
        )
        if not idle:
            raise Unmapped(span)


def _is_told(line: Sequence[Span], at: int) -> bool:
    """A word for an attribute with its value behind it ("the year 2004")."""
    following = line[at + 1].all(Condition) if at + 1 < len(line) else []
    types = {prop.type for prop in line[at].all(Prop)}
    return any(each.body.type in types for each in following)
