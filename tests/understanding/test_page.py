"""docs/understanding.md shows what the parser does on the bundled sample."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from occam.core.gaps import UnmappedPhrase, Unresolved
from occam.core.understand import Understanding
from occam.runtime.hearing import Hearing
from occam.runtime.shelf import Edition

PAGE = (Path(__file__).parents[2] / "docs/understanding.md").read_text("utf-8")


def section(title: str) -> str:
    """The text of the page under this heading."""
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The cells of the table under this heading, its head left out."""
    lines = re.findall(r"^\| (.+) \|$", section(title), re.MULTILINE)[2:]
    return [line.split(" | ") for line in lines]


ASKED = [question for _, question in rows("What can be asked")]
REFUSED = [question for question, _ in rows("What is refused on purpose")]
EXPLAINED = re.findall(r'^occam explain "(.+)"$', PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def hearing(olympics: Edition) -> Hearing:
    return Hearing(olympics.parser, olympics.graph, olympics.facts, olympics.schema, "olympics")


def test_the_page_shows_questions() -> None:
    assert len(ASKED) >= 10
    assert len(REFUSED) >= 7
    assert len(EXPLAINED) == 1


@pytest.mark.parametrize("question", ASKED)
async def test_what_it_says_can_be_asked_is_answered(hearing: Hearing, question: str) -> None:
    heard = await hearing.of("q", question)
    assert heard.record, heard.gap
    assert heard.record.outcome == "answered"
    assert heard.record.answer


@pytest.mark.parametrize("question", REFUSED)
async def test_what_it_says_is_refused_is_refused_by_these_words(
    hearing: Hearing, question: str
) -> None:
    words = re.findall(r"\*(.+?)\*", question)
    heard = await hearing.of("q", question.replace("*", ""))
    match heard.gap:
        case UnmappedPhrase():
            assert words[0] in heard.gap.phrase
        case Unresolved():
            assert words[0] in heard.gap.mention
        case other:
            pytest.fail(f"no gap that names words: {other}")


def test_the_explained_question_is_read_as_shown(olympics: Edition) -> None:
    understanding = olympics.parser
    assert isinstance(understanding, Understanding)
    found = understanding.explain(EXPLAINED[0])
    shown = [f"“{each.phrase}”: {' | '.join(each.readings)}" for each in found.mentions]
    assert re.findall(r"── (“.+)$", PAGE, re.MULTILINE) == shown
    assert f"plan: {found.plan}\n" in PAGE
    assert found.parser == "schema"
