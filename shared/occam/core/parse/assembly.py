"""From a fitted shape to a plan with its fallbacks and its constraint ledger."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import product
from typing import cast

import msgspec

from occam.core.choice import after, chosen, offered, refused, taken
from occam.core.clarify import which_meant
from occam.core.gaps import Ambiguous, Candidate, NoSuchChoice, UnmappedPhrase, Unresolved
from occam.core.lexicon import HEAD, Term
from occam.core.parse.answers import build_answer
from occam.core.parse.cover import Chunk
from occam.core.parse.drafts import Renderer, Slots, Tree
from occam.core.parse.fitting import Fit
from occam.core.parse.lattice import Bound, Day, Lattice
from occam.core.parse.rules import Rules
from occam.core.parse.statements import Statement
from occam.core.periods import parse_period
from occam.core.plan import Compare, Compared, Join, Plan, Query, Values
from occam.core.record import Constraint
from occam.core.schema import Schema
from occam.core.values import Period
from occam.core.vocabulary import Vocabulary

MOST_FALLBACKS = 6
LEAP_YEAR = 2000
_LISTED = re.compile(r"\band\b|[&;]|,(?!\s*\d{4})", re.IGNORECASE)


class Understood(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a question, what to try where it finds nothing, and the constraint ledger."""

    plan: Plan
    fallbacks: tuple[Plan, ...] = ()
    constraints: tuple[Constraint, ...] = ()


def assemble(
    fit: Fit, lattice: Lattice, rules: Rules, vocabulary: Vocabulary, choice: str = ""
) -> Understood | Unresolved | UnmappedPhrase | Ambiguous | NoSuchChoice:
    """The plan that a fitted shape stands for, or the name in it that is not settled.

    Where a question about a set names what several things are called, the choice says which.
    """
    shape = fit.shape.shape
    one = shape.answer.startswith("values") and not shape.compare
    settled = _Settled(fit, lattice, rules.schema, vocabulary, "" if one else choice)
    if not one:
        settled.widen(frozenset(rules.raw.generic))
        settled.refuse_spread_days()
    if settled.gap:
        return settled.gap
    if settled.several and not one:
        rest, several = settled.choice, settled.several
        return refused(choice, rest, offered(several.candidates)) if rest else several
    build = _Build(settled, lattice, rules, vocabulary)
    plan = build.plan(fit.shape.plan, relaxed=False, lenient=False)
    return Understood(
        plan=plan,
        fallbacks=build.fallbacks(plan) if one and isinstance(plan, Query) else (),
        constraints=(*_ledger(fit, lattice), *settled.chosen),
    )


