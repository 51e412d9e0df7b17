"""Expressions and types, rule by rule."""

from __future__ import annotations

from typing import Any

from lark import v_args

from tigergraph_emulator import tree
from tigergraph_emulator.reading.words import Rules, given, place, unquoted, word
from tigergraph_emulator.tree import Expr, TypeRef

BASIC = ("INT", "UINT", "FLOAT", "DOUBLE", "STRING", "BOOL", "DATETIME", "VERTEX", "EDGE")
CONTAINERS = ("SET", "BAG", "LIST", "MAP", "FILE")


@v_args(meta=True)
class Expressions(Rules):
    """One method for each rule of the grammar's section on expressions."""

    def or_(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.Binary("OR", items[0], items[1], at=place(meta))

    def and_(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.Binary("AND", items[0], items[1], at=place(meta))

    def not_(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.Unary("NOT", items[0], at=place(meta))

    def negative(self, meta: Any, items: list[Expr]) -> Expr:
        (operand,) = items
        if isinstance(operand, tree.Literal) and not isinstance(operand.value, str | bool):
            return tree.Literal(-operand.value, at=place(meta))
        return tree.Unary("-", operand, at=place(meta))

    def binary(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Binary(str(items[1]).upper(), items[0], items[2], at=place(meta))

    def in_(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.Binary("IN", items[0], items[1], at=place(meta))

    def not_in(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.Binary("NOT IN", items[0], items[1], at=place(meta))

    def like(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Like(items[0], items[1], escape=items[2], at=place(meta))

    def not_like(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Like(items[0], items[1], negated=True, escape=items[2], at=place(meta))

    def between(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.Between(items[0], items[1], items[2], at=place(meta))

    def not_between(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.Between(items[0], items[1], items[2], negated=True, at=place(meta))

    def is_null(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.IsNull(items[0], at=place(meta))

    def is_not_null(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.IsNull(items[0], negated=True, at=place(meta))

    def member(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Member(items[0], str(items[1]), at=place(meta))

    def method(self, meta: Any, items: list[Any]) -> Expr:
        target, name, args = items
        dotted = _dotted(target)
        if dotted.startswith("gds."):
            return tree.Call(f"{dotted}.{name}", args or (), at=place(meta))
        return tree.Method(target, str(name), args or (), at=place(meta))

    def vertex_acc(self, meta: Any, items: list[Any]) -> Expr:
        return tree.VertexAcc(items[0], items[1][1:], at=place(meta))

    def vertex_acc_before(self, meta: Any, items: list[Any]) -> Expr:
        return tree.VertexAcc(items[0], items[1][1:], previous=True, at=place(meta))

    def global_acc(self, meta: Any, items: list[Any]) -> Expr:
        return tree.GlobalAcc(items[0][2:], at=place(meta))

    def global_acc_before(self, meta: Any, items: list[Any]) -> Expr:
        return tree.GlobalAcc(items[0][2:], previous=True, at=place(meta))

    def name(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Name(str(items[0]), at=place(meta))

    def paren(self, meta: Any, items: list[Expr]) -> Expr:
        return items[0]

    def arrow(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Arrow(items[0], items[1], at=place(meta))

    def several(self, meta: Any, items: list[Expr]) -> Expr:
        return tree.Several(tuple(items), at=place(meta))

    def list_of(self, meta: Any, items: list[Any]) -> Expr:
        return tree.ListOf(items[0] or (), at=place(meta))

    def interval(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Interval(items[0], items[1].upper().removesuffix("S"), at=place(meta))

    def token(self, meta: Any, items: list[Any]) -> Expr:
        first = items[0][1:]
        if not first.startswith('"'):
            return tree.Token(index=int(first), at=place(meta))
        return tree.Token(
            path=tuple(unquoted(each) for each in (first, *items[1:])), at=place(meta)
        )

    def call(self, meta: Any, items: list[Any]) -> Expr:
        args = items[1]
        if isinstance(args, _Distinct):
            return tree.Call(str(items[0]), args, distinct=True, at=place(meta))
        return tree.Call(str(items[0]), args or (), at=place(meta))

    def star_args(self, meta: Any, items: list[Any]) -> tuple[Expr, ...]:
        return (tree.Star(at=place(meta)),)

    def distinct_args(self, meta: Any, items: list[Any]) -> tuple[Expr, ...]:
        return _Distinct(items[1:])

    def args(self, meta: Any, items: list[Expr]) -> tuple[Expr, ...]:
        return tuple(items)

    args_plain = args

    def integer(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Literal(int(items[0]), at=place(meta))

    def floating(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Literal(float(items[0]), at=place(meta))

    def text(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Literal(unquoted(items[0]), at=place(meta))

    def true(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Literal(True, at=place(meta))

    def false(self, meta: Any, items: list[Any]) -> Expr:
        return tree.Literal(False, at=place(meta))

    def type(self, meta: Any, items: list[Any]) -> TypeRef:
        written, args, heap = (*items, None, None)[:3]
        name = str(written)
        if name.upper() in BASIC or name.upper() in CONTAINERS:
            name = name.upper()
        of = tuple(each for each, _ in args or ())
        names = tuple(label for _, label in args or ())
        capacity, order = heap or (None, ())
        return TypeRef(name, of, names if any(names) else (), capacity, order, at=place(meta))

    def type_args(self, meta: Any, items: list[Any]) -> tuple[tuple[TypeRef, str], ...]:
        return tuple(items)

    def type_arg(self, meta: Any, items: list[Any]) -> tuple[TypeRef, str]:
        return items[0], word(items[1])

    def heap(self, meta: Any, items: list[Any]) -> tuple[Expr, tuple[tree.FieldOrder, ...]]:
        return items[0], given(items[1:])

    def heap_key(self, meta: Any, items: list[Any]) -> tree.FieldOrder:
        return tree.FieldOrder(str(items[0]), word(items[1]).upper() == "DESC", at=place(meta))


class _Distinct(tuple[Expr, ...]):
    """Arguments behind DISTINCT."""


def _dotted(target: Expr) -> str:
    match target:
        case tree.Name():
            return target.name
        case tree.Member():
            return f"{_dotted(target.target)}.{target.name}"
        case _:
            return ""
