"""Types of expressions, and what may not be written in them."""

from __future__ import annotations

from tigergraph_emulator import tree
from tigergraph_emulator.checks.calls import call, method
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    NUMBERS,
    STRING,
    UNKNOWN,
    Type,
    comparable,
    element,
    fits,
    literal,
    plain,
)
from tigergraph_emulator.tree import Expr, TypeRef

_UNITS = ("SECOND", "MINUTE", "HOUR", "DAY", "MONTH", "YEAR")


def typed(expr: Expr, scope: Scope) -> Type:
    """The type of an expression; what is wrong in it is added to the problems."""
    match expr:
        case tree.Literal(value=value):
            return literal(value)
        case tree.Name():
            return _name(expr, scope)
        case tree.GlobalAcc():
            return _global(expr, scope)
        case tree.VertexAcc():
            return _own(expr, scope)
        case tree.Member():
            return _member(expr, scope)
        case tree.Call():
            return call(expr, scope, typed)
        case tree.Method():
            return method(expr, scope, typed)
        case tree.Unary():
            return _unary(expr, scope)
        case tree.Binary():
            return _binary(expr, scope)
        case _:
            return _composed(expr, scope)


def condition(expr: Expr | None, scope: Scope) -> None:
    """An expression that must be true or false."""
    if expr is None:
        return
    found = typed(expr, scope)
    if not fits(BOOL, found):
        scope.add("TYP-1", expr, f"a condition must be BOOL, this is {plain(found)}")


def whole_number(expr: Expr | None, scope: Scope, what: str) -> None:
    """An expression that must be an INT."""
    if expr is None:
        return
    found = typed(expr, scope)
    if not fits(INT, found):
        scope.add("TYP-1", expr, f"{what} must be INT, this is {plain(found)}")


def _name(expr: tree.Name, scope: Scope) -> Type:
    name, whole = expr.name, scope.whole
    if name in scope.aliases:
        return scope.aliases[name]
    if name in scope.banned:
        scope.add("SEM-50", expr, scope.banned[name])
        return UNKNOWN
    if name in scope.variables:
        return scope.variables[name]
    if name in whole.parameters:
        return whole.parameters[name]
    if name in whole.sets:
        return _set(expr, scope)
    hint = "; it is a table, which can only be printed" if name in scope.tables else ""
    kind = scope.meaning(name) if not hint else ""
    hint = hint or (f"; it is {kind}" if kind else "")
    scope.add("SEM-45", expr, f"{name} is no alias, variable or parameter here{hint}")
    return UNKNOWN


def _set(expr: tree.Name, scope: Scope) -> Type:
    if scope.in_clause:
        scope.add(
            "SEM-45",
            expr,
            f"the vertex set {expr.name} cannot be read inside a clause; mark its vertices with an "
            "accumulator first",
        )
    elif expr.name not in scope.assigned:
        scope.add("SEM-46", expr, f"{expr.name} may have no value here: assign it on every branch")
    return Type("VERTEXSET", types=scope.whole.sets[expr.name])


def _global(expr: tree.GlobalAcc, scope: Scope) -> Type:
    if expr.previous:
        scope.add("SEM-3", expr, f"@@{expr.name}': only v.@name' has a previous value")
    if expr.name not in scope.shared:
        scope.add("SEM-45", expr, f"the accumulator @@{expr.name} is not declared")
        return UNKNOWN
    return scope.shared[expr.name]


def _own(expr: tree.VertexAcc, scope: Scope) -> Type:
    if expr.name not in scope.own:
        scope.add("SEM-45", expr, f"the accumulator @{expr.name} is not declared")
        return UNKNOWN
    if not isinstance(expr.target, tree.Name):
        scope.add("SEM-4", expr, f"@{expr.name} belongs to an alias: write alias.@{expr.name}")
        return UNKNOWN
    if expr.previous and scope.place != "post":
        scope.add("SEM-3", expr, f"@{expr.name}' has a meaning only in POST-ACCUM")
    if expr.target.name in scope.variables:
        scope.add(
            "SEM-4", expr, f"{expr.target.name} is a variable: only aliases have accumulators"
        )
        return UNKNOWN
    target = _name(expr.target, scope)
    if target.name not in ("VERTEX", "?"):
        scope.add("SEM-4", expr, f"{expr.target.name} is no vertex, so it has no @{expr.name}")
    return scope.own[expr.name]


