"""Vectors: of length one, the same for the same text, near for what is meant alike."""

from __future__ import annotations

import importlib.util
import math
from importlib.machinery import ModuleSpec

import pytest
from occam.core.errors import BadConfig
from occam.core.ports import Embedder
from occam.documents.embedding import DIGITS, MiniLm, missing

DOG, PUPPY, TAX = "The dog sleeps.", "A puppy is asleep.", "Income tax is due in April."


@pytest.fixture(scope="module")
def model() -> Embedder:
    return MiniLm()


def cosine(left: list[float], right: list[float]) -> float:
    return math.fsum(a * b for a, b in zip(left, right, strict=True))


def test_a_vector_has_length_one_and_the_promised_dimension(model: Embedder) -> None:
    for vector in model.embed([DOG, "", "word " * 1000, "Ünïcode 😀"]).vectors:
        assert len(vector) == model.dimension
        assert cosine(vector, vector) == pytest.approx(1.0, abs=1e-5)


def test_a_vector_depends_on_no_other_text(model: Embedder) -> None:
    together = model.embed([DOG, "word " * 300, TAX]).vectors
    assert together[0] == model.embed([DOG]).vectors[0]
    assert together[2] == model.embed([TAX]).vectors[0]


def test_the_end_of_a_long_text_is_read_too(model: Embedder) -> None:
    rows = "\n".join(f"{place} | Runner {place} | 2:0{place % 10}" for place in range(60))
    table, other, asked = model.embed(
        [f"Results\n{rows}\nIncome tax | April", f"Results\n{rows}\nSnow | May", "Income tax"]
    ).vectors
    assert cosine(table, asked) > cosine(other, asked)


def test_the_first_line_of_a_long_text_stands_over_all_of_it(model: Embedder) -> None:
    rows = "\n".join(f"{place} | {place * 7} | 2:0{place % 10}" for place in range(200))
    titled, other, asked = model.embed(
        [f"Marathon swimming\n{rows}", f"Income tax\n{rows}", "Marathon swimming"]
    ).vectors
    assert cosine(titled, asked) > 0.5 > cosine(other, asked)


def test_what_is_meant_alike_lies_closer(model: Embedder) -> None:
    dog, puppy, tax = model.embed([DOG, PUPPY, TAX]).vectors
    assert cosine(dog, puppy) > 0.5 > 0.2 > cosine(dog, tax)


def test_no_more_digits_are_sent_than_are_kept(model: Embedder) -> None:
    (vector,) = model.embed([DOG]).vectors
    assert all(round(part, DIGITS) == part for part in vector)


def test_no_text_gives_no_vector(model: Embedder) -> None:
    assert model.embed([]).vectors == []


def test_a_missing_package_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "onnxruntime" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    assert missing() == ("onnxruntime",)
    with pytest.raises(
        BadConfig, match=r"vectors need onnxruntime: .*pip install 'occam\[vectors\]"
    ):
        MiniLm()
