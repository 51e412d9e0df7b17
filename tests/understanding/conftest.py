"""Packs loaded once: albums of an invented record label, and the bundled samples."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from occam.packs import find_pack, load_pack
from occam.runtime.loading import load
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition, Shelf

PACKS = Path(__file__).parent / "packs"
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "sample")]


@pytest.fixture(scope="session")
def albums(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    """The current version of the albums."""
    home = tmp_path_factory.mktemp("albums")
    load(home, load_pack(PACKS / "vinyl"))
    shelf = Shelf(load_settings({"OCCAM_HOME": str(home), "OCCAM_PACKS": str(PACKS)}))
    return shelf.edition(*shelf.current("vinyl"))


@pytest.fixture(scope="session")
def olympics(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    """The current version of the bundled Olympic sample."""
    home = tmp_path_factory.mktemp("olympics")
    load(home, find_pack("olympics"))
    shelf = Shelf(load_settings({"OCCAM_HOME": str(home)}))
    return shelf.edition(*shelf.current("olympics"))


@pytest.fixture(scope="session")
def lighthouses(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    """The current version of the bundled lighthouses."""
    home = tmp_path_factory.mktemp("lighthouses")
    load(home, find_pack("lighthouses"))
    shelf = Shelf(load_settings({"OCCAM_HOME": str(home)}))
    return shelf.edition(*shelf.current("lighthouses"))