def _member(expr: tree.Member, scope: Scope) -> Type:
    target = typed(expr.target, scope)
    match target.name:
        case "?":
            return UNKNOWN
        case "VERTEX" | "EDGE":
            return _attribute(expr, target, scope)
        case "GROUP":
            fields = dict(zip(target.labels, target.of, strict=True))
        case name:
            fields = scope.whole.tuples.get(plain(target).name, {})
            if not fields:
                fields = scope.whole.tuples.get(name, {})
    if expr.name not in fields:
        scope.add("SEM-45", expr, f"{plain(target)} has no field {expr.name}")
        return UNKNOWN
    return fields[expr.name]


def _attribute(expr: tree.Member, target: Type, scope: Scope) -> Type:
    if expr.name == "type":
        return STRING
    catalog = scope.whole.catalog
    known = catalog.vertices if target.name == "VERTEX" else catalog.edges
    found: list[Type] = []
    for name in sorted(target.types if target.types is not None else known):
        kind = known[name]
        attribute = kind.readable(expr.name)
        if attribute is not None:
            found.append(declared_type(attribute.type))
            continue
        vectors = catalog.vertices[name].vectors if target.name == "VERTEX" else {}
        if expr.name in vectors:
            found.append(Type("LIST", (FLOAT,)))
            continue
        scope.add("SEM-45", expr, _missing(name, expr.name, scope))
        return UNKNOWN
    if len(set(found)) != 1:
        scope.add("TYP-152", expr, f"{expr.name} has not the same type in {target}")
        return UNKNOWN
    return found[0]


def _missing(type_: str, name: str, scope: Scope) -> str:
    kind = scope.whole.catalog.vertices.get(type_)
    if kind is not None and kind.id.name == name:
        return (
            f"the id of {type_} cannot be read as {name}: make the type "
            'WITH PRIMARY_ID_AS_ATTRIBUTE="true"'
        )
    return f"{type_} has no attribute {name}"


def declared_type(type_: TypeRef) -> Type:
    """The type of an attribute as it was declared."""
    return Type(type_.name, tuple(declared_type(each) for each in type_.of))


def _unary(expr: tree.Unary, scope: Scope) -> Type:
    found = plain(typed(expr.operand, scope))
    if expr.op == "NOT":
        if not fits(BOOL, found):
            scope.add("TYP-1", expr, f"NOT takes a BOOL, this is {found}")
        return BOOL
    if found.name not in (*NUMBERS, "?"):
        scope.add("TYP-1", expr, f"- takes a number, this is {found}")
        return UNKNOWN
    return found


def _binary(expr: tree.Binary, scope: Scope) -> Type:
    left, right = typed(expr.left, scope), typed(expr.right, scope)
    match expr.op:
        case "AND" | "OR":
            for side, type_ in ((expr.left, left), (expr.right, right)):
                if not fits(BOOL, type_):
                    scope.add("TYP-1", side, f"{expr.op} takes BOOL, this is {plain(type_)}")
            return BOOL
        case "=" | "<>":
            scope.add("SEM-5", expr, f"write {'==' if expr.op == '=' else '!='}, not {expr.op}")
            return BOOL
        case "==" | "!=" | "<" | "<=" | ">" | ">=":
            if not comparable(left, right, expr.op not in ("==", "!=")):
                scope.add(
                    "TYP-2", expr, f"{plain(left)} {expr.op} {plain(right)} cannot be compared"
                )
            return BOOL
        case "IN" | "NOT IN":
            _inside(expr, left, right, scope)
            return BOOL
        case "UNION" | "INTERSECT" | "MINUS":
            return _sets(expr, left, right, scope)
        case _:
            return _arithmetic(expr, plain(left), plain(right), scope)


