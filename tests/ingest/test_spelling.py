"""One spelling for what people write in several."""

import pytest
from occam.ingest.spelling import clean, folded, plain, repaired


def test_spaces_and_composed_characters() -> None:
    assert clean(" Cafe\u0301\u00a0\n bar ") == "Café bar"


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("Games â€“ Men's", "Games – Men's"),
        ("Menâ€™s", "Men’s"),
        ("Ã‰pÃ©e", "Épée"),
        ("Women's épée", "Women's épée"),
        ("São Paulo – Ålesund", "São Paulo – Ålesund"),
    ],
)
def test_a_broken_encoding_is_repaired_and_a_whole_one_left_alone(broken: str, whole: str) -> None:
    assert repaired(broken) == whole


def test_dashes_and_apostrophes_have_one_form() -> None:
    assert plain("Men’s 4 × 100 – “A”") == 'Men\'s 4 x 100 - "A"'


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Men’s 5000 metres", "men's 5000 metre"),
        ("Men's 4 × 100 metre relay", "Men's 4 x 100 metre relay"),
        ("Women's 30 kilometre  classical", "WOMEN'S 30 KILOMETRE CLASSICAL"),
    ],
)
def test_two_spellings_of_one_name_meet(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("+80 kg", "80 kg"), ("Men's 60 kg", "Women's 60 kg"), ("10,000 metres", "10 000 metres")],
)
def test_two_names_that_mean_different_things_stay_apart(one: str, other: str) -> None:
    assert folded(one) != folded(other)
