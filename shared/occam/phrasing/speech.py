"""From a draft to a sentence: conditions find their places around the noun, the family the rest."""

from __future__ import annotations

import random
import re

from occam.phrasing.book import Book
from occam.phrasing.conditions import Condition
from occam.phrasing.drafts import Draft, Side
from occam.phrasing.grammar import Family, Unsayable, fill, tidy

_BEHIND = re.compile(r"\s*\b(?:of|in|for|at|by|on|to)? ?\{root\}.*$")
_ASKED = re.compile(r"\{is\} \{root\}(.*)$")


def say(draft: Draft, family: Family, book: Book, chance: random.Random) -> str:
    """The sentence; raises `Unsayable` where the family lacks what the draft has to say."""
    speaker = _Speaker(draft, book, chance)
    text = fill(book.agree(family.text, many=False), speaker.slot, chance)
    return tidy(book.agree(text, many=False))


class _Speaker:
    """Says the slots of one sentence; a condition said in front is not said again."""

    def __init__(self, draft: Draft, book: Book, chance: random.Random) -> None:
        self._draft = draft
        self._book = book
        self._chance = chance
        self._left = list(draft.conditions)
        self._noun = book.noun(draft.type, chance)
        self._ask = chance.choice(draft.asks) if draft.asks else ""
        self._asked = chance.choice(draft.nouns) if draft.nouns else ""

    def slot(self, slot: str) -> str:
        """What stands in a slot."""
        draft = self._draft
        match slot:
            case "root" | "one root" | "a root" | "roots":
                return self._main(slot)
            case "front":
                return self._away("front")
            case ", tail":
                return f", {self._away('front')}"
            case "context":
                return self._context()
            case "places":
                return self._places()
            case "pred":
                return self._book.agree(self._away("pred"), many=True)
            case "ask" | "indirect":
                return self._question(indirect=slot == "indirect")
            case "short":
                return self._book.agree(self._targeted(self._draft.shorts), many=False)
            case "claim" | "claimed":
                return self._rooted(self._word(slot))
            case "noun" | "the noun":
                return ("the " if slot == "the noun" else "") + self._rooted(
                    self._need(self._asked)
                )
            case "label":
                if "label" in draft.words:
                    return self._chance.choice(draft.words["label"])
                return _BEHIND.sub("", self._need(self._asked))
            case "what":
                return draft.what
            case "left" | "right" | "lefts" | "rights":
                return self._side(draft.left if slot.startswith("left") else draft.right, slot)
            case _:
                return self._word(slot)

    def _places(self) -> str:
        """Everything that is left, as adverbs of a sentence that has no noun for the root."""
        said = [each.texts.get("front") or each.texts.get("post") for each in self._left]
        if not said or not all(said):
            raise Unsayable("places")
        self._left = []
        return " ".join(self._chance.choice(texts) for texts in said if texts)

    def _context(self) -> str:
        """Everything that is left, one after the other between commas."""
        said = [each.texts.get("bare", ()) for each in self._left]
        named = len(said) == 1 and self._left[0].tag == "name"
        if (len(said) < 2 and not named) or not all(said) or self._draft.around:
            raise Unsayable("context")
        self._left = []
        return ", ".join(map(self._chance.choice, self._chance.sample(said, len(said))))

    def _targeted(self, forms: tuple[str, ...]) -> str:
        if not forms:
            raise Unsayable("no short question")
        text = self._chance.choice(forms)
        return text.replace("{target}", self._word("target")) if "{target}" in text else text

    def _word(self, slot: str) -> str:
        found = self._draft.words.get(slot)
        if not found:
            raise Unsayable(slot)
        return self._chance.choice(found)

    def _need(self, text: str) -> str:
        if not text:
            raise Unsayable("nothing is asked for")
        return text

    def _question(self, *, indirect: bool) -> str:
        ask = self._need(self._ask)
        if indirect:
            if "{does}" in ask:
                raise Unsayable("no indirect form")
            ask = _ASKED.sub(r"{root} {is}\1", ask)
        return self._rooted(ask)

    def _rooted(self, text: str) -> str:
        for slot in re.findall(r"\{(\w+)\}", text):
            if slot == "root":
                text = text.replace("{root}", self._main("root"))
            elif slot not in ("is", "are", "has", "have", "does", "do"):
                text = text.replace(f"{{{slot}}}", self._word(slot))
        return self._book.agree(text, many=False)

    def _main(self, slot: str) -> str:
        many = slot == "roots"
        article = {"root": "the ", "a root": "a "}.get(slot, "")
        said = self._phrase(self._draft.type, self._left, self._noun, many, article)
        if slot == "root" and self._draft.around:
            return self._draft.around.replace("{root}", said)
        return said

    def _side(self, side: Side | None, slot: str) -> str:
        if side is None:
            raise Unsayable(slot)
        noun = self._book.noun(side.type, self._chance)
        many = slot.endswith("s")
        return self._phrase(side.type, side.conditions, noun, many, "" if many else "the ")

    def _away(self, place: str) -> str:
        """Takes one condition that can stand in that place out of the noun phrase."""
        if self._draft.elsewhere:
            raise Unsayable("it would be said of the other one")
        fit = [condition for condition in self._left if condition.texts.get(place)]
        if not fit:
            raise Unsayable(place)
        condition = self._chance.choice(fit)
        self._left = [other for other in self._left if other is not condition]
        return self._chance.choice(condition.texts[place])

    def _phrase(
        self,
        type_: str,
        conditions: list[Condition],
        noun: tuple[str, str],
        many: bool,
        article: str,
    ) -> str:  # fmt: skip
        """A noun with everything demanded of it around it."""
        return _NounPhrase(self._book, self._chance, type_, noun, many, article).say(conditions)


