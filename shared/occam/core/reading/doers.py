"""Who stands at the open end of a relation, and what is reached in silence: the type asked for."""

from __future__ import annotations

from occam.core.reading.deeds import Open
from occam.core.reading.meaning import Target
from occam.core.reading.scene import Scene


def far_type(scene: Scene, opened: Open) -> str:
    """The type of a relation's open end: the noun's, else the person among them."""
    if opened.type:
        return opened.type
    types = scene.joints.far_types(opened.relation)
    return next((each for each in types if scene.joints.is_person(each)), types[0])


def asked_thing(scene: Scene) -> tuple[int, Target] | None:
    """The noun beside the root that the question asks for."""
    found = scene.things()
    asked = [each for each in found if scene.is_asked(each[0])] or found
    if len(asked) != 1:
        return None
    at, thing = asked[0]
    return at, Target(type=thing.type, many=thing.many is not False)


def doer(scene: Scene) -> tuple[list[int], Target] | None:
    """Who stands at the open end of a relation, or what is reached in silence."""
    opens = scene.opens()
    thing = asked_thing(scene)
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
        if thing and opened.role and scene.joints.path(far_type(scene, opened), thing[1].type):
            target = Target(
                type=far_type(scene, opened), relation=opened.relation, beyond=thing[1].type
            )
            return [at, thing[0]], target
        if thing is None and (who is not None or opened.role):
            target = Target(
                type=far_type(scene, opened),
                relation=opened.relation,
                many=opened.many,
                any=opened.many,
            )
            return [at, *_list(who)], target
        return None
    if thing and (target := reached(scene, thing[1])):
        return [thing[0]], target
    return None


def reached(scene: Scene, target: Target) -> Target | None:
    """The target with how it is reached: in silence, or over the one relation that leads to it."""
    if scene.joints.path(scene.root, target.type):
        return target
    joints = scene.joints
    leading = [
        relation
        for relation in joints.relations
        if target.type in joints.far_types(relation) and joints.near_type(relation) == scene.root
    ]
    if len(leading) != 1:
        return None
    return Target(type=target.type, relation=leading[0], many=target.many)


def place_of(scene: Scene) -> Target | None:
    """What "where" asks for: the one place that hangs together with the root."""
    places = [each for each in scene.joints.schema.vertices if scene.joints.is_place(each)]
    near = [each for each in places if scene.joints.path(scene.root, each)]
    return Target(type=near[0]) if len(near) == 1 else None


def _list(place: int | None) -> list[int]:
    return [] if place is None else [place]


def is_union(scene: Scene, target: Target) -> bool:
    """True for a relation of several edges whose deeds cannot be added up: a person does one of
    them at a time, others may do several."""
    if not target.relation or scene.joints.is_person(target.type):
        return False
    return len(scene.joints.edges(target.relation, target.type)) > 1
