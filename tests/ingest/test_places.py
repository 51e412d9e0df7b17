"""Places with something attached to them."""

import pytest
from occam.ingest.places import Place, PlaceLinker


def linked(text: str, *others: str) -> Place:
    return PlaceLinker([text, *others])(text)


@pytest.mark.parametrize(
    ("text", "alias"),
    [
        ("North Hall, Bern", "North Hall"),
        ("North Sports HallBern, Switzerland", "North Sports Hall"),
        ("North Sports HallBern", "North Sports Hall"),
        ("North SportsHall Bern", "North Sports Hall Bern"),
        ("North Park (start and finish)", "North Park"),
        ("Road Course141", "Road Course"),
        ("Road Course 140.3", "Road Course"),
        ("Old Hall (judo)New Hall (boxing)", "Old Hall New Hall"),
    ],
)
def test_a_place_can_be_called_without_what_is_attached(text: str, alias: str) -> None:
    place = linked(text)
    assert place.name == text
    assert alias in place.aliases


@pytest.mark.parametrize("text", ["Hall 3", "ExCeL", "RusSki Hill", "North Hall", "McDonald Park"])
def test_a_figure_or_a_capital_inside_a_name_belongs_to_it(text: str) -> None:
    assert linked(text).aliases == ()


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("North Hill and South Hill", ["North Hill", "South Hill"], ("North Hill", "South Hill")),
        ("North Hill (jumps)South Hill (race)", ["South Hill"], ("South Hill",)),
        ("North Hill,South Hill", ["South Hill"], ("South Hill",)),
        ("North Hill, Bern", ["North Hill", "Bern"], ("North Hill",)),
        ("North Old HallBern, Switzerland", ["Bern", "North Old Hall"], ("North Old Hall",)),
        ("North Hall Bern, Switzerland", ["North Hall"], ("North Hall",)),
        ("North Hill and South Hill", [], ()),
        ("North Hill and South Hill", ["Hill"], ()),
    ],
)  # fmt: skip
def test_a_place_answers_to_those_inside_it_that_stand_alone_elsewhere(
    text: str, known: list[str], expected: tuple[str, ...]
) -> None:
    assert set(linked(text, *known).aliases) & set(known) == set(expected)
