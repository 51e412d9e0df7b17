"""Which function carries out which command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tigergraph_emulator import tree

from . import job_commands, listing, query_commands, schema_commands, transfers
from .shell import Failed, Shell

Handler = Callable[[Shell, Any], str]

_DROPS: dict[str, Handler] = {
    "QUERY": query_commands.drop_query,
    "JOB": schema_commands.drop_job,
    "GRAPH": schema_commands.drop_graph,
    "VERTEX": schema_commands.drop_types,
    "EDGE": schema_commands.drop_types,
}


def drop(shell: Shell, command: tree.Drop) -> str:
    """DROP, by what is dropped; DROP ALL leaves nothing."""
    if command.kind == "ALL":
        shell.machine.reset()
        shell.graph = None
        return "Everything is dropped."
    if command.kind not in _DROPS:
        raise Failed(f"Semantic Check Fails: {command.kind} cannot be dropped.")
    return _DROPS[command.kind](shell, command)


HANDLERS: dict[type, Handler] = {
    tree.Use: Shell.use,
    tree.CreateType: schema_commands.create_type,
    tree.CreateGraph: schema_commands.create_graph,
    tree.SchemaJob: schema_commands.create_schema_job,
    tree.RunSchemaJob: schema_commands.run_schema_job,
    tree.LoadingJob: job_commands.create_loading_job,
    tree.RunLoadingJob: job_commands.run_loading_job,
    tree.CreateQuery: query_commands.create_query,
    tree.InstallQuery: query_commands.install_query,
    tree.RunQuery: query_commands.run_query,
    tree.InterpretQuery: query_commands.interpret_query,
    tree.ImportPackage: query_commands.import_package,
    tree.InstallFunction: query_commands.install_function,
    tree.Drop: drop,
    tree.Ls: listing.ls,
    tree.Show: listing.show,
    tree.ClearStore: job_commands.clear_store,
    tree.MoveGraph: transfers.move,
}
