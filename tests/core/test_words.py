"""What spelling must not decide is folded; what carries meaning is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.language import Language
from occam.core.words import Spelling, Words, fold, has_camel, repaired, similarity
from occam.packs.languages import language_of

WORDS = Words(
    Spelling(
        articles=("the", "a"),
        words={"metres": "metre", "womens": "women"},
        units={"m": "metre"},
        between={"by": "x"},
    ),
    language_of("en"),
)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Épée", "epee"),
        ("Naim Süleymanoğlu", "NAIM SULEYMANOGLU"),
        ("Marit Bjørgen", "marit bjorgen"),
        ("Women’s foil", "women's foil"),
        ("Womens foil", "women's foil"),
        ("Val-d'Isère", "Val d’Isere"),
        ("10,000 metres", "10000 m"),
        ("10\u202f000 metres", "10 000 metres"),
        ("4 × 100 metres", "4x100m"),
        ("four by one hundred metres", "4 × 100 metres"),
        ("Laura Biathlon & Ski Complex", "laura biathlon and ski complex"),
        ("The 20–21 February", "20-21 february"),
        ("K-2", "K2"),
        ("“49er”", "49 er"),
        ("seventy-three", "73"),
        ("two hundred and five", "205"),
        ("three thousand", "3000"),
    ],
)
def test_spellings_of_the_same_are_equal(left: str, right: str) -> None:
    assert WORDS.key(left) == WORDS.key(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [("+80 kg", "80 kg"), ("4 x 100", "4 100"), ("67.5 kg", "675 kg"), ("K-1", "K-2")],
)
def test_spellings_of_different_things_differ(left: str, right: str) -> None:
    assert WORDS.key(left) != WORDS.key(right)


def test_a_unit_counts_only_behind_a_number() -> None:
    assert WORDS.key("M-Wave") == ("m", "wave")
    assert WORDS.key("1500 m") == ("1500", "metre")


def test_a_short_year_stays_a_year() -> None:
    assert WORDS.key("in ’08") == ("in", "'08")


def test_words_run_together_are_cut_when_asked() -> None:
    assert has_camel("TechnologyUniversity")
    assert WORDS.key("TechnologyUniversity", split_camel=True) == ("technology", "university")
    assert WORDS.key("TechnologyUniversity") == ("technologyuniversity",)


def test_tokens_know_what_they_were_written_with() -> None:
    text = "The Women’s ten thousand metres"
    written = [text[token.start : token.end] for token in WORDS.tokens(text)]
    assert written == ["Women’s", "ten thousand", "metres"]


def test_text_read_in_the_wrong_coding_is_read_back() -> None:
    broken = "Men’s épée – final".encode().decode("cp1252")
    assert repaired(broken) == "Men’s épée – final"
    assert repaired("Ångström and Ã alone") == "Ångström and Ã alone"


@given(st.text(max_size=60))
def test_any_text_is_cut_without_loss_of_place(text: str) -> None:
    tokens = WORDS.tokens(repaired(text))
    assert all(token.text and token.start < token.end for token in tokens)
    assert [token.start for token in tokens] == sorted(token.start for token in tokens)


@given(st.text(alphabet=st.characters(categories=["L"]), min_size=1, max_size=12))
def test_folding_twice_changes_nothing(word: str) -> None:
    assert fold(fold(word)) == fold(word)


def test_similarity_orders_proposals() -> None:
    assert similarity("judo", "judo") == 1.0
    assert similarity("shoting", "shooting") > similarity("shoting", "judo") >= 0.0
    assert similarity("", "judo") == 0.0


GERMAN = Words(
    Spelling(articles=("jene",)),
    Language(
        name="Deutsch",
        articles=("der", "die", "das"),
        numbers={"drei": 3, "fünf": 5, "zwanzig": 20, "dreiundzwanzig": 23, "zweihundert": 200},
        multipliers={"tausend": 1000},
        senses={"join": {"and": ("und",)}},
    ),
)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("dreiundzwanzig", "23"),
        ("FÜNF tausend", "5000"),
        ("drei tausend und fünf", "3005"),
        ("zweihundert", "200"),
        ("Die jene Fischer & das Meer", "fischer und meer"),
    ],
)
def test_another_language_has_its_own_numbers_and_articles(left: str, right: str) -> None:
    assert GERMAN.key(left) == GERMAN.key(right)


def test_words_of_no_language_have_no_numbers_and_no_articles() -> None:
    assert Words().key("the seventy-three") == ("the", "seventy", "three")
    assert GERMAN.key("seventy") == ("seventy",)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("between two hundred and three hundred", ("between", "200", "and", "300")),
        ("three thousand two hundred and five", ("3205",)),
        ("two hundred thousand", ("200000",)),
        ("two hundred and five thousand", ("205000",)),
        ("two thousand and three thousand", ("2000", "and", "3000")),
        ("twenty ten", ("20", "10")),
    ],
)
def test_the_parts_of_a_number_grow_smaller(text: str, key: tuple[str, ...]) -> None:
    assert WORDS.key(text) == key
