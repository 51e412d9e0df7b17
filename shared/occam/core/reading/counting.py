"""How many, how much in all, and more or fewer than so many."""

from __future__ import annotations

from occam.core.reading.conditions import Condition, Tally, Tie
from occam.core.reading.deeds import Counted, Open
from occam.core.reading.doers import doer, is_union
from occam.core.reading.excepting import excepts
from occam.core.reading.existing import is_claim
from occam.core.reading.items import Cue, Prop, Thing
from occam.core.reading.meaning import Wanted
from occam.core.reading.scene import Scene
from occam.core.reading.walking import Unmapped, loose


def having(scene: Scene) -> Wanted | None:
    """Who or what has more or fewer than so many things or deeds."""
    at = scene.first(lambda span: span.get(Tally))
    tally = scene.line[at].get(Tally) if at is not None else None
    if at is None or tally is None:
        return None
    if tally.type not in ("", scene.root):
        raise Unmapped(scene.line[at])
    if is_claim(scene):
        return _held(scene, at, tally)
    found = doer(scene)
    count = scene.first(lambda span: span.sense("ask", "count", "often"))
    if found is None:
        raise Unmapped(scene.line[at])
    summed = is_union(scene, found[1])
    if summed and (count is not None or not tally.relation):
        raise Unmapped(scene.line[at])
    scene.use(at, count, *found[0])
    kind = "group" if count is None else "groups"
    return Wanted(kind=kind, op=tally.op, number=tally.value, target=found[1], summed=summed)


def _held(scene: Scene, at: int, tally: Tally) -> Wanted:
    """ "Did Kenya win more than three golds", "were there fewer than ten events": a claim."""
    span = scene.line[at]
    tie = next((each.body for each in span.all(Condition) if isinstance(each.body, Tie)), None)
    things = scene.things()
    if scene.opens() or things or (tally.relation and tie is None):
        raise Unmapped(span)
    if tie and len(tie.edges) > 1 and not scene.joints.is_person(tie.type):
        raise Unmapped(span)
    if any(map(excepts, span.all(Condition))):
        raise Unmapped(span)
    if denied := scene.first(lambda each: each.sense("negation")):
        raise Unmapped(scene.line[denied])
    scene.use(at, scene.first(lambda each: each.sense("ask", "polar", "exists")))
    return Wanted(kind="holds", op=tally.op, number=tally.value)


def folded(scene: Scene) -> Wanted | None:
    """An average or a total of an attribute over all things described."""
    at = scene.first(lambda span: span.sense("fold"))
    if at is None:
        return None
    by = scene.line[at].sense("fold")
    place = next(
        (each for each in scene.places(lambda span: bool(span.get(Prop))) if scene.measure(each)),
        None,
    )
    prop = scene.measure(place)
    counts = scene.first(lambda span: span.sense("ask", "count", "often"))
    done = scene.first(lambda span: bool(span.get(Counted) and span.get(Condition)))
    if prop is None and by == "sum" and done is not None:
        scene.use(at, counts)
        return _deeds(scene, done, Counted(_relation(scene, done)))
    if prop is None or (by == "sum" and scene.line[place or 0].get(Thing) and scene.opens()):
        if by == "sum" and counts is not None:
            scene.use(at)
        return None
    said = scene.joints.lexicon.properties.get(f"{prop.type}.{prop.attr}")
    if by == "sum" and said and said.unsummable:
        if scene.root_many():
            raise Unmapped(scene.line[at])
        scene.use(at)
        return None
    per = scene.first(lambda span: span.sense("per") and not loose(span))
    if by == "avg" and per is not None and _leads_root(scene, per):
        scene.use(per)
    scene.use(at, place, counts)
    return Wanted(kind="fold", attr=prop.attr, by="avg" if by == "avg" else "sum")


