"""Dates as people write them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.periods import find_periods, parse_period, read_period


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("3 May 2001", "2001-05-03/2001-05-03"),
        ("May 3, 2001", "2001-05-03/2001-05-03"),
        ("May 3rd, 2001", "2001-05-03/2001-05-03"),
        ("the 3rd of May 2001", "2001-05-03/2001-05-03"),
        ("Thursday 3 May 2001", "2001-05-03/2001-05-03"),
        ("2001-05-03", "2001-05-03/2001-05-03"),
        ("3–6 May 2001", "2001-05-03/2001-05-06"),
        ("3 - 6 May 2001", "2001-05-03/2001-05-06"),
        ("3−6 May 2001", "2001-05-03/2001-05-06"),
        ("3 to 6 May 2001", "2001-05-03/2001-05-06"),
        ("May 3 – 6, 2001", "2001-05-03/2001-05-06"),
        ("May 30–June 2, 2001", "2001-05-30/2001-06-02"),
        ("30 May – 2 June 2001", "2001-05-30/2001-06-02"),
        ("30 December 2001 – 2 January 2002", "2001-12-30/2002-01-02"),
        ("30 December – 2 January 2002", "2001-12-30/2002-01-02"),
        ("3 and 5 May 2001", "2001-05-03/2001-05-03;2001-05-05/2001-05-05"),
        ("3, 5 May 2001", "2001-05-03/2001-05-03;2001-05-05/2001-05-05"),
        ("May 3 & 5, 2001", "2001-05-03/2001-05-03;2001-05-05/2001-05-05"),
        ("3 & 4 May 2001", "2001-05-03/2001-05-04"),
        ("3 May 20014 May 2001", "2001-05-03/2001-05-04"),
        ("3 May 2001 (heats)6 May 2001 (final)", "2001-05-03/2001-05-03;2001-05-06/2001-05-06"),
        ("May 3 May 4May 5, 2001 (final)", "2001-05-03/2001-05-05"),
        ("3 May 6 May 2001", "2001-05-03/2001-05-03;2001-05-06/2001-05-06"),
        ("3 May 2001 (round 1May) 4 May 2001", None),
        ("3 May 2001 (heats 5 May 2001 (final)", "2001-05-03/2001-05-03;2001-05-05/2001-05-05"),
        ("First race: 2001-05-03Last race: 2001-05-09", "2001-05-03/2001-05-09"),
        ("1–3 May 2001 and 6 May 2001", "2001-05-01/2001-05-03;2001-05-06/2001-05-06"),
        ("May 2001", None),
        ("2001", None),
        ("3 May", None),
        ("31 April 2001", None),
        ("9 May 2001 – 3 May 2001", None),
        ("1 to 2 to 3 May 2001", None),
        ("3 5 May 2001", None),
        ("about 3 May 2001", None),
        ("3 May 2001 –", None),
        ("", None),
    ],
)
def test_a_date_is_read_into_its_days_or_not_at_all(text: str, days: str | None) -> None:
    found = parse_period(text)
    assert (found.days if found else None) == days


def test_a_missing_year_comes_from_the_context_and_is_noted() -> None:
    found = read_period("30 July – 2 August", 2021)
    assert found is not None
    assert found.period.days == "2021-07-30/2021-08-02"
    assert found.notes == ("year_from_context",)


def test_a_year_stated_once_serves_the_days_before_it_without_a_note() -> None:
    found = read_period("3 May (heats)5 May 2001 (final)", 1999)
    assert found is not None
    assert (found.period.start, found.notes) == ("2001-05-03", ())


def test_a_mistyped_century_is_repaired_only_beside_the_right_year_and_noted() -> None:
    found = read_period("3 May 2001 (heats)4 May 1901 (semifinals)5 May 2001 (final)", 2001)
    assert found is not None
    assert (found.period.days, found.notes) == ("2001-05-03/2001-05-05", ("year_repaired",))
    assert parse_period("4 May 1901", 2001) == parse_period("1901-05-04")


def test_a_day_typed_twice_is_one_day_and_noted() -> None:
    found = read_period("1 May 1, 2001 (heats)2 May 2001 (final)")
    assert found is not None
    assert (found.period.days, found.notes) == ("2001-05-01/2001-05-02", ("day_repeated",))
    assert read_period("1 May 2, 2001") is None


@pytest.mark.parametrize(
    ("text", "quoted", "days"),
    [
        ("Who won the race on 3 May 2001 in Bern?", "3 May 2001", "2001-05-03/2001-05-03"),
        ("what took place between 3 and 6 May?", "3 and 6 May", "1999-05-03/1999-05-06"),
        ("the 1500 metres on May 3, 2001?", "May 3, 2001", "2001-05-03/2001-05-03"),
        ("what was held in May 2001?", "May 2001", "2001-05-01/2001-05-31"),
        (
            "held on 3 May 2001 (heats)4 May 2001 (final) at Bern",
            "3 May 2001 (heats)4 May 2001 (final)",
            "2001-05-03/2001-05-04",
        ),
    ],
)
def test_a_date_is_found_in_a_question(text: str, quoted: str, days: str) -> None:
    ((start, end, period),) = find_periods(text, 1999)
    assert (text[start:end], period.days) == (quoted, days)


def test_words_and_numbers_that_are_no_dates_are_left_alone() -> None:
    assert find_periods("May the men's 4 × 100 m of 2012 have had over 12, or 30 of 1,500?") == []


def test_a_long_question_is_scanned_in_reasonable_time() -> None:
    assert find_periods("1, " * 20_000 + "3 May 2001")[-1][2].end == "2001-05-03"


@given(st.text(alphabet="0123456789 -–/,;&()[]:MayJunfirstlac", max_size=60))
def test_any_text_is_read_or_not_without_failing(text: str) -> None:
    for default_year in (None, 2001):
        read_period(text, default_year)
        spans = [(start, end) for start, end, _ in find_periods(text, default_year)]
        assert spans == sorted(spans)
        assert all(0 <= start < end <= len(text) for start, end in spans)


DAYS = st.dates(date(1896, 1, 1), date(2099, 12, 31))


@given(DAYS, DAYS)
def test_a_written_range_reads_back(one: date, other: date) -> None:
    first, last = sorted((one, other))
    if first != last:
        for form in ("{0.day} {0:%B} {0.year}", "{0:%B} {0.day}, {0.year}", "{0:%Y-%m-%d}"):
            found = parse_period(f"{form.format(first)} – {form.format(last)}")
            assert found is not None
            assert found.days == f"{first}/{last}"
