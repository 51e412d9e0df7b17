"""Which decider the settings give, and what they say when something is missing."""

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from occam.core.errors import BadConfig
from occam.deciding.service import ServiceDecider
from occam.runtime.deciding import DEFAULT_THRESHOLD, decider_of
from occam.runtime.settings import Settings, load_settings

EDITION = SimpleNamespace(pack=SimpleNamespace(name="ferries"))


def given(tmp_path: Path, **settings):
    return decider_of(msgspec.structs.replace(Settings(home=tmp_path), **settings), EDITION)


def test_nothing_decides_by_default(tmp_path):
    assert given(tmp_path) == (None, DEFAULT_THRESHOLD)


def test_a_service_is_asked_where_the_settings_say(tmp_path):
    decider, threshold = given(
        tmp_path, decider="http", decider_url="http://there/decide", decider_threshold=0.7
    )
    assert isinstance(decider, ServiceDecider)
    assert (decider.name, threshold) == ("service there", 0.7)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"decider": "http"}, "OCCAM_DECIDER_URL"),
        ({"decider": "local"}, "occam pack train ferries"),
        ({"decider": "llm"}, "OCCAM_DECIDER_MODEL"),
    ],
)
def test_what_is_missing_is_named(tmp_path, settings, named):
    with pytest.raises(BadConfig, match=named):
        given(tmp_path, **settings)


def test_the_key_is_never_shown(tmp_path):
    key = "sk-nobody-may-read-this"
    settings = load_settings({"OCCAM_HOME": str(tmp_path), "OCCAM_DECIDER_KEY": key})
    assert settings.decider_key == key
    assert settings.shown()["decider_key"] == "***"
    assert key not in repr(settings)


@pytest.mark.parametrize("value", ["1.5", "-0.1", "high"])
def test_a_threshold_that_is_no_probability_is_refused(tmp_path, value):
    with pytest.raises(BadConfig, match="OCCAM_DECIDER_THRESHOLD"):
        load_settings({"OCCAM_HOME": str(tmp_path), "OCCAM_DECIDER_THRESHOLD": value})
