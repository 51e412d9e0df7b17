"""The shape of a plan as a query of its own: its program written out, values as parameters.

For shapes that are asked so often that an operator has them installed; the interpreter answers all
others. Two plans have the same shape when their programs differ in nothing but values.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from occam.graph.tigergraph.catalog import rendered
from occam.graph.tigergraph.layout import Layout, VertexNames
from occam.graph.tigergraph.lists import Field, column, signed
from occam.graph.tigergraph.program import NONE, Program, Step

PREFIX = "occam_shape_"
TEMPLATES = ("shape.gsql", "_program.gsql", "_release.gsql")
"""What a shape's text is made of."""
_TYPES = {"STRING": "STRING", "ID": "STRING", "INT": "INT", "DOUBLE": "DOUBLE", "BOOL": "BOOL"}
_SIGNS = {"=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "IN": "IN"}


@dataclass(frozen=True, slots=True)
class Written:
    """A step as the template writes it: `type` is that of the set it fills."""

    op: str
    into: int
    source: int
    other: int
    third: int
    place: int
    type: str
    arrow: str = ""
    condition: str = ""
    parameter: str = ""


def name_of(program: Program, layout: Layout) -> str:
    """The name of the shape's query: a digest of everything but the values.

    Columns and template count too: a shape installed for another schema, or by another release of
    OCCAM, has another name and is not mistaken for this one.
    """
    spelt = "\n".join((*map(_spelt, program.steps), repr(layout.vertices), _template()))
    return PREFIX + hashlib.sha256(spelt.encode()).hexdigest()[:16]


@cache
def _template() -> str:
    folder = files("occam.graph.tigergraph") / "templates"
    return "".join((folder / name).read_text(encoding="utf-8") for name in TEMPLATES)


def text_of(program: Program, layout: Layout) -> str:
    """The GSQL of the shape's query."""
    steps = [_written(step, layout) for step in program.steps]
    return rendered(
        "shape.gsql",
        layout,
        shape=name_of(program, layout),
        steps=steps,
        types=types(program, layout),
    )


def types(program: Program, layout: Layout) -> list[VertexNames]:
    """The vertex types of which the shape reports vertices, in the order of the schema."""
    reported = {_type(s, layout) for s in program.steps if s.place != NONE}
    return [names for names in layout.vertices.values() if names.name in reported]


def parameters(program: Program) -> dict[str, Any]:
    """The values of one plan of the shape."""
    found: dict[str, Any] = {}
    for step in program.steps:
        _, values = signed(step)
        if step.op == "ids":
            found[f"ids_{step.into}"] = [(id_,) for id_ in sorted(step.ids)]
        elif step.test and step.test.sign == "IN":
            found[f"value_{step.into}"] = [_cast(step, value) for value in values]
        elif values:
            found[f"value_{step.into}"] = _cast(step, values[0])
    return found


def _cast(step: Step, value: Any) -> Any:
    return float(value) if step.test and step.test.kind == "number" else value


def _spelt(step: Step) -> str:
    test = step.test
    said = (test.attr, test.part, test.kind, signed(step)[0], bool(test.values)) if test else ()
    return repr((step.op, step.name, step.source, step.other, step.third, step.place, said))


def _type(step: Step, layout: Layout) -> str:
    edge = layout.edges.get(step.name) if step.op in _HOPS else None
    if edge is None:
        return layout.vertices[step.name].name
    return edge.target if step.op.endswith("out") else edge.source


_HOPS = ("out", "in", "reach_out", "reach_in")


def _written(step: Step, layout: Layout) -> Written:
    arrow = condition = parameter = ""
    if step.op in _HOPS:
        edge = layout.edges[step.name].name
        arrow = f"{edge}>" if step.op.endswith("out") else f"<{edge}"
    if step.test is not None:
        held = column(layout, step.name, step.test)
        sign, values = signed(step)
        condition = " OR ".join(_conditions(held, _SIGNS[sign], f"value_{step.into}")) or "FALSE"
        if values and held.sort != "OPEN":
            kind = _TYPES[held.sort]
            parameter = f"SET<{kind}>" if sign == "IN" else kind
    return Written(
        step.op, step.into, step.source, step.other, step.third, step.place,
        _type(step, layout), arrow, condition, parameter,
    )  # fmt: skip


def _conditions(held: Field, sign: str, value: str) -> Iterator[str]:
    if held.open:
        yield f"s.{held.open}"
    if held.sort == "ID":
        yield f"s.id {sign} {value}"
    elif held.sort != "OPEN":
        yield f"(s.{held.flag} AND s.{held.attr} {sign} {value})"
