"""The pattern language, matched over small lattices."""

import pytest
from occam.core.parse.lattice import Fill, Lattice
from occam.core.parse.patterns import BadPattern, compile_pattern
from occam.core.words import Words

WORDS = Words()


def lattice(text: str) -> Lattice:
    """A lattice whose numbers are filled."""
    built = Lattice(text, WORDS.tokens(text), lambda lattice, name, at: [])
    for place, token in enumerate(built.tokens):
        if token.is_number:
            built.put(place, "number", Fill(place + 1, float(token.text)))
    return built


def ends(pattern: str, text: str) -> set[int]:
    """Where the pattern may end when it starts at the first token."""
    return {end for end, _ in compile_pattern(pattern, WORDS.key).match(lattice(text), 0)}


@pytest.mark.parametrize(
    ("pattern", "text", "reached"),
    [
        ("more than", "more than five", {2}),
        ("more | fewer", "fewer", {1}),
        ("[the] (big | very big) ship", "very big ship", {3}),
        ("[the] (big | very big) ship", "the big ship", {3}),
        ("at [about] {number}", "at about 5", {3}),
        ("at [about] {number}", "at 5", {2}),
        ("a [b] [c]", "a b c", {1, 2, 3}),
        ("Épée", "EPEE", {1}),
        ("more than", "more then", set()),
    ],
)
def test_a_pattern_reaches_every_end_it_allows(pattern: str, text: str, reached: set[int]) -> None:
    assert ends(pattern, text) == reached


def test_slots_bind_what_fills_them() -> None:
    pattern = compile_pattern("between {low=number} and {number}", WORDS.key)
    ((end, bounds),) = pattern.match(lattice("between 3 and 5"), 0)
    assert end == 4
    assert [(bound.name, bound.value) for bound in bounds] == [("low", 3.0), ("number", 5.0)]


@pytest.mark.parametrize("text", ["(a | b", "a)", "[", "a | ", "{}", "a {b", "<>"])
def test_a_broken_pattern_is_refused(text: str) -> None:
    with pytest.raises(BadPattern):
        compile_pattern(text, WORDS.key)


def test_a_pattern_knows_how_it_begins() -> None:
    assert compile_pattern("[the] (big | {number}) ship", WORDS.key).firsts() == (
        frozenset({"the", "big", "{number"}),
        False,
    )
    assert compile_pattern("[big]", WORDS.key).firsts()[1]
