"""One hop from a vertex: the edges that its types and arrows allow, with the other ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine.elements import Edge, Far, Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.tree import EdgeAtom, Hop

Step = tuple[Edge | None, Vertex]
"""An edge with the vertex that it leads to; a repeated hop has many edges, and shows none."""
Walk = Callable[[Vertex], Iterable[Step]]
Ways = Callable[[Vertex], dict[str, dict[Far, Edge]]]

_BACK = {"forward": "backward", "backward": "forward"}
_OUT: Ways = lambda vertex: vertex.out  # noqa: E731
_INTO: Ways = lambda vertex: vertex.into  # noqa: E731
_UNDIRECTED: Ways = lambda vertex: vertex.undirected  # noqa: E731
_WAYS: dict[str, tuple[Ways, ...]] = {
    "forward": (_OUT,),
    "backward": (_INTO,),
    "undirected": (_UNDIRECTED,),
    "either": (_OUT, _INTO, _UNDIRECTED),
}


def walk(hop: Hop, catalog: Catalog, forth: bool) -> Walk:
    """How one hop goes on from a vertex, along the pattern or against it."""
    atoms = [_checked(atom, catalog, forth) for atom in hop.atoms or (EdgeAtom("", "either"),)]
    plain = [(ways, atom.name) for atom in atoms for ways in _WAYS[atom.direction]]
    if len(plain) == 1 and plain[0][1]:
        return _along(*plain[0])

    def steps(vertex: Vertex) -> Iterator[Step]:
        for ways, name in plain:
            found = ways(vertex)
            for type_ in [name] if name else list(found):
                for (far, _), edge in found.get(type_, {}).items():
                    yield edge, far

    return steps


def _along(ways: Ways, name: str) -> Walk:
    """One type in one direction, which is what nearly every hop is."""

    def steps(vertex: Vertex) -> Iterable[Step]:
        found = ways(vertex).get(name)
        return [(edge, key[0]) for key, edge in found.items()] if found else ()

    return steps


def _checked(atom: EdgeAtom, catalog: Catalog, forth: bool) -> EdgeAtom:
    direction = atom.direction if forth else _BACK.get(atom.direction, atom.direction)
    if not atom.name:
        if direction == "undirected":
            raise Undocumented("`_` without an arrow: write _> or <_")
        return EdgeAtom("", direction)
    edge = catalog.edges.get(atom.name)
    if edge is None:
        raise RuntimeFailure(f"there is no edge type {atom.name}")
    if edge.directed and direction == "undirected":
        raise RuntimeFailure(
            f"{atom.name} is directed and never matches without an arrow: write {atom.name}>"
        )
    if not edge.directed and direction in ("forward", "backward"):
        raise RuntimeFailure(f"{atom.name} is undirected and has no arrow")
    return EdgeAtom(atom.name, direction)
