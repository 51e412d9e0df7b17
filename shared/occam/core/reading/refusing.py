"""Readings that no document bears out: refused before a plan is made of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from occam.core.lexicon import Term
from occam.core.reading.conditions import Bound, Check, Condition, Shift
from occam.core.reading.items import Span
from occam.core.reading.joints import Joints
from occam.core.reading.walking import Unmapped
from occam.core.vocabulary import Vocabulary


class Doubts:
    """What the names of documents say of things that go together."""

    def __init__(self, joints: Joints, vocabulary: Vocabulary) -> None:
        self._joints, self._vocabulary = joints, vocabulary

    def refuse_strangers(self, line: Sequence[Span], conditions: Sequence[Condition]) -> None:
        """Two things said of the root that no document says together were misread, of one or both
        ("men's and women's marathon" is no women's marathon of men)."""
        said = [
            (each, each.body.term)
            for each in conditions
            if isinstance(each.body, Check) and each.body.term and not each.absent
            if self._is_kind(each.body.term)
        ]
        for (_, first), (second, other) in combinations(said, 2):
            if first.slot != other.slot and not self._vocabulary.together([first, other]):
                raise Unmapped(next(s for s in line if s.start <= second.start < s.end))

    def refuse_uncovered(self, line: Sequence[Span], conditions: Sequence[Condition]) -> None:
        """An edition that no document is about: that nothing is known of it proves nothing."""
        timed, _ = self._joints.timed
        for condition in conditions:
            body = condition.body
            if not isinstance(body, Check) or body.attr != "id" or body.type != timed:
                continue
            if not self._vocabulary.is_covered(timed, map(str, body.values)):
                raise Unmapped(next(s for s in line if s.start <= condition.start < s.end))

    def _is_kind(self, term: Term) -> bool:
        """True for what a thing is called or sorted under wherever it takes place: a value of the
        root, or a neighbour that no order in time runs through and that documents are named by."""
        root = self._joints.root
        if term.type == root:
            return term.attr != "id"
        aside = term.slot == term.type and not self._joints.ordering(term.type)
        return aside and self._vocabulary.together([term])


def one_question(line: Sequence[Span]) -> None:
    """Two question words ask two things; only one is answered at a time."""
    asked = [
        span
        for span in line
        if span.sense("ask", "who", "which", "where", "when", "why")
        or (span.sense("ask", "count") and not span.sense("amount"))
    ]
    if len(asked) > 1:
        raise Unmapped(asked[1])


def one_neighbour(line: Sequence[Span]) -> None:
    """ "The next edition after 2008": of which edition it is the next is said behind it, and no
    stretch of time."""
    said = [each for span in line for each in span.all(Condition)]
    moved = any(isinstance(each.body, Shift) and not each.body.anchor for each in said)
    for span in line if moved else ():
        if any(isinstance(each.body, Bound) for each in span.all(Condition)):
            raise Unmapped(span)


def unbroken(line: Sequence[Span], breaks: Collection[int]) -> None:
    """A denial before a break denies what was said, not what follows ("Africa's … no, Kenya's")."""
    for span in line:
        if span.sense("negation", "not") and span.end in breaks:
            raise Unmapped(span)
