"""The diagram: well-formed, one bar for each bin that holds decisions, and nothing as markup."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
from occam.deciding.plot import SIDE, reliability_svg
from occam.deciding.reliability import Outcomes, bins

SVG = "{http://www.w3.org/2000/svg}"
FOUND = bins(
    Outcomes(
        kinds=("count", "list"),
        probabilities=np.array([[0.95, 0.05], [0.65, 0.35], [0.64, 0.36]]),
        wanted=np.array([0, 0, 1]),
    )
)


def drawn(title: str = "Reliability") -> ElementTree.Element:
    return ElementTree.fromstring(reliability_svg(FOUND, title))


def test_each_bin_with_decisions_has_a_bar_as_high_as_its_accuracy() -> None:
    bars = [each for each in drawn().iter(f"{SVG}rect") if each.find(f"{SVG}title") is not None]
    assert [float(bar.attrib["height"]) for bar in bars] == [SIDE / 2, SIDE]


def test_the_numbers_of_all_bins_are_written() -> None:
    texts = [each.text for each in drawn().iter(f"{SVG}text")]
    assert [text for text in texts if text in ("0", "1", "2")].count("0") == 8
    assert "2" in texts


def test_a_title_is_never_read_as_markup() -> None:
    texts = [each.text for each in drawn("a < b & c").iter(f"{SVG}text")]
    assert "a < b & c" in texts
