"""Commands at the top of a text: schema, loading, the life of queries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import v_args

from tigergraph_emulator import tree
from tigergraph_emulator.reading.statements import Statements
from tigergraph_emulator.reading.words import given, place, refuse, unquoted, word
from tigergraph_emulator.tree import AttributeDef, EdgeDef, VertexDef

Pairs = tuple[tuple[str, str], ...]


@v_args(meta=True)
class Commands(Statements):
    """One method for each rule of the grammar's sections on commands, schema and loading."""

    def file(self, meta: Any, items: list[Any]) -> tree.File:
        return tree.File(tuple(items), at=place(meta))

    def use_global(self, meta: Any, items: list[Any]) -> tree.Use:
        return tree.Use(at=place(meta))

    def use_graph(self, meta: Any, items: list[Any]) -> tree.Use:
        return tree.Use(str(items[0]), at=place(meta))

    def ls(self, meta: Any, items: list[Any]) -> tree.Ls:
        return tree.Ls(at=place(meta))

    def show(self, meta: Any, items: list[Any]) -> tree.Show:
        return tree.Show(items[0].upper(), word(items[1]), at=place(meta))

    def pattern(self, meta: Any, items: list[Any]) -> str:
        return str(items[0]) if items else "*"

    def clear_store(self, meta: Any, items: list[Any]) -> tree.ClearStore:
        if items[0].upper() != "-HARD":
            raise refuse(tree.ClearStore(at=place(meta)), "write CLEAR GRAPH STORE -HARD")
        return tree.ClearStore(at=place(meta))

    def move_graph(self, meta: Any, items: list[Any]) -> tree.MoveGraph:
        verb, graph, *flags, path = items
        named = "" if graph.upper() == "ALL" else str(graph)
        return tree.MoveGraph(
            verb.upper(), named, unquoted(path), tuple(map(str, flags)), at=place(meta)
        )

    def import_package(self, meta: Any, items: list[Any]) -> tree.ImportPackage:
        return tree.ImportPackage(str(items[1]), at=place(meta))

    def install_function(self, meta: Any, items: list[Any]) -> tree.InstallFunction:
        return tree.InstallFunction(".".join([*items, "**"]), at=place(meta))

    def drop(self, meta: Any, items: list[Any]) -> tree.Drop:
        kind, names, cascade = items
        chosen = names if isinstance(names, tuple) else ("*",)
        return tree.Drop(kind.upper(), chosen, cascade is not None, at=place(meta))

    def drop_all(self, meta: Any, items: list[Any]) -> tree.Drop:
        return tree.Drop("ALL", at=place(meta))

    def names(self, meta: Any, items: list[Any]) -> tuple[str, ...]:
        return tuple(str(item) for item in items)

    def create_type(self, meta: Any, items: list[Any]) -> tree.CreateType:
        return tree.CreateType(items[0], at=place(meta))

    def vertex_of(self, meta: Any, items: list[Any]) -> VertexDef:
        return items[0]

    def edge_of(self, meta: Any, items: list[Any]) -> EdgeDef:
        return replace(items[1], directed=items[0].upper() == "DIRECTED")

    def vertex_def(self, meta: Any, items: list[Any]) -> VertexDef:
        name, (id_, as_key), *attributes, options = items
        return VertexDef(str(name), id_, tuple(attributes), as_key, options or (), at=place(meta))

    def primary_id(self, meta: Any, items: list[Any]) -> tuple[AttributeDef, bool]:
        return AttributeDef(str(items[0]), items[1], at=place(meta)), False

    def primary_key(self, meta: Any, items: list[Any]) -> tuple[AttributeDef, bool]:
        return AttributeDef(str(items[0]), items[1], at=place(meta)), True

    def attribute(self, meta: Any, items: list[Any]) -> AttributeDef:
        default = items[2].value if items[2] is not None else None
        return AttributeDef(str(items[0]), items[1], default, at=place(meta))

    def attributes(self, meta: Any, items: list[Any]) -> tuple[AttributeDef, ...]:
        return tuple(items)

    discriminator = attributes

    def edge_def(self, meta: Any, items: list[Any]) -> EdgeDef:
        name, pairs, discriminator, *attributes, options = items
        return EdgeDef(
            str(name),
            True,
            pairs,
            discriminator[0] if discriminator else (),
            tuple(attributes),
            options or (),
            at=place(meta),
        )

    def pairs(self, meta: Any, items: list[Any]) -> Pairs:
        return tuple(items)

    def pair(self, meta: Any, items: list[Any]) -> tuple[str, str]:
        return str(items[0]), str(items[1])

    def with_options(self, meta: Any, items: list[Any]) -> Pairs:
        return items[0]

    def options(self, meta: Any, items: list[Any]) -> Pairs:
        return tuple(items)

    def option(self, meta: Any, items: list[Any]) -> tuple[str, str]:
        name, value = items
        return name.upper(), unquoted(value) if value.startswith('"') else str(value)

    def create_graph(self, meta: Any, items: list[Any]) -> tree.CreateGraph:
        name, members = items
        if members is None or isinstance(members, tuple):
            return tree.CreateGraph(str(name), members or (), at=place(meta))
        return tree.CreateGraph(str(name), everything=True, at=place(meta))

    def schema_job(self, meta: Any, items: list[Any]) -> tree.SchemaJob:
        globally, name, graph, *steps = items
        return tree.SchemaJob(
            str(name), word(graph), globally is not None, tuple(steps), at=place(meta)
        )

    def run_schema_job(self, meta: Any, items: list[Any]) -> tree.RunSchemaJob:
        return tree.RunSchemaJob(str(items[1]), items[0] is not None, at=place(meta))

    def for_graph(self, meta: Any, items: list[Any]) -> str:
        return str(items[0])

    def add_type(self, meta: Any, items: list[Any]) -> tree.AddType:
        return tree.AddType(items[0], at=place(meta))

    def drop_types(self, meta: Any, items: list[Any]) -> tree.DropTypes:
        return tree.DropTypes(items[0].upper(), items[1], at=place(meta))

    def add_attributes(self, meta: Any, items: list[Any]) -> tree.AddAttributes:
        return tree.AddAttributes(items[0].upper(), str(items[1]), items[2], at=place(meta))

    def drop_attributes(self, meta: Any, items: list[Any]) -> tree.DropAttributes:
        return tree.DropAttributes(items[0].upper(), str(items[1]), items[2], at=place(meta))

    def add_pair(self, meta: Any, items: list[Any]) -> tree.AddPair:
        step = tree.AddPair(str(items[1]), items[2], at=place(meta))
        if items[0].upper() != "EDGE":
            raise refuse(step, "only an edge has pairs of types")
        return step

    def add_vector(self, meta: Any, items: list[Any]) -> tree.AddVector:
        step = tree.AddVector(str(items[1]), str(items[2]), items[3], at=place(meta))
        if items[0].upper() != "VERTEX":
            raise refuse(step, "only a vertex has vector attributes")
        return step

    def drop_vector(self, meta: Any, items: list[Any]) -> tree.DropVector:
        return tree.DropVector(str(items[1]), str(items[2]), at=place(meta))

    def vector_options(self, meta: Any, items: list[Any]) -> tuple[tuple[str, int | str], ...]:
        return tuple(items)

    def vector_option(self, meta: Any, items: list[Any]) -> tuple[str, int | str]:
        name, value = items
        return name.upper(), unquoted(value) if value.startswith('"') else int(value)

    def loading_job(self, meta: Any, items: list[Any]) -> tree.LoadingJob:
        name, graph, *rest = items
        return tree.LoadingJob(
            str(name),
            word(graph),
            tuple(item for item in rest if isinstance(item, tuple)),
            tuple(item for item in rest if isinstance(item, tree.Load)),
            self.source[meta.start_pos : meta.end_pos],
            at=place(meta),
        )

    def define_file(self, meta: Any, items: list[Any]) -> tuple[str, str]:
        return str(items[0]), unquoted(items[1]) if items[1] is not None else ""

    def load(self, meta: Any, items: list[Any]) -> tree.Load:
        file, *targets, options = items
        named = unquoted(file) if file.startswith('"') else str(file)
        return tree.Load(named, tuple(targets), options or (), at=place(meta))

    def load_type(self, meta: Any, items: list[Any]) -> tree.LoadTarget:
        kind, name, (columns, types), where = items
        return tree.LoadTarget(kind.upper(), str(name), columns, types, where=where, at=place(meta))

    def load_vector(self, meta: Any, items: list[Any]) -> tree.LoadTarget:
        vector, vertex, (columns, types) = items
        return tree.LoadTarget("VECTOR", str(vertex), columns, types, str(vector), at=place(meta))

    def columns(self, meta: Any, items: list[Any]) -> tuple[tuple[Any, ...], tuple[str, ...]]:
        return tuple(each for each, _ in items), tuple(type_ for _, type_ in items)

    def column(self, meta: Any, items: list[Any]) -> tuple[Any, str]:
        value, type_ = items
        skipped = isinstance(value, tree.Name) and value.name == "_"
        return (tree.Skip(at=value.at) if skipped else value), word(type_)

    def run_loading_job(self, meta: Any, items: list[Any]) -> tree.RunLoadingJob:
        return tree.RunLoadingJob(str(items[0]), items[1] or (), at=place(meta))

    def create_query(self, meta: Any, items: list[Any]) -> tree.CreateQuery:
        replaced, distributed, name, parameters, *rest = items
        query = replace(
            self.query_of(meta, str(name), parameters, rest),
            replace=replaced is not None,
            distributed=distributed is not None,
        )
        return tree.CreateQuery(query, at=place(meta))

    def interpret_query(self, meta: Any, items: list[Any]) -> tree.InterpretQuery:
        return tree.InterpretQuery(self.query_of(meta, "", items[0], items[1:]), at=place(meta))

    def interpret_stored(self, meta: Any, items: list[Any]) -> tree.InterpretQuery:
        return tree.InterpretQuery(tree.Query(str(items[0]), (), ()), at=place(meta))

    def install_query(self, meta: Any, items: list[Any]) -> tree.InstallQuery:
        *flags, names = items
        chosen = names if isinstance(names, tuple) else ("*",)
        return tree.InstallQuery(chosen, tuple(flag.upper() for flag in flags), at=place(meta))

    def run_query(self, meta: Any, items: list[Any]) -> tree.RunQuery:
        name, args = items
        if args and len(args) == 1 and isinstance(args[0], dict):
            return tree.RunQuery(str(name), named=tuple(args[0].items()), at=place(meta))
        return tree.RunQuery(str(name), args or (), at=place(meta))

    def arguments(self, meta: Any, items: list[Any]) -> tuple[object, ...]:
        return tuple(_plain(item) for item in items)

    def json_list(self, meta: Any, items: list[Any]) -> list[object]:
        return [_plain(item) for item in given(items)]

    def json_object(self, meta: Any, items: list[Any]) -> dict[str, object]:
        return dict(given(items))

    def json_pair(self, meta: Any, items: list[Any]) -> tuple[str, object]:
        return unquoted(items[0]), _plain(items[1])


def _plain(item: Any) -> object:
    """A value of RUN QUERY: `_` is nothing, a function call stays a call."""
    if isinstance(item, tree.Literal):
        return item.value
    return None if item == "_" else item
