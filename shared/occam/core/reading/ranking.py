"""Superlatives: of an attribute, or of how many things or deeds there are."""

from __future__ import annotations

from occam.core.reading.conditions import Condition, Tie
from occam.core.reading.deeds import Counted, Open
from occam.core.reading.doers import asked_thing, doer, is_union, place_of, reached
from occam.core.reading.existing import is_polar
from occam.core.reading.items import Amount, Grade, Prop, Span, Thing
from occam.core.reading.meaning import Target, Wanted
from occam.core.reading.scene import Scene
from occam.core.reading.walking import Unmapped, find, loose


def _degree(span: Span) -> str:
    return span.sense("degree") or span.sense("size") or span.sense("latest")


def ranked(scene: Scene) -> Wanted | None:
    """A superlative: of an attribute, or of how many things or deeds there are."""
    graded = scene.first(lambda span: (grade := span.get(Grade)) and not grade.compares)
    if graded is not None:
        grade = scene.line[graded].get(Grade)
        assert grade
        scene.use(graded)
        return _extreme(scene, graded, Prop(grade.type, grade.attr), greatest=grade.greatest)
    often = scene.first(lambda span: span.sense("often"))
    if often is not None:
        scene.use(often)
        return _most_often(scene, greatest=scene.line[often].sense("often") == "most")
    at = scene.first(_degree)
    if at is None:
        return None
    if is_polar(scene) and scene.first(lambda span: span.sense("ask", "which", "who")) is None:
        raise Unmapped(scene.line[at])
    greatest = _degree(scene.line[at]) == "most"
    scene.use(at)
    number = find(scene.line, at, 1, lambda span: span.sense("amount") or span.sense("passive"))
    if number is not None and scene.line[number].sense("passive"):
        raise Unmapped(scene.line[at])
    measured = scene.ahead(at, lambda span: _weighs(scene, span))
    if measured is None:
        measured = _left_measure(scene, at)
    if measured is None:
        return None
    prop = _prop(scene, measured, at)
    if prop is None and _is_aside(scene, measured):
        by = scene.first(lambda span: bool(span.get(Counted) and span.get(Open)))
        measured = measured if by is None else by
    if prop is None:
        return _group(scene, at, measured, greatest=greatest)
    folded = scene.first(lambda span: span.sense("fold", "avg"))
    scene.use(measured)
    other = asked_thing(scene)
    if folded is not None and other:
        target = reached(scene, other[1])
        if target is None:
            raise Unmapped(scene.line[other[0]])
        scene.use(folded, measured, other[0])
        scene.use(scene.first(lambda span: span.sense("ask", "which", "list")))
        k = _how_many(scene)
        return Wanted(
            kind="group", attr=prop.attr, by="avg", greatest=greatest, k=k or 1, target=target
        )
    scene.use(measured)
    if _wants_number(scene, at, said=number is not None):
        return Wanted(kind="fold", attr=prop.attr, by="max" if greatest else "min")
    return _extreme(scene, at, prop, greatest=greatest)


def _weighs(scene: Scene, span: Span) -> bool:
    return bool(span.get(Thing) or span.get(Counted) or span.get(Prop) or span.get(Open))


def _left_measure(scene: Scene, at: int) -> int | None:
    return find(scene.line, at, -1, lambda span: span.get(Prop))


def _prop(scene: Scene, measured: int, at: int) -> Prop | None:
    """The attribute that a superlative is of, where it is one."""
    span = scene.line[measured]
    prop = scene.measure(measured)
    for each in span.all(Prop):
        found = scene.joints.schema.attribute(each.type, each.attr)
        if prop is None and found and found.kind == "period":
            prop = each
    counts = bool(scene.opens() or span.get(Counted))
    if prop and span.get(Thing) and counts and not _is_of_root(scene, at):
        return None
    if prop is None and any(thing.type == scene.root for thing in span.all(Thing)):
        by = scene.first(lambda each: bool(each.get(Prop)) and not each.get(Thing))
        both = scene.first(lambda each: bool(each.get(Prop)))
        place = by if by is not None else both
        prop = scene.measure(place)
        thing = asked_thing(scene)
        sized = scene.line[at].sense("size") and not scene.line[at + 1].sense("amount")
        if prop and (sized or (not scene.opens() and (thing is None or thing[0] == place))):
            scene.use(place)
            per = scene.first(lambda each: each.sense("per") and not loose(each))
            scene.use(per)
            return prop
        return None
    return prop


