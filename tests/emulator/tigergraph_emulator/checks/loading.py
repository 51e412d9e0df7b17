"""Loading jobs: known files, known types, as many columns as there are attributes."""

from __future__ import annotations

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.checks.problems import Problem, Problems
from tigergraph_emulator.checks.words import check_name
from tigergraph_emulator.tree import Call, Load, LoadingJob, LoadTarget, Node, Skip

_OPTIONS = {
    *("SEPARATOR", "HEADER", "QUOTE", "EOL", "JSON_FILE", "VERTEX_MUST_EXIST", "NEW_VERTEX_ONLY"),
}


def check_loading(job: LoadingJob, catalog: Catalog) -> list[Problem]:
    """Everything that the server would refuse in a loading job, or that is outside the subset."""
    problems = Problems()
    check_name(problems, job, job.name, "a job")
    names = [name for name, _ in job.files]
    options: dict[str, set[tuple[str, str]]] = {}
    for load in job.loads:
        if load.file not in names:
            problems.add("SEM-45", load, f"the file {load.file} is not defined")
        for name, _ in load.options:
            if name not in _OPTIONS:
                problems.add("SEM-62", load, f"LOAD has no option {name}")
        if options.setdefault(load.file, set(load.options)) != set(load.options):
            problems.add("SEM-71", load, f"the options of all LOADs of {load.file} must be equal")
        for target in load.targets:
            _target(target, load, catalog, problems)
    return problems.found


def _target(target: LoadTarget, load: Load, catalog: Catalog, problems: Problems) -> None:
    if target.kind == "EDGE":
        edge = catalog.edges.get(target.type)
        if edge is None:
            problems.add("SEM-45", target, f"there is no edge type {target.type}")
            return
        if edge.mirrors:
            problems.add("SEM-72", target, f"{edge.name} is a reverse edge, kept by the server")
        _count(target, 2 + len(edge.discriminator) + len(edge.attributes), target, problems)
        if len(edge.pairs) > 1 and not all(target.types[:2]):
            problems.add("SEM-72", target, f"{edge.name} joins several types: name both")
        return
    vertex = catalog.vertices.get(target.type)
    if vertex is None:
        problems.add("SEM-45", target, f"there is no vertex type {target.type}")
    elif target.kind == "VERTEX":
        _count(target, 1 + len(vertex.attributes), target, problems)
        if isinstance(target.columns[0], Skip):
            problems.add("SEM-72", target, "an id cannot be skipped")
    elif target.vector not in vertex.vectors:
        problems.add("SEM-45", target, f"{target.type} has no vector attribute {target.vector}")
    else:
        _count(target, 2, target, problems)
        split = target.columns[-1]
        if not isinstance(split, Call) or split.function.upper() != "SPLIT":
            problems.add("SEM-72", target, 'a vector is loaded by SPLIT(column, ",")')


def _count(target: LoadTarget, wanted: int, node: Node, problems: Problems) -> None:
    if len(target.columns) != wanted:
        problems.add(
            "SEM-72",
            node,
            f"{target.type} takes {wanted} values in the order of its definition, not "
            f"{len(target.columns)}; write _ for what stays",
        )
