"""The schema parser: a question becomes the plan of the smallest subtree that its words describe.

No question is quoted here and no type is named: words come from the language and the pack's
lexicon, names from the graph, structure from the schema.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import msgspec

from occam.core.calendar import Calendar
from occam.core.describe import describe_answer
from occam.core.gaps import LowConfidence, NoRoute, NoSuchChoice, UnmappedPhrase, Unresolved
from occam.core.inquiry import Told
from occam.core.language import Language
from occam.core.lexicon import Lexicon
from occam.core.parse import Parsed, Understood
from occam.core.parse.choosing import one_of
from occam.core.plan import digest
from occam.core.ports import Decision
from occam.core.reading.amounts import read_amounts
from occam.core.reading.asides import confided, inquired
from occam.core.reading.beaten import read_beaten
from occam.core.reading.building import Unattached
from occam.core.reading.classes import read_classes
from occam.core.reading.comparing import comparison
from occam.core.reading.conditions import Check, Condition
from occam.core.reading.deeds import read_deeds
from occam.core.reading.editions import read_firsts
from occam.core.reading.ellipsis import read_ellipsis
from occam.core.reading.excepting import read_exceptions
from occam.core.reading.existing import all_of
from occam.core.reading.explaining import Explanation, Heard, Parser, explained
from occam.core.reading.items import Span
from occam.core.reading.joints import Joints
from occam.core.reading.ledger import ledger
from occam.core.reading.meaning import Meaning, Side, Wanted
from occam.core.reading.mending import Mender, says_all
from occam.core.reading.namesakes import Elsewhere, Namesakes
from occam.core.reading.naming import coordinate, read_names
from occam.core.reading.pairing import paired
from occam.core.reading.persons import read_among, read_persons, read_pronouns
from occam.core.reading.planning import Planner
from occam.core.reading.refusing import (
    Doubts,
    as_asked,
    of_its_noun,
    one_neighbour,
    one_question,
    unbroken,
)
from occam.core.reading.relatives import read_only, read_pairs, read_relatives
from occam.core.reading.rooting import root_of
from occam.core.reading.scene import Scene
from occam.core.reading.shifts import read_shifts
from occam.core.reading.superlatives import read_superlatives
from occam.core.reading.tagging import Line, Tagger, segment
from occam.core.reading.times import read_days, read_years
from occam.core.reading.uniting import read_either
from occam.core.reading.walking import Misled, Unmapped
from occam.core.reading.wants import wanted_of
from occam.core.reading.words import WordBook
from occam.core.record import Constraint
from occam.core.schema import Schema
from occam.core.vocabulary import Vocabulary
from occam.core.words import Token, Words, repaired


class Unclear(Exception):
    """Nothing says what is wanted."""


MOST_TOKENS = 200
THRESHOLD = 0.9


Missed = NoRoute | UnmappedPhrase | Unresolved
Read = Understood | Missed | LowConfidence | NoSuchChoice


class SchemaParser:
    """Reads questions over one schema and the names of one graph version."""

    def __init__(
        self,
        schema: Schema,
        lexicon: Lexicon,
        language: Language,
        words: Words,
        vocabulary: Vocabulary,
    ) -> None:
        self._words, self._vocabulary = words, vocabulary
        self._joints = Joints(schema, lexicon)
        self._book = WordBook(schema, lexicon, language, words)
        self._tagger = Tagger(self._book, vocabulary, Calendar(language))
        self._planner = Planner(self._joints, vocabulary)
        self._mender = Mender(self._book, vocabulary)
        self._namesakes = Namesakes(self._joints, vocabulary)
        self._doubts = Doubts(self._joints, vocabulary)

    def parse(self, question: str, choice: str = "") -> Read:
        """The plan of the question, or the gap that says what is missing. `choice` is the key of
        the reading to take where several remain."""
        text = repaired(question)
        tokens = self._tokens(text)
        if not 0 < len(tokens) <= MOST_TOKENS:
            return NoRoute(phrase=text[:200])
        if second := self._second(text, tokens):
            return UnmappedPhrase(phrase=second)
        lines = self.lines(text, tokens)
        strange = _bare(lines)
        found = self._mended(text, tokens, strange) if strange else self._read(text, tokens, lines)
        understood = [each for each in found if isinstance(each, Understood)]
        if understood:
            return one_of(understood, self._joints.schema, choice, THRESHOLD)
        if strange:
            return self._strange(text, tokens, strange)
        return found[0] if found else NoRoute(phrase=text[:200])

    def _tokens(self, text: str) -> list[Token]:
        """The words of a text; one that nobody knows may be two of the book."""
        made: list[Token] = []
        for token in self._words.tokens(text):
            whole = len(token.text) == token.end - token.start
            known = not whole or self._vocabulary.knows(token.text)
            parts = None if known else self._book.parted(token.text)
            if parts is None:
                made.append(token)
                continue
            cut = token.start + len(parts[0])
            made += [Token(parts[0], token.start, cut), Token(parts[1], cut, token.end)]
        return made

    def _mended(
        self, text: str, tokens: Sequence[Token], strange: Sequence[Span]
    ) -> list[Understood]:
        """What the question may mean with its strange words mended, with what was read in their
        place."""
        found: list[Understood] = []
        for mended in self._mender.mended(tokens, [span.start for span in strange]):
            lines = self.lines(text, mended.tokens, tokens)
            told = tuple(
                Constraint(
                    phrase=_phrase(text, tokens, at, at + 1),
                    became="corrected",
                    detail=f"read as “{word}”",
                )
                for at, word in mended.read.items()
            )
            sound = not _bare(lines) and says_all(lines, mended.read)
            for read in self._read(text, mended.tokens, lines) if sound else []:
                if isinstance(read, Understood):
                    constraints = (*read.constraints, *told)
                    found.append(msgspec.structs.replace(read, constraints=constraints))
        return found

    def misleads(self, question: str) -> bool:
        """True for a question of which a part was understood and no plan says it: whoever reads it
        otherwise reads past that part."""
        text = repaired(question)
        tokens = self._tokens(text)
        for line in self.lines(text, tokens) if 0 < len(tokens) <= MOST_TOKENS else []:
            try:
                self._meaning(text, tokens, line)
            except Misled:
                return True
            except (Unmapped, Unclear):
                continue
        return False

    def explain(
        self,
        question: str,
        parsed: Parsed | Told,
        by: Parser = "schema",
        choice: str = "",
        decision: Decision | None = None,
    ) -> Explanation:
        """How the question was read, and what a parser, this one or another, made of it."""
        heard = self.heard(question, parsed)
        schema, label = self._joints.schema, self._vocabulary.label
        return explained(heard, parsed, by, schema, label, choice, decision)

    def heard(self, question: str, parsed: Parsed | Told | None = None) -> Heard:
        """The cut that leads to what was parsed, else the first."""
        text = repaired(question)
        tokens = self._tokens(text)
        if not 0 < len(tokens) <= MOST_TOKENS:
            return Heard(text)
        first = self.lines(text, tokens)
        for mended in self._mender.mended(tokens, [span.start for span in _bare(first)]):
            for line in self.lines(text, mended.tokens, tokens):
                read = self._one(text, mended.tokens, line)
                if _same(read, parsed):
                    return Heard(text, mended.tokens, line, mended.read)
        return Heard(text, tokens, first[0] if first else ())

    def lines(
        self, text: str, tokens: Sequence[Token], written: Sequence[Token] = ()
    ) -> list[Line]:
        """The question cut into spans, courtesies aside: those that were `written`, where tokens
        were mended."""
        spans = self._tagger.spans(text, tokens)
        start, end = inquired(text, written or tokens, spans, self._book)
        inner = [[_moved(span, start) for span in at if span.end <= end] for at in spans[start:end]]
        cut = segment(inner, [token.text for token in tokens[start:end]])
        return [[_moved(span, -start) for span in line] for line in cut]

    def _second(self, text: str, tokens: Sequence[Token]) -> str:
        """What follows a question mark, courtesies aside, is another question; and what somebody
        says of themselves may be meant or not."""
        ends = [at for at in range(1, len(tokens)) if _ENDS.search(_gap(text, tokens, at))]
        if not ends:
            return ""
        spans = self._tagger.spans(text, tokens)
        start, end = inquired(text, tokens, spans, self._book)
        inside = [at for at in ends if start < at < end and "?" in _gap(text, tokens, at)]
        if inside:
            return _phrase(text, tokens, inside[0], end)
        told = confided(text, tokens, spans)
        return _phrase(text, tokens, *told) if told else ""

    def _read(
        self, text: str, tokens: Sequence[Token], lines: Sequence[Line]
    ) -> list[Understood | Missed]:
        """What each cut says, or the phrase that has no place in it."""
        return [self._one(text, tokens, line) for line in lines]

    def _one(self, text: str, tokens: Sequence[Token], line: Line) -> Understood | Missed:
        try:
            meaning = self._meaning(text, tokens, line)
            self._namesakes.refuse_elsewhere(meaning)
            plan = self._planner.plan(meaning)
        except Unmapped as unmapped:
            span = unmapped.span
            return UnmappedPhrase(phrase=_phrase(text, tokens, span.start, span.end))
        except Unclear:
            return NoRoute(phrase=text[:200])
        except Elsewhere as elsewhere:
            said = elsewhere.condition
            mention = _phrase(text, tokens, said.start, said.end)
            expected = elsewhere.expected
            return Unresolved(mention=mention, expected=expected, nearest=elsewhere.nearest)
        except Unattached as unattached:
            condition = unattached.condition
            return UnmappedPhrase(phrase=_phrase(text, tokens, condition.start, condition.end))
        return Understood(
            plan=plan,
            fallbacks=self._planner.fallbacks(meaning, plan),
            constraints=ledger(
                meaning, describe_answer(plan), line, text, tokens, self._vocabulary.label
            ),
        )

    def _meaning(self, text: str, tokens: Sequence[Token], line: Line) -> Meaning:
        joints = self._joints
        dash = [at for at in range(1, len(tokens)) if _gap(text, tokens, at).strip() in _DASHES]
        commas = [at for at in range(1, len(tokens)) if "," in _gap(text, tokens, at)]
        breaks = frozenset(
            at for at in range(1, len(tokens)) if _BREAK.search(_gap(text, tokens, at))
        )
        line = read_persons(line, joints.lexicon.peoples)
        line = read_days(self._tagger.with_doers(line), joints)
        line = read_superlatives(line)
        line = read_years(line, joints, dash)
        line = read_amounts(line, joints)
        line = read_names(line, joints, self._vocabulary)
        line = read_ellipsis(line, joints, self._vocabulary)
        line = read_classes(line, joints, self._vocabulary)
        line = read_pairs(read_relatives(line, breaks), joints.root)
        line = read_pronouns(read_among(line), joints.lexicon)
        if bare := next((span for span in line if not span.readings), None):
            raise Unmapped(bare)
        line = read_only(line, joints.root)
        if unsaid := next((span for span in line if span.sense("unsaid")), None):
            raise Unmapped(unsaid)
        one_question(line, self._asking(tokens))
        of_its_noun(line, joints)
        unbroken(line, breaks)
        line = read_firsts(read_shifts(read_exceptions(line, joints), joints), joints)
        one_neighbour(line)
        words = partial(_spelled, text, tokens)
        compared = comparison(line, joints, lambda read: root_of(read, joints), commas, words)
        if compared:
            return compared
        line = coordinate(line, commas)
        line = read_either(read_deeds(read_beaten(line, joints), joints), joints)
        scene = Scene(line, joints, root_of(line, joints))
        wanted = wanted_of(scene)
        if wanted is None:
            raise Unclear
        conditions = scene.conditions(wanted)
        as_asked(line, wanted, conditions, scene.root, joints)
        self._doubts.refuse_strangers(line, conditions)
        if scene.root == joints.root:
            self._doubts.refuse_uncovered(line, conditions)
        if wanted.kind == "every":
            return self._every(scene, conditions)
        found = paired(
            conditions,
            line,
            wanted,
            words,
            joints.names,
            apart=scene.root != joints.root,
            person=self._is_person(wanted),
            excludes=self._excludes if self._is_person(wanted) else _never,
        )
        if found.either:
            self._doubts.refuse_halves(line, conditions)
        if found.either and wanted.kind == "target":
            wanted = msgspec.structs.replace(wanted, kind="group", op="ge", number=1)
        return Meaning(root=scene.root, wanted=wanted, conditions=found.shared, sides=found.sides)

    def _asking(self, tokens: Sequence[Token]) -> set[int]:
        return {at for at, token in enumerate(tokens) if token.text in self._book.asking}

    def _is_person(self, wanted: Wanted) -> bool:
        return wanted.target is not None and self._joints.is_person(wanted.target.type)

    def _excludes(self, condition: Condition) -> bool:
        """True where one person cannot have done all that a condition lists: men's and women's."""
        terms = [body.term for each in condition.each if isinstance(body := each.body, Check)]
        kinds = [self._vocabulary.kind(term) for term in terms if term]
        return all(kinds) and len(set(kinds)) == len(terms)

    def _every(self, scene: Scene, conditions: Sequence[Condition]) -> Meaning:
        """As many of the things described as there are of which the rest holds too."""
        found = all_of(conditions, self._joints)
        if found is None:
            raise Unmapped(next(span for span in scene.line if span.sense("every", "all")))
        shared, said = found
        wanted = Wanted(kind="count", compared="eq", op="eq")
        sides = Side((), ""), Side((said,), "")
        return Meaning(root=scene.root, wanted=wanted, conditions=shared, sides=sides)

    def _strange(
        self, text: str, tokens: Sequence[Token], strange: Sequence[Span]
    ) -> UnmappedPhrase | NoRoute:
        first = strange[0]
        end = first.end
        for span in strange[1:]:
            end = span.end if span.start == end else end
        return UnmappedPhrase(phrase=_phrase(text, tokens, first.start, end))


_ENDS = re.compile(r"[?.!]")
_BREAK = re.compile(r"[,:;!?.]|\s[-\u2010-\u2015\u2212]+\s")
_DASHES = ("-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212")


def _same(left: Parsed, right: Parsed | Told | None) -> bool:
    if not (isinstance(left, Understood) and isinstance(right, Understood)):
        return False
    return digest(left.plan) == digest(right.plan)


def _never(condition: Condition) -> bool:
    return False


def _bare(lines: Sequence[Line]) -> list[Span]:
    return [span for span in lines[0] if not span.readings] if lines else []


def _moved(span: Span, by: int) -> Span:
    return msgspec.structs.replace(span, start=span.start - by, end=span.end - by) if by else span


def _gap(text: str, tokens: Sequence[Token], at: int) -> str:
    return text[tokens[at - 1].end : tokens[at].start]


def _spelled(text: str, tokens: Sequence[Token], span: tuple[int, int]) -> str:
    return _phrase(text, tokens, *span)


def _phrase(text: str, tokens: Sequence[Token], start: int, end: int) -> str:
    return text[tokens[start].start : tokens[end - 1].end]
