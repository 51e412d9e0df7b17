"""What a question wants, by the signs that tell: superlatives, tallies, folds, counting, asking."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from occam.core.reading.attributes import of_thing, value_of
from occam.core.reading.conditions import Bound, Check, Condition, Tie
from occam.core.reading.counting import counted, folded, having
from occam.core.reading.deeds import Counted, Holder, Open
from occam.core.reading.doers import doer, far_type, place_of
from occam.core.reading.editions import edition
from occam.core.reading.existing import existing, is_claim
from occam.core.reading.items import Prop, Thing
from occam.core.reading.joined import joined
from occam.core.reading.meaning import Target, Wanted
from occam.core.reading.ranking import ranked
from occam.core.reading.scene import Scene
from occam.core.reading.walking import Unmapped, find, loose


def wanted_of(scene: Scene) -> Wanted | None:
    """The first sign that tells what is wanted; None where nothing does."""
    signs: tuple[Callable[[Scene], Wanted | None], ...] = (
        joined, edition, ranked, having, folded, _holders, counted, existing, _deeds, _asked,
    )  # fmt: skip
    for sign in signs:
        before = set(scene.used)
        if wanted := sign(scene):
            return wanted
        scene.used = before
    return None


def _deeds(scene: Scene) -> Wanted | None:
    """ "Which gold medals did Kenya win": the things of which the deed holds."""
    at = scene.first(lambda span: bool(span.get(Counted) and span.get(Condition)))
    counted = scene.line[at].get(Counted) if at is not None else None
    if at is None or counted is None or not counted.leads or not scene.is_asked(at):
        return None
    asks = scene.first(lambda span: span.sense("ask", "who", "when", "where", "polar"))
    if scene.opens() or scene.things() or asks is not None:
        return None
    if len(scene.joints.edges_of(counted.relation)) > 2:
        raise Unmapped(scene.line[at])
    return Wanted(kind="members")


def _holders(scene: Scene) -> Wanted | None:
    """ "Kenya's gold medallists": the people, where nothing else is asked for."""
    at = scene.first(lambda span: bool(span.get(Holder)))
    holder = scene.line[at].get(Holder) if at is not None else None
    if at is None or holder is None or scene.opens() or scene.things() or scene.roots():
        return None
    count = scene.first(lambda span: span.sense("ask", "count"))
    asks = scene.first(lambda span: span.sense("ask", "when", "where", "polar"))
    values = scene.first(lambda span: bool(span.get(Prop)) and not loose(span))
    people = [
        each for each in scene.joints.far_types(holder.relation) if scene.joints.is_person(each)
    ]
    if asks is not None or values is not None or not people or is_claim(scene):
        return None
    target = Target(type=people[0], relation=holder.relation, many=holder.many)
    scene.use(scene.first(lambda span: span.sense("ask", "who", "list")))
    if count is not None:
        scene.use(count)
        return Wanted(kind="count", target=target)
    if holder.many:
        return Wanted(kind="group", op="ge", number=1, target=target)
    return Wanted(kind="target", target=target)


def _asked(scene: Scene) -> Wanted | None:
    """A value, whoever stands at the end of a relation, or the things themselves."""
    when = scene.first(lambda span: span.sense("ask", "when"))
    if wanted := of_thing(scene) if when is None else value_of(scene):
        return wanted
    found = doer(scene)
    value = value_of(scene) if found is None or not scene.opens() else None
    if value and found is None:
        return value
    if found:
        target = found[1]
        asked = [place for place in scene.roots() if scene.is_asked(place)]
        if asked and scene.opens():
            raise Unmapped(scene.line[scene.opens()[0][0]])
        first = bool(asked) and asked[0] < min(found[0])
        if first and not any(scene.is_asked(place) for place in found[0]):
            return _members_beside(scene, found[0])
        scene.use(*found[0])
        distinct = scene.first(lambda span: span.sense("distinct", "distinct")) is not None
        distinct = distinct or any(_is_every(scene, place) for place in found[0])
        spans = _spans(scene) and not _is_holder(scene, found[0])
        several = distinct or spans or scene.root_many()
        many = target.many or (several and not target.beyond)
        kind = "group" if many else "target"
        if kind == "group" and target.beyond:
            return None
        if kind == "group":
            return Wanted(kind="group", op="ge", number=1, target=target)
        return Wanted(kind="target", target=target)
    where = scene.first(lambda span: span.sense("ask", "where"))
    if where is not None:
        place = place_of(scene)
        if place is None:
            raise Unmapped(scene.line[where])
        scene.use(where)
        return Wanted(kind="target", target=place)
    if scene.opens() or scene.things():
        return _by_keywords(scene)
    if _asks_deeds(scene):
        return Wanted(kind="members")
    listed = scene.first(lambda span: span.sense("ask", "which", "list"))
    if not scene.root_many() and not any(span.get(Condition) for span in scene.line):
        return None
    if scene.roots() and (listed is not None or scene.root_many() or _headed(scene)):
        return Wanted(kind="members")
    return None


def _asks_deeds(scene: Scene) -> bool:
    """ "What did Ann win": the things of which the deed holds, where no noun says what is asked."""
    at = scene.first(lambda span: span.sense("ask", "which"))
    if at is None or scene.roots() or any(span.get(Prop) for span in scene.line):
        return False
    following = find(scene.line, at, 1, lambda span: not loose(span))
    bodies = [each.body for each in scene.line[following].all(Condition)] if following else []
    return any(isinstance(body, Tie) for body in bodies)


def _is_every(scene: Scene, place: int) -> bool:
    """True behind "every" or "all": all of them are wanted."""
    for span in reversed(scene.line[:place]):
        if span.sense("every"):
            return True
        if not (loose(span) or span.get(Condition)):
            return False
    return False


def _members_beside(scene: Scene, places: Sequence[int]) -> Wanted | None:
    """ "Which events did Ann win at the Games": a noun behind what is asked for, that says no more
    than all of it does."""
    spare = [place for place in places if not loose(scene.line[place])]
    if spare:
        raise Unmapped(scene.line[spare[0]])
    scene.use(*places)
    return Wanted(kind="members")


def _is_holder(scene: Scene, places: Sequence[int]) -> bool:
    """ "The champion before 2012": one whose turn it was, of several that there were."""
    listed = scene.first(lambda span: span.sense("ask", "list", "who") or span.sense("every"))
    opens = [span.get(Open) for span in (scene.line[place] for place in places)]
    return listed is None and any(each and each.role and not each.many for each in opens)


def _by_keywords(scene: Scene) -> Wanted | None:
    """ "Gold, women's slalom, 1998": a deed of something named and no verb or question word."""
    opens, joints = scene.opens(), scene.joints
    said = [span.sense("ask") for span in scene.line]
    conditions = [each for span in scene.line for each in span.all(Condition)]
    named = any(each.slot in (*joints.names, joints.root) for each in conditions)
    if len(opens) != 1 or scene.things() or any(said) or not named:
        return None
    at, opened = opens[0]
    doers = set(joints.far_types(opened.relation))
    if opened.absent or any(each.body.type in doers for each in conditions):
        return None
    scene.use(at)
    return Wanted(
        kind="target", target=Target(type=far_type(scene, opened), relation=opened.relation)
    )


def _headed(scene: Scene) -> bool:
    """ "The nation of …": a noun beside what documents are about, before all else."""
    head = next((span for span in scene.line if not loose(span)), None)
    nouns = head.all(Thing) if head and not head.get(Condition) else []
    return scene.root != scene.joints.root and any(each.type == scene.root for each in nouns)


def _spans(scene: Scene) -> bool:
    """True where editions of some length of time are meant: then there are several answers."""
    bodies = [each.body for span in scene.line for each in span.all(Condition)]
    return any(
        isinstance(body, Bound)
        or (
            isinstance(body, Check)
            and body.op in ("between", "ge", "le", "gt", "lt")
            and bool(scene.joints.ordering(body.type))
            and body.type != scene.root
        )
        for body in bodies
    )
