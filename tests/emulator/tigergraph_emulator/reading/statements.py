"""Statements, selections and whole queries, rule by rule."""

from __future__ import annotations

from typing import Any

from lark import v_args

from tigergraph_emulator import tree
from tigergraph_emulator.reading.words import Rules, given, place, refuse, word
from tigergraph_emulator.tree import Arm, Column, Expr, If, Query, Statement


@v_args(meta=True)
class Statements(Rules):
    """One method for each rule of the grammar's sections on queries and statements."""

    def query_of(self, meta: Any, name: str, parameters: Any, rest: list[Any]) -> Query:
        """A query from its header's parts and its block."""
        headers: dict[str, Any] = dict(rest[:-1])
        tuples, body = rest[-1]
        return Query(
            name,
            parameters or (),
            body,
            tuples,
            headers.get("graph", ""),
            headers.get("syntax", ""),
            headers.get("returns"),
            text=self.source[meta.start_pos : meta.end_pos],
            at=place(meta),
        )

    def header(self, meta: Any, items: list[str]) -> tuple[str, object]:
        return "graph", items[0]

    def returns(self, meta: Any, items: list[Any]) -> tuple[str, object]:
        return "returns", items[0]

    def syntax(self, meta: Any, items: list[Any]) -> tuple[str, object]:
        return "syntax", items[0].lower()

    def api(self, meta: Any, items: list[Any]) -> tuple[str, object]:
        return "api", items[0]

    def parameters(self, meta: Any, items: list[Any]) -> tuple[tree.Parameter, ...]:
        return tuple(items)

    def parameter(self, meta: Any, items: list[Any]) -> tree.Parameter:
        return tree.Parameter(str(items[1]), items[0], items[2], at=place(meta))

    def block(self, meta: Any, items: list[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        tuples = tuple(item for item in items if isinstance(item, tree.TupleType))
        return tuples, tuple(item for item in items if not isinstance(item, tree.TupleType))

    def typedef(self, meta: Any, items: list[Any]) -> tree.TupleType:
        return tree.TupleType(str(items[-1]), tuple(items[:-1]), at=place(meta))

    def typed_name(self, meta: Any, items: list[Any]) -> tree.TypedName:
        return tree.TypedName(str(items[1]), items[0], at=place(meta))

    def declare(self, meta: Any, items: list[Any]) -> Statement:
        type_, *declared = items
        kinds = {kind for kind, _ in declared}
        if kinds == {""}:
            return tree.DeclareVar(type_, tuple(name for _, name in declared), at=place(meta))
        if "" in kinds:
            raise refuse(type_, "accumulators and plain variables cannot share a declaration")
        shared = tuple(name for kind, name in declared if kind == "@@")
        own = tuple(name for kind, name in declared if kind == "@")
        return tree.DeclareAcc(type_, shared, own, at=place(meta))

    declare_one = declare

    def declared(self, meta: Any, items: list[Any]) -> tuple[str, tree.DeclaredName]:
        name = str(items[0])
        plain = name.lstrip("@")
        kind = name[: len(name) - len(plain)]
        return kind, tree.DeclaredName(plain, items[1], at=place(meta))

    def assign(self, meta: Any, items: list[Any]) -> Statement:
        target, value = items
        if isinstance(target, tree.Call) and len(target.args) == 1 and not target.distinct:
            (of,) = target.args
            if isinstance(of, tree.Name):
                return tree.Assign(target.function, value, set_type=of.name, at=place(meta))
        return _assign(target, "=", value, place(meta))

    def accumulate(self, meta: Any, items: list[Any]) -> Statement:
        return _assign(items[0], "+=", items[1], place(meta))

    def do(self, meta: Any, items: list[Any]) -> Statement:
        if not isinstance(items[0], tree.Method | tree.Call):
            raise refuse(items[0], "a statement must assign, accumulate or call")
        return tree.Do(items[0], at=place(meta))

    def seed(self, meta: Any, items: list[Any]) -> tree.Seed:
        return tree.Seed(given(items), at=place(meta))

    def all_of(self, meta: Any, items: list[Any]) -> tree.AllOf:
        return tree.AllOf(str(items[0]), at=place(meta))

    def vector_search(self, meta: Any, items: list[Any]) -> tree.VectorSearch:
        fields = tuple(item for item in items if isinstance(item, _Field))
        query, k = items[len(fields) : len(fields) + 2]
        options = dict(given(items[len(fields) + 2 :]))
        unknown = set(options) - {"candidate_set", "distance_map", "ef"}
        if unknown:
            raise refuse(query, f"vectorSearch has no option {sorted(unknown)[0]}")
        candidates, distances = options.get("candidate_set"), options.get("distance_map")
        if candidates is not None and not isinstance(candidates, tree.Name):
            raise refuse(candidates, "candidate_set takes the name of a vertex set")
        if distances is not None and not isinstance(distances, tree.GlobalAcc):
            raise refuse(distances, "distance_map takes a global accumulator")
        return tree.VectorSearch(
            tuple((each[0], each[1]) for each in fields),
            query,
            k,
            candidates.name if candidates else "",
            distances.name if distances else "",
            options.get("ef"),
            at=place(meta),
        )

    def vector_field(self, meta: Any, items: list[Any]) -> _Field:
        return _Field(str(item) for item in items)

    def vector_arg(self, meta: Any, items: list[Any]) -> tuple[str, Expr]:
        return str(items[0]), items[1]

    def body(self, meta: Any, items: list[Any]) -> tuple[Statement, ...]:
        return given(items)

    else_body = dmls = else_dmls = body

    def if_stmt(self, meta: Any, items: list[Any]) -> Statement:
        condition, body, *rest = items
        arms = (Arm(condition, body, at=place(meta)), *rest[:-1])
        return If(arms, rest[-1] or (), at=place(meta))

    def else_if(self, meta: Any, items: list[Any]) -> Arm:
        return Arm(items[0], items[1], at=place(meta))

    when = else_if

    def case_stmt(self, meta: Any, items: list[Any]) -> Statement:
        return If(tuple(items[:-1]), items[-1] or (), at=place(meta))

    def while_stmt(self, meta: Any, items: list[Any]) -> Statement:
        return tree.While(items[0], items[2], items[1], at=place(meta))

    def foreach_stmt(self, meta: Any, items: list[Any]) -> Statement:
        return tree.ForEach(items[0], items[1], items[2], at=place(meta))

    def loop_names(self, meta: Any, items: list[Any]) -> tuple[str, ...]:
        return tuple(str(item) for item in items)

    def range(self, meta: Any, items: list[Any]) -> tree.Range:
        return tree.Range(items[0], items[1], items[2], at=place(meta))

    def break_stmt(self, meta: Any, items: list[Any]) -> Statement:
        return tree.Break(at=place(meta))

    def continue_stmt(self, meta: Any, items: list[Any]) -> Statement:
        return tree.Continue(at=place(meta))

    def return_stmt(self, meta: Any, items: list[Any]) -> Statement:
        return tree.Return(items[0], at=place(meta))

    def log(self, meta: Any, items: list[Any]) -> Statement:
        return tree.Log(tuple(items), at=place(meta))

    def print(self, meta: Any, items: list[Any]) -> Statement:
        return tree.Print(tuple(items[:-1]), items[-1], at=place(meta))

    def print_item(self, meta: Any, items: list[Any]) -> tree.PrintItem:
        value, columns, vectors, alias = items
        return tree.PrintItem(value, columns, word(alias), vectors is not None, at=place(meta))

    def projection(self, meta: Any, items: list[Any]) -> tuple[Column, ...]:
        return tuple(items)

    def column_as(self, meta: Any, items: list[Any]) -> Column:
        return Column(items[0], word(items[1]), at=place(meta))

    def select(self, meta: Any, items: list[Any]) -> tree.Select:
        alias, paths, where, accum, *post, having, order, limits = items
        limit, offset = limits or (None, None)
        return tree.Select(
            str(alias),
            paths,
            where,
            accum or (),
            tuple(post),
            having,
            order or (),
            limit,
            offset,
            at=place(meta),
        )

    def table_select(self, meta: Any, items: list[Any]) -> Statement:
        distinct, *columns, into, paths, where, group, having, order, limits = items
        limit, offset = limits or (None, None)
        return tree.TableSelect(
            tuple(columns),
            str(into),
            paths,
            distinct is not None,
            where,
            group or (),
            having,
            order or (),
            limit,
            offset,
            at=place(meta),
        )

    def where(self, meta: Any, items: list[Expr]) -> Expr:
        return items[0]

    having = accum = where

    def post_accum(self, meta: Any, items: list[Any]) -> tree.PostAccum:
        return tree.PostAccum(word(items[0]), items[1], at=place(meta))

    def group(self, meta: Any, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items)

    order = group

    def order_key(self, meta: Any, items: list[Any]) -> tree.OrderKey:
        return tree.OrderKey(items[0], word(items[1]).upper() == "DESC", at=place(meta))

    def limit(self, meta: Any, items: list[Any]) -> tuple[Expr, Expr | None]:
        return items[0], None

    def limit_offset(self, meta: Any, items: list[Any]) -> tuple[Expr, Expr | None]:
        return items[0], items[1]

    def offset_limit(self, meta: Any, items: list[Any]) -> tuple[Expr, Expr | None]:
        return items[1], items[0]


class _Field(tuple[str, ...]):
    """A vertex type and its vector attribute."""


def _assign(target: Any, op: str, value: Any, at: tree.Position) -> Statement:
    match target:
        case tree.GlobalAcc():
            return tree.AssignGlobal(target.name, op, value, at=at)
        case tree.Name():
            return tree.Assign(target.name, value, op, at=at)
        case tree.VertexAcc(target=tree.Name() as vertex):
            return tree.AssignVertexAcc(vertex.name, target.name, op, value, at=at)
        case tree.Member(target=tree.Name() as vertex):
            return tree.AssignAttribute(vertex.name, target.name, op, value, at=at)
        case _:
            raise refuse(target, f"nothing can be written here with {op}")
