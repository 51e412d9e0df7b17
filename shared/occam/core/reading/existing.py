"""Questions that want yes or no."""

from __future__ import annotations

from occam.core.reading.conditions import Condition
from occam.core.reading.items import Span, Thing
from occam.core.reading.meaning import Wanted
from occam.core.reading.scene import Scene
from occam.core.reading.walking import Unmapped, loose


def existing(scene: Scene) -> Wanted | None:
    """Whether there is anything of which all conditions hold."""
    polar = scene.first(lambda span: span.sense("ask", "polar", "exists"))
    others = scene.first(
        lambda span: span.sense("ask", "which", "who", "where", "when", "list", "count")
    )
    if others is not None or (polar is None and not is_polar(scene)):
        return None
    if opens := scene.opens():
        raise Unmapped(scene.line[opens[0][0]])
    denied = scene.first(_denies)
    if denied is not None:
        raise Unmapped(scene.line[denied])
    universal = scene.first(lambda span: span.sense("every") and not span.sense("ask"))
    if universal is not None and scene.line[universal].sense("every", "all"):
        raise Unmapped(scene.line[universal])
    things = scene.things()
    if things:
        raise Unmapped(scene.line[things[0][0]])
    scene.use(polar)
    return Wanted(kind="exists")


def _denies(span: Span) -> bool:
    """A denial: whether there is none is another question than whether there is another one."""
    return bool(span.sense("negation")) or any(each.absent for each in span.all(Condition))


def is_polar(scene: Scene) -> bool:
    """True where an auxiliary comes before anything but circumstances ("In 1996, did …")."""
    for at, span in enumerate(scene.line):
        if span.sense("ask", "auxiliary"):
            following = scene.line[at + 1 : at + 2]
            return not any(each.sense("ask", "auxiliary") for each in following)
        if not ((loose(span) and not span.get(Thing)) or span.get(Condition)):
            return False
    return False
