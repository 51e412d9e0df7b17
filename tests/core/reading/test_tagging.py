"""Words become spans: names, function words and numbers, and the cheapest cut into them."""

from occam.core.calendar import Calendar
from occam.core.gaps import UnmappedPhrase
from occam.core.plan import Count, Members
from occam.core.reading.items import Amount, Named
from occam.core.reading.tagging import Tagger, segment
from occam.core.reading.words import WordBook
from occam.core.vocabulary import Vocabulary
from occam.packs.languages import language_of

from tests.core.reading.concerts import (
    LEXICON,
    NAMES,
    SCHEMA,
    WORDS,
    concerts,
    gap,
    in_town,
    in_year,
    means,
)

TAGGER = Tagger(
    WordBook(SCHEMA, LEXICON, language_of("en"), WORDS),
    Vocabulary(NAMES, SCHEMA, LEXICON, WORDS),
    Calendar(language_of("en")),
)


def cut(text: str) -> list[list[tuple[int, int]]]:
    tokens = WORDS.tokens(text)
    lines = segment(TAGGER.spans(text, tokens), [token.text for token in tokens])
    return [[(span.start, span.end) for span in line] for line in lines]


def test_the_longest_phrases_win() -> None:
    assert cut("at least Mira Tuvo") == [[(0, 2), (2, 4)]]


def test_a_strange_word_stays_bare_and_covers_nothing_else() -> None:
    text = "concerts zorp Aldby"
    tokens = WORDS.tokens(text)
    (line,) = segment(TAGGER.spans(text, tokens), [token.text for token in tokens])
    assert [bool(span.readings) for span in line] == [True, False, True]


def test_a_number_is_an_amount_and_a_year_is_a_name_besides() -> None:
    (spans,) = TAGGER.spans("1998", WORDS.tokens("1998"))
    assert {type(reading) for span in spans for reading in span.readings} >= {Amount, Named}


def test_a_signed_number_and_a_share_are_no_plain_amounts() -> None:
    for text in ("-40", "40%", "1.500"):
        spans = TAGGER.spans(text, WORDS.tokens(text))
        assert not any(span.get(Amount) for at in spans for span in at), text


def test_nothing_is_cut_from_nothing() -> None:
    assert segment([], []) == [[]]


def test_names_are_found_whatever_their_case() -> None:
    assert means(
        "HOW MANY CONCERTS IN ALDBY IN 1998?", concerts(Count(), in_town("aldby"), in_year(1998))
    )


def test_a_courtesy_is_no_part_of_the_meaning() -> None:
    plan = concerts(Members(), in_town("morra"))
    assert means("Hello, could you tell me which concerts took place in Morra, please?", plan)


def test_a_strange_word_is_named_as_it_was_written() -> None:
    assert gap("How many Concerts in Zörp were there?") == UnmappedPhrase(phrase="Zörp")