def _inside(expr: tree.Binary, left: Type, right: Type, scope: Scope) -> None:
    if isinstance(expr.right, tree.Several | tree.ListOf):
        held = [typed(item, scope) for item in expr.right.items]
    else:
        inner = element(right)
        if inner is None:
            if right.name != "?":
                scope.add("TYP-2", expr, f"IN takes a list, a set or a bag, this is {plain(right)}")
            return
        held = [inner]
    for each in held:
        if not comparable(left, each, False):
            scope.add("TYP-2", expr, f"a {plain(left)} cannot be IN a collection of {each}")


def _sets(expr: tree.Binary, left: Type, right: Type, scope: Scope) -> Type:
    for side, type_ in ((expr.left, left), (expr.right, right)):
        if type_.name not in ("VERTEXSET", "?"):
            scope.add("TYP-2", side, f"{expr.op} joins vertex sets, this is {plain(type_)}")
            return UNKNOWN
    if expr.op != "UNION" or "?" in (left.name, right.name):
        return left
    if left.types is None or right.types is None:
        return Type("VERTEXSET")
    return Type("VERTEXSET", types=left.types | right.types)


def _arithmetic(expr: tree.Binary, left: Type, right: Type, scope: Scope) -> Type:
    if "?" in (left.name, right.name):
        return UNKNOWN
    if expr.op == "+" and left == right == STRING:
        return STRING
    if STRING in (left, right):
        scope.add(
            "TYP-2", expr, f"{left} {expr.op} {right}: join texts only, with to_string() for others"
        )
        return UNKNOWN
    whole = expr.op in ("%", "<<", ">>", "&", "|")
    allowed = ("INT",) if whole else NUMBERS
    if left.name not in allowed or right.name not in allowed:
        scope.add("TYP-2", expr, f"{left} {expr.op} {right} has no meaning")
        return UNKNOWN
    for kind in (DOUBLE, FLOAT):
        if kind in (left, right):
            return kind
    return INT


def _composed(expr: Expr, scope: Scope) -> Type:
    match expr:
        case tree.Like():
            _like(expr, scope)
            return BOOL
        case tree.Between(value=value, low=low, high=high):
            held = typed(value, scope)
            for end in (low, high):
                if not comparable(held, found := typed(end, scope), True):
                    scope.add("TYP-2", end, f"{plain(held)} BETWEEN {plain(found)}")
            return BOOL
        case tree.IsNull(value=value):
            named = value.name if isinstance(value, tree.Name) else ""
            if named not in scope.whole.parameters:
                scope.add(
                    "SEM-6", expr, "IS NULL is for parameters: no stored value is NULL; keep a flag"
                )
            return BOOL
        case tree.ListOf(items=items):
            held = [typed(item, scope) for item in items]
            return Type("LIST", (held[0],)) if held else Type("LIST", (UNKNOWN,))
        case tree.Interval(amount=amount, unit=unit):
            whole_number(amount, scope, "an INTERVAL")
            if unit not in _UNITS:
                scope.add("SEM-7", expr, f"INTERVAL has no unit {unit}")
            return Type("INTERVAL")
        case tree.Several(items=items):
            for item in items:
                typed(item, scope)
            return Type("SEVERAL")
        case tree.Arrow():
            scope.add("SEM-8", expr, "(key -> value) stands only behind += of a map or a group")
            return UNKNOWN
        case _:
            scope.add("SEM-8", expr, "this has no value in a query")
            return UNKNOWN


def _like(expr: tree.Like, scope: Scope) -> None:
    if scope.place != "where":
        scope.add("SEM-9", expr, "LIKE stands only in WHERE")
    parameter = isinstance(expr.pattern, tree.Name) and expr.pattern.name in scope.whole.parameters
    if not parameter and not isinstance(expr.pattern, tree.Literal):
        scope.add("SEM-9", expr.pattern, "the pattern of LIKE is a text or a parameter")
    for side in (expr.value, expr.pattern, expr.escape):
        if side is not None and not fits(STRING, found := typed(side, scope)):
            scope.add("TYP-2", side, f"LIKE takes STRING, this is {plain(found)}")
