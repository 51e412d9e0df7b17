"""Training, and what is left on disk for a stranger to read."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from occam.core.errors import BadConfig, Transient
from occam.deciding.store import FILE, Evidence, Trained, check_model, load, save
from occam.deciding.training import Example, Material, Origin, halves, train

from tests.deciding.conftest import TAUGHT
from tests.deciding.stubs import SignEmbedder

ORIGIN = Origin(pack="ferries", graph_version="v1", seed=4)


def examples(times: int) -> tuple[Example, ...]:
    return tuple(
        Example(text=text, kind=kind, family=f"{kind}.held-out.{at}")
        for _ in range(times)
        for kind, texts in TAUGHT.items()
        for at, text in enumerate(texts)
    )


def trained(target: float = 0.98) -> Trained:
    calibration, held_out = halves(examples(20))
    material = Material(
        train=examples(2), known=examples(1), calibration=calibration, held_out=held_out
    )
    return train(material, SignEmbedder(), ORIGIN, target)


def saved(directory: Path) -> Evidence:
    made = trained()
    save(directory, made.evidence, made.head, made.outcomes)
    return load(directory, "ferries").evidence


def altered(directory: Path, **fields: object) -> None:
    path = directory / FILE
    told = msgspec.json.decode(path.read_bytes()) | fields
    path.write_bytes(msgspec.json.encode(told))


def test_no_wording_is_in_both_halves() -> None:
    even, odd = halves(examples(3))
    assert {each.family for each in even}.isdisjoint(each.family for each in odd)
    assert len(even) + len(odd) == len(examples(3))


def test_the_evidence_says_what_was_trained_on_what() -> None:
    evidence = trained().evidence
    assert (evidence.pack, evidence.graph_version, evidence.seed) == ("ferries", "v1", 4)
    assert (evidence.model, evidence.dimension) == ("signs", SignEmbedder.dimension)
    assert evidence.questions == {"train": 24, "known": 12, "calibration": 160, "held_out": 80}
    parts = {"known", "calibration", "held_out"}
    assert set(evidence.figures) == parts | {f"{part}_between_two" for part in parts}
    assert evidence.figures["held_out"]["accuracy"] > 0.9
    assert evidence.reached
    assert 0.25 < evidence.threshold <= 1


def test_where_no_threshold_is_precise_enough_nothing_is_decided() -> None:
    evidence = trained(target=0.999999).evidence
    assert (evidence.threshold, evidence.reached) == (1.0, False)


def test_the_same_questions_give_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        saved(tmp_path / name)
    contents = [
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("one", "two")
    ]
    assert contents[0] == contents[1]


def test_what_is_loaded_is_what_was_saved(tmp_path: Path) -> None:
    made = trained()
    save(tmp_path, made.evidence, made.head, made.outcomes)
    found = load(tmp_path, "ferries")
    assert np.array_equal(found.head.weights, made.head.weights)
    assert found.head.temperature == made.head.temperature
    assert found.evidence.threshold == made.evidence.threshold
    for part, outcomes in made.outcomes.items():
        assert np.array_equal(found.outcomes[part].probabilities, outcomes.probabilities)
    check_model(found, SignEmbedder())


def test_a_stranger_can_read_both_files(tmp_path: Path) -> None:
    evidence = saved(tmp_path)
    told = msgspec.json.decode((tmp_path / FILE).read_bytes())
    assert told["kinds"] == ["count", "exists", "extreme", "list"]
    with np.load(tmp_path / evidence.arrays, allow_pickle=False) as arrays:
        assert arrays["weights"].shape == (4, SignEmbedder.dimension + 1)
        assert len(arrays["held_out_wanted"]) == told["questions"]["held_out"]


def test_only_the_newest_arrays_stay(tmp_path: Path) -> None:
    (tmp_path / "decider-0.npz").write_bytes(b"old")
    evidence = saved(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {FILE, evidence.arrays}


def test_where_nothing_is_trained_the_command_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="occam pack train ferries"):
        load(tmp_path, "ferries")


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"format": 0}, "format 0"),
        ({"kinds": ["count", "list", "fold", "guess"]}, "'guess'"),
        ({"kinds": ["count"]}, "do not fit"),
        ({"dimension": 5}, "do not fit"),
        ({"digest": "0"}, "not the file"),
        ({"threshold": "high"}, "threshold"),
        ({"more": 1}, "more"),
    ],
)
def test_files_that_do_not_fit_name_the_fault_and_the_command(
    tmp_path: Path, fields: dict[str, object], fault: str
) -> None:
    saved(tmp_path)
    altered(tmp_path, **fields)
    with pytest.raises(BadConfig, match=rf"(?s){fault}.*run `occam pack train ferries`"):
        load(tmp_path, "ferries")


def test_arrays_that_were_altered_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / saved(tmp_path).arrays
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(BadConfig, match="not the file"):
        load(tmp_path, "ferries")


@pytest.mark.parametrize(("name", "dimension"), [("other", SignEmbedder.dimension), ("signs", 3)])
def test_another_embedding_model_is_refused(tmp_path: Path, name: str, dimension: int) -> None:
    class Other(SignEmbedder):
        pass

    Other.name, Other.dimension = name, dimension
    saved(tmp_path)
    with pytest.raises(BadConfig, match=r"trained on signs .*occam pack train ferries"):
        check_model(load(tmp_path, "ferries"), Other())


def test_a_folder_that_cannot_be_written_may_be_tried_again(tmp_path: Path) -> None:
    made = trained()
    with pytest.raises(Transient, match="cannot be written"):
        save(tmp_path / "missing", made.evidence, made.head, made.outcomes)
