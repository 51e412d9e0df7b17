"""What a search found, in the order in which a ranking model sees it answer the question.

The model is given more passages than are wanted. It adds none and changes none: it names places. An
error, a ceiling that is reached or an answer that cannot be read leaves the order of the search,
with a note.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.evidence import Passage, Retrieved
from occam.core.model import Prompted, Said
from occam.core.paying import Payer, Till, Unpaid
from occam.core.reasons import refusal
from occam.core.spending import Spent
from occam.tiers.reader import CHARACTERS_A_TOKEN

PROMPT = "rerank 1"
"""Nothing of ours is said to such a model: the version is that of how passages are put to it."""
DEPTH = 20
"""Passages that are ranked anew, at least."""
UNREADABLE = "the reranker's answer could not be read: ranks are those of the search"


class Place(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A passage by its place among those that were given, and its score."""

    at: int
    score: float


class Ranker:
    """Asks one ranking model about passages."""

    def __init__(self, till: Till) -> None:
        self._till = till

    async def ranked(self, payer: Payer, question: str, found: Retrieved, limit: int) -> Retrieved:
        """The best of what was found. Raises `core.errors.Transient` to be tried again."""
        if len(found.passages) < 2:
            return msgspec.structs.replace(found, passages=found.passages[:limit])
        bought = await self._till.ask(payer, prompted(question, found.passages))
        if isinstance(bought, Unpaid):
            note = f"not reranked by {self._till.name}: {refusal(bought.gap)}"
            return _as_found(found, limit, note, bought.spent)
        best = _placed(bought.reply.text, found.passages)
        if not best:
            return _as_found(found, limit, UNREADABLE, bought.spent)
        note = f"reranked by {self._till.name}"
        return Retrieved(
            passages=best[:limit],
            note=_joined(found.note, note, bought.note),
            spent=found.spent + bought.spent,
        )


def prompted(question: str, passages: Sequence[Passage]) -> Prompted:
    """The question, and each passage below the title of its page."""
    texts = [f"{each.title}\n{each.quote}" for each in passages]
    return Prompted(
        messages=(Said("user", question), *(Said("user", text) for text in texts)),
        prompt=PROMPT,
        most_tokens=0,
        context_tokens=sum(len(text) for text in texts) // CHARACTERS_A_TOKEN,
    )


def _placed(text: str, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages at the places that were named, with their new scores, and behind them those
    that were not named; none where a place is none of theirs or comes twice."""
    try:
        places = msgspec.json.decode(text, type=tuple[Place, ...])
    except msgspec.DecodeError:
        return ()
    named = [each.at for each in places]
    if len(set(named)) < len(named) or not set(named) <= set(range(len(passages))):
        return ()
    best = [msgspec.structs.replace(passages[each.at], score=each.score) for each in places]
    least = min((each.score for each in places), default=0.0)
    rest = [
        msgspec.structs.replace(passage, score=least)
        for at, passage in enumerate(passages)
        if at not in named
    ]
    return (*best, *rest) if best else ()


def _as_found(found: Retrieved, limit: int, note: str, spent: Spent) -> Retrieved:
    return Retrieved(
        passages=found.passages[:limit],
        note=_joined(found.note, note),
        spent=found.spent + spent,
    )


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))
