"""Parameters: what a request may hold, and what it is refused with."""

from __future__ import annotations

from typing import Any

import pytest
from tigergraph_emulator.engine import RunError

from tests.tigergraph.emulator.engine.world import World


@pytest.mark.parametrize(
    ("type_", "value", "printed"),
    [
        ("INT", 5, 5),
        ("DOUBLE", 5, 5),
        ("DOUBLE", 1.5, 1.5),
        ("STRING", "a%\n", "a%\n"),
        ("BOOL", True, True),
        ("DATETIME", "2024-01-02 03:04:05", "2024-01-02 03:04:05"),
        ("LIST<INT>", [2, 1, 2], [2, 1, 2]),
        ("SET<STRING>", [], []),
    ],
)
def test_a_value_of_the_declared_type_is_taken(type_: str, value: object, printed: object) -> None:
    """JSON values by type; lists keep their order."""
    assert World().one("PRINT p AS x;", f"{type_} p", p=value) == printed


@pytest.mark.parametrize(
    ("type_", "value", "word"),
    [("INT", "a", "INT64"), ("INT", 1.5, "INT64"), ("BOOL", 1, "BOOL"), ("STRING", 1, "STRING")],
)
def test_a_value_of_another_type_is_refused(type_: str, value: object, word: str) -> None:
    """REST-30000, with the parameter, the type and the value in its text."""
    with pytest.raises(RunError) as failed:
        World().run("PRINT p AS x;", f"{type_} p", p=value)
    assert failed.value.code == "REST-30000"
    assert failed.value.message == (
        f"Values of parameter p must be {word} type, invalid value [{value}] provided."
    )


def test_a_default_stands_in() -> None:
    """`INT p = 3`."""
    assert World().one("PRINT p AS x;", "INT p = 3") == 3


def test_a_missing_parameter_without_default_is_refused() -> None:
    """What the server puts there is not documented."""
    assert "not given" in World().failure("PRINT p AS x;", "INT p")


def test_an_unknown_vertex_fails() -> None:
    """An unknown id in a VERTEX parameter is a run-time error."""
    body, given = "S = {p}; PRINT S AS x;", {"id": "nobody"}
    assert "there is no vertex" in World().failure(body, "VERTEX<Person> p", p=given)


def test_unknown_vertices_of_a_set_are_passed_over() -> None:
    """An unknown id in SET<VERTEX<T>> is ignored."""
    given: list[Any] = [{"id": "ann"}, {"id": "nobody"}]
    found = World().people("ann").ids("R = {ps};", "SET<VERTEX<Person>> ps", ps=given)
    assert found == ["ann"]


def test_a_bare_text_is_no_vertex() -> None:
    """REST-30000 with the text that the client looks for."""
    with pytest.raises(RunError) as failed:
        World().people("ann").run("S = {p}; PRINT S AS x;", "VERTEX<Person> p", p="ann")
    assert failed.value.code == "REST-30000"
    assert "'id' is not found in the VERTEX parameter" in failed.value.message


def test_an_untyped_vertex_needs_its_type() -> None:
    """VERTEX takes `{"id", "type"}`."""
    world = World().people("ann")
    assert world.ids("R = {p};", "VERTEX p", p={"id": "ann", "type": "Person"}) == ["ann"]
    assert "vertex type" in world.failure("R = {p};", "VERTEX p", p={"id": "ann"})


def test_a_parameter_that_is_not_declared_is_refused() -> None:
    """A misspelt name never passes silently."""
    assert "not declared" in World().failure("PRINT 1 AS x;", "", q=1)
