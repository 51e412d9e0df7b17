"""What a question wants, by the signs that tell: superlatives, tallies, folds, counting, asking."""

from __future__ import annotations

from collections.abc import Callable

from occam.core.reading.conditions import Condition, Tally
from occam.core.reading.deeds import Counted, Open
from occam.core.reading.items import Amount, Cue, Grade, Prop, Span, Thing
from occam.core.reading.meaning import Target, Wanted
from occam.core.reading.scene import Scene, Unmapped
from occam.core.reading.walking import find, loose


def wanted_of(scene: Scene) -> Wanted | None:
    """The first sign that tells what is wanted; None where nothing does."""
    signs: tuple[Callable[[Scene], Wanted | None], ...] = (
        _joined, _ranked, _having, _folded, _counted, _existing, _asked,
    )  # fmt: skip
    for sign in signs:
        before = set(scene.used)
        if wanted := sign(scene):
            return wanted
        scene.used = before
    return None


def _joined(scene: Scene) -> Wanted | None:
    """The same vertex at the ends of two relations, or of one in two editions."""
    same = scene.first(lambda span: span.sense("same", "same", "differ", "repeated"))
    denied = scene.first(lambda span: span.sense("negation", "not"))
    ends = _ends(scene)
    shift = scene.first(_is_edition)
    if same is None and (denied is None or len(ends) != 2 or shift is not None):
        return None
    count = scene.first(lambda span: span.sense("ask", "count"))
    op = None if count is None else "eq"
    kinds = {(target.type, target.relation) for _, target in ends}
    if shift is not None and len(kinds) == 1:
        scene.use(same, shift, count, *(at for at, _ in ends))
        return Wanted(kind="join", target=ends[0][1], repeated=True, op=op)
    if len(ends) != 2 or len({target.type for _, target in ends}) != 1 or len(kinds) != 2:
        return None
    differ = denied if denied is not None and not _is_differ(scene, same) else None
    scene.use(same, denied, count, *(at for at, _ in ends))
    return Wanted(
        kind="join",
        target=ends[0][1],
        other=ends[1][1],
        same=differ is None and not _is_differ(scene, same),
        op=op,
    )


def _is_differ(scene: Scene, same: int | None) -> bool:
    return same is not None and bool(scene.line[same].sense("same", "differ"))


def _ends(scene: Scene) -> list[tuple[int, Target]]:
    """Open relations, and nouns for what is reached in silence."""
    opens = [
        (at, Target(type=_far(scene, opened), relation=opened.relation))
        for at, opened in scene.opens()
        if not opened.absent
    ]
    if opens:
        return opens
    return [
        (at, Target(type=thing.type))
        for at, thing in scene.things()
        if scene.joints.path(scene.root, thing.type)
    ]


def _is_edition(span: Span) -> bool:
    return any(each.slot == "edition" for each in span.all(Condition))


def _far(scene: Scene, opened: Open) -> str:
    """The type of a relation's open end: the noun's, else the person among them."""
    if opened.type:
        return opened.type
    types = scene.joints.far_types(opened.relation)
    return next((each for each in types if scene.joints.is_person(each)), types[0])


def _degree(span: Span) -> str:
    return span.sense("degree") or span.sense("size") or span.sense("latest")


def _ranked(scene: Scene) -> Wanted | None:
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
    greatest = _degree(scene.line[at]) == "most"
    scene.use(at)
    number = find(scene.line, at, 1, lambda span: span.sense("amount"))
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
    other = _asked_thing(scene)
    if folded is not None and other:
        scene.use(folded, measured, other[0])
        scene.use(scene.first(lambda span: span.sense("ask", "which", "list")))
        k = _how_many(scene)
        return Wanted(
            kind="group", attr=prop.attr, by="avg", greatest=greatest, k=k or 1, target=other[1]
        )
    scene.use(measured)
    if number is not None and _wants_number(scene, at):
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
    if prop and span.get(Thing) and (scene.opens() or span.get(Counted)):
        return None
    if prop is None and any(thing.type == scene.root for thing in span.all(Thing)):
        by = scene.first(lambda each: bool(each.get(Prop)) and not each.get(Thing))
        both = scene.first(lambda each: bool(each.get(Prop)))
        prop = scene.measure(by if by is not None else both)
        if prop and not (scene.opens() or _asked_thing(scene)):
            scene.use(by if by is not None else both)
            per = scene.first(lambda each: each.sense("per") and not loose(each))
            scene.use(per)
            return prop
        return None
    return prop


