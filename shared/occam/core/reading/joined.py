"""The same vertex twice: at the ends of two relations, or of one in two editions."""

from __future__ import annotations

from occam.core.reading.conditions import Condition
from occam.core.reading.doers import asked_thing, far_type
from occam.core.reading.items import Span
from occam.core.reading.meaning import Target, Wanted
from occam.core.reading.scene import Scene
from occam.core.reading.walking import Unmapped


def joined(scene: Scene) -> Wanted | None:
    """The same vertex at the ends of two relations, or of one in two editions."""
    same = scene.first(lambda span: span.sense("same", "same", "differ", "repeated"))
    denied = scene.first(lambda span: span.sense("negation", "not", "neither"))
    lacking = any(opened.absent for _, opened in scene.opens())
    ends = _ends(scene)
    shift = scene.first(_is_edition)
    if same is None and (len(ends) != 2 or shift is not None or not (denied or lacking)):
        return None
    count = scene.first(lambda span: span.sense("ask", "count"))
    op = None if count is None else "eq"
    kinds = {(target.type, target.relation) for _, target in ends}
    if shift is not None and len(kinds) == 1:
        people = [at for at, _ in ends if scene.is_asked(at)]
        if people and not any(scene.is_asked(at) for at in scene.roots()):
            raise Unmapped(scene.line[people[0]])
        scene.use(same, shift, count, *(at for at, _ in ends))
        return Wanted(kind="join", target=ends[0][1], repeated=True, op=op)
    never = scene.first(lambda span: span.sense("never")) is not None
    deeds = [opened for _, opened in scene.opens() if never or not opened.role]
    if lacking and same is None and len(deeds) == len(ends) == 2:
        return _lacking(scene, count)
    if len(ends) != 2 or len({target.type for _, target in ends}) != 1 or len(kinds) != 2:
        return None
    differ = denied if denied is not None and not _is_differ(scene, same) else None
    scene.use(same, denied, count, *(at for at, _ in ends))
    return Wanted(
        kind="join",
        target=ends[0][1],
        other=ends[1][1],
        same=differ is None and not lacking and not _is_differ(scene, same),
        op=op,
    )


def _lacking(scene: Scene, count: int | None) -> Wanted | None:
    """ "Which nations won gold but no silver": one deed done, another one never."""
    opens = scene.opens()
    done, never = sorted(opens, key=lambda each: each[1].absent)
    if done[1].absent or not never[1].absent:
        return None
    thing = asked_thing(scene)
    far = set(scene.joints.far_types(done[1].relation))
    far &= set(scene.joints.far_types(never[1].relation))
    type_name = thing[1].type if thing else far_type(scene, done[1])
    if type_name not in far:
        return None
    scene.use(done[0], never[0], count, thing[0] if thing else None)
    scene.use(scene.first(lambda span: span.sense("ask", "who")))
    return Wanted(
        kind="lacking",
        target=Target(type=type_name, relation=done[1].relation),
        other=Target(type=type_name, relation=never[1].relation),
        op=None if count is None else "eq",
    )


def _is_differ(scene: Scene, same: int | None) -> bool:
    return same is not None and bool(scene.line[same].sense("same", "differ"))


def _ends(scene: Scene) -> list[tuple[int, Target]]:
    """Open relations, and nouns for what is reached in silence."""
    opens = [
        (at, Target(type=far_type(scene, opened), relation=opened.relation))
        for at, opened in scene.opens()
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
