"""The second pack: albums of an invented record label, loaded once."""

from __future__ import annotations

from pathlib import Path

import pytest
from occam.packs import load_pack
from occam.runtime.loading import load
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition, Shelf

PACKS = Path(__file__).parent / "packs"


@pytest.fixture(scope="session")
def albums(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    """The current version of the albums."""
    home = tmp_path_factory.mktemp("albums")
    load(home, load_pack(PACKS / "vinyl"))
    shelf = Shelf(load_settings({"OCCAM_HOME": str(home), "OCCAM_PACKS": str(PACKS)}))
    return shelf.edition(*shelf.current("vinyl"))
