"""Questions about the schema itself: which kinds of things there are, what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from occam.core.language import Language
from occam.core.lexicon import Lexicon
from occam.core.parse import Understood
from occam.core.plan import Hop, Members, Node, Order, Query
from occam.core.record import Constraint
from occam.core.schema import Schema
from occam.core.sentences import PLACE, Said, Sentences
from occam.core.telling import EXAMPLE, TOLD, Topic, label_of, parts_of
from occam.core.words import Words, repaired

MOST_TOKENS = 30
EXAMPLES = 3
SENTENCE = "example"


class Told(msgspec.Struct, frozen=True):
    """A question that the schema answers: the ledger says what is to be told."""

    constraints: tuple[Constraint, ...]


class Inquiry:
    """Knows the sentences of a language that ask about a schema, and the words for its types."""

    def __init__(
        self,
        schema: Schema,
        lexicon: Lexicon,
        language: Language,
        words: Words,
        understood: Callable[[str], bool],
    ) -> None:
        """`understood` tells whether a question would be; no other is offered as an example."""
        self._schema, self._lexicon, self._words = schema, lexicon, words
        self._examples = language.sentences.get(SENTENCE, ())
        asking = {kind: said for kind, said in language.sentences.items() if kind != SENTENCE}
        self._sentences = Sentences(asking, words)
        self._nouns = _nouns(schema, lexicon, words)
        self._and = _keys(language.senses.get("join", {}).get("and", ()), words)
        self._openings = _keys((*language.openings, *lexicon.openings), words)
        self._closings = _keys((*language.closings, *lexicon.closings), words)
        self._understood = understood

    def read(self, question: str) -> Told | Understood | None:
        """What the schema can tell, or the list of its members that is wanted; None for every
        question that is not about the schema through and through."""
        text = repaired(question)
        tokens = self._words.tokens(text)
        if not 0 < len(tokens) <= MOST_TOKENS:
            return None
        texts = tuple(token.text for token in tokens)
        for start, end in self._polite(texts):
            phrase = text[tokens[start].start : tokens[end - 1].end]
            for kind, places in self._sentences.of(texts[start:end]):
                if found := self._meant(kind, places, phrase):
                    return found
        return None

    def _polite(self, texts: Said) -> Iterator[tuple[int, int]]:
        """What may be the question between courtesies, the longest first."""
        starts, ends = [0], [len(texts)]
        for start in starts:
            starts += [
                at for at in range(start + 1, len(texts)) if texts[start:at] in self._openings
            ]
        for end in ends:
            ends += [at for at in range(1, end) if texts[at:end] in self._closings]
        for end in sorted({*ends}, reverse=True):
            yield from ((start, end) for start in sorted({*starts}) if start < end)

    def _meant(self, kind: str, places: Sequence[Said], phrase: str) -> Told | Understood | None:
        named = [self._named(said) for said in places]
        if not all(named):
            return None
        types = tuple(dict.fromkeys(name for some in named for name in some))
        if kind == "years":
            return self._years(phrase)
        if kind == "known":
            return _members(Node(type=types[0]), phrase) if len(types) == 1 else None
        return self._told(kind, types, phrase)

    def _told(self, kind: str, types: tuple[str, ...], phrase: str) -> Told | None:
        topic = topic_for(kind, types)
        if topic is None or not any(parts_of(topic, self._schema)):
            return None
        ledger = [Constraint(phrase=phrase, became=TOLD, detail=topic.written())]
        if topic.kind == "help":
            ledger += [Constraint(phrase=each, became=EXAMPLE) for each in self.examples(types)]
        return Told(tuple(ledger))

    def _years(self, phrase: str) -> Understood | None:
        """The vertices that lend others their year, in the order of it: where documents are about
        another type, those that a document leads to."""
        type_name, _, attr = self._lexicon.year_of.partition(".")
        if not attr:
            return None
        about = [
            Hop(edge=name, direction="in", node=Node(type=edge.source))
            for name, edge in self._schema.edges.items()
            if edge.target == type_name and self._schema.vertices[edge.source].documentary
        ]
        told = self._schema.vertices[type_name].documentary
        root = Node(type=type_name, hops=() if told else tuple(about[:1]))
        return _members(root, phrase, Order(attr=attr, descending=False))

    def _named(self, said: Said) -> tuple[str, ...]:
        """The types that these words name, joined by "and"; none where a word is left over."""
        for length in range(len(said), 0, -1):
            name = self._nouns.get(said[:length])
            if name and length == len(said):
                return (name,)
            for joint in self._and if name else ():
                behind = length + len(joint)
                rest = self._named(said[behind:]) if said[length:behind] == joint else ()
                if name and rest:
                    return (name, *rest)
        return ()

    def examples(self, types: Sequence[str] = ()) -> tuple[str, ...]:
        """A few questions about these types (all where none is named) that are understood."""
        names = types or sorted(
            self._schema.vertices, key=lambda name: not self._schema.vertices[name].documentary
        )
        found: list[str] = []
        for place, sentence in enumerate(self._examples):
            turned = [*names[place % len(names) :], *names[: place % len(names)]]
            tried = (each for name in turned for each in self._filled(sentence, name))
            found += [each for each in [next(filter(self._understood, tried), "")] if each]
        return tuple(dict.fromkeys(found))[:EXAMPLES]

    def _filled(self, sentence: str, name: str) -> Iterator[str]:
        """The sentence about one type, or about each thing that is counted of it."""
        noun, vertex = self._lexicon.nouns.get(name), self._schema.vertices[name]
        one = noun.one[0] if noun and noun.one else label_of(name, self._schema)
        many = noun.many[0] if noun and noun.many else "".join(vertex.labels[1:2])
        if sentence.count(PLACE) == 1:
            yield from (sentence.replace(PLACE, many) for _ in [many] if many)
            return
        for attribute in vertex.attributes.values():
            if attribute.role == "measure" and attribute.labels[:1] == (attribute.unit,):
                filled = sentence.replace(PLACE, one, 1)
                yield filled.replace(PLACE, attribute.labels[0], 1)


def topic_for(kind: str, types: tuple[str, ...]) -> Topic | None:
    """The topic of a sentence, where the number of types that it names is right for it."""
    match kind, types:
        case "help", _:
            return Topic("help", types)
        case "kinds", ():
            return Topic("kinds")
        case "about", (_, *_):
            return Topic("about", types)
        case "links", (_, _) | (_,):
            return Topic("links", types)
        case _:
            return None


def _members(root: Node, phrase: str, order: Order | None = None) -> Understood:
    plan = Query(root=root, answer=Members(order=order))
    return Understood(
        plan=plan, constraints=(Constraint(phrase=phrase, became="answer", detail="members"),)
    )


def _nouns(schema: Schema, lexicon: Lexicon, words: Words) -> dict[Said, str]:
    """Words for exactly one type each."""
    found: dict[Said, set[str]] = {}
    for name, vertex in schema.vertices.items():
        noun = lexicon.nouns.get(name)
        said = (*noun.one, *noun.many) if noun else ()
        for key in _keys((*vertex.labels, *said), words):
            found.setdefault(key, set()).add(name)
    return {key: next(iter(names)) for key, names in found.items() if len(names) == 1}


def _keys(texts: Iterable[str], words: Words) -> frozenset[Said]:
    return frozenset(key for text in texts if (key := words.key(text)))
