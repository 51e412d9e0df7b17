"""A trie holds its keys and no others."""

from hypothesis import given
from hypothesis import strategies as st
from occam.core.gazetteer.flat import Flat, packed
from occam.core.gazetteer.trie import Trie, trie

KEY = st.lists(st.integers(0, 4), min_size=1, max_size=5).map(tuple)
Key = tuple[int, ...]


@given(st.sets(KEY, max_size=40), KEY)
def test_a_trie_finds_its_keys(keys: set[Key], other: Key) -> None:
    ordered = sorted(keys)
    sections, at = trie("t", ordered)
    found = Trie(Flat(packed(sections)), "t")
    assert [found.find(key) for key in ordered] == list(at)
    assert [found.words(node) for node in at] == ordered
    node = found.find(other)
    assert (node != 0) == any(key[: len(other)] == other for key in keys)
    assert [end for end, _ in found.walk(other, 0)] == [
        length
        for length in range(1, len(other) + 1)
        if any(key[:length] == other[:length] for key in keys)
    ]


@given(st.sets(KEY, min_size=1, max_size=40))
def test_shorter_keys_have_smaller_numbers(keys: set[Key]) -> None:
    ordered = sorted(keys)
    _, at = trie("t", ordered)
    by_node = [len(key) for _, key in sorted(zip(at, ordered, strict=True))]
    assert by_node == sorted(by_node)
