"""A mistyped word is read as the one known word near it, and that is told."""

from occam.core.parse import Understood
from occam.core.plan import Count, digest

from tests.core.reading.concerts import PARSER, concerts, gap, in_town, planned


def test_mended_words_are_told() -> None:
    read = PARSER.parse("How many conserts were there in Aldbi?")
    assert isinstance(read, Understood)
    assert digest(read.plan) == digest(concerts(Count(), in_town("aldby")))
    told = {each.phrase: each.detail for each in read.constraints if each.became == "corrected"}
    assert told.keys() == {"conserts", "Aldbi"}
    assert "concerts" in told["conserts"]
    assert "aldby" in told["Aldbi"]


def test_what_is_written_right_is_not_corrected() -> None:
    read = PARSER.parse("How many concerts were there in Aldby?")
    assert isinstance(read, Understood)
    assert not [each for each in read.constraints if each.became == "corrected"]


def test_a_word_near_nothing_is_named() -> None:
    assert getattr(gap("How many concerts were there in Zorpingham?"), "phrase", "") == "Zorpingham"


def test_a_number_is_never_mended() -> None:
    assert digest(planned("How many concerts were there in 1998?")) != digest(
        planned("How many concerts were there in 1996?")
    )
