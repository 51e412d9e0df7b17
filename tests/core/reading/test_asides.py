"""What a person says around a question is no part of it, unless it narrows what is asked."""

import pytest
from occam.core.gaps import NoRoute, UnmappedPhrase
from occam.core.parse import Understood
from occam.core.plan import digest

from tests.core.reading.concerts import PARSER, planned

PLAIN = "How many concerts were there in Aldby?"


@pytest.mark.parametrize(
    "question",
    [
        f"My uncle has been asking me. {PLAIN}",
        f"{PLAIN} My nephew and me are betting.",
        f"Good morning! I was wondering: {PLAIN}",
        f"This is for my homework - {PLAIN}",
    ],
)
def test_a_sentence_of_its_own_changes_nothing(question: str) -> None:
    assert digest(planned(question)) == digest(planned(PLAIN))


@pytest.mark.parametrize(
    "question",
    [
        f"{PLAIN} Outdoors.",
        f"{PLAIN} Leave out the quartets.",
        f"{PLAIN} I do not mean Morra.",
        f"Only those in the rain. {PLAIN}",
        f"Who conducted the quartet? {PLAIN}",
        f"{PLAIN} It was sold out in every hall.",
    ],
)
def test_what_narrows_or_asks_is_no_aside(question: str) -> None:
    read = PARSER.parse(question)
    assert isinstance(read, NoRoute | UnmappedPhrase)


def test_an_aside_is_in_the_ledger_as_ignored() -> None:
    read = PARSER.parse(f"{PLAIN} My nephew and me are betting.")
    assert isinstance(read, Understood)
    ignored = [each.phrase for each in read.constraints if each.became == "ignored"]
    assert "My nephew and me are betting" in ignored
