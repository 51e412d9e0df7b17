"""Tier 2: a constraint that the question states is applied to a shortlist, by a decider or a model.

Neither may prefer. A choice counts where the question has words for it: words that nothing of the
plan stands for yet, or words that the chosen have among their own and the others have not. Where
there are none, nobody is asked and nothing is paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

import msgspec

from occam.core.errors import Permanent
from occam.core.gaps import AnyGap, Candidate
from occam.core.model import Prompted, Said
from occam.core.paying import Payer, Till, Unpaid
from occam.core.ports import Decider, Option
from occam.core.record import Constraint
from occam.core.spelling import listed
from occam.core.spending import Spent
from occam.core.words import Words
from occam.prompts import prompt
from occam.tiers.forms import CHOICE, Choice, decoded

PROMPT = "choose"
MOST = len(ascii_uppercase)
LONGEST_CHOICE = 120


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """The ids that the question means, and its words that say so; none where it does not decide.
    `gap` is why a model that was to be asked gave no answer."""

    ids: tuple[str, ...] = ()
    phrase: str = ""
    gap: AnyGap | None = None
    spent: Spent = Spent()
    by: str = ""
    note: str = ""

    @property
    def ledger(self) -> tuple[Constraint, ...]:
        """The line of the constraint ledger for the words that decided."""
        if not self.ids:
            return ()
        line = Constraint(phrase=self.phrase, became="predicate", detail=f"decided by {self.by}")
        return (line,)


class Chooser:
    """Chooses by decider first, and by model where the decider is not sure."""

    def __init__(
        self,
        words: Words,
        till: Till | None = None,
        decider: Decider | None = None,
        threshold: float = 1.0,
    ) -> None:
        self._words, self._till = words, till
        self._decider, self._threshold = decider, threshold

    async def choose(
        self,
        payer: Payer,
        question: str,
        candidates: Sequence[Candidate],
        ledger: Sequence[Constraint],
    ) -> Chosen:
        """What the question decides. Raises `core.errors.Transient` to be tried again."""
        grounds = tuple(self._grounds(question, candidates, ledger))
        if not grounds or not 1 < len(candidates) <= MOST:
            return Chosen(note="the question has no word that decides")
        decided = await self._decided(question, candidates, grounds)
        if decided.ids or self._till is None:
            return decided
        asked = await self._asked(self._till, payer, question, candidates, grounds)
        return msgspec.structs.replace(asked, spent=decided.spent + asked.spent)

    def _grounds(
        self, question: str, candidates: Sequence[Candidate], ledger: Sequence[Constraint]
    ) -> Iterator[str]:
        """Words of the question that could decide: unused ones, and those that some candidates have
        among their traits and others have not."""
        yield from (line.phrase for line in ledger if line.became == "ignored" and line.phrase)
        texts = [token.text for token in self._words.tokens(question)]
        held = [self._traits(each) for each in candidates]
        for text in dict.fromkeys(texts):
            having = sum(text in words for words in held)
            if 0 < having < len(held):
                yield text

    def _traits(self, candidate: Candidate) -> frozenset[str]:
        said = (candidate.label, *candidate.differs.values())
        return frozenset(word for text in said for word in self._words.key(text))

    async def _decided(
        self, question: str, candidates: Sequence[Candidate], grounds: Sequence[str]
    ) -> Chosen:
        if self._decider is None:
            return Chosen()
        options = [Option(key=each.id, kind="candidate", words=_words(each)) for each in candidates]
        try:
            decision = await self._decider.decide(question, options)
        except Permanent as error:
            return Chosen(note=f"the decider decides nothing: {error}")
        best = max(decision.probabilities, key=lambda key: decision.probabilities[key])
        probable = decision.probabilities[best]
        sure = probable >= self._threshold
        alone = sum(each == probable for each in decision.probabilities.values()) == 1
        return Chosen(
            ids=(best,) if sure and alone else (),
            phrase=listed(grounds) if sure and alone else "",
            spent=decision.spent,
            by=decision.by,
        )

    async def _asked(
        self,
        till: Till,
        payer: Payer,
        question: str,
        candidates: Sequence[Candidate],
        grounds: Sequence[str],
    ) -> Chosen:
        letters = dict(zip(ascii_uppercase, candidates, strict=False))
        shown = "\n".join(f"{letter}. {_words(each)}" for letter, each in letters.items())
        prompted = Prompted(
            messages=(
                Said("system", prompt(PROMPT).text),
                Said("user", f"Question: {question}\n\n{shown}"),
            ),
            prompt=str(prompt(PROMPT)),
            form=CHOICE,
            most_tokens=LONGEST_CHOICE,
        )
        by = f"{till.name}, prompt {prompt(PROMPT)}"
        bought = await till.ask(payer, prompted)
        if isinstance(bought, Unpaid):
            return Chosen(gap=bought.gap, spent=bought.spent, by=by)
        said = decoded(bought.reply.text, Choice)
        note = said if isinstance(said, str) else ""
        ids = () if isinstance(said, str) else self._believed(said, letters, grounds)
        if isinstance(said, Choice) and said.keep and not ids:
            note = "the choice was rejected: the question has no such words for it"
        phrase = said.phrase if isinstance(said, Choice) and ids else ""
        return Chosen(ids=ids, phrase=phrase, spent=bought.spent, by=by, note=note)

    def _believed(
        self, choice: Choice, letters: dict[str, Candidate], grounds: Sequence[str]
    ) -> tuple[str, ...]:
        """The chosen, where the phrase has words that may decide, and does not speak for others."""
        kept = [letters[letter] for letter in choice.keep if letter in letters]
        words = self._words.key(choice.phrase)
        ground = {word for each in grounds for word in self._words.key(each)}
        if not kept or len(kept) == len(letters) or not ground & set(words):
            return ()
        others = [each for each in letters.values() if each not in kept]
        telling = [word for word in words if any(word in self._traits(each) for each in others)]
        against = any(
            word in self._traits(other) and not any(word in self._traits(each) for each in kept)
            for word in telling
            for other in others
        )
        return () if against else tuple(each.id for each in kept)


def _words(candidate: Candidate) -> str:
    """A candidate by its name and by what the others do not share."""
    told = [f"{name}: {value}" for name, value in candidate.differs.items()]
    return f"{candidate.label} ({'; '.join(told)})" if told else candidate.label
