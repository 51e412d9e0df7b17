"""Commands on loading jobs, and the one that empties the store."""

from __future__ import annotations

from tigergraph_emulator.checks import check_loading
from tigergraph_emulator.tree import (
    Call,
    ClearStore,
    Expr,
    Literal,
    LoadingJob,
    LoadTarget,
    RunLoadingJob,
    Skip,
    Token,
)

from .schema_commands import told
from .shell import Failed, Shell


def create_loading_job(shell: Shell, command: LoadingJob) -> str:
    """Checked against the types as they are now; a schema change may drop it again."""
    graph = shell.here(command.graph)
    if command.name in graph.loading_jobs:
        raise Failed(f"Semantic Check Fails: The job {command.name} already exists!")
    if problems := check_loading(command, graph.catalog):
        raise Failed(f"{told(problems)}\nFailed to create loading jobs: [{command.name}].")
    for target in (target for load in command.loads for target in load.targets):
        if problem := _unsupported(target):
            raise Failed(f"Semantic Check Fails: {problem}")
    graph.loading_jobs[command.name] = command
    shell.machine.history.add(graph.name, shell.source_of(command))
    return f"Successfully created loading jobs: [{command.name}]."


def _unsupported(target: LoadTarget) -> str:
    if target.where is not None:
        return "WHERE in a loading job is not supported; filter the lines before loading."
    strange = [column for column in target.columns if not _loadable(column)]
    return f"The column {strange[0]} cannot be loaded." if strange else ""


def _loadable(column: Expr) -> bool:
    if isinstance(column, Call):
        return column.function.upper() == "SPLIT" and len(column.args) == 2
    return isinstance(column, Token | Skip | Literal)


def run_loading_job(shell: Shell, command: RunLoadingJob) -> str:
    """Refused: the files of a server's disk are not the caller's; lines are posted to /ddl."""
    raise Failed(f"Post the lines of {command.name} to /ddl; the emulator reads no files.")


def clear_store(shell: Shell, command: ClearStore) -> str:
    """All data goes, the schema stays."""
    for graph in shell.machine.graphs.values():
        graph.engine.clear()
    return "Successfully cleared graph store."
