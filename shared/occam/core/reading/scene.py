"""A line of conditions and question words, and what is still to be accounted for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from occam.core.reading.conditions import Check, Condition, Tally, Tie
from occam.core.reading.deeds import Holder, Open
from occam.core.reading.items import Amount, Beside, Cue, Place, Prop, Span, Thing
from occam.core.reading.joints import Joints
from occam.core.reading.meaning import Wanted
from occam.core.reading.walking import Unmapped, find, is_had, loose

IDLE_ASKS = ("which", "list", "polar", "exists")


class Scene:
    """One line and its root type. What a reading takes into account is `used`."""

    def __init__(self, line: Sequence[Span], joints: Joints, root: str) -> None:
        self.line, self.joints, self.root = line, joints, root
        self.used: set[int] = set()

    def places(self, wanted: Callable[[Span], object]) -> list[int]:
        """Places not used yet."""
        return [at for at, span in enumerate(self.line) if at not in self.used and wanted(span)]

    def first(self, wanted: Callable[[Span], object]) -> int | None:
        """The first such place."""
        return next(iter(self.places(wanted)), None)

    def use(self, *places: int | None) -> None:
        """Accounts for these places."""
        self.used |= {place for place in places if place is not None}

    def ahead(self, at: int, wanted: Callable[[Span], object]) -> int | None:
        """The next such place with only small words and conditions between."""
        place = at + 1
        while place < len(self.line):
            if place not in self.used and wanted(self.line[place]):
                return place
            span = self.line[place]
            if not (
                loose(span)
                or span.get(Condition)
                or place in self.used
                or span.get(Amount)
                or span.sense("distinct")
                or span.sense("fold", "avg")
            ):
                return None
            place += 1
        return None

    def is_asked(self, at: int) -> bool:
        """True where a question word or a list word leads to this place."""
        place = at - 1
        while place >= 0:
            span = self.line[place]
            if span.sense("ask", "which", "list", "who", "count"):
                return True
            if is_had(span):
                return False
            passes = loose(span) or span.get(Condition) or span.get(Amount) or span.get(Place)
            if not (passes or span.sense("distinct") or span.sense("degree")):
                return False
            place -= 1
        return False

    def measure(self, at: int | None) -> Prop | None:
        """The numeric attribute of the root that a place names."""
        if at is None:
            return None
        for prop in self.line[at].all(Prop):
            found = self.joints.schema.attribute(prop.type, prop.attr)
            if prop.type == self.root and found and found.kind in ("integer", "number"):
                return prop
        return None

    def things(self) -> list[tuple[int, Thing]]:
        """Nouns for types other than the root, not used yet."""
        return [
            (at, thing)
            for at in self.places(lambda span: span.get(Thing))
            if (thing := self.line[at].get(Thing))
            and thing.type != self.root
            and not self._is_named(at, thing.type)
        ]

    def is_apposed(self, at: int) -> bool:
        """True for a noun beside the root that only says what the name behind it is one of."""
        things = self.line[at].all(Thing)
        return bool(things) and all(
            thing.type != self.root and self._is_named(at, thing.type) for thing in things
        )

    def _is_named(self, at: int, type_name: str) -> bool:
        """True for a noun whose name stands right behind it ("the sport of judo")."""
        following = find(self.line, at, 1, lambda span: not loose(span) or span.get(Condition))
        if following is not None and self.line[following].sense("join", "either", "both"):
            following = find(self.line, following, 1, lambda span: span.get(Condition))
        if following is None or self.line[at].get(Condition):
            return False
        found = self.line[following].all(Condition)
        return any(each.body.type == type_name and not _is_range(each) for each in found)

    def roots(self) -> list[int]:
        """Places of nouns for the root."""
        return self.places(lambda span: any(thing.type == self.root for thing in span.all(Thing)))

    def root_many(self) -> bool:
        """True where the root's noun is in the plural."""
        return any(
            thing.many
            for at in self.roots()
            for thing in self.line[at].all(Thing)
            if thing.type == self.root
        )

    def is_told(self, at: int) -> bool:
        """True for an attribute whose value stands right behind it ("the year 2004")."""
        following = find(self.line, at, 1, lambda span: span.get(Condition))
        if following is None:
            return False
        slots = {(prop.type, prop.attr) for prop in self.line[at].all(Prop)}
        near = following == at + 1 and not self.line[following].get(Thing)
        for condition in self.line[following].all(Condition):
            body = condition.body
            term = body.term if isinstance(body, Check) else None
            same_type = body.type != self.root and any(body.type == each for each, _ in slots)
            if (term and (term.type, term.attr) in slots) or (near and same_type):
                return True
        return False

    def opens(self) -> list[tuple[int, Open]]:
        """Relations without a far end, not used yet."""
        return [
            (at, opened)
            for at in self.places(lambda span: span.get(Open))
            if (opened := self.line[at].get(Open))
        ]

    def conditions(self, wanted: Wanted) -> tuple[Condition, ...]:
        """Every condition left, in a reading that can be attached; strange spans complain."""
        kept: list[Condition] = []
        denied = False
        for at, span in enumerate(self.line):
            if self._leads_noun(at):
                raise Unmapped(span)
            if at in self.used and not (span.get(Condition) and _says_more(span)):
                continue
            if span.sense("fold", "sum") and wanted.kind in (
                "count",
                "value",
                "group",
                "groups",
                "holds",
            ):
                continue
            if span.sense("every", "all") and not self._is_whole(at, wanted):
                raise Unmapped(span)
            if self._misleads(at) or (span.sense("never") and wanted.kind == "members"):
                raise Unmapped(span)
            if span.sense("negation", "neither") and wanted.target and not self._is_pair(at):
                raise Unmapped(span)
            if span.sense("negation"):
                denied = True
            elif found := span.all(Condition):
                condition = self._fitting(span, found, wanted)
                if denied:
                    condition = msgspec.structs.replace(condition, absent=True)
                if _is_answered(condition, wanted) or (denied and self._goes_on(at)):
                    raise Unmapped(span)
                done = wanted.target is not None and bool(wanted.target.relation)
                if denied and done and self._contrasts(at, condition):
                    raise Unmapped(span)
                kept.append(condition)
                denied = False
            elif not (self._idle(span) or _repeats(span, wanted)) or (denied and not _passes(span)):
                raise Unmapped(span)
        return tuple(kept)

    def _goes_on(self, at: int) -> bool:
        """True where a denial may reach further than the condition behind it: "except in boxing and
        in 2008", "no women's boxing"."""
        if at + 1 < len(self.line) and _is_plain(self.line[at + 1]):
            return True
        joint = find(self.line, at, 1, lambda span: span.sense("join", "and", "or"))
        further = find(self.line, joint, 1, _is_plain) if joint is not None else None
        return further is not None and not any(map(is_had, self.line[joint or 0 : further]))

    def _contrasts(self, at: int, condition: Condition) -> bool:
        """True for "but not in 2012" where no other edition is named: never then, or also else."""
        but = any(span.sense("join", "but") for span in self.line[:at])
        slots = [
            each.slot
            for place, span in enumerate(self.line)
            if place != at
            for each in span.all(Condition)
        ]
        return but and condition.slot not in slots

    def _is_whole(self, at: int, wanted: Wanted) -> bool:
        """True for "all" before what is asked for or the root's noun: it says no more than that.

        Anywhere else it is said of each one, which no plan can say.
        """
        if wanted.kind == "exists":
            return False
        if wanted.kind == "group" and self._is_each_edition(at):
            return True
        if at + 1 == len(self.line):
            return wanted.kind in ("members", "group")
        for place in range(at + 1, len(self.line)):
            span = self.line[place]
            opened = span.get(Open)
            role = span.get(Holder) or (opened and opened.role)
            if span.get(Thing) or (role and wanted.target):
                before = self.line[:at]
                return not any(each.get(Open) or _is_tie(each) for each in before)
            if not (loose(span) or span.get(Condition) or span.get(Place)):
                return bool(span.get(Prop) and wanted.kind == "fold")
        return False

    def _is_pair(self, at: int) -> bool:
        """ "Neither A nor B": two names made one stand behind."""
        following = find(self.line, at, 1, lambda span: span.get(Condition))
        found = self.line[following].all(Condition) if following is not None else []
        return any(each.each and each.joined == "or" for each in found)

    def _is_each_edition(self, at: int) -> bool:
        """ "At each Games after 2004", "in every edition": of all of them, one by one."""
        following = find(self.line, at, 1, lambda span: not loose(span))
        if following is None:
            return False
        span = self.line[following]
        types = {each.body.type for each in span.all(Condition)}
        types |= {thing.type for thing in span.all(Thing)}
        ordered = any(self.joints.ordering(each) for each in types - {self.root})
        return ordered or bool(span.sense("edition", "noun"))

    def _misleads(self, at: int) -> bool:
        """Small words that are none: "by 2008", "over 100 metres", "no venue"."""
        span = self.line[at]
        following = self.line[at + 1] if at + 1 < len(self.line) else None
        if following is None:
            return False
        if span.sense("join", "but"):
            return any(_is_named(each) for each in following.all(Condition))
        if span.sense("passive") and following.get(Condition):
            return following.get(Amount) is not None
        if (span.sense("compare") or span.sense("limit")) and loose(span):
            return any(_has_digits(each) for each in following.all(Condition))
        tally = find(self.line, at, 1, lambda each: each.get(Tally))
        if span.sense("negation") and tally is not None:
            return True
        if span.sense("negation", "not", "neither", "without"):
            return bool(following.get(Thing) or following.get(Prop)) and not any(
                thing.type == self.root for thing in following.all(Thing)
            )
        return False

    def _idle(self, span: Span) -> bool:
        """Loose words, the root's own noun, cues, pronouns and question words say no more."""
        at = self.line.index(span)
        if self.is_told(at) or any(self._is_named(at, each.type) for each in span.all(Thing)):
            return True
        return (
            loose(span)
            or any(thing.type == self.root for thing in span.all(Thing))
            or bool(
                span.get(Cue) or span.get(Beside) or span.sense("pronoun") or span.sense("distinct")
            )
            or bool(span.sense("ask", *IDLE_ASKS) or span.sense("join", "and", "both", "also"))
            or bool(span.sense("time", "within"))
        )

    def _leads_noun(self, at: int) -> bool:
        """A noun right before another for the same says what kind is meant ("distance events")."""
        return all(
            any(thing.type == self.root for thing in span.all(Thing)) and not span.get(Condition)
            for span in self.line[at : at + 2]
        ) and at + 1 < len(self.line)

    def _fitting(self, span: Span, found: Sequence[Condition], wanted: Wanted) -> Condition:
        """The first reading that has a place: at the root, or at what is asked for."""
        starts = [self.root]
        if wanted.target:
            ends = [wanted.target.type, *filter(None, [wanted.target.beyond])]
            own = next((each for each in found if each.body.type in ends), None)
            other = any(
                each.body.type not in ends and self.attaches(each, self.root) for each in found
            )
            if own and self.joints.is_place(own.body.type) and other:
                own = None
            if own and not isinstance(own.body, Tie):
                return own
            starts += ends
        for start in starts:
            for condition in found:
                if self.attaches(condition, start):
                    return condition
        raise Unmapped(span)

    def attaches(self, condition: Condition, start: str) -> bool:
        """True where the condition has a place at that type or silently near it."""
        body = condition.body
        near = self.joints.near_type(body.relation) if isinstance(body, Tie) else body.type
        return near == start or bool(self.joints.path(start, near))


