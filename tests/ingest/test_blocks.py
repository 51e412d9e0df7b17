"""Where a record stands in a page."""

from hypothesis import given
from hypothesis import strategies as st
from occam.ingest.blocks import find_record

from tests.ingest.pages import box

MARKER = "[Infobox Olympic event]"


def texts(text: str, marker: str = MARKER) -> dict[str, str]:
    return {name: field.text for name, field in (find_record(text, marker) or {}).items()}


def test_a_record_is_found_anywhere_and_ends_at_a_blank_line() -> None:
    found = texts(f"Some prose: with a colon.\n\n{box()}\n\nafter: not a field\n")
    assert found["venue"] == "North Hall"
    assert "after" not in found
    assert "some_prose" not in found


def test_of_two_stacked_records_the_last_counts() -> None:
    assert texts(f"{box(venue='Old Hall')}\n{box()}")["venue"] == "North Hall"
    assert texts(f"{box()}\n\n{MARKER}\n\nprose")["venue"] == "North Hall"


def test_of_two_kinds_of_records_the_marked_one_counts() -> None:
    area = "[Infobox ski area]\n  name: A hill\n  venue: nowhere"
    assert texts(f"{box()}\n{area}")["venue"] == "North Hall"
    assert texts(f"{area}\n{box()}")["venue"] == "North Hall"
    assert "name" not in texts(f"{box()}\n{area}")
    assert find_record(area, MARKER) is None


def test_a_marker_may_be_spelt_in_other_cases_and_spaces() -> None:
    assert texts("[infobox  Olympic Event]\nvenue: North Hall")["venue"] == "North Hall"


def test_a_wrapped_value_goes_on_in_deeper_lines() -> None:
    text = f"{MARKER}\n  venue: North Hall (heats)\n    South Hall (final)\n  date:\n    3 May\n"
    found = find_record(text, MARKER)
    assert found is not None
    assert found["venue"].text.split() == ["North", "Hall", "(heats)", "South", "Hall", "(final)"]
    assert found["date"].text == "3 May"


def test_a_label_inside_a_wrapped_value_is_no_field() -> None:
    found = texts(f"{MARKER}\n  date: First race: 1 May\n  Last race: 4 May\n  nations: 3")
    assert found["date"].split() == ["First", "race:", "1", "May", "Last", "race:", "4", "May"]
    assert found["nations"] == "3"


def test_every_field_knows_its_place_in_the_page() -> None:
    text = f"Prose — with a dash.\n\n{box()}\n"
    for field in (find_record(text, MARKER) or {}).values():
        assert text[field.start : field.end] == field.text


def test_an_empty_value_is_no_value() -> None:
    assert "venue" not in texts(box(venue=""))


def test_without_a_marker_the_whole_page_is_the_record() -> None:
    found = texts("Year built: 1861\n\nsome prose without one\nHEIGHT : 31 m\n", marker="")
    assert found == {"year_built": "1861", "height": "31 m"}


def test_windows_line_ends_do_not_stick_to_values() -> None:
    assert texts(box().replace("\n", "\r\n"))["venue"] == "North Hall"


@given(st.text(alphabet="[]Infobx Olmpicevt:\n é\r\t-", max_size=200))
def test_any_text_is_read_without_failing(text: str) -> None:
    for marker in (MARKER, ""):
        for field in (find_record(text, marker) or {}).values():
            assert text[field.start : field.end] == field.text