class _Settled:
    """The slots of a fit after candidates that cannot hold together are dropped."""

    def __init__(
        self, fit: Fit, lattice: Lattice, schema: Schema, vocabulary: Vocabulary, choice: str
    ) -> None:
        self.fit, self._lattice, self._vocabulary = fit, lattice, vocabulary
        self._schema = schema
        self.choice, self.chosen = choice, list[Constraint]()
        self.gap: Unresolved | UnmappedPhrase | None = None
        self.several: Ambiguous | None = None
        self.slots = dict(fit.slots)
        self.qualifiers = [(chunk, _by_name(chunk)) for chunk in fit.qualifiers]
        self._refuse_void()
        if not self.gap:
            self._meet()
            self._narrow()
            self._refuse_contradiction()

    def bounds(self) -> Iterable[Bound]:
        yield from self.slots.values()
        for _, slots in self.qualifiers:
            yield from slots.values()

    def _refuse_void(self) -> None:
        for bound in self.bounds():
            if isinstance(bound.value, Term) and not bound.value.values:
                self.gap = self._unresolved(bound, bound.value.type)

    def _unresolved(self, bound: Bound, expected: str) -> Unresolved:
        mention = self._lattice.phrase(bound.start, bound.end)
        nearest = self._vocabulary.nearest(mention, expected)
        return Unresolved(mention=mention, expected=expected, nearest=nearest)

    def _meet(self) -> None:
        """Phrases of one kind that describe the same thing leave what all of them allow."""
        by_tag: dict[tuple[str, str], list[tuple[dict[str, Bound], Bound]]] = defaultdict(list)
        for chunk, slots in self.qualifiers:
            for bound in slots.values():
                if chunk.phrase.phrase.repeat and isinstance(bound.value, Term):
                    by_tag[chunk.tag, bound.name].append((slots, bound))
        for described in by_tag.values():
            if len(described) > 1:
                values = [set(cast("Term", bound.value).values) for _, bound in described]
                common = reduce(lambda left, right: left & right, values)
                if not common:
                    last = described[-1][1]
                    self.gap = self._unresolved(last, cast("Term", last.value).type)
                one = any(bound.one for _, bound in described)
                for slots, bound in described:
                    met = _limited(bound, common)
                    slots[bound.name] = msgspec.structs.replace(met, one=one)

    def _narrow(self) -> None:
        """Of several candidates keep those that the rest of the question goes with."""
        denied = {
            id(bound)
            for chunk, slots in self.qualifiers
            if any(line.absent for line in chunk.phrase.plan)
            for bound in slots.values()
        }
        others = [
            bound.value
            for bound in self.bounds()
            if isinstance(bound.value, Term) and not bound.one and id(bound) not in denied
        ]
        others = [term for term in others if self._vocabulary.together([term])] or others
        by_slot: dict[str, list[Term]] = {}
        for term in others:
            by_slot.setdefault(term.slot, []).append(term)
        for slots in (self.slots, *(slots for _, slots in self.qualifiers)):
            for name, bound in slots.items():
                term = bound.value
                if not bound.one or not isinstance(term, Term) or len(term.values) < 2:
                    continue
                kept = {
                    value
                    for value in term.values
                    if any(
                        self._vocabulary.together([Term(term.type, "id", (value,)), *each])
                        for each in product(*by_slot.values())
                    )
                }
                slots[name] = _limited(bound, kept or set(term.values))
                if len(kept) != 1:
                    slots[name] = self._choose(slots[name])

    def _refuse_contradiction(self) -> None:
        """What one thing is called, and the rest that is said of it, must go together somewhere:
        else the words were misread, and nothing says that there is none."""
        said = [
            (chunk, bound)
            for chunk, slots in self.qualifiers
            for bound in slots.values()
            if isinstance(bound.value, Term)
            and not (bound.one or any(line.absent for line in chunk.phrase.plan))
            and self._vocabulary.together([_wide(bound)])
        ]
        for chunk, bound in said:
            term = cast("Term", bound.value)
            if term.attr in ("id", HEAD) or not chunk.phrase.phrase.generic:
                continue
            for other, beside in said:
                together = self._vocabulary.together([_wide(bound), _wide(beside)])
                if other is not chunk and not together and not self.gap:
                    self.gap = self._unresolved(bound, term.slot)

    def widen(self, tags: frozenset[str]) -> None:
        """A generic name beside such a tag stands for its class ("relay events")."""
        if self.gap or tags.isdisjoint(chunk.tag for chunk in self.fit.chunks):
            return
        terms = [
            bound.value
            for bound in self.bounds()
            if isinstance(bound.value, Term) and not bound.one
        ]
        for chunk, slots in self.qualifiers:
            for name, bound in slots.items() if chunk.phrase.phrase.generic else ():
                if isinstance(bound.value, Term):
                    others = [term for term in terms if term is not bound.value]
                    term = self._vocabulary.classed(bound.value, others)
                    if term is None:
                        words = self._lattice.phrase(bound.start, bound.end)
                        self.gap = UnmappedPhrase(phrase=words)
                        return
                    slots[name] = msgspec.structs.replace(bound, value=term)

    def refuse_spread_days(self) -> None:
        """Of a set: days listed may mean any of them, and "on" several days may mean inside."""
        for chunk, slots in self.qualifiers:
            on = any(line.condition and line.condition.op == "on" for line in chunk.phrase.plan)
            for bound in slots.values():
                if isinstance(bound.value, Day) and _spread(bound.value, on=on):
                    words = self._lattice.phrase(bound.start, bound.end)
                    self.gap = self.gap or UnmappedPhrase(phrase=words)

    def _choose(self, bound: Bound) -> Bound:
        """The one that the asker chose, or all, and the question is ambiguous."""
        term = cast("Term", bound.value)
        by_key = {str(value): value for value in term.values}
        key = taken(self.choice, by_key)
        if key is None:
            self.several = self._ambiguous(bound)
            return bound
        self.chosen.append(chosen(key, self._vocabulary.label(term.type, key)))
        self.choice = after(self.choice, key)
        return _limited(bound, {by_key[key]})

    def _ambiguous(self, bound: Bound) -> Ambiguous:
        term = cast("Term", bound.value)
        candidates = tuple(
            Candidate(str(value), self._vocabulary.label(term.type, str(value)))
            for value in term.values
        )
        mention = self._lattice.phrase(bound.start, bound.end)
        kind = self._schema.vertices[term.type].labels[0]
        return Ambiguous(candidates=candidates, clarify=which_meant(mention, kind, candidates))


