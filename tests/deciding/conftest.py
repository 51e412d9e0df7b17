"""A head that has learnt a few signs."""

from __future__ import annotations

import pytest
from occam.deciding.head import Head, fit, vectors

from tests.deciding.stubs import SignEmbedder

TAUGHT = {
    "count": ("how many of them", "how many were there", "how many than"),
    "list": ("list them", "list which ones", "list all"),
    "extreme": ("which had the most", "the most of all", "which most"),
    "exists": ("did any", "did it not", "did which"),
}


@pytest.fixture(scope="session")
def head() -> Head:
    texts = [text for group in TAUGHT.values() for text in group]
    kinds = [kind for kind, group in TAUGHT.items() for _ in group]
    return fit(vectors(SignEmbedder(), texts), kinds)