class _NounPhrase:
    """Places conditions: adjectives, the noun or a name, what follows it, one relative clause."""

    def __init__(
        self, book: Book, chance: random.Random, type_: str, noun: tuple[str, str],
        many: bool, article: str,
    ) -> None:  # fmt: skip
        self._book = book
        self._chance = chance
        self._person = book.wording.vertex(type_).person
        self._many = many
        self._article = article
        self._head = noun[1] if many else noun[0]
        self._headed = False
        self._before: list[tuple[int, str]] = []
        self._behind: list[str] = []
        self._clause = ""

    def say(self, conditions: list[Condition]) -> str:
        """The whole phrase."""
        order = self._chance.sample(conditions, len(conditions))
        order.sort(key=lambda each: not (each.texts.get("name") or each.texts.get("head")))
        for condition in order:
            self._place(condition)
        adjectives = [text for _, text in sorted(self._before, key=lambda each: each[0])]
        parts = [*adjectives, self._head, *self._behind, self._clause]
        return self._article + " ".join(part for part in parts if part)

    def _place(self, condition: Condition) -> None:
        places = [place for place in condition.texts if self._is_open(place)]
        if not places:
            raise Unsayable(f"no place for {condition.group}")
        if "head" in places and (self._chance.randrange(5) or len(places) == 1):
            places = ["head"]
        elif "name" in places:
            places = ["name"]
        elif "head" in condition.texts and "pre" in places:
            places, self._headed = ["pre"], True
        elif self._headed and set(places) - {"pre"}:
            places = [place for place in places if place != "pre"]
        place = self._chance.choice(places)
        text = self._chance.choice(condition.texts[place])
        match place:
            case "head":
                self._head, self._headed = text, True
            case "name":
                self._head, self._headed, self._article = text, True, ""
            case "pre":
                self._before.append((condition.rank, text))
            case "post":
                self._behind.append(text)
            case "pred":
                link = "who" if self._person else self._chance.choice(("that", "which"))
                self._clause = f"{link} {self._book.agree(text, many=self._many)}"
            case _:
                self._clause = self._book.agree(text, many=self._many)

    def _is_open(self, place: str) -> bool:
        match place:
            case "head" | "name":
                return not self._headed and not self._many and self._article == "the "
            case "pred" | "rel":
                return not self._clause
            case "front" | "bare":
                return False
            case _:
                return True
