"""The graph's own words: every name, alias and vocabulary value, found in a text in one pass.

A mention says which vertices or values a stretch of words may stand for. It never chooses: all
readings of a stretch are kept, with all their candidates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from occam.core.dataset import Name
from occam.core.gazetteer.alike import Alike
from occam.core.gazetteer.companions import Companions, companions
from occam.core.gazetteer.compiling import LONGEST_BAG, compiled
from occam.core.gazetteer.flat import Buffer, Flat, packed
from occam.core.gazetteer.proposing import Proposal, Proposer, neighbours
from occam.core.gazetteer.reading import Gazetteer
from occam.core.gazetteer.series import Cutter
from occam.core.lexicon import HEAD, Key, Lexicon, Term, Value, ordered
from occam.core.schema import Schema
from occam.core.words import Token, Words

MOST_MEANT = 3


class Mention(msgspec.Struct, frozen=True):
    """Tokens [start, end) read as a term; `inside` is a vertex mention that interrupts them."""

    start: int
    end: int
    term: Term
    inside: tuple[int, int] | None = None


def compile_vocabulary(
    names: Sequence[Name], schema: Schema, lexicon: Lexicon, words: Words, digest: str = ""
) -> bytes:
    """The names as flat arrays, with what a vocabulary else makes when it is first asked for it."""
    sections = compiled(names, schema, lexicon, words)
    read = Gazetteer(Flat(packed(sections)))
    return packed({**sections, **neighbours(read), **companions(read, words)}, digest)


class Vocabulary:
    """Everything a question may mention, over one version of the graph.

    Names are compiled to flat arrays; `stored` holds them already compiled, and names are not read.
    """

    def __init__(
        self,
        names: Sequence[Name],
        schema: Schema,
        lexicon: Lexicon,
        words: Words | None = None,
        *,
        stored: Buffer | None = None,
    ) -> None:
        self.words = words or Words(lexicon.spelling)
        if stored is None:
            stored = packed(compiled(names, schema, lexicon, self.words))
        self._read = Gazetteer(Flat(stored))
        self._alike = Alike(self._read, Cutter(schema, lexicon, self.words))
        kinds = (word for each in lexicon.droppable for word in each.words)
        self._called = tuple(dict.fromkeys(each.attribute for each in lexicon.droppable))
        self._kinds = frozenset(word for kind in kinds for word in self.words.key(kind))

    def scan(self, tokens: Sequence[Token]) -> list[Mention]:
        """Every mention in these tokens, the overlapping ones included."""
        numbers = self._read.numbers([token.text for token in tokens])
        found = [
            Mention(start, end, term)
            for start in range(len(numbers))
            for end, terms in self._read.starting(numbers, start)
            for term in terms
        ]
        exact = {(mention.start, mention.end, mention.term.slot) for mention in found}
        for mention in (*self._reordered(numbers), *self._interrupted(numbers, found)):
            if (mention.start, mention.end, mention.term.slot) not in exact:
                found.append(mention)
        inherited = self._inherited(tokens, numbers, found)
        instead = {(mention.start, mention.end, mention.term.slot) for mention in inherited}
        found = [each for each in found if (each.start, each.end, each.term.slot) not in instead]
        found += inherited
        elided = self._elided(tokens, numbers, found)
        kinds = {
            (each.start, each.end) for each in elided if tokens[each.start].text in self._kinds
        }
        whole = [each for each in found if (each.start, each.end) not in kinds]
        return [*whole, *elided]

    def _reordered(self, numbers: Sequence[int]) -> Iterator[Mention]:
        """Values whose words stand together in another order."""
        bagged = [self._read.bagged(number) for number in numbers]
        for start in range(len(numbers)):
            if not bagged[start]:
                continue
            for end in range(start + 1, min(start + LONGEST_BAG, len(numbers))):
                if not bagged[end]:
                    break
                for term in self._read.bag(numbers[start : end + 1]):
                    yield Mention(start, end + 1, term)

    def _interrupted(self, numbers: Sequence[int], found: Iterable[Mention]) -> Iterator[Mention]:
        """Values whose words stand on both sides of a vertex ("freestyle wrestling 82 kg")."""
        bagged = self._read.bagged
        spans = {(m.start, m.end) for m in found if m.term.attr == "id"}
        for start, end in spans:
            for left in range(start - 1, max(start - 5, -1), -1):
                if not bagged(numbers[left]):
                    break
                for right in range(end + 1, min(end + 6, len(numbers) + 1)):
                    if not bagged(numbers[right - 1]):
                        break
                    for term in self._read.bag((*numbers[left:start], *numbers[end:right])):
                        yield Mention(left, right, term, (start, end))

    def _elided(
        self, tokens: Sequence[Token], numbers: Sequence[int], found: Sequence[Mention]
    ) -> list[Mention]:
        """What shares its tail with a name behind "and": "the 5000 and 10,000 metres", "the men's
        and the women's singles"."""
        return [
            Mention(start, mention.start - 1, term)
            for mention in found
            for start in self._openings(tokens, mention.start - 1)
            for tail in range(mention.start + 1, mention.end)
            for term in self._read.exact(
                (*numbers[start : mention.start - 1], *numbers[tail : mention.end])
            )
            if term.slot == mention.term.slot
        ]

    def _inherited(
        self, tokens: Sequence[Token], numbers: Sequence[int], found: Sequence[Mention]
    ) -> list[Mention]:
        """What shares a word of a kind with a name before "and": "the men's 100 and 200 metres"."""
        return [
            Mention(mention.start, mention.end, term)
            for mention in found
            if tokens[mention.start].text not in self._kinds
            for start in self._openings(tokens, mention.start - 1)
            if tokens[start].text in self._kinds
            for term in self._read.exact((numbers[start], *numbers[mention.start : mention.end]))
            if term.slot == mention.term.slot
        ]

    def _openings(self, tokens: Sequence[Token], joint: int) -> Iterator[int]:
        """Where what stands before a joining word may begin: at a number or a word of a kind."""
        if joint < 1 or tokens[joint].text not in self.words.conjunctions:
            return
        for start in range(joint - 1, max(joint - LONGEST_BAG, -1), -1):
            if tokens[start].text in self.words.conjunctions:
                return
            if tokens[start].is_number or tokens[start].text in self._kinds:
                yield start

    def ids(self, term: Term) -> frozenset[str]:
        """The vertices of the term's type that have one of its values."""
        return self._read.ids(term)

    def values(self, type_name: str, attr: str) -> dict[str, str]:
        """The value of an attribute of each vertex of a type that has one."""
        return self._read.valued(type_name, attr)

    def called_so(self, text: str, type_name: str) -> tuple[str, ...]:
        """The vertices of a type that a text names as a whole: by id, name, alias or a value."""
        terms = [term for term in self._meant(text) if term.type == type_name]
        named = [str(value) for term in terms if term.attr == "id" for value in term.values]
        if named:
            return tuple(sorted(set(named)))
        found = {id_ for term in terms if term.attr != HEAD for id_ in self.ids(term)}
        if not found and self._read.vertex(type_name, text) >= 0:
            return (text,)
        return tuple(sorted(found))

    def valued_so(self, text: str, slot: str) -> tuple[Value, ...]:
        """The values of a slot that a text spells as a whole."""
        found = {value for term in self._meant(text) if term.slot == slot for value in term.values}
        return ordered(found)

    def _meant(self, text: str) -> Sequence[Term]:
        return self._read.exact(self._read.numbers(self.words.key(text)))

    def label(self, type_name: str, identifier: str) -> str:
        """What the vertex is called."""
        return self._read.label(type_name, identifier)

    def proposals(
        self, words: Sequence[str], slots: Collection[str] | None = None, limit: int = 3
    ) -> list[Proposal]:
        """Names, of these slots where any are given, that mistyped words may have been meant for;
        none where the words are a name. Nothing is ever replaced by them."""
        return self._proposer.proposals(words, slots, limit)

    def near(self, word: str) -> list[str]:
        """Words of names that this one may have been meant for, the nearest first."""
        return [self._read.words[number] for number, _ in self._proposer.near(word)]

    def knows(self, word: str) -> bool:
        """True for a word that some name has."""
        return self._read.words.number(word) >= 0

    def corrections(self, word: str) -> tuple[str, ...]:
        """Words of names that this one may have been meant for, the nearest first; none where a
        name has it."""
        return self._proposer.corrections(word)

    @cached_property
    def _proposer(self) -> Proposer:
        return Proposer(self._read, self.words.key)

    def nearest(self, text: str, slot: str, limit: int = 3) -> tuple[str, ...]:
        """Names of that slot that look most like the text: proposals for a reader."""
        found = self.proposals(self.words.key(text), (slot,), limit)
        return tuple(dict.fromkeys(proposal.name for proposal in found))

    def classed(self, term: Term, beside: Sequence[Term]) -> Term | None:
        """The values that end in the term's words, where none is spelled just so beside the given
        terms; the term itself where nothing else contains them; None where the words do not
        decide."""
        spelled = self.spelled(term)
        if not spelled:
            return term
        known = self._read.spellings(term.slot)
        wider = {key: set(held) for key, held in known.items() if _contains(key, spelled)}
        values = {value for held in wider.values() for value in held}
        real = {value for value in values if self.together([_one(term, value), *beside])}
        exact = real & set(term.values)
        if exact or not real:
            return term if exact == real else None
        last = {value for key, held in wider.items() if key[-1] == spelled[-1] for value in held}
        return Term(term.type, term.attr, ordered(real)) if real <= last else None

    def spelled(self, term: Term) -> Key:
        """The fewest words that mean just this term; none where it has no words of its own."""
        known = self._read.spellings(term.slot).items()
        return min((key for key, values in known if values == term.values), key=len, default=())

    def is_numbered(self, term: Term) -> bool:
        """True where numbers and units make other names of this one ("4 × 100 metres relay")."""
        spelled = self.spelled(term)
        return any(
            key != spelled and _contains(key, spelled) and self._own(key) == self._own(spelled)
            for key in self._read.spellings(term.slot)
        )

    def parts(self, words: Key) -> list[Term]:
        """The values that have these words among others, for the attributes that things are called
        by: a class of names that is no name itself ("breaststroke")."""
        found: list[Term] = []
        for slot in self._called:
            known = self._read.spellings(slot)
            held = {key: values for key, values in known.items() if _holds(key, words)}
            values = {value for each in held.values() for value in each}
            if len({tuple(self.bare(key)) for key in held}) > 1:
                type_name, _, attr = slot.partition(".")
                found.append(Term(type_name, attr, ordered(values)))
        return found

    def partly(self, words: Key) -> list[Term]:
        """What is called by these words and units ("200 butterfly"), else by these words and as
        many more at most ("javelin" of a javelin throw), where it is one of few such things."""
        kinds = {word for word in words if word in self._kinds}
        own = next((word for word in words if word not in kinds and not word.isdigit()), "")
        found: dict[str, dict[Key, tuple[Value, ...]]] = {}
        for slot, key, values in self._calling.get(own, ()):
            if set(words) <= set(key) and kinds == set(key) & self._kinds:
                found.setdefault(slot, {})[key] = values
        terms: list[Term] = []
        for slot, held in found.items():
            plain = {values for key, values in held.items() if self._adds_units(key, words)}
            meant = plain or set(held.values())
            type_name, _, attr = slot.partition(".")
            if plain or (len(meant) <= MOST_MEANT and self._is_half(held, words)):
                terms += [Term(type_name, attr, values) for values in sorted(meant, key=str)]
        return terms

    @cached_property
    def _calling(self) -> dict[str, list[tuple[str, Key, tuple[Value, ...]]]]:
        """What things are called by, under each of its words."""
        found: dict[str, list[tuple[str, Key, tuple[Value, ...]]]] = {}
        for slot in self._called:
            for key, values in self._read.spellings(slot).items():
                for word in set(key):
                    found.setdefault(word, []).append((slot, key, values))
        return found

    def bare(self, key: Key) -> list[str]:
        """The words that say no kind."""
        return [word for word in key if word not in self._kinds]

    def _is_half(self, keys: Iterable[Key], words: Key) -> bool:
        """True where the words are at least half of some key's own, kinds, numbers and units
        aside."""
        said = [len(self._own(key)) for key in keys]
        return bool(said) and 2 * len(self._own(words)) >= min(said)

    def _own(self, key: Key) -> list[str]:
        aside = self._kinds | self.words.units
        return [word for word in key if len(word) > 1 and word not in aside and not word.isdigit()]

    def _adds_units(self, key: Key, words: Key) -> bool:
        """True where the key has nothing but units besides these words."""
        return all(word in words or word in self.words.units for word in key)

    def counterpart(self, term: Term, kind: str) -> Term | None:
        """What is called like this, but of another kind: "women's 100 metres" of "men's"."""
        spelled = self.spelled(term)
        mine = [word for word in spelled if word in self._kinds]
        others = [word for word in self.words.key(kind) if word in self._kinds]
        if len(mine) != 1 or len(others) != 1:
            return None
        words = [others[0] if word in self._kinds else word for word in spelled]
        found = self._read.exact(self._read.numbers(words))
        return next((each for each in found if each.slot == term.slot), None)

    def kind(self, term: Term) -> str:
        """The one word of a kind in what the term is called; nothing where there is none."""
        found = [word for word in self.spelled(term) if word in self._kinds]
        return found[0] if len(found) == 1 else ""

    def sorted_by(self, term: Term) -> Term | None:
        """The value that says of vertices what the word of a kind says in the term's name."""
        kind = self.kind(term)
        found = (
            [each for each in self._meant(kind) if each.attr not in ("id", HEAD)] if kind else []
        )
        own = [each for each in found if each.type == term.type and each.attr != term.attr]
        return own[0] if len(own) == 1 else None

    def calls(self, word: str) -> bool:
        """True for a word of what things are called by."""
        return word in self._calling

    def called(self, before: Sequence[str], word: str) -> tuple[int, list[Term]]:
        """The longest name ending in this word that things are called by, as the place where it
        begins in the words before and what it means; else the class of names that have the word."""
        keys = self.words.key(word)
        for start in range(max(0, len(before) - LONGEST_BAG), len(before) + 1):
            numbers = self._read.numbers([*before[start:], *keys])
            terms = [each for each in self._read.exact(numbers) if each.slot in self._called]
            if terms:
                return start, terms
        return len(before), self.parts(keys) if all(map(self.knows, keys)) else []

    def together(self, terms: Iterable[Term]) -> bool:
        """False when no document's own name and values mention all these terms at once."""
        return self._companions.together(terms)

    def about(self, terms: Iterable[Term]) -> frozenset[str]:
        """The documents whose own name and values mention all these terms."""
        return self._companions.about(tuple(terms))

    def alike(self, term: Term, others: Iterable[str]) -> tuple[str, ...]:
        """Of other vertices of the term's type those that may be the same thing under another
        name, by what they and those of the term are called by."""
        known, others = self.ids(term), tuple(others)
        slots = ((term.type, slot.partition(".")[2]) for slot in self._called)
        return tuple(
            sorted({it for slot in slots for it in self._alike.among(others, known, slot)})
        )

    def is_covered(self, type_name: str, ids: Iterable[str]) -> bool:
        """False where documents mention other vertices of the type and none of these."""
        mentioned = self.together([Term(type_name, "id", tuple(ids))])
        return mentioned or not self._companions.mention(type_name)

    @cached_property
    def _companions(self) -> Companions:
        return Companions(self._read, self.words)


def _one(term: Term, value: Value) -> Term:
    return Term(term.type, term.attr, (value,))


def _contains(key: Key, part: Key) -> bool:
    """True when all words of `part` stand in `key`, in this order."""
    rest = iter(key)
    return all(word in rest for word in part)


def _holds(key: Key, words: Key) -> bool:
    """True when the words stand side by side in the key."""
    size = len(words)
    return any(key[at : at + size] == words for at in range(len(key) - size + 1))
