"""Dates in a language other than English, with places that fit the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.calendar import Calendar
from occam.core.language import Language
from occam.core.periods import find_periods

MONTHS = (
    "Januar", "Februar", "März", "April", "Mai", "Juni",
    "Juli", "August", "September", "Oktober", "November", "Dezember",
)  # fmt: skip
GERMAN = Calendar(
    Language(
        name="Deutsch",
        articles=("der", "dem", "den"),
        months=tuple((name, name[:3]) for name in MONTHS),
        senses={
            "time": {"to": ("bis", "bis zum"), "from": ("vom", "ab"), "between": ("zwischen",)},
            "join": {"and": ("und",)},
        },
    )
)
ENGLISH = Calendar()


@pytest.mark.parametrize(
    ("text", "quoted", "days"),
    [
        ("Wer siegte am 20. Februar 2010?", "20. Februar 2010", "2010-02-20/2010-02-20"),
        ("am 20 februar 2010", "20 februar 2010", "2010-02-20/2010-02-20"),
        ("am 1. Mai 2004.", "1. Mai 2004", "2004-05-01/2004-05-01"),
        ("vom 3. bis 6. August 2012", "3. bis 6. August 2012", "2012-08-03/2012-08-06"),
        ("vom 3. bis zum 6. März 2012", "3. bis zum 6. März 2012", "2012-03-03/2012-03-06"),
        ("3.–6. Dezember 2012", "3.–6. Dezember 2012", "2012-12-03/2012-12-06"),
        (
            "zwischen dem 30. Juni und dem 2. Juli 2012",
            "30. Juni und dem 2. Juli 2012",
            "2012-06-30/2012-07-02",
        ),
        (
            "am 3. und 5. Okt 2012",
            "3. und 5. Okt 2012",
            "2012-10-03/2012-10-03;2012-10-05/2012-10-05",
        ),
        ("Was war im Januar 2012 los?", "Januar 2012", "2012-01-01/2012-01-31"),
        ("on 3 May 2001", "3 May 2001", "2001-05-03/2001-05-03"),
        ("2010-02-20 bis 2010-02-22", "2010-02-20 bis 2010-02-22", "2010-02-20/2010-02-22"),
    ],
)
def test_a_german_date_is_found_where_it_stands(text: str, quoted: str, days: str) -> None:
    (found,) = GERMAN.find(text)
    assert (text[found.start : found.end], found.period.days) == (quoted, days)


def test_a_day_without_a_year_takes_the_default() -> None:
    (found,) = GERMAN.find("am 20. Februar", 2010)
    assert found.period.start == "2010-02-20"


@pytest.mark.parametrize(
    "text", ["Maiglocken 2012", "bis 2012", "20.2.2010", "3. Oktoberfest 2012"]
)
def test_what_is_no_date_is_left_alone(text: str) -> None:
    assert GERMAN.find(text) == []


@given(st.text(alphabet="0123456789 .-–,Maibsund äzOktv", max_size=60))
def test_any_text_is_scanned_without_loss_of_place(text: str) -> None:
    spans = [(found.start, found.end) for found in GERMAN.find(text, 2001)]
    assert spans == sorted(spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)


@given(st.text(alphabet="0123456789 –,MayJuneto", max_size=60))
def test_english_dates_are_those_of_the_periods(text: str) -> None:
    found = [(each.start, each.end, each.period) for each in ENGLISH.find(text, 2001)]
    assert found == find_periods(text, 2001)
