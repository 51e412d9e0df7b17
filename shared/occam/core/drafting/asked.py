"""What a question says, place by place: which deed is meant, how a number is compared, what is
denied, and what is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from occam.core.lexicon import Lexicon
from occam.core.reading.items import (
    Amount,
    Beside,
    Dated,
    Decade,
    Deed,
    Named,
    Prop,
    Sense,
    Span,
    Thing,
)
from occam.core.reading.ledger import quiet
from occam.core.reading.walking import loose

_OPS = {
    ("compare", "gt"): "gt", ("compare", "ge"): "ge", ("compare", "lt"): "lt",
    ("compare", "le"): "le", ("compare", "eq"): "eq", ("limit", "gt"): "gt", ("limit", "lt"): "lt",
    ("time", "before"): "lt", ("time", "after"): "gt", ("time", "since"): "ge",
    ("time", "until"): "le", ("time", "between"): "between", ("time", "from"): "ge",
    ("time", "to"): "le", ("shift", "earlier"): "lt", ("shift", "later"): "gt",
}  # fmt: skip
_BEHIND = {("trailing", "ge"): "ge", ("trailing", "le"): "le", ("time", "onward"): "ge"}
_STANDING = (Named, Deed, Amount, Dated, Decade, Beside)
_WANTING = ("who", "which", "where", "when", "why", "count", "often", "list", "polar", "exists")


class Meant(msgspec.Struct, frozen=True):
    """A deed of the question, and the relations that its words may mean there."""

    place: int
    relations: frozenset[str]


class Asked:
    """One question, cut into spans."""

    def __init__(self, line: Sequence[Span], lexicon: Lexicon) -> None:
        self.line, self._lexicon = line, lexicon
        self.objects: dict[int, int] = {}
        self.deeds = tuple(self._deeds())
        self.denials = tuple(at for at, span in enumerate(line) if is_denial(span))
        self.denied = frozenset(filter(None, map(self._denied, self.denials)))

    def has(self, group: str, *members: str) -> bool:
        """True where some span carries that sense."""
        return any(span.sense(group, *members) for span in self.line)

    def relations(self, place: int) -> frozenset[str]:
        """What the deed at that place means."""
        return next(
            (each.relations for each in self.deeds if each.place == place), frozenset[str]()
        )

    def _deeds(self) -> Iterator[Meant]:
        """A verb that means a relation only where nothing says which means that of the object
        beside it ("won silver", "silver won by")."""
        held = [at for at, span in enumerate(self.line) if span.get(Deed)]
        taken: set[int] = set()
        for at in held:
            deeds = self.line[at].all(Deed)
            if all(deed.form == "light" for deed in deeds):
                object_ = self._object(at, held, taken)
                taken.add(object_)
                self.objects[at] = object_
                deeds = self._objects(object_) or deeds
            yield Meant(at, frozenset(deed.relation for deed in deeds))

    def _object(self, at: int, held: Sequence[int], taken: set[int]) -> int:
        """The place of what a light verb is said of: what follows it, else what stands before it
        and goes with no other verb."""
        after = next((other for other in held if other > at), -1)
        if self._objects(after):
            return after
        before = next((other for other in reversed(held) if other < at), -1)
        return before if self._objects(before) and before not in taken else -1

    def _objects(self, place: int) -> list[Deed]:
        deeds = self.line[place].all(Deed) if place >= 0 else []
        return [deed for deed in deeds if deed.form == "object"]

    def nearest(self, place: int) -> frozenset[str]:
        """What the deeds mean that stand nearest to a place."""
        if not self.deeds:
            return frozenset()
        least = min(abs(each.place - place) for each in self.deeds)
        near = [each.relations for each in self.deeds if abs(each.place - place) == least]
        return frozenset[str]().union(*near)

    def ops(self, place: int) -> frozenset[str]:
        """How the number, name or date at a place is compared."""
        found = set(self._op(self._before(place), _OPS))
        if place + 1 < len(self.line):
            behind = self._op(place + 1, _BEHIND)
            said = self.line[place + 1].sense("trailing") and behind
            found = set(behind) if said else found | set(behind)
        if second := self._second(place):
            found |= second
        return frozenset(found or {"eq"})

    def _op(self, place: int, table: dict[tuple[str, str], str]) -> list[str]:
        """The comparisons that a word may say; where it may also join, none is another one."""
        if place < 0:
            return []
        senses = [each for each in self.line[place].readings if isinstance(each, Sense)]
        found = [table[each.group, each.member] for each in senses if _is_in(each, table)]
        return [*found, "eq"] if found and loose(self.line[place]) else found

    def _before(self, place: int) -> int:
        at = place - 1
        while at >= 0 and loose(self.line[at]) and not self._op(at, _OPS):
            at -= 1
        return at

    def _second(self, place: int) -> set[str]:
        """The second number of a range."""
        at = place - 1
        joined = at > 0 and self.line[at].sense("join", "and")
        if joined and "between" in self._op(self._before(at - 1), _OPS):
            return {"between"}
        return set()

    def _denied(self, place: int) -> int | None:
        """What a denial is said of: the first thing behind it that means something definite."""
        for at in range(place + 1, len(self.line)):
            if any(self.line[at].get(kind) for kind in _STANDING):
                return at
        return None

    @property
    def wanting(self) -> tuple[int, str]:
        """The place and kind of the question word; `polar` for one that wants a yes or a no, empty
        where there is none."""
        found = [
            (at, member)
            for at, span in enumerate(self.line)
            if (member := span.sense("ask", *_WANTING))
            or (member := "difference" if span.sense("more", "difference") else "")
        ]
        if self.line and self.line[0].sense("ask", "auxiliary") and not self._asks_first():
            return 0, "polar"
        if not found:
            return -1, ""
        at, member = found[0]
        if member == "list" and len(found) > 1 and found[1][0] == at + 1:
            return found[1]
        return at, member

    def _asks_first(self) -> bool:
        return bool(self.line[0].sense("ask", *_WANTING))

    def nouns(self, place: int) -> Iterator[Span]:
        """What follows a question word, up to the first noun: small words and names aside."""
        for span in self.line[place + 1 :]:
            if quiet(span) and not span.get(Thing):
                continue
            counted = any(deed.form in ("object", "role") for deed in span.all(Deed))
            noun = span.get(Thing) or span.get(Prop) or counted
            if noun or span.sense("fold") or span.sense("amount"):
                yield span
            if noun:
                return


def is_denial(span: Span) -> bool:
    """True for a word that denies."""
    return bool(span.sense("negation") or span.sense("never"))


def _is_in(sense: Sense, table: dict[tuple[str, str], str]) -> bool:
    return (sense.group, sense.member) in table
