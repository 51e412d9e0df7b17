"""Trains, calibrates and measures a head on questions whose plans are known.

Wordings that a head has not seen are where it errs, so temperature and threshold come from
wordings that were not trained on, and the figures from others again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from occam.core.ports import Embedder
from occam.deciding.head import PENALTY, Array, Head, Places, fit, fit_temperature, places, vectors
from occam.deciding.reliability import LEAST, Outcomes, between_two, decided, figures, threshold
from occam.deciding.store import PARTS, Evidence, Trained

NEVER = 1.0
TARGET = 0.98
PAIRS = "_between_two"
IMPOSSIBLE = -1e6
"""The score of a kind that is no option."""


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """A masked question, the kind of its plan, and the family of its wording."""

    text: str
    kind: str
    family: str


class Material(msgspec.Struct, frozen=True, kw_only=True):
    """Examples by their use."""

    train: tuple[Example, ...]
    known: tuple[Example, ...]
    calibration: tuple[Example, ...]
    held_out: tuple[Example, ...]


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """What the examples were made from."""

    pack: str
    graph_version: str
    seed: int


def halves(examples: Iterable[Example]) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """The examples of every second family, and of the others: no wording is in both."""
    even: list[Example] = []
    odd: list[Example] = []
    for example in examples:
        number = int(example.family.rpartition(".")[2])
        (odd if number % 2 else even).append(example)
    return tuple(even), tuple(odd)


def train(
    material: Material, embedder: Embedder, origin: Origin, target: float = TARGET
) -> Trained:
    """A head, its temperature and threshold, and what they rest on."""
    learnt = material.train
    texts = vectors(embedder, [example.text for example in learnt])
    head = fit(texts, [example.kind for example in learnt])
    parts: dict[str, Sequence[Example]] = {part: getattr(material, part) for part in PARTS}
    embedded = {
        part: vectors(embedder, [each.text for each in part_of]) for part, part_of in parts.items()
    }
    wanted = {
        part: places(head.kinds, [each.kind for each in part_of]) for part, part_of in parts.items()
    }
    head = _tempered(head, embedded["calibration"], wanted["calibration"], origin.seed)
    outcomes = {part: _outcomes(head, embedded[part], wanted[part]) for part in PARTS}
    evidence = _evidence(head, outcomes, embedder, origin, target, len(learnt))
    return Trained(evidence=evidence, head=head, outcomes=outcomes)


def _tempered(head: Head, seen: Array, wanted: Places, seed: int) -> Head:
    """The head with the temperature that fits choices between two kinds, which are drawn with the
    one that fits choices among all."""
    warm = fit_temperature(head.scores(seen), wanted)
    among_all = msgspec.structs.replace(head, temperature=warm)
    two = between_two(_outcomes(among_all, seen, wanted), seed)
    scores = warm * np.log(np.maximum(two.probabilities, LEAST))
    scores[two.probabilities == 0] = IMPOSSIBLE
    return msgspec.structs.replace(head, temperature=fit_temperature(scores, two.wanted))


def _outcomes(head: Head, seen: Array, wanted: Places) -> Outcomes:
    return Outcomes(kinds=head.kinds, probabilities=head.probabilities(seen), wanted=wanted)


def _evidence(
    head: Head, outcomes: dict[str, Outcomes], embedder: Embedder, origin: Origin,
    target: float, learnt: int,
) -> Evidence:  # fmt: skip
    found = threshold(decided(between_two(outcomes["calibration"], origin.seed)), target)
    return Evidence(
        pack=origin.pack,
        model=embedder.name,
        dimension=embedder.dimension,
        kinds=head.kinds,
        temperature=head.temperature,
        threshold=NEVER if found is None else found,
        reached=found is not None,
        target=target,
        penalty=PENALTY,
        graph_version=origin.graph_version,
        seed=origin.seed,
        questions={"train": learnt} | {part: len(each.wanted) for part, each in outcomes.items()},
        figures={
            f"{part}{suffix}": {
                figure.name: None if math.isnan(figure.value) else round(figure.value, 4)
                for figure in figures(seen, origin.seed)
            }
            for part, each in outcomes.items()
            for suffix, seen in (("", each), (PAIRS, between_two(each, origin.seed)))
        },
        arrays="",
        digest="",
    )
