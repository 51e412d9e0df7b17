"""Names printed in one run."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.ingest.rosters import RosterSplitter


def names(text: str, *others: str) -> list[str]:
    return [piece.name for piece in RosterSplitter([text, *others])(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana Berg", ["Ana Berg"]),
        ("Ana BergBo Lund", ["Ana Berg", "Bo Lund"]),
        ("Ana BergBo LundCia Moen*Dan Ek*", ["Ana Berg", "Bo Lund", "Cia Moen", "Dan Ek"]),
        ("Lőrinc ÁgŠime Žak", ["Lőrinc Ág", "Šime Žak"]),
        ("Cho Min-JeongKim Soo-Ah", ["Cho Min-Jeong", "Kim Soo-Ah"]),
        ("Lee Woo-jinKu Bon", ["Lee Woo-jin", "Ku Bon"]),
        ("Bo McDowellTaylor Nib", ["Bo McDowell", "Taylor Nib"]),
        ("Ann MacLeanDe Vries", ["Ann MacLean", "De Vries"]),
        ("Jan D'AlmaPaul O'Dono", ["Jan D'Alma", "Paul O'Dono"]),
        ("LaShawn Mer", ["LaShawn Mer"]),
        ("Maya DiRado", ["Maya DiRado"]),
        ("Thomas PoloLongo", ["Thomas PoloLongo"]),
        ("Ana van der BergBo Lund", ["Ana van der Berg", "Bo Lund"]),
        ("Ana Berg, Bo Lund and Cia Moen", ["Ana Berg", "Bo Lund", "Cia Moen"]),
        ("Ana Berg, Bo Lund,and Cia Moen", ["Ana Berg", "Bo Lund", "Cia Moen"]),
        ("Ana Berg & Bo Lund", ["Ana Berg", "Bo Lund"]),
        ("Ana Berg / Bo Lund", ["Ana Berg", "Bo Lund"]),
        ("Ana Berg\n    Bo Lund", ["Ana Berg", "Bo Lund"]),
        ("Ana Bergand Bo Lund", ["Ana Berg", "Bo Lund"]),
        ("Bertrand Dam", ["Bertrand Dam"]),
        ("Roland Schoe", ["Roland Schoe"]),
        ("Ana BergBo Lundcox: Cia Moen", ["Ana Berg", "Bo Lund", "Cia Moen"]),
        ("Ana BergBo Lund (cox)", ["Ana Berg", "Bo Lund"]),
        ("HUNAna Berg, Bo Lund", ["Ana Berg", "Bo Lund"]),
        ("HUN Ana Berg & Bo Lund", ["Ana Berg", "Bo Lund"]),
        ("Gus Hall Jr.*, Bo Lund", ["Gus Hall Jr.", "Bo Lund"]),
        ("Ana Berg, Bo Lund* *Indicates the swimmer only swam early.", ["Ana Berg", "Bo Lund"]),
        ("Hilde G. Ped", ["Hilde G. Ped"]),
        ("J. R. CelBo Lund", ["J. R. Cel", "Bo Lund"]),
    ],
)
def test_a_roster_is_split_where_that_is_certain(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    "text", ["Ana Berg Bo Lund", "Ana Berg Bo LundCia Moen", "Trần Lê Quốc Toàn", "Oscar De La Ho"]
)
def test_a_roster_that_may_be_read_in_two_ways_stays_whole(text: str) -> None:
    assert names(text) == [text]


def test_names_seen_alone_elsewhere_split_what_spaces_cannot() -> None:
    assert names("Ana Berg Bo Lund", "Bo Lund") == ["Ana Berg", "Bo Lund"]
    assert names("Ana Berg Bo Lund Cia Moen", "Bo Lund") == ["Ana Berg Bo Lund Cia Moen"]
    assert names("Ana Berg Bo Lund Cia Moen", "Bo Lund", "Cia Moen") == [
        "Ana Berg", "Bo Lund", "Cia Moen",
    ]  # fmt: skip


def test_two_ways_to_split_into_known_names_are_no_way() -> None:
    known = ("Ana Berg", "Ana Berg Bo", "Bo Lund", "Lund Ek Dal", "Cia Moen", "Ek Dal")
    assert names("Ana Berg Bo Lund Ek Dal", *known) == ["Ana Berg Bo Lund Ek Dal"]


@pytest.mark.timeout(20)
def test_an_endless_roster_is_read_or_left_whole_in_reasonable_time() -> None:
    for text in ("Ana Berg " * 400, "Ana BergBo Lund" * 250, "A a " * 900, "Bo" * 2_000_000):
        assert RosterSplitter([text, "Ana Berg", "Bo Lund"])(text)


@given(st.text(alphabet="AaBbÉé čŠ'-.,*&/()\nand", max_size=60))
def test_no_letter_is_lost_or_moved(text: str) -> None:
    pieces = RosterSplitter([text])(text)
    for piece in pieces:
        assert piece.name == " ".join(text[piece.start : piece.end].split())
    ends = [0, *(piece.end for piece in pieces)]
    assert all(piece.start >= end for piece, end in zip(pieces, ends, strict=False))


@given(
    st.lists(
        st.tuples(*[st.sampled_from(["Ana", "Bo", "Čia", "Min-ji", "O'Dan", "Élise"])] * 2),
        min_size=1,
        max_size=8,
    )
)
def test_full_names_run_together_come_apart_again(people: list[tuple[str, str]]) -> None:
    whole = [" ".join(person) for person in people]
    text = "".join(whole)
    assert names(text) == whole
    assert re.sub(r"\s", "", "".join(names(text))) == re.sub(r"\s", "", text)
