"""Values of attributes: of the root, or of a noun beside it."""

from __future__ import annotations

from occam.core.reading.items import Prop, Span, Thing
from occam.core.reading.meaning import Target, Wanted
from occam.core.reading.scene import Scene
from occam.core.reading.walking import Unmapped, find, loose


def value_of(scene: Scene) -> Wanted | None:
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
        if scene.is_told(at) or scene.line[at].sense("ask") or _is_noun(scene, at):
            continue
        prop = next((each for each in scene.line[at].all(Prop) if each.type == scene.root), None)
        if prop and not (scene.line[at].get(Thing) and scene.opens()):
            scene.use(at, scene.first(lambda span: span.sense("amount")))
            return Wanted(kind="value", attr=prop.attr, every=prop.many)
    return _far_value(scene)


def _is_noun(scene: Scene, at: int) -> bool:
    """True where a word for a measure ("countries") stands for the things themselves."""
    if not scene.line[at].get(Thing):
        return False
    lead = find(scene.line, at, -1, lambda span: span.sense("amount") or span.sense("ask", "count"))
    return lead is None


def _names(scene: Scene, span: Span, attr: str) -> bool:
    return any(prop.type == scene.root and prop.attr == attr for prop in span.all(Prop))


def _far_value(scene: Scene) -> Wanted | None:
    """An attribute of a type reached in silence ("which city hosted …")."""
    listed = any(scene.is_asked(at) for at in scene.roots())
    for at in scene.places(lambda span: bool(span.get(Prop))):
        if scene.is_told(at) or scene.line[at].sense("ask") or _is_noun(scene, at):
            continue
        if listed and loose(scene.line[at]):
            continue
        for prop in scene.line[at].all(Prop):
            if prop.type == scene.root:
                scene.use(at)
                return Wanted(kind="value", attr=prop.attr, every=prop.many)
            if scene.joints.path(scene.root, prop.type):
                scene.use(at)
                target = Target(type=prop.type)
                return Wanted(kind="value", attr=prop.attr, target=target, every=prop.many)
    return None


def of_thing(scene: Scene) -> Wanted | None:
    """ "The city that hosted the Games that …": an attribute of a noun beside the root."""
    for at, thing in scene.things():
        for place in scene.places(lambda span: bool(span.get(Prop)) and not loose(span)):
            prop = next((p for p in scene.line[place].all(Prop) if p.type == thing.type), None)
            if prop and place < at and not scene.is_told(place):
                scene.use(place, at)
                target = Target(type=thing.type)
                return Wanted(kind="value", attr=prop.attr, target=target, every=prop.many)
    return None