class _Build:
    """Writes the plan from settled slots, strictly or with its wider readings."""

    def __init__(
        self, settled: _Settled, lattice: Lattice, rules: Rules, vocabulary: Vocabulary
    ) -> None:
        self._settled, self._lattice = settled, lattice
        self._rules, self._vocabulary = rules, vocabulary
        self._shape = settled.fit.shape

    def plan(self, lines: Sequence[Statement], *, relaxed: bool, lenient: bool) -> Plan:
        """`relaxed` takes wider values of names, `lenient` the fallback lines of qualifiers."""
        shape = self._shape.shape
        renderer = Renderer(self._rules, self._vocabulary, self._periods, relaxed=relaxed)
        if not shape.compare:
            return self._query(lines, (), renderer, lenient)
        sides = [
            self._query(lines, extra, renderer, lenient)
            for extra in (self._shape.left, self._shape.right)
        ]
        names = [self._side_name(side.name if side else "") for side in (shape.left, shape.right)]
        return Compare(
            left=sides[0],
            right=sides[1],
            op=cast("Compared", renderer.text(shape.compare, self._settled.slots)),
            names=(names[0], names[1]),
        )

    def _side_name(self, slot: str) -> str:
        bound = self._settled.slots[slot]
        return self._lattice.phrase(bound.start, bound.end)

    def _query(
        self,
        lines: Sequence[Statement],
        extra: Sequence[Statement],
        renderer: Renderer,
        lenient: bool,
    ) -> Query:
        slots, shape = self._settled.slots, self._shape.shape
        tree = Tree(self._shape.root, self._rules.schema, renderer)
        qualifiers = sorted(self._settled.qualifiers, key=lambda each: not _target(each[0]))
        target = ""
        for chunk, own in qualifiers:
            if _target(chunk):
                tree.apply(_lines(chunk, lenient), {**slots, **own})
                target = _target(chunk) if _target(chunk) in tree.named else ""
        tree.apply(lines, slots, target)
        tree.apply(extra, slots, target)
        for chunk, own in qualifiers:
            for at in shape.focus if not _target(chunk) else ():
                tree.apply(_lines(chunk, lenient), {**slots, **own}, at)
        joins = [Join(left=left, right=right) for left, right in shape.same]
        joins += [Join(left=left, right=right, same=False) for left, right in shape.differ]
        answer = build_answer(shape.answer, lambda part: _render(part, slots, renderer))
        if target and isinstance(answer, Values) and not answer.node:
            answer = Values(attr=answer.attr, node=target)
        return Query(root=tree.root.frozen(), answer=answer, joins=tuple(joins))

    def fallbacks(self, plan: Plan) -> tuple[Plan, ...]:
        """Wider readings, the nearest first; none that repeats another."""
        found: dict[Plan, None] = {plan: None}
        for lines in (self._shape.plan, *self._shape.fallbacks):
            for relaxed, lenient in ((False, False), (False, True), (True, False), (True, True)):
                found[self.plan(lines, relaxed=relaxed, lenient=lenient)] = None
        return tuple(found)[1 : MOST_FALLBACKS + 1]

    def _periods(self, day: Day) -> tuple[Period, ...]:
        """The period as written; where it names no year, that of what the question is about."""
        if day.period:
            return (day.period,)
        years = self._years()
        found = [parse_period(day.text, year) for year in sorted(years)]
        return tuple(dict.fromkeys(period for period in found if period))

    def _years(self) -> set[int]:
        type_name, _, attr = self._rules.year_of.partition(".")
        known = self._vocabulary.values(type_name, attr)
        about = {
            str(value)
            for bound in self._settled.bounds()
            if isinstance(bound.value, Term)
            and (bound.value.type, bound.value.attr) == (type_name, "id")
            for value in bound.value.values
        }
        years = {year for holder, year in known.items() if holder in about or not about}
        return {int(year) for year in years}


def _render(part: str, slots: Slots, renderer: Renderer) -> str:
    node, dot, last = part.partition(".") if not part.startswith("{") else ("", "", part)
    return f"{node}{dot}{last}" if dot else renderer.text(part, slots)


def _target(chunk: Chunk) -> str:
    return chunk.phrase.phrase.target


def _lines(chunk: Chunk, lenient: bool) -> tuple[Statement, ...]:
    compiled = chunk.phrase
    return compiled.fallback if lenient and compiled.fallback else compiled.plan


def _by_name(chunk: Chunk) -> dict[str, Bound]:
    return {bound.name: bound for bound in chunk.bounds}


def _spread(day: Day, *, on: bool) -> bool:
    period = parse_period(day.text, LEAP_YEAR)
    several = period is None or period.start != period.end
    return bool(_LISTED.search(day.text)) or (on and several)


def _wide(bound: Bound) -> Term:
    term = cast("Term", bound.value)
    return Term(term.type, term.attr, term.wider or term.values)


def _limited(bound: Bound, values: set[str | int]) -> Bound:
    term = cast("Term", bound.value)
    kept = tuple(value for value in term.values if value in values)
    return msgspec.structs.replace(bound, value=Term(term.type, term.attr, kept))


def _ledger(fit: Fit, lattice: Lattice) -> Iterable[Constraint]:
    for chunk in sorted(fit.chunks, key=lambda chunk: (chunk.start, chunk.end)):
        phrase = chunk.phrase.phrase
        words = lattice.phrase(chunk.start, chunk.end)
        if phrase.ignored:
            yield Constraint(phrase=words, became="ignored", detail=phrase.ignored)
        elif chunk in fit.qualifiers:
            hops = any(statement.steps for statement in chunk.phrase.plan)
            became = "hop" if hops else "predicate"
            yield Constraint(phrase=words, became=became, detail="; ".join(phrase.plan))
        else:
            shape = fit.shape.shape
            yield Constraint(phrase=words, became="answer", detail=f"{shape.name}: {shape.answer}")
