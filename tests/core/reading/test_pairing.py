"""What holds of one asked thing twice is two conditions; a contradiction is refused."""

import pytest
from occam.core.gaps import UnmappedPhrase
from occam.core.plan import Count, Hop, Members, Node, Query

from tests.core.reading.concerts import gap, in_town, in_year, is_, means


def prized(*ends: Hop) -> tuple[Hop, ...]:
    """One concert with a prize for each end."""
    nodes = (Node(type="Concert", hops=(end,)) for end in ends)
    return tuple(Hop(edge="PRIZE_FOR", direction="in", node=node) for node in nodes)


@pytest.mark.parametrize(
    "question",
    [
        "Which artists won prizes in both 1998 and 2000?",
        "Who won a prize in 1998 and also in 2000?",
    ],
)
def test_two_years_of_one_artist_are_two_concerts(question: str) -> None:
    artist = Node(type="Artist", hops=prized(in_year(1998), in_year(2000)))
    assert means(question, Query(root=artist, answer=Members()))


def test_two_places_of_one_artist_are_counted_once() -> None:
    artist = Node(type="Artist", hops=prized(in_town("aldby"), in_town("morra")))
    question = "How many artists won a prize both in Aldby and in Morra?"
    assert means(question, Query(root=artist, answer=Count()))


def test_two_values_of_one_artist() -> None:
    forms = (Node(type="Concert", where=(is_("form", form),)) for form in ("quartet", "symphony"))
    hops = tuple(Hop(edge="PRIZE_FOR", direction="in", node=node) for node in forms)
    question = "Which artist won the prize both in the quartet and in the symphony?"
    assert means(question, Query(root=Node(type="Artist", hops=hops), answer=Members()))


def test_two_years_of_a_hall_are_two_concerts() -> None:
    nodes = (Node(type="Concert", hops=(in_year(year),)) for year in (1998, 2000))
    hops = tuple(Hop(edge="IN_HALL", direction="in", node=node) for node in nodes)
    question = "Which halls had concerts in both 1998 and 2000?"
    assert means(question, Query(root=Node(type="Hall", hops=hops), answer=Members()))


def test_two_places_that_nothing_joins_are_refused() -> None:
    assert gap("How many concerts in Aldby in Morra were there?") == UnmappedPhrase(phrase="Morra")