def _leads_root(scene: Scene, at: int) -> bool:
    """ "Per event": an average over events is nothing else."""
    for span in scene.line[at + 1 :]:
        if any(thing.type == scene.root for thing in span.all(Thing)):
            return True
        if not (loose(span) or span.get(Condition)):
            return False
    return False


def counted(scene: Scene) -> Wanted | None:
    """How many things, doers or deeds there are, or how many of something one thing has."""
    at = scene.first(lambda span: span.sense("ask", "count", "often"))
    if at is None:
        return _numbered(scene)
    what = scene.ahead(
        at,
        lambda span: bool(span.get(Thing) or span.get(Prop) or span.get(Counted) or span.get(Cue)),
    )
    scene.use(at)
    if what is None or scene.is_apposed(what):
        return _count_root(scene, at)
    span = scene.line[what]
    thing, prop = span.get(Thing), scene.measure(what)
    if counted := span.get(Counted):
        return _deeds(scene, what, counted)
    if prop and not scene.opens():
        if span.get(Thing) and _distinct(scene, at, what):
            raise Unmapped(span)
        return _measured(scene, what, prop)
    if thing is None:
        raise Unmapped(span)
    if any(each.type == scene.root for each in span.all(Thing)):
        if scene.joints.ordering(scene.root) and _distinct(scene, at, what):
            raise Unmapped(span)
        scene.use(what)
        return Wanted(kind="count")
    found = doer(scene)
    if found is None or found[1].beyond:
        raise Unmapped(span)
    scene.use(*found[0])
    return Wanted(kind="count", target=found[1])


def _distinct(scene: Scene, at: int, what: int) -> bool:
    return any(scene.line[place].sense("distinct") for place in range(at, what))


def _count_root(scene: Scene, at: int) -> Wanted | None:
    """ "Of the events in judo, how many …": what is counted was said before."""
    deeds = any(
        each.slot.startswith("deed:") for span in scene.line for each in span.all(Condition)
    )
    own = any(each.body.type == scene.root for span in scene.line for each in span.all(Condition))
    ahead = any(span.get(Condition) for span in scene.line[:at])
    often = scene.line[at].sense("ask", "often")
    named = any(
        each.slot in scene.joints.names for span in scene.line for each in span.all(Condition)
    )
    if often and not (deeds or named):
        raise Unmapped(scene.line[at])
    if (scene.roots() or often or (ahead and (deeds or own))) and not scene.opens():
        return Wanted(kind="count")
    raise Unmapped(scene.line[at])


def _deeds(scene: Scene, what: int, counted: Counted) -> Wanted | None:
    """ "How many gold medals did Kenya win": as many as events that it won."""
    span = scene.line[what]
    said = span.get(Counted)
    if span.get(Open) or (said and not said.leads and scene.line[0].sense("ask", "count")):
        raise Unmapped(span)
    tie = span.get(Condition)
    if tie is None or excepts(tie):
        raise Unmapped(span)
    person = any(
        scene.joints.is_person(each.body.type)
        for each in span.all(Condition)
        if isinstance(each.body, Tie)
    )
    several = len(scene.joints.edges_of(counted.relation)) > 2 and not person
    return Wanted(kind="count", summed=several)


def _measured(scene: Scene, what: int, prop: Prop) -> Wanted | None:
    if scene.root_many():
        raise Unmapped(scene.line[scene.roots()[0]])
    scene.use(what)
    return Wanted(kind="value", attr=prop.attr)


def _numbered(scene: Scene) -> Wanted | None:
    """ "Snowboarding events since 2006: number?"."""
    at = scene.first(lambda span: span.sense("amount"))
    others = scene.first(lambda span: span.sense("ask", "which", "who", "where", "when"))
    if at is None or others is not None or not scene.root_many() or scene.opens():
        return None
    if any(scene.measure(place) for place in range(len(scene.line))):
        return None
    scene.use(at)
    return Wanted(kind="count")


def _relation(scene: Scene, at: int) -> str:
    counted = scene.line[at].get(Counted)
    return counted.relation if counted else ""
