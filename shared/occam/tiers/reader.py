"""Tier 3: a model reads passages. What it says counts where it quotes the page word for word.

Passages travel as JSON, so that no text of a page can end the passage that it stands in; and the
reader has no tool to be talked into: all that can come of a page is a quote of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.evidence import Passage, Quote, Read, Recovered
from occam.core.gaps import AnyGap, NotInCorpus
from occam.core.model import Form, Prompted, Said
from occam.core.paying import Paid, Payer, Till, Unpaid
from occam.core.quoting import quoted, supports, visible, worded
from occam.core.recovery import Sought, fits
from occam.core.spending import Spent
from occam.prompts import prompt
from occam.tiers.forms import ALONE, RAG, READ, VALUE, Answer, Answers, Value, decoded

LONGEST_ANSWER = 400
CHARACTERS_A_TOKEN = 4


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What came of reading: an answer, a recovered value, or the gap that stands; and what it cost.
    `note` says what was rejected."""

    read: Read | None = None
    recovered: Recovered | None = None
    gap: AnyGap | None = None
    spent: Spent = Spent()
    by: str = ""
    note: str = ""


class PageReader:
    """Asks one model about passages."""

    def __init__(self, till: Till) -> None:
        self._till = till

    async def read(self, payer: Payer, question: str, passages: Sequence[Passage]) -> Reading:
        """An answer each word of which is quoted; else the corpus does not say."""
        bought = await self._ask(payer, "read", READ, f"Question: {question}", passages)
        if isinstance(bought, Unpaid):
            return Reading(gap=bought.gap, spent=bought.spent, by=self._by("read"))
        said = decoded(bought.reply.text, Answers)
        found = said.answers if isinstance(said, Answers) else []
        kept = [
            (worded(quote, each.answer), quote)
            for each in found
            if (quote := _borne_out(each, passages))
        ]
        note = _rejected(len(found) - len(kept)) if isinstance(said, Answers) else said
        if not kept:
            return self._nothing(bought, "read", passages, note)
        read = Read(
            answer=tuple(dict.fromkeys(answer for answer, _ in kept)),
            quotes=tuple(dict.fromkeys(quote for _, quote in kept)),
            documents=_documents(passages),
            by=self._by("read"),
        )
        return Reading(
            read=read, spent=bought.spent, by=self._by("read"), note=_joined(bought, note)
        )

    async def recover(self, payer: Payer, wanted: Sought, passages: Sequence[Passage]) -> Reading:
        """One value of one thing, quoted from its own pages; else it stays missing."""
        asked = f"Thing: {wanted.label}\nWanted: {wanted.words}"
        bought = await self._ask(payer, "value", VALUE, asked, passages)
        by = self._by("value")
        if isinstance(bought, Unpaid):
            return Reading(gap=bought.gap, spent=bought.spent, by=by)
        said = decoded(bought.reply.text, Value)
        if not isinstance(said, Value) or not said.value:
            note = said if isinstance(said, str) else ""
            return self._nothing(bought, "value", passages, note)
        answer = Answer(answer=said.value, quote=said.quote, passage=said.passage)
        quote = _borne_out(answer, passages)
        recovered = quote and Recovered(
            vertex=wanted.vertex,
            attr=wanted.attr,
            text=worded(quote, said.value),
            quote=quote,
            by=by,
        )
        if not recovered or not fits(wanted, recovered, passages):
            return self._nothing(bought, "value", passages, _rejected(1))
        return Reading(recovered=recovered, spent=bought.spent, by=by, note=_joined(bought, ""))

    async def answer(self, payer: Payer, question: str, passages: Sequence[Passage]) -> Reading:
        """Whatever the model makes of the passages, or of nothing but itself where there are none:
        the baselines. Quotes are kept where they stand."""
        name, form = ("rag", RAG) if passages else ("alone", ALONE)
        bought = await self._ask(payer, name, form, f"Question: {question}", passages)
        if isinstance(bought, Unpaid):
            return Reading(gap=bought.gap, spent=bought.spent, by=self._by(name))
        said = decoded(bought.reply.text, Answers)
        if isinstance(said, str) or not said.answers:
            return self._nothing(bought, name, passages, said if isinstance(said, str) else "")
        quotes = [quote for each in said.answers if (quote := _quoted(each, passages))]
        read = Read(
            answer=tuple(dict.fromkeys(each.answer for each in said.answers)),
            quotes=tuple(dict.fromkeys(quotes)),
            documents=_documents(passages),
            by=self._by(name),
        )
        return Reading(read=read, spent=bought.spent, by=self._by(name), note=_joined(bought, ""))

    async def _ask(
        self, payer: Payer, name: str, form: Form, asked: str, passages: Sequence[Passage]
    ) -> Paid | Unpaid:
        return await self._till.ask(payer, prompted(name, form, asked, passages))

    def _nothing(self, bought: Paid, name: str, passages: Sequence[Passage], note: str) -> Reading:
        gap = NotInCorpus(searched=len(passages))
        return Reading(gap=gap, spent=bought.spent, by=self._by(name), note=_joined(bought, note))

    def _by(self, name: str) -> str:
        return f"{self._till.name}, prompt {prompt(name)}"


def prompted(name: str, form: Form, asked: str, passages: Sequence[Passage]) -> Prompted:
    """The request about these passages."""
    shown = msgspec.json.encode(
        [
            {"passage": at, "title": visible(each.title), "text": visible(each.quote)}
            for at, each in enumerate(passages, 1)
        ]
    ).decode()
    told = f"Passages: {shown}\n\n{asked}" if passages else asked
    return Prompted(
        messages=(Said("system", prompt(name).text), Said("user", told)),
        prompt=str(prompt(name)),
        form=form,
        most_tokens=LONGEST_ANSWER,
        context_tokens=len(shown) // CHARACTERS_A_TOKEN if passages else 0,
    )


def _borne_out(answer: Answer, passages: Sequence[Passage]) -> Quote | None:
    quote = _quoted(answer, passages)
    return quote if quote and supports(quote, answer.answer) else None


def _quoted(answer: Answer, passages: Sequence[Passage]) -> Quote | None:
    """Where the quote really stands: in the passage that the model names, or in another that it was
    shown."""
    named = passages[answer.passage - 1 : answer.passage] if answer.passage > 0 else ()
    for passage in (*named, *passages):
        if quote := quoted(passage, answer.quote):
            return quote
    return None


def _documents(passages: Sequence[Passage]) -> tuple[str, ...]:
    return tuple(sorted({each.document for each in passages}))


def _rejected(count: int) -> str:
    return f"{count} rejected: not quoted word for word" if count else ""


def _joined(bought: Paid, note: str) -> str:
    return "; ".join(filter(None, (note, bought.note)))