def _is_plain(span: Span) -> bool:
    """True for a bare name or value: no deed, no number."""
    bodies = [each.body for each in span.all(Condition)[:1]]
    return any(isinstance(body, Check) and body.op in ("in", "eq") for body in bodies)


def _is_range(condition: Condition) -> bool:
    """True for a length of time: that names nothing ("Games before 2008")."""
    body = condition.body
    return isinstance(body, Check) and body.op not in ("in", "eq")


def _repeats(span: Span, wanted: Wanted) -> bool:
    """Another word for the attribute asked for ("what city was the host")."""
    types = {wanted.target.type} if wanted.target else set[str]()
    return bool(wanted.attr) and any(
        prop.attr == wanted.attr and (not types or prop.type in types) for prop in span.all(Prop)
    )


def _is_answered(condition: Condition, wanted: Wanted) -> bool:
    """True for the one vertex that would be asked for, by its own name ("second to Ann")."""
    body = condition.body
    if wanted.target is None or not isinstance(body, Check) or condition.each or condition.absent:
        return False
    one = body.one and body.attr == "id" and len(body.values) == 1
    return one and body.type == wanted.target.type


def _is_named(condition: Condition) -> bool:
    return isinstance(condition.body, Check) and condition.body.op == "in"


def _has_digits(condition: Condition) -> bool:
    body = condition.body
    values = body.values if isinstance(body, Check) and body.attr != "id" else ()
    return any(char.isdigit() for value in values for char in str(value))


def _says_more(span: Span) -> bool:
    """A used span whose condition still holds: a noun with its name, a tally with its deed."""
    return bool(span.get(Thing) or span.get(Tally))


def _is_tie(span: Span) -> bool:
    return any(isinstance(each.body, Tie) for each in span.all(Condition))


def _passes(span: Span) -> bool:
    return loose(span) or bool(span.sense("pronoun") or span.get(Thing))