def _wants_number(scene: Scene, at: int) -> bool:
    """True for "the highest number of …": no noun is asked for, the number is."""
    lead = find(scene.line, at, -1, lambda span: span.sense("ask", "which", "list"))
    if lead is not None:
        return all(span.sense("copula") for span in scene.line[lead + 1 : at])
    return not any(place < at for place in scene.roots())


def _how_many(scene: Scene) -> int:
    at = scene.first(lambda span: bool(span.get(Amount) and not span.get(Condition)))
    amount = scene.line[at].get(Amount) if at is not None else None
    if amount is None or not float(amount.value).is_integer():
        return 0
    scene.use(at)
    return int(amount.value)


def _extreme(scene: Scene, at: int, prop: Prop, *, greatest: bool) -> Wanted | None:
    if scene.things() or scene.opens():
        return None
    k = _how_many(scene)
    if k > 1:
        return Wanted(kind="top", attr=prop.attr, greatest=greatest, k=k)
    return Wanted(kind="extreme", attr=prop.attr, greatest=greatest)


def _asked_thing(scene: Scene) -> tuple[int, Target] | None:
    """The noun beside the root that the question asks for."""
    found = scene.things()
    asked = [each for each in found if scene.is_asked(each[0])] or found
    if len(asked) != 1:
        return None
    at, thing = asked[0]
    return at, Target(type=thing.type, many=thing.many is True)


def _doer(scene: Scene) -> tuple[list[int], Target] | None:
    """Who stands at the open end of a relation, or what is reached in silence."""
    opens = scene.opens()
    thing = _asked_thing(scene)
    who = scene.first(lambda span: span.sense("ask", "who"))
    if len(opens) > 1:
        return None
    if opens:
        at, opened = opens[0]
        if opened.absent:
            return None
        far = scene.joints.far_types(opened.relation)
        if thing and thing[1].type in far and not opened.type:
            target = Target(type=thing[1].type, relation=opened.relation, many=thing[1].many)
            return [at, thing[0], *_list(who)], target
        if thing and opened.role and scene.joints.path(_far(scene, opened), thing[1].type):
            target = Target(
                type=_far(scene, opened), relation=opened.relation, beyond=thing[1].type
            )
            return [at, thing[0]], target
        if thing is None and (who is not None or opened.role):
            target = Target(type=_far(scene, opened), relation=opened.relation)
            return [at, *_list(who)], target
        return None
    if thing and scene.joints.path(scene.root, thing[1].type):
        return [thing[0]], thing[1]
    return None


def _list(place: int | None) -> list[int]:
    return [] if place is None else [place]


def _group(scene: Scene, at: int, measured: int, *, greatest: bool) -> Wanted | None:
    """Who or what has the most things or deeds."""
    span = scene.line[measured]
    counted = span.get(Counted)
    if counted:
        opened = span.get(Open)
        if opened is None:
            return None
    elif not any(thing.type == scene.root for thing in span.all(Thing)):
        return None
    else:
        scene.use(measured)
    found = _doer(scene)
    if found is None or _is_union(scene, found[1]):
        return None
    scene.use(measured, *found[0])
    scene.use(scene.first(lambda each: each.sense("ask", "which", "list", "who")))
    return Wanted(kind="group", greatest=greatest, k=_how_many(scene) or 1, target=found[1])


def _is_aside(scene: Scene, at: int) -> bool:
    things = scene.line[at].all(Thing)
    return bool(things) and all(thing.type != scene.root for thing in things)


def _most_often(scene: Scene, *, greatest: bool) -> Wanted | None:
    """Who did something most often."""
    found = _doer(scene)
    if found is None or not found[1].relation or _is_union(scene, found[1]):
        return None
    scene.use(*found[0])
    return Wanted(kind="group", greatest=greatest, k=_how_many(scene) or 1, target=found[1])


def _is_union(scene: Scene, target: Target) -> bool:
    """True for a relation of several edges whose deeds cannot be added up: a person does one of
    them at a time, others may do several."""
    if not target.relation or scene.joints.is_person(target.type):
        return False
    return len(scene.joints.edges(target.relation, target.type)) > 1


