"""`occam pack train` and `calibration`: a decider from a sample's questions, with its evidence."""

import json

import pytest
from occam.deciding.store import FILE
from occam.documents.embedding import missing

pytestmark = pytest.mark.skipif(bool(missing()), reason="the extra `vectors` is not installed")


@pytest.fixture
def trained(occam, home):
    """A home with the small pack loaded and a decider trained on a few of its questions."""
    assert occam("load", "--pack", "lighthouses").code == 0
    return occam("pack", "train", "lighthouses", "--count", "150", "--seed", "3", "--json")


def test_training_leaves_a_decider_with_its_evidence_and_calibration_shows_it(
    trained, occam, home, tmp_path
):
    told = json.loads(trained.out)
    kept = json.loads((home / "deciders/lighthouses" / FILE).read_text())
    assert told["pack"] == "lighthouses"
    assert told["questions"]["train"] > 100
    assert kept["threshold"] == told["threshold"]
    assert kept["seed"] == 3

    shown = occam("pack", "calibration", "lighthouses", "--out", tmp_path / "page")
    assert shown.code == 0
    page = (tmp_path / "page/lighthouses.md").read_text()
    assert page == shown.out
    for word in ("ECE", "AUROC", "Brier", "coverage at precision 0.98", "0.9 to 1.0", "taken for"):
        assert word in page
    drawn = (tmp_path / "page/lighthouses.svg").read_text()
    assert drawn.startswith("<svg")
    assert drawn.rstrip().endswith("</svg>")

    again = json.loads(occam("pack", "calibration", "lighthouses", "--json").out)
    assert again == kept


def test_without_a_graph_the_command_that_loads_one_is_named(occam):
    ran = occam("pack", "train", "lighthouses")
    assert ran.code == 2
    assert "occam load --pack lighthouses" in ran.err


def test_without_a_decider_the_command_that_trains_one_is_named(occam):
    ran = occam("pack", "calibration", "lighthouses")
    assert ran.code == 2
    assert "occam pack train lighthouses" in ran.err


def test_an_unknown_pack_is_named(occam):
    for verb in ("train", "calibration"):
        ran = occam("pack", verb, "nonesuch")
        assert ran.code == 2
        assert "nonesuch" in ran.err
