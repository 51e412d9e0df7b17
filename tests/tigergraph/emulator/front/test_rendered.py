"""Every text that the catalog renders is read and accepted, and refused when it is spoilt.

What is spoilt here is what cannot be seen in the templates: words, arrows and names that only
rendering puts together.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from occam.graph.tigergraph.catalog import Scripts, scripts
from occam.packs.loading import load_pack
from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.checks import Problem, check_loading, check_query, check_schema
from tigergraph_emulator.reading import GsqlSyntaxError, parse
from tigergraph_emulator.tree import CreateGraph, CreateQuery, LoadingJob, SchemaJob

ROOT = Path(__file__).parents[4]
PACKS = {
    directory.name: directory
    for directory in (*(ROOT / "shared/packs").iterdir(), ROOT / "tests/packs/beacons")
    if (directory / "schema.toml").exists()
}


@cache
def rendered(pack: str) -> Scripts:
    """All texts of one pack."""
    return scripts(load_pack(PACKS[pack]).schema, pack)


def said(text: str, catalog: Catalog) -> list[Problem]:
    """What the checks say of a text; what it makes is in the catalog afterwards."""
    found: list[Problem] = []
    for command in parse(text).commands:
        match command:
            case CreateGraph():
                catalog.graph = command.name
            case SchemaJob(steps=steps):
                found += check_schema(steps, catalog)
                for step in steps:
                    catalog.apply(step)
            case CreateQuery(query=query):
                found += check_query(query, catalog)
            case LoadingJob():
                found += check_loading(command, catalog)
            case _:
                pass
    return found


@cache
def schema(pack: str) -> Catalog:
    """The schema that the texts of a pack make."""
    made = Catalog(packages={"gds"})
    for script in (*rendered(pack).schema, *rendered(pack).vectors):
        assert said(script.text, made) == []
    return made


@pytest.mark.parametrize("pack", PACKS)
def test_every_text_of_a_pack_is_accepted(pack: str) -> None:
    for script in (*rendered(pack).loading, *rendered(pack).queries):
        assert said(script.text, schema(pack)) == [], script.name


def _without_arrows(text: str) -> str:
    return re.sub(r"-\((\w+)>:e\)-", r"-(\1:e)-", text, count=1)


def _the_first_way(text: str) -> str:
    return re.sub(r"-\((\w+)>:e\)-", r"-(\1:e)->", text, count=1)


def _another_edge(text: str) -> str:
    return re.sub(r"-\((\w+)>:e\)-", r"-(\1_x>:e)-", text, count=1)


def _outputs_without_names(text: str) -> str:
    return text.replace("PRINT canary AS canary", "PRINT canary")


def _a_reserved_output(text: str) -> str:
    return text.replace("AS canary", "AS count")


def _an_attribute_away(text: str) -> str:
    return text.replace(".present", ".presence", 1)


def _a_lost_end(text: str) -> str:
    return re.sub(r"END;\n\}\s*$", "}\n", text.replace("END;", "", 1))


def _a_lost_semicolon(text: str) -> str:
    return re.sub(r";(\s*PRINT)", r"\1", text, count=1)


SPOILT = {
    _without_arrows: "never matches without an arrow",
    _the_first_way: "V1 arrow",
    _another_edge: "there is no edge type",
    _outputs_without_names: "PRINT … AS name",
    _a_reserved_output: "count is a reserved word",
    _an_attribute_away: "has no attribute presence",
    _a_lost_end: "mismatched input",
    _a_lost_semicolon: "mismatched input",
}


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda spoil: spoil.__name__.strip("_"))
def test_a_spoilt_text_is_refused(spoil: object) -> None:
    assert callable(spoil)
    texts = {script.name: script.text for script in rendered("lighthouses").queries}
    changed = {name: spoil(text) for name, text in texts.items() if spoil(text) != text}
    assert len(changed) > 3
    for name, text in changed.items():
        try:
            messages = [str(problem) for problem in said(text, schema("lighthouses"))]
        except GsqlSyntaxError as error:
            messages = [str(error)]
        assert any(SPOILT[spoil] in message for message in messages), (name, messages)
