"""One field's text and the values it gives, or the cause why it gives none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.ingest.transforms import TRANSFORMS, Given, Outcome

WORDS = {"competitors": "people", "athletes": "people", "teams": "teams", "pairs": "teams"}


def counts(text: str, name: str = "integer") -> Outcome:
    return TRANSFORMS[name](Given(text, attr="people", unit="competitors", words=WORDS))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("24", 24),
        (" 24 ", 24),
        ("24[1]", 24),
        ("24*", 24),
        ("1,204", 1204),
        ("41,000,000", 41_000_000),
        ("1\u2009204", 1204),
        ("24 competitors", 24),
        ("24 athletes.", 24),
        ("24 (6 women)", 24),
        ("40 (10 teams)", 40),
        ("40 from 12 countries", 40),
    ],
)
def test_a_count_is_read(text: str, value: int) -> None:
    found = counts(text)
    assert next(part.value for part in found.parts if not part.attr) == value
    assert found.cause == ""


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("23 teams", "unit:teams"),
        ("27 pairs", "unit:pairs"),
        ("15 (teams)", "unit:teams"),
        ("12 horses", "unit:horses"),
        ("about 24", "words_before_number"),
        ("20–25", "several_numbers"),
        ("20 25", "several_numbers"),
        ("24 then", "unit:then"),
        ("24 ?", "words_after_number"),
        ("2.5", "not_a_whole_number"),
        ("many", "not_a_number"),
    ],
)
def test_what_is_not_the_count_asked_for_gives_a_cause(text: str, cause: str) -> None:
    found = counts(text)
    assert found.cause == cause
    assert all(part.attr for part in found.parts)


def test_a_number_goes_to_the_attribute_that_counts_in_its_unit() -> None:
    found = counts("40 (10 teams)")
    assert [(part.attr, part.value, part.unit) for part in found.parts] == [
        ("", 40, "competitors"),
        ("teams", 10, "teams"),
    ]
    assert [(part.attr, part.value) for part in counts("27 pairs").parts] == [("teams", 27)]


def test_a_quantity_keeps_its_decimals_and_ignores_the_foreign_unit_in_brackets() -> None:
    metres = Given("31.5 m (103 ft)", attr="height", unit="metres", words={"m": "height"})
    (part,) = TRANSFORMS["number"](metres).parts
    assert (part.value, metres.text[part.start : part.end]) == (31.5, "31.5 m")
    feet = Given("103 ft", attr="height", unit="metres", words={"m": "height"})
    assert TRANSFORMS["number"](feet).cause == "unit:ft"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("text", "  Two\n   words ", "Two words"),
        ("text", "Cafe\u0301", "Café"),
        ("code", " HUN[a] ", "HUN"),
        ("flag", "Yes", True),
        ("flag", "no", False),
        ("roster", " Ana Berg\n  Bo Lund ", "Ana Berg\n  Bo Lund"),
    ],
)
def test_plain_values(name: str, text: str, value: object) -> None:
    (part,) = TRANSFORMS[name](Given(text)).parts
    assert part.value == value


@pytest.mark.parametrize(
    ("name", "text", "cause"),
    [
        ("code", "Hungary", "not_a_code"),
        ("flag", "perhaps", "not_yes_or_no"),
        ("text", " ", "not_stated"),
    ],
)
def test_what_is_no_plain_value_gives_a_cause(name: str, text: str, cause: str) -> None:
    assert TRANSFORMS[name](Given(text)) == Outcome(cause=cause)


def test_a_list_is_parted_by_its_strongest_mark() -> None:
    def items(text: str) -> list[object]:
        return [part.value for part in TRANSFORMS["list"](Given(text)).parts]

    assert items("granite; brick, red") == ["granite", "brick, red"]
    assert items("granite, brick") == ["granite", "brick"]
    assert items("granite\n  brick") == ["granite", "brick"]
    assert items(" ; ") == []


def test_a_date_names_the_year_it_was_lent_and_marks_its_repairs() -> None:
    (lent,) = TRANSFORMS["period"](Given("3 August", year=2021)).parts
    assert (lent.note, lent.slip) == ("year_from_context", False)
    (slip,) = TRANSFORMS["period"](Given("3 August 2012", year=2008)).parts
    assert (slip.note, slip.slip) == ("year_differs", True)
    assert TRANSFORMS["period"](Given("in summer", year=2021)).cause == "not_a_date"


@given(st.sampled_from(sorted(TRANSFORMS)), st.text(max_size=60))
def test_any_text_gives_values_in_place_or_a_cause(name: str, text: str) -> None:
    found = TRANSFORMS[name](Given(text, attr="people", unit="competitors", words=WORDS))
    assert found.parts or found.cause or not text.strip()
    for part in found.parts:
        assert 0 <= part.start <= part.end <= len(text)
