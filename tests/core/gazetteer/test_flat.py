"""Flat arrays say what was put in, wherever they lie."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.errors import Permanent
from occam.core.gazetteer.flat import Flat, grouped, packed, strings

TEXTS = st.lists(st.text(max_size=6), unique=True, max_size=40)


@given(TEXTS, st.text(max_size=6))
def test_texts_are_found_by_number_and_by_text(texts: list[str], other: str) -> None:
    table = Flat(packed(strings("t", texts))).strings("t")
    assert [table[number] for number in range(len(table))] == texts
    assert [table.number(text) for text in texts] == [*range(len(texts))]
    assert table.number(other) == (texts.index(other) if other in texts else -1)


@given(st.dictionaries(st.text(max_size=8), st.binary(max_size=20), max_size=8), st.text())
def test_sections_come_back(sections: dict[str, bytes], digest: str) -> None:
    flat = Flat(memoryview(packed(sections, digest)))
    assert flat.digest == digest
    assert {name: bytes(flat.bytes(name)) for name in sections} == sections
    assert "no such section" not in flat


@given(st.lists(st.integers(0, 2**32 - 1), max_size=50))
def test_owners_stand_in_the_group_of_their_hash(hashes: list[int]) -> None:
    starts, owners = grouped(hashes, range(len(hashes)), 8)
    groups = [owners[starts[at] : starts[at + 1]].tolist() for at in range(8)]
    expected = [[at for at, each in enumerate(hashes) if each % 8 == group] for group in range(8)]
    assert groups == expected


@pytest.mark.parametrize("cut", [0, 7, 20, -8])
def test_what_was_cut_short_is_refused(cut: int) -> None:
    whole = packed({"numbers": array("I", range(100))})
    with pytest.raises(Permanent):
        Flat(whole[:cut])
