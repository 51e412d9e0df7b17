"""The first or the last time: "when was judo first held", "the latest Games with golf"."""

from __future__ import annotations

from occam.core.reading.conditions import Check, Condition
from occam.core.reading.doers import doer, place_of
from occam.core.reading.items import Deed, Place, Prop, Sense, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.meaning import Wanted
from occam.core.reading.scene import Scene
from occam.core.reading.walking import Unmapped, beyond, kept, loose


def edition(scene: Scene) -> Wanted | None:
    """The first or last edition of which all conditions hold, or something told of it."""
    at = scene.first(lambda span: span.sense("latest"))
    timed, _ = scene.joints.timed
    if at is None or scene.root != scene.joints.root or timed in ("", scene.root):
        return None
    if scene.first(lambda span: span.sense("negation") or span.sense("degree")) is not None:
        return None
    if any(_is_one(each, timed) for span in scene.line for each in span.all(Condition)):
        raise Unmapped(scene.line[at])
    greatest = scene.line[at].sense("latest") == "most"
    scene.use(at)
    asked = _editions(scene, timed)
    if asked is not None:
        scene.use(asked, scene.first(lambda span: span.sense("ask", "which", "list")))
        return Wanted(kind="edition", greatest=greatest)
    year = _year(scene)
    if year is not None:
        return Wanted(kind="edition", greatest=greatest, told=year)
    found = doer(scene)
    where = scene.first(lambda span: span.sense("ask", "where"))
    if found is None and where is not None and (place := place_of(scene)):
        found = [where], place
    if found is None or found[1].beyond or not _is_told(scene, found[0]):
        return None
    scene.use(*found[0], scene.first(lambda span: span.sense("ask", "which", "list")))
    return Wanted(kind="edition", greatest=greatest, told="label", target=found[1])


def _is_one(condition: Condition, timed: str) -> bool:
    """True for one edition: "for the first time in 2012" is of all of them."""
    body = condition.body
    if not isinstance(body, Check) or body.type != timed:
        return False
    return body.attr == "id" and len(body.values) == 1


def read_firsts(line: list[Span], joints: Joints) -> list[Span]:
    """ "First won", "the first Games", "the first women's marathon": of all editions. The word is
    put aside, so that who does a deed stands next to it."""
    timed, _ = joints.timed
    for at in range(len(line) - 1):
        following = beyond(line, at, 1)
        member = _place(line[at], line[following]) if following is not None else ""
        if following and timed and member and _is_repeated(line[following], timed, joints):
            aside = kept(line[at], Sense("latest", member))
            return [*line[:at], *line[at + 1 :], aside]
    return line


def _place(span: Span, following: Span) -> str:
    """Which end of the order a word means; "last" alone also means the one before."""
    place = span.get(Place)
    if place is not None and place.value == 1:
        return "least"
    return span.sense("latest") if following.get(Deed) else ""


def _is_repeated(span: Span, timed: str, joints: Joints) -> bool:
    """True for what happens in one edition after another: a deed, a thing by its name, editions."""
    told = any(deed.form in ("verb", "light") for deed in span.all(Deed))
    named = any(each.slot in joints.names for each in span.all(Condition))
    return told or named or any(thing.type == timed for thing in span.all(Thing))


def _editions(scene: Scene, timed: str) -> int | None:
    """The noun for editions, where that is what is asked for."""
    other = scene.first(lambda span: span.sense("ask", "who", "when", "where"))
    things = [at for at, thing in scene.things() if thing.type == timed]
    if other is not None or len(scene.things()) != 1 or len(things) != 1 or scene.opens():
        return None
    return things[0]


def _year(scene: Scene) -> str | None:
    """The attribute of time that is asked for, by its noun or by "when"."""
    type_name, attr = scene.joints.timed
    spare = [at for at, _ in scene.things() if loose(scene.line[at])]
    if scene.opens() or len(spare) != len(scene.things()):
        return None
    scene.use(*spare)
    when = scene.first(lambda span: span.sense("ask", "when"))
    if when is not None:
        scene.use(when)
        return attr
    for at in scene.places(lambda span: bool(span.get(Prop))):
        if any((prop.type, prop.attr) == (type_name, attr) for prop in scene.line[at].all(Prop)):
            scene.use(at, scene.first(lambda span: span.sense("ask", "which")))
            return attr
    return None


def _is_told(scene: Scene, places: list[int]) -> bool:
    """True where somebody or some place is asked for."""
    return any(scene.is_asked(at) or scene.line[at].sense("ask") for at in places)
