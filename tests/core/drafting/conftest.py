"""The bundled sample, loaded once: real names, real words for relations and measures."""

from __future__ import annotations

import pytest
from occam.packs import find_pack
from occam.runtime.loading import load
from occam.runtime.settings import load_settings
from occam.runtime.shelf import Edition, Shelf


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    """The current version of the bundled Olympic sample."""
    home = tmp_path_factory.mktemp("olympics")
    load(home, find_pack("olympics"))
    shelf = Shelf(load_settings({"OCCAM_HOME": str(home)}))
    return shelf.edition(*shelf.current("olympics"))