def _wants_number(scene: Scene, at: int, *, said: bool = True) -> bool:
    """True for "the highest number of …": no noun is asked for, the number is. Where the number is
    not `said`, a question word has to lead to it ("compute the greatest length")."""
    lead = find(scene.line, at, -1, lambda span: span.sense("ask", "which", "list"))
    if lead is not None:
        things = [thing for span in scene.line[at + 1 : at + 2] for thing in span.all(Thing)]
        named = any(thing.type == scene.root for thing in things)
        return not named and all(span.sense("copula") for span in scene.line[lead + 1 : at])
    return said and not any(place < at for place in scene.roots())


def _how_many(scene: Scene) -> int:
    at = scene.first(lambda span: bool(span.get(Amount) and not span.get(Condition)))
    if at is not None and _is_of_editions(scene, at):
        raise Unmapped(scene.line[at])
    amount = scene.line[at].get(Amount) if at is not None else None
    if amount is None or not float(amount.value).is_integer():
        return 0
    scene.use(at)
    return int(amount.value)


def _is_of_editions(scene: Scene, at: int) -> bool:
    """ "At one Olympics": a number of editions, not of what is asked for."""
    timed, _ = scene.joints.timed
    things = [thing for span in scene.line[at + 1 : at + 2] for thing in span.all(Thing)]
    asked = any(scene.is_asked(place) for place in (at, at + 1))
    return bool(timed) and not asked and any(thing.type == timed for thing in things)


def _extreme(scene: Scene, at: int, prop: Prop, *, greatest: bool) -> Wanted | None:
    if (asked := _asked_value(scene, at)) is not None:
        return _value_of(scene, asked, prop, greatest=greatest)
    where = scene.first(lambda span: span.sense("ask", "where", "when"))
    if scene.things() or scene.opens() or where is not None:
        return _nested(scene, at, prop, greatest=greatest)
    k = _how_many(scene)
    if k > 1:
        return Wanted(kind="top", attr=prop.attr, greatest=greatest, k=k)
    return Wanted(kind="extreme", attr=prop.attr, greatest=greatest)


def _asked_value(scene: Scene, at: int) -> tuple[int, Prop] | None:
    """ "In which year did the marathon have the most …": an attribute beside the root is asked."""
    for place in scene.places(lambda span: bool(span.get(Prop)) and not span.get(Thing)):
        if place >= at or scene.is_told(place):
            continue
        for prop in scene.line[place].all(Prop):
            if prop.type != scene.root and scene.joints.path(scene.root, prop.type):
                return place, prop
    return None


def _value_of(
    scene: Scene, asked: tuple[int, Prop], prop: Prop, *, greatest: bool
) -> Wanted | None:
    """It is of one thing only where that is called by its name: else numbers would be added up."""
    named = any(
        each.slot in scene.joints.names for span in scene.line for each in span.all(Condition)
    )
    if not named or scene.opens() or scene.things() or _how_many(scene) > 1:
        return None
    place, told = asked
    scene.use(place, scene.first(lambda span: span.sense("ask", "which", "list")))
    target = Target(type=told.type)
    return Wanted(kind="extreme", attr=prop.attr, greatest=greatest, told=told.attr, target=target)


def _nested(scene: Scene, at: int, prop: Prop, *, greatest: bool) -> Wanted | None:
    """ "Who won the event with the most nations": something is told of the one that is."""
    if prop.type != scene.root or _how_many(scene) > 1:
        return None
    if not (_is_of_root(scene, at) or _is_named_before(scene, at)):
        return None
    when = scene.first(lambda span: span.sense("ask", "when"))
    if when is not None:
        periods = scene.joints.periods(scene.root)
        if len(periods) != 1 or scene.opens() or scene.things():
            return None
        scene.use(when)
        return Wanted(kind="extreme", attr=prop.attr, greatest=greatest, told=periods[0])
    found = doer(scene) or _place(scene)
    if found is None or is_union(scene, found[1]) or _has_several(scene, found[1]):
        return None
    scene.use(*found[0], scene.first(lambda span: span.sense("ask", "which", "list")))
    scene.use(*scene.roots())
    return Wanted(kind="extreme", attr=prop.attr, greatest=greatest, told="label", target=found[1])


