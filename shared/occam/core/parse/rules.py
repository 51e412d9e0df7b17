"""A pack's rules, read strictly and compiled: an error names the file, the line and the key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

import msgspec

from occam.core.calendar import Calendar
from occam.core.errors import BadConfig
from occam.core.language import NO_LANGUAGE, Language
from occam.core.lexicon import HEAD, NO_LEXICON, Lexicon
from occam.core.parse.answers import build_answer
from occam.core.parse.patterns import BadPattern, Part, Pattern, Slot, compile_pattern, parts_of
from occam.core.parse.statements import (
    BadStatement,
    Statement,
    check_statement,
    parse_statement,
    slot_of,
)
from occam.core.parse.templates import Fragment, Hole, Member, Phrase, Shape
from occam.core.schema import Schema
from occam.core.words import Words

Found = TypeVar("Found")
IDLE = "_"
FREE_SLOTS = frozenset({"number", "few", "period", "measure"})


class RulesFile(Protocol):
    """A parsed TOML file that knows where each of its keys stands."""

    @property
    def data(self) -> dict[str, Any]: ...

    def read(self, value: object, type: type[Found], *keys: str | int) -> Found: ...

    def complaint(self, keys: tuple[str | int, ...], reason: str) -> Exception: ...


class Raw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """rules.toml as written. They read what the schema parser does not understand, or are asked
    `first`.

    `focus` is the type that phrases qualify. Words: `glue` joins and says nothing, `joining` ties
    two conditions, `nameless` is never part of a name, `dated` may stand inside a date. Beside a
    tag of `generic`, a name may stand for its class. One of `modifiers` alone is a name only before
    glue or one of `closing`. A question with one of `auxiliaries` before any word of `asking` wants
    yes or no. What `unsummable` lists (measures, their words, classes) counts the same thing again
    in another document: it has no sum.
    """

    focus: str = ""
    first: bool = False
    threshold: float = 0.9
    glue: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()
    nameless: tuple[str, ...] = ()
    dated: tuple[str, ...] = ()
    generic: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    auxiliaries: tuple[str, ...] = ()
    asking: tuple[str, ...] = ()
    unsummable: tuple[str, ...] = ()
    classes: dict[str, dict[str, dict[str, str | tuple[str, ...]]]] = {}
    fragments: dict[str, Fragment] = {}
    phrase: tuple[Phrase, ...] = ()
    shape: tuple[Shape, ...] = ()
    hole: tuple[Hole, ...] = ()


class CompiledPhrase(msgspec.Struct, frozen=True, eq=False):
    """A phrase with its patterns and plan lines ready to use; `rank` is its place in the file."""

    phrase: Phrase
    rank: int
    patterns: tuple[Pattern, ...]
    plan: tuple[Statement, ...]
    fallback: tuple[Statement, ...]

    @property
    def qualifies(self) -> bool:
        return bool(self.plan)


class CompiledShape(msgspec.Struct, frozen=True, eq=False):
    """A shape with its plan lines ready to use."""

    shape: Shape
    needs: frozenset[str]
    slots: frozenset[str]
    root: str
    plan: tuple[Statement, ...]
    fallbacks: tuple[tuple[Statement, ...], ...]
    left: tuple[Statement, ...]
    right: tuple[Statement, ...]


class Rules:
    """Everything tier 0 knows of a pack's language."""

    def __init__(
        self,
        raw: Raw,
        schema: Schema,
        complain: Callable[..., Exception],
        lexicon: Lexicon = NO_LEXICON,
        language: Language = NO_LANGUAGE,
    ) -> None:
        self.raw, self.schema = raw, schema
        self.words = Words(lexicon.spelling, language)
        self.calendar = Calendar(language)
        self.year_of = lexicon.year_of
        self.capitals = frozenset(
            word for code in lexicon.capitals for word in self.words.key(code)
        )
        self._complain = complain
        if self.raw != Raw() and raw.focus not in schema.vertices:
            raise complain(("focus",), f"no vertex type {raw.focus!r}")
        self.classes = self._read_classes()
        self.class_words = self._index_classes()
        self.fragments = {
            name: self._patterns(fragment.match, "fragments", name, "match")
            for name, fragment in raw.fragments.items()
        }
        for name, patterns in self.fragments.items():
            for pattern in patterns:
                self._check_slots(pattern, "fragments", name, "match")
        self.phrases = tuple(map(self._phrase, range(len(raw.phrase))))
        self.shapes = tuple(map(self._shape, range(len(raw.shape))))
        self.glue = self._first_words(raw.glue)
        self.joining = self._first_words(raw.joining)
        self.nameless = frozenset(key for word in raw.nameless for key in self.words.key(word))
        self.dated = frozenset(key for word in raw.dated for key in self.words.key(word))
        self.auxiliaries = self._first_words(raw.auxiliaries)
        self.modifiers = self._first_words(raw.modifiers)
        self.closing = self.glue | self.joining | {"or"} | set(raw.closing)
        self.asking = self._first_words(raw.asking)
        self.openings = self._index_phrases()

    @classmethod
    def load(
        cls,
        source: RulesFile | None,
        schema: Schema,
        lexicon: Lexicon = NO_LEXICON,
        language: Language = NO_LANGUAGE,
    ) -> Rules:
        """Compile a pack's rules.toml; `core.errors.BadConfig` names what is wrong and where.

        A pack without the file has no rules, which understand nothing.
        """
        if source is None:
            return cls(Raw(), schema, BadConfig, lexicon, language)
        raw = source.read(source.data, Raw)
        return cls(raw, schema, source.complaint, lexicon, language)

    def _first_words(self, texts: Iterable[str]) -> frozenset[str]:
        """One word of each text; an article never matters."""
        return frozenset(key[0] for text in texts if (key := self.words.key(text)))

    def field(self, group: str, member: str, field: str) -> tuple[str, ...]:
        """What a class says of one of its members; the member itself where no field is named."""
        return self.classes[group][member].fields[field] if field else (member,)

    def _read_classes(self) -> dict[str, dict[str, Member]]:
        classes: dict[str, dict[str, Member]] = {}
        for group, members in self.raw.classes.items():
            classes[group] = {}
            for name, table in members.items():
                fields = {key: _listed(value) for key, value in table.items()}
                if not fields.get("words"):
                    raise self._complain(("classes", group, name), "has no words")
                classes[group][name] = Member(words=fields.pop("words"), fields=fields)
            if len({frozenset(member.fields) for member in classes[group].values()}) > 1:
                raise self._complain(("classes", group), "its members differ in their fields")
        return classes

    def _index_classes(self) -> dict[str, list[tuple[tuple[str, ...], str, str]]]:
        index: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
        for group, members in self.classes.items():
            for name, member in members.items():
                for word in member.words:
                    key = self.words.key(word)
                    if not key:
                        raise self._complain(("classes", group, name, "words"), f"{word!r} is void")
                    index[key[0]].append((key, group, name))
        return dict(index)

    def _patterns(self, texts: tuple[str, ...], *keys: str | int) -> tuple[Pattern, ...]:
        try:
            return tuple(compile_pattern(text, self.words.key) for text in texts)
        except BadPattern as error:
            raise self._complain(keys, str(error)) from None

    def _phrase(self, at: int) -> CompiledPhrase:
        phrase = self.raw.phrase[at]
        keys = ("phrase", at)
        plan = self._statements(phrase.plan, *keys, "plan")
        fallback = self._statements(phrase.fallback, *keys, "fallback")
        for statements, key in ((plan, "plan"), (fallback, "fallback")):
            self._check(statements, self.raw.focus, {}, *keys, key)
        patterns = self._patterns(phrase.match, *keys, "match")
        for pattern in patterns:
            self._check_slots(pattern, *keys, "match")
            names = {part.name for part in parts_of(pattern)} | {
                slot.name
                for part in parts_of(pattern)
                if isinstance(part, Part)
                for slot in self._slots_of(part.fragment)
            }
            for slot in sorted((_slots(plan) | _slots(fallback)) - set(phrase.borrows)):
                if slot not in names:
                    raise self._complain((*keys, "plan"), f"no pattern fills the slot {slot!r}")
            idle = self._filled(pattern) - _slots(plan) - _slots(fallback) if plan else ()
            for slot in sorted(idle):
                if not slot.startswith(IDLE):
                    raise self._complain((*keys, "match"), f"the plan never uses {slot!r}")
        return CompiledPhrase(phrase, at, patterns, plan, fallback)

    def _filled(self, pattern: Pattern) -> set[str]:
        """The slots that a match of the pattern fills; a typed fragment fills its own name."""
        found: set[str] = set()
        for part in parts_of(pattern):
            if isinstance(part, Slot) or self.raw.fragments[part.fragment].type:
                found.add(part.name)
            else:
                found |= {slot.name for slot in self._slots_of(part.fragment)}
        return found

    def _slots_of(self, fragment: str) -> list[Slot | Part]:
        patterns = self.fragments.get(fragment, ())
        return [part for pattern in patterns for part in parts_of(pattern)]

    def _shape(self, at: int) -> CompiledShape:
        shape = self.raw.shape[at]
        keys = ("shape", at)
        known = {phrase.tag for phrase in self.raw.phrase}
        for key in ("needs", "optional", "without", "only"):
            for tag in getattr(shape, key) or ():
                if tag not in known:
                    raise self._complain((*keys, key), f"no phrase has the tag {tag!r}")
        root = shape.root or self.raw.focus
        plan = self._statements(shape.plan, *keys, "plan")
        named = self._check(plan, root, {}, *keys, "plan")
        for name in shape.focus:
            if name and name not in named:
                raise self._complain((*keys, "focus"), f"no node is named {name!r}")
        fallbacks = tuple(self._statements(lines, *keys, "fallbacks") for lines in shape.fallbacks)
        for lines in fallbacks:
            self._check(lines, root, {}, *keys, "fallbacks")
        sides = [
            self._statements(side.plan, *keys, key, "plan") if side else ()
            for key, side in (("left", shape.left), ("right", shape.right))
        ]
        self._check_answer(shape, *keys, "answer")
        written = (*plan, *sides[0], *sides[1])
        return CompiledShape(
            shape=shape,
            needs=frozenset(shape.needs),
            slots=frozenset(_slots(written) | _slots_in(shape)),
            root=root,
            plan=plan,
            fallbacks=fallbacks,
            left=sides[0],
            right=sides[1],
        )

    def _check_answer(self, shape: Shape, *keys: str | int) -> None:
        try:
            build_answer(shape.answer, self._example)
        except (BadStatement, ValueError) as error:
            raise self._complain(keys, str(error)) from None

    def _example(self, part: str) -> str:
        """Something that a part of an answer clause may stand for."""
        slot, field = slot_of(part), part[1:-1].partition(".")[2]
        if slot is None:
            return part
        for members in self.classes.values():
            for member in members.values():
                if field in member.fields:
                    return member.fields[field][0]
        return next(iter(self.classes.get(slot, {"1": None})))

    def _statements(self, lines: tuple[str, ...], *keys: str | int) -> tuple[Statement, ...]:
        try:
            return tuple(map(parse_statement, lines))
        except BadStatement as error:
            raise self._complain(keys, str(error)) from None

    def _check(
        self,
        statements: tuple[Statement, ...],
        root: str,
        named: dict[str, str],
        *keys: str | int,
    ) -> dict[str, str]:
        """Every line against the schema; the types of the nodes that the lines name."""
        known = {"": root, **named}
        for statement in statements:
            if statement.start not in known:
                raise self._complain(keys, f"no node is named {statement.start!r}")
            try:
                known |= check_statement(
                    statement, known[statement.start], self.schema, self._fields()
                )
            except BadStatement as error:
                raise self._complain(keys, str(error)) from None
        return known

    def _fields(self) -> dict[str, tuple[str, ...]]:
        """Every value that `class.field` may take."""
        found: dict[str, tuple[str, ...]] = {}
        for group, members in self.classes.items():
            for member in members.values():
                for field, values in member.fields.items():
                    found[f"{group}.{field}"] = found.get(f"{group}.{field}", ()) + values
        return found

    def _check_slots(self, pattern: Pattern, *keys: str | int) -> None:
        for part in parts_of(pattern):
            self._check_slot(part, *keys)

    def _check_slot(self, part: Slot | Part, *keys: str | int) -> None:
        if isinstance(part, Part):
            if part.fragment not in self.fragments:
                raise self._complain(keys, f"no fragment is called {part.fragment!r}")
            return
        type_name, _, attr = part.slot.partition(".")
        known = part.slot in FREE_SLOTS or part.slot in self.classes
        known = known or (type_name in self.schema.vertices and attr in ("", HEAD))
        if not known and not (attr and self.schema.attribute(type_name, attr)):
            raise self._complain(keys, f"{{{part.slot}}} is no type, attribute or class")

    def _index_phrases(self) -> dict[str, tuple[tuple[CompiledPhrase, Pattern], ...]]:
        """Which patterns can begin with a word or slot, so that a place tries only those."""
        index: dict[str, list[tuple[CompiledPhrase, Pattern]]] = defaultdict(list)
        self._bind()
        for compiled in self.phrases:
            for pattern in compiled.patterns:
                firsts, empty = pattern.firsts()
                if empty:
                    keys = ("phrase", compiled.rank, "match")
                    raise self._complain(keys, "a pattern may not match nothing")
                for first in firsts:
                    index[first].append((compiled, pattern))
        return {first: tuple(found) for first, found in index.items()}

    def _bind(self) -> None:
        for patterns in (*self.fragments.values(), *(p.patterns for p in self.phrases)):
            for pattern in patterns:
                for part in parts_of(pattern):
                    if isinstance(part, Part):
                        part.opening = self._opening

    def _opening(self, fragment: str) -> frozenset[str]:
        firsts = [pattern.firsts() for pattern in self.fragments[fragment]]
        if any(empty for _, empty in firsts):
            raise self._complain(("fragments", fragment, "match"), "may not match nothing")
        return frozenset[str]().union(*(first for first, _ in firsts))


def _listed(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _slots_in(shape: Shape) -> set[str]:
    """The slots of the answer clause and of the comparison."""
    parts = [*shape.answer.split(), shape.compare]
    sides = {side.name for side in (shape.left, shape.right) if side}
    return {slot for part in parts if (slot := slot_of(part))} | sides


def _slots(statements: tuple[Statement, ...]) -> set[str]:
    parts: list[str] = []
    for statement in statements:
        parts += [step.edge for step in statement.steps]
        parts += [step.times for step in statement.steps]
        if statement.condition:
            parts += [statement.condition.attr, statement.condition.op]
            parts += statement.condition.operands
    return {slot for part in parts if (slot := slot_of(part))}