def _having(scene: Scene) -> Wanted | None:
    """Who or what has more or fewer than so many things or deeds."""
    at = scene.first(lambda span: span.get(Tally))
    tally = scene.line[at].get(Tally) if at is not None else None
    if at is None or tally is None:
        return None
    if (tally.op, tally.value) == ("ge", 1) and not scene.opens() and _is_polar(scene):
        scene.use(at)
        return _existing(scene)
    if tally.type not in ("", scene.root):
        raise Unmapped(scene.line[at])
    found = _doer(scene)
    if found is None or _is_union(scene, found[1]):
        raise Unmapped(scene.line[at])
    count = scene.first(lambda span: span.sense("ask", "count"))
    if count is not None:
        raise Unmapped(scene.line[at])
    scene.use(at, *found[0])
    return Wanted(kind="group", op=tally.op, number=tally.value, target=found[1])


def _folded(scene: Scene) -> Wanted | None:
    at = scene.first(lambda span: span.sense("fold"))
    if at is None:
        return None
    by = scene.line[at].sense("fold")
    place = next(
        (each for each in scene.places(lambda span: bool(span.get(Prop))) if scene.measure(each)),
        None,
    )
    prop = scene.measure(place)
    counts = scene.first(lambda span: span.sense("ask", "count"))
    done = scene.first(lambda span: bool(span.get(Counted) and span.get(Condition)))
    if prop is None and by == "sum" and done is not None:
        scene.use(at, counts)
        return _deeds(scene, done, Counted(_relation(scene, done)))
    if prop is None or (by == "sum" and scene.line[place or 0].get(Thing) and scene.opens()):
        if by == "sum" and counts is not None:
            scene.use(at)
        return None
    if by == "sum" and not scene.root_many():
        scene.use(at)
        return None
    said = scene.joints.lexicon.properties.get(f"{prop.type}.{prop.attr}")
    if by == "sum" and said and said.unsummable:
        raise Unmapped(scene.line[at])
    scene.use(at, place, counts)
    return Wanted(kind="fold", attr=prop.attr, by="avg" if by == "avg" else "sum")


def _counted(scene: Scene) -> Wanted | None:
    at = scene.first(lambda span: span.sense("ask", "count"))
    if at is None:
        return _numbered(scene)
    what = scene.ahead(
        at,
        lambda span: bool(span.get(Thing) or span.get(Prop) or span.get(Counted) or span.get(Cue)),
    )
    scene.use(at)
    if what is None:
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
        scene.use(what)
        return Wanted(kind="count")
    found = _doer(scene)
    if found is None or found[1].beyond:
        raise Unmapped(span)
    scene.use(*found[0])
    return Wanted(kind="count", target=found[1])


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


def _distinct(scene: Scene, at: int, what: int) -> bool:
    return any(scene.line[place].sense("distinct") for place in range(at, what))


def _count_root(scene: Scene, at: int) -> Wanted | None:
    """ "Of the events in judo, how many …": what is counted was said before."""
    deeds = any(
        each.slot.startswith("deed:") for span in scene.line for each in span.all(Condition)
    )
    own = any(each.body.type == scene.root for span in scene.line for each in span.all(Condition))
    if (scene.roots() or deeds or own) and not scene.opens():
        return Wanted(kind="count")
    raise Unmapped(scene.line[at])


def _deeds(scene: Scene, what: int, counted: Counted) -> Wanted | None:
    """ "How many gold medals did Kenya win": as many as events that it won."""
    span = scene.line[what]
    if span.get(Open):
        raise Unmapped(span)
    tie = span.get(Condition)
    if tie is None:
        raise Unmapped(span)
    person = any(
        scene.joints.is_person(each.body.type)
        for each in span.all(Condition)
        if hasattr(each.body, "far")
    )
    if len(scene.joints.edges_of(counted.relation)) > 2 and not person:
        raise Unmapped(span)
    return Wanted(kind="count")


def _measured(scene: Scene, what: int, prop: Prop) -> Wanted | None:
    if scene.root_many():
        raise Unmapped(scene.line[scene.roots()[0]])
    scene.use(what)
    return Wanted(kind="value", attr=prop.attr)


