"""A draft is a plan where it says what the question says: all of it, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from occam.core.check import check
from occam.core.drafting.building import build
from occam.core.drafting.draft import read
from occam.core.drafting.grounding import Grounded, ground
from occam.core.gaps import InvalidPlan, UnmappedPhrase
from occam.core.parse import Understood
from occam.core.plan import digest
from occam.packs import find_pack
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition

from tests.core.drafting.attacks import ATTACKS
from tests.core.drafting.parts import (
    BRONZE,
    COUNT,
    FRANCE,
    GOLD,
    JUDO,
    LONDON,
    MORE,
    REIGNED,
    SIX,
    SUPREME,
    Form,
    at,
    form,
)
from tests.strategies.drafts import Unwritten, written, wrong

OTHER = {
    "FOR> id": "NOR", "IN_SPORT> id": "Archery", "AT_GAMES> id": "2004 Summer",
    "AT_VENUE> id": "Riocentro", " name": "Men's 66 kg", " gender": "mixed",
}  # fmt: skip
UNGROUNDED = {
    "Did every judo event in 2012 have more than 10 competitors?",
    "Which countries other than Japan won a judo medal in 2012?",
    "Who won silver in the men's sprint in biathlon at the Winter Games before Sochi?",
}
"""Understood by the parser in ways for which a draft has no words."""
FOLDED = frozenset({"group", "rarest"})


def grounded(
    sample: Edition, question: str, parts: Form
) -> Grounded | InvalidPlan | UnmappedPhrase:
    """What a planner makes of a model's answer."""
    draft = read(msgspec.json.encode(parts).decode())
    if isinstance(draft, str):
        return InvalidPlan(path="answer", reason=draft)
    plan = build(draft, sample.schema, sample.vocabulary)
    if isinstance(plan, InvalidPlan):
        return plan
    heard = sample.reader.heard(question)
    lexicon, vocabulary = sample.pack.lexicon, sample.vocabulary
    return check(plan, sample.schema) or ground(
        draft, plan, heard, sample.schema, lexicon, vocabulary
    )


@pytest.fixture(scope="module")
def understood(sample: Edition) -> dict[str, Form]:
    """Questions that the parser understands, with its plans written as drafts."""
    golden = find_pack("olympics", load_settings({"OCCAM_HOME": "/"}).pack_roots).directory
    lines = (golden / "golden/questions.jsonl").read_bytes().splitlines()
    found: dict[str, Form] = {}
    for question in [*(msgspec.json.decode(line)["question"] for line in lines), *PLAIN]:
        parsed = sample.reader.parse(question)
        if isinstance(parsed, Understood) and question not in UNGROUNDED:
            try:
                found[question] = written(parsed.plan)
            except Unwritten:
                continue
    return found


PLAIN = (
    "How many silver medals did Japan win in judo?",
    "How many judo events in 2012 were not won by Russia?",
    "How many shooting events in 2016 did Italy not win?",
    "How many judo events in 2012 had at least 30 competitors?",
    "How many shooting events in 2008 had no more than 20 competitors?",
    "How many shooting events in 2012 had between 30 and 40 competitors?",
    "How many events in 2010 were won by Norway or Germany?",
    "How many events were held after 2013?",
    "Which women's judo event in 2012 had the most competitors?",
    "Which countries won at least two gold medals in judo in 2012?",
    "Did Kosovo win a gold medal in 2016?",
    "When was the men's 100 kg judo held in 2012?",
)


def test_what_the_parser_understands_is_grounded_when_a_model_writes_it(
    sample: Edition, understood: dict[str, Form]
) -> None:
    assert len(understood) > 50
    failed = {
        question: said
        for question, parts in understood.items()
        if not isinstance(said := grounded(sample, question, parts), Grounded)
    }
    assert not failed


def test_one_thing_changed_in_a_draft_and_it_is_not_grounded(
    sample: Edition, understood: dict[str, Form]
) -> None:
    tried = 0
    strays: list[tuple[str, str]] = []
    for question, parts in understood.items():
        first = grounded(sample, question, parts)
        assert isinstance(first, Grounded)
        for name, changed in wrong(parts, OTHER):
            said = grounded(sample, question, changed)
            tried += 1
            if isinstance(said, Grounded) and not _says_the_same(first, said, parts, changed):
                strays.append((question, name))
    assert tried > 800
    assert not strays


def _says_the_same(first: Grounded, second: Grounded, parts: Form, changed: Form) -> bool:
    """The same plan, or the same groups listed in another order."""
    whats = {parts["ask"]["what"], changed["ask"]["what"]}
    unordered = whats == FOLDED and not parts["ask"].get("k")
    return digest(first.plan) == digest(second.plan) or unordered


def test_a_draft_of_another_question_is_not_grounded(
    sample: Edition, understood: dict[str, Form]
) -> None:
    own = {question: digest(_plan(sample, parts)) for question, parts in understood.items()}
    strays: list[tuple[str, str]] = []
    for question in understood:
        for other, parts in understood.items():
            if own[other] != own[question] and isinstance(
                grounded(sample, question, parts), Grounded
            ):
                strays.append((question, other))
    assert not strays


def _plan(sample: Edition, parts: Form) -> Any:
    draft = read(msgspec.json.encode(parts).decode())
    assert not isinstance(draft, str)
    return build(draft, sample.schema, sample.vocabulary)


def test_there_are_many_attacks() -> None:
    assert len({msgspec.json.encode(each) for each in ATTACKS}) >= 170


@pytest.mark.parametrize(("question", "parts"), ATTACKS)
def test_a_draft_that_says_something_else_is_a_gap(
    sample: Edition, question: str, parts: Form
) -> None:
    assert isinstance(grounded(sample, question, parts), InvalidPlan | UnmappedPhrase)


PARAPHRASES: list[tuple[str, Form]] = [
    (REIGNED, form(SIX, JUDO, LONDON, because=SUPREME, **GOLD)),
    ("Who outclassed everybody in the men's 66 kg judo in 2012?",
     form(SIX, JUDO, LONDON, because={"outclassed everybody": "WON_GOLD"}, **GOLD)),
    ("How many judo events of 2012 saw upwards of 30 competitors?",
     form(JUDO, LONDON, MORE, **COUNT)),
    ("How many judo events did not go France's way in 2012?",
     form(JUDO, LONDON, at("GOLD_FOR>", FRANCE, absent=True),
          because={"way": "GOLD_FOR"}, **COUNT)),
    ("Whose bronze was it in the men's 66 kg judo in 2012?", form(SIX, JUDO, LONDON, **BRONZE)),
    ("How many judo events at London 2012 were dominated by France?",
     form(JUDO, LONDON, at("GOLD_FOR>", FRANCE), because={"dominated": "GOLD_FOR"}, **COUNT)),
]  # fmt: skip


@pytest.mark.parametrize(("question", "parts"), PARAPHRASES)
def test_words_that_nobody_knows_may_stand_for_what_no_other_word_says(
    sample: Edition, question: str, parts: Form
) -> None:
    said = grounded(sample, question, parts)
    assert isinstance(said, Grounded)
    mapped = {each["phrase"] for each in parts["because"]}
    assert mapped == {line.phrase for line in said.constraints if "model" in line.detail}