def _is_named_before(scene: Scene, at: int) -> bool:
    """ "At which Games did the marathon have its largest field": one thing, by its name, and what
    is asked for before."""
    names = scene.joints.names
    named = any(each.slot in names for span in scene.line for each in span.all(Condition))
    things = [place for place, _ in scene.things()]
    return named and not scene.opens() and len(things) == 1 and things[0] < at


def _place(scene: Scene) -> tuple[list[int], Target] | None:
    where = scene.first(lambda span: span.sense("ask", "where"))
    target = place_of(scene)
    return ([where], target) if where is not None and target else None


def _has_several(scene: Scene, target: Target) -> bool:
    relation = target.relation
    return bool(relation) and len(scene.joints.edges(relation, target.type)) != 1


def _is_of_root(scene: Scene, at: int) -> bool:
    """True where the superlative is said of the root's noun: "the event with the most …", "the
    biggest event"."""
    if any(
        thing.type == scene.root
        for each in scene.line[at + 1 : at + 2]
        for thing in each.all(Thing)
    ):
        return True
    for span in reversed(scene.line[:at]):
        if any(thing.type == scene.root for thing in span.all(Thing)):
            return True
        if not (loose(span) or span.get(Condition)):
            return False
    return False


def _group(scene: Scene, at: int, measured: int, *, greatest: bool) -> Wanted | None:
    """Who or what has the most things or deeds."""
    denied = scene.first(lambda each: each.sense("negation", "not", "neither"))
    if denied is not None and denied < at:
        raise Unmapped(scene.line[denied])
    if scene.line[at].sense("latest"):
        return None
    number = find(scene.line, at, 1, lambda each: each.sense("amount"))
    lead = find(scene.line, at, -1, lambda each: each.sense("ask", "which", "list"))
    if number is not None and lead is not None and _wants_number(scene, at):
        raise Unmapped(scene.line[number])
    span = scene.line[measured]
    sized = scene.line[at].sense("size") and not any(
        between.sense("amount") for between in scene.line[at:measured]
    )
    if sized:
        return None
    counted = span.get(Counted)
    if counted:
        if span.get(Open) is None and span.get(Condition) is None:
            return None
    elif not any(thing.type == scene.root for thing in span.all(Thing)):
        return None
    else:
        scene.use(measured)
    found = doer(scene)
    summed = found is not None and is_union(scene, found[1])
    if found is None or (summed and not (counted and span.get(Open))):
        return None
    done = counted if span.get(Open) is None else None
    if done and not greatest:
        raise Unmapped(scene.line[at])
    if done and len(scene.joints.edges_of(done.relation)) > 2:
        return None
    between = scene.line[min(found[0]) + 1 : at]
    clause = next((each for each in between if _is_tie(each)), None)
    if clause is not None:
        raise Unmapped(clause)
    scene.use(*found[0], *([] if done else [measured]))
    scene.use(scene.first(lambda each: each.sense("ask", "which", "list", "who")))
    k = _how_many(scene) or 1
    return Wanted(kind="group", greatest=greatest, k=k, target=found[1], summed=summed)


def _is_tie(span: Span) -> bool:
    """A deed said before what is counted: of that or of what is asked for, nobody can tell."""
    return any(isinstance(each.body, Tie) for each in span.all(Condition))


def _most_often(scene: Scene, *, greatest: bool) -> Wanted | None:
    """Who did something most often."""
    found = doer(scene)
    if found is None or not found[1].relation or is_union(scene, found[1]):
        return None
    scene.use(*found[0])
    return Wanted(kind="group", greatest=greatest, k=_how_many(scene) or 1, target=found[1])


def _is_aside(scene: Scene, at: int) -> bool:
    things = scene.line[at].all(Thing)
    return bool(things) and all(thing.type != scene.root for thing in things)