def _existing(scene: Scene) -> Wanted | None:
    polar = scene.first(lambda span: span.sense("ask", "polar", "exists"))
    others = scene.first(
        lambda span: span.sense("ask", "which", "who", "where", "when", "list", "count", "name")
    )
    if others is not None or (polar is None and not _is_polar(scene)):
        return None
    if scene.opens():
        return None
    universal = scene.first(lambda span: span.sense("every") and not span.sense("ask"))
    if universal is not None and scene.line[universal].sense("every", "all"):
        raise Unmapped(scene.line[universal])
    things = scene.things()
    if len(things) == 1 and scene.joints.path(scene.root, things[0][1].type):
        return None
    scene.use(polar)
    return Wanted(kind="exists")


def _is_polar(scene: Scene) -> bool:
    """True where an auxiliary comes before anything but circumstances ("In 1996, did …")."""
    for span in scene.line:
        if span.sense("ask", "auxiliary"):
            return True
        if not (loose(span) or span.get(Condition)):
            return False
    return False


def _asked(scene: Scene) -> Wanted | None:
    """A value, whoever stands at the end of a relation, or the things themselves."""
    if wanted := _of_thing(scene):
        return wanted
    found = _doer(scene)
    value = _value(scene) if found is None or not scene.opens() else None
    if value and found is None:
        return value
    if found:
        target = found[1]
        scene.use(*found[0])
        many = target.many or (scene.root_many() and not target.beyond)
        kind = "group" if many else "target"
        if kind == "group" and target.beyond:
            return None
        if kind == "group":
            return Wanted(kind="group", op="ge", number=1, target=target)
        return Wanted(kind="target", target=target)
    where = scene.first(lambda span: span.sense("ask", "where"))
    if where is not None:
        places = [t for t in scene.joints.schema.vertices if scene.joints.is_place(t)]
        reached = [t for t in places if scene.joints.path(scene.root, t)]
        if len(reached) != 1:
            raise Unmapped(scene.line[where])
        scene.use(where)
        return Wanted(kind="target", target=Target(type=reached[0]))
    if scene.opens() or scene.things():
        return None
    listed = scene.first(lambda span: span.sense("ask", "which", "list"))
    if scene.roots() and (listed is not None or scene.root_many()):
        return Wanted(kind="members")
    return None


def _of_thing(scene: Scene) -> Wanted | None:
    """ "The city that hosted the Games that …": an attribute of a noun beside the root."""
    for at, thing in scene.things():
        for place in scene.places(lambda span: bool(span.get(Prop)) and not loose(span)):
            prop = next((p for p in scene.line[place].all(Prop) if p.type == thing.type), None)
            if prop and place < at and not scene.is_told(place):
                scene.use(place, at)
                return Wanted(kind="value", attr=prop.attr, target=Target(type=thing.type))
    return None


def _value(scene: Scene) -> Wanted | None:
    """An attribute of the root, by its noun or by "when"."""
    when = scene.first(lambda span: span.sense("ask", "when"))
    if when is not None:
        periods = scene.joints.periods(scene.root)
        if len(periods) != 1:
            raise Unmapped(scene.line[when])
        scene.use(when, scene.first(lambda span: _names(scene, span, periods[0])))
        return Wanted(kind="value", attr=periods[0])
    places = scene.places(lambda span: bool(span.get(Prop)))
    for at in sorted(places, key=lambda place: loose(scene.line[place])):
        if scene.is_told(at) or scene.line[at].sense("ask"):
            continue
        prop = next((each for each in scene.line[at].all(Prop) if each.type == scene.root), None)
        if prop and not (scene.line[at].get(Thing) and scene.opens()):
            scene.use(at, scene.first(lambda span: span.sense("amount")))
            return Wanted(kind="value", attr=prop.attr)
    return _far_value(scene)


def _names(scene: Scene, span: Span, attr: str) -> bool:
    return any(prop.type == scene.root and prop.attr == attr for prop in span.all(Prop))


def _far_value(scene: Scene) -> Wanted | None:
    """An attribute of a type reached in silence ("which city hosted …")."""
    for at in scene.places(lambda span: bool(span.get(Prop))):
        if scene.is_told(at) or scene.line[at].sense("ask"):
            continue
        for prop in scene.line[at].all(Prop):
            if prop.type == scene.root:
                scene.use(at)
                return Wanted(kind="value", attr=prop.attr)
            if scene.joints.path(scene.root, prop.type):
                scene.use(at)
                return Wanted(kind="value", attr=prop.attr, target=Target(type=prop.type))
    return None
