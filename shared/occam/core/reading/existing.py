"""Questions that want yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from occam.core.reading.conditions import Check, Condition, Tie
from occam.core.reading.items import Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.meaning import Wanted
from occam.core.reading.scene import Scene
from occam.core.reading.walking import Unmapped, loose


def existing(scene: Scene) -> Wanted | None:
    """Whether there is anything of which all conditions hold."""
    polar = scene.first(lambda span: span.sense("ask", "polar", "exists"))
    if not is_claim(scene):
        return None
    if opens := scene.opens():
        raise Unmapped(scene.line[opens[0][0]])
    none = _of_root(scene, lambda span: span.sense("negation", "not"))
    denied = scene.first(_denies)
    if denied is not None and denied != none:
        raise Unmapped(scene.line[denied])
    every = scene.first(lambda span: span.sense("every", "all"))
    if every is not None and (denied is not None or every != _of_root(scene, _is_all)):
        raise Unmapped(scene.line[every])
    things = scene.things()
    if things:
        raise Unmapped(scene.line[things[0][0]])
    scene.use(polar, none, every)
    if every is not None:
        return Wanted(kind="every")
    if none is not None:
        return Wanted(kind="holds", op="lt", number=1)
    return Wanted(kind="exists")


def all_of(
    conditions: Sequence[Condition], joints: Joints
) -> tuple[tuple[Condition, ...], Condition] | None:
    """Of which things something is said, and what is said of all of them: the one deed or number
    among the conditions. None where there is not just one."""
    said = [each for each in conditions if isinstance(each.body, Tie) or _is_measured(each, joints)]
    if len(said) != 1 or said[0].absent or said[0].also:
        return None
    return tuple(each for each in conditions if each is not said[0]), said[0]


def _is_measured(condition: Condition, joints: Joints) -> bool:
    body = condition.body
    if not isinstance(body, Check):
        return False
    attribute = joints.schema.attribute(body.type, body.attr)
    return attribute is not None and attribute.role == "measure"


def _is_all(span: Span) -> bool:
    return bool(span.sense("every", "all"))


def _of_root(scene: Scene, wanted: Callable[[Span], object]) -> int | None:
    """The word that leads to the root's noun: "all events", "no judo event"."""
    for at in scene.places(wanted):
        for span in scene.line[at + 1 :]:
            if any(thing.type == scene.root for thing in span.all(Thing)):
                return at
            if not (loose(span) or span.get(Condition)):
                break
    return None


def is_claim(scene: Scene) -> bool:
    """True where yes or no is wanted, and nothing else."""
    polar = scene.first(lambda span: span.sense("ask", "polar", "exists"))
    others = scene.first(
        lambda span: span.sense("ask", "which", "who", "where", "when", "list", "count")
    )
    return others is None and (polar is not None or is_polar(scene))


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
