"""Every word that is not a name: the senses of the language and the words for the schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from occam.core.fuzzy import near
from occam.core.language import Language
from occam.core.lexicon import Lexicon
from occam.core.reading.items import (
    Among,
    Beside,
    Cue,
    Deed,
    Form,
    Glue,
    Grade,
    Place,
    Prop,
    Sense,
    Thing,
)
from occam.core.schema import Schema
from occam.core.words import Words

Key = tuple[str, ...]
SHORTEST_PART = 3
ASKING = ("who", "which", "where", "when")
Meaning = Sense | Thing | Prop | Cue | Grade | Deed | Glue | Place | Beside | Among


class WordBook:
    """Finds, at a token, every phrase of the language and of the pack's lexicon."""

    def __init__(self, schema: Schema, lexicon: Lexicon, language: Language, words: Words) -> None:
        self._words = words
        self.plurals, self.peoples = language.plurals, lexicon.peoples
        self._meanings: dict[Key, list[Meaning]] = {}
        self._longest: dict[str, int] = {}
        for senses in (language.senses, lexicon.senses):
            for group, members in senses.items():
                for member, texts in members.items():
                    self._add(texts, Sense(group, member))
        for text, place in language.ordinals.items():
            self._add([text], Place(place))
        self._add_things(schema, lexicon)
        self._add_properties(schema, lexicon)
        self._add_deeds(lexicon)
        self._add_doers(lexicon)
        self._add(language.glue, Glue())
        self._add(lexicon.glue, Glue(done=True))
        self.openings = self._keys([*language.openings, *lexicon.openings])
        self.decades = frozenset(
            word
            for key in self._keys(language.senses.get("time", {}).get("decade", ()))
            for word in key
        )
        asking = language.senses.get("ask", {})
        self.asking = frozenset(
            key[0]
            for member in ASKING
            for key in self._keys(asking.get(member, ()))
            if len(key) == 1
        )
        self.capitals = frozenset(word for key in self._keys(lexicon.capitals) for word in key)
        self.closings = self._keys([*language.closings, *lexicon.closings])
        self._known = frozenset(word for key in self._meanings for word in key)

    def near(self, word: str) -> list[str]:
        """Words of the book that this one may have been meant for."""
        return near(word, self._known)

    def parted(self, word: str) -> tuple[str, str] | None:
        """Two words of the book that were written as one ("goldmedals")."""
        if word in self._known:
            return None
        cuts = range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
        parts = ((word[:cut], word[cut:]) for cut in cuts)
        return next((each for each in parts if each in self._meanings), None)

    def at(self, texts: Sequence[str], start: int) -> Iterator[tuple[int, list[Meaning]]]:
        """Where each phrase that begins at this token ends, and what it may mean."""
        for length in range(1, self._longest.get(texts[start], 0) + 1):
            found = self._meanings.get(tuple(texts[start : start + length]))
            if found and start + length <= len(texts):
                yield start + length, found

    def _add_things(self, schema: Schema, lexicon: Lexicon) -> None:
        for type_name, vertex in schema.vertices.items():
            noun = lexicon.nouns.get(type_name)
            if noun:
                for text in {*noun.one, *noun.many}:
                    many = None if text in {*noun.one} & {*noun.many} else text in noun.many
                    self._add([text], Thing(type_name, many, text in noun.ends))
            said = {*noun.one, *noun.many} if noun else set[str]()
            self._add([label for label in vertex.labels if label not in said], Thing(type_name))

    def _add_properties(self, schema: Schema, lexicon: Lexicon) -> None:
        claimed = {
            (slot.partition(".")[0], noun)
            for slot, said in lexicon.properties.items()
            for noun in (*said.nouns, *said.several)
        }
        for type_name, vertex in schema.vertices.items():
            for attr, attribute in vertex.attributes.items():
                said = lexicon.properties.get(f"{type_name}.{attr}")
                free = [text for text in attribute.labels if (type_name, text) not in claimed]
                self._add(free, Prop(type_name, attr))
                if said:
                    self._add(said.nouns, Prop(type_name, attr))
                    self._add(said.several, Prop(type_name, attr, many=True))
                    self._add(said.cues, Cue(type_name, attr))
                    self._add(said.most, Grade(type_name, attr, greatest=True))
                    self._add(said.least, Grade(type_name, attr, greatest=False))
                    self._add(said.more, Grade(type_name, attr, greatest=True, compares=True))
                    self._add(said.less, Grade(type_name, attr, greatest=False, compares=True))

    def _add_doers(self, lexicon: Lexicon) -> None:
        for doers in lexicon.doers:
            several = self._several(doers.words)
            if doers.type:
                self._add(set(doers.words) - several, Thing(doers.type, many=False))
                self._add(several, Thing(doers.type, many=True))
            if doers.property:
                type_name, _, attr = doers.property.partition(".")
                self._add(doers.words, Prop(type_name, attr))
            if doers.value:
                self._add(doers.words, Beside(doers.value, doers.slot))
            if doers.beside:
                self._add(doers.words, Among(doers.beside))

    def _add_deeds(self, lexicon: Lexicon) -> None:
        for name, relation in lexicon.relations.items():
            forms: dict[Form, tuple[str, ...]] = {
                "verb": relation.verbs,
                "object": relation.objects,
                "role": relation.roles,
                "light": relation.light,
            }
            for form, texts in forms.items():
                several = self._several(texts) if form == "object" else set[str]()
                self._add(set(texts) - several, Deed(name, form))
                self._add(several, Deed(name, form, many=True))
            self._add(relation.several, Deed(name, "role", many=True))

    def _several(self, texts: Iterable[str]) -> set[str]:
        """Those that are another one in the plural ("golds")."""
        known = {self._words.key(text) for text in texts}
        return {
            text
            for text in texts
            for ending in self.plurals
            if text.endswith(ending) and self._words.key(text.removesuffix(ending)) in known
        }

    def _add(self, texts: Iterable[str], meaning: Meaning) -> None:
        for key in self._keys(texts):
            found = self._meanings.setdefault(key, [])
            if meaning not in found:
                found.append(meaning)
            self._longest[key[0]] = max(self._longest.get(key[0], 0), len(key))

    def _keys(self, texts: Iterable[str]) -> frozenset[Key]:
        return frozenset(key for text in texts if (key := self._words.key(text)))
