"""Texts and the trees they become: what is read, written by hand beside what was written."""

from __future__ import annotations

from typing import Any

import pytest
from tigergraph_emulator import tree
from tigergraph_emulator.reading import GsqlSyntaxError, parse
from tigergraph_emulator.tree import (
    Binary,
    CreateQuery,
    EdgeAtom,
    End,
    Hop,
    Literal,
    Member,
    Name,
    Path,
    Query,
    Repeat,
)


def query(body: str) -> Query:
    """The query with this body."""
    (command,) = parse(f"CREATE QUERY q() FOR GRAPH g {{ {body} }}").commands
    assert isinstance(command, CreateQuery)
    return command.query


def statement(body: str) -> Any:
    """The one statement of a body."""
    (found,) = query(body).body
    return found


def value(expression: str) -> Any:
    """What an expression is read as."""
    return statement(f"x = {expression};").value


def path(pattern: str) -> Path:
    """The one pattern of a FROM clause."""
    (found,) = statement(f"R = SELECT t FROM {pattern};").value.paths
    return found


A, B, C = Name("a"), Name("b"), Name("c")
ONE, TWO = Literal(1), Literal(2)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a + b * c", Binary("+", A, Binary("*", B, C))),
        ("a - b - c", Binary("-", Binary("-", A, B), C)),
        ("a OR b AND c", Binary("OR", A, Binary("AND", B, C))),
        ("NOT a == b", tree.Unary("NOT", Binary("==", A, B))),
        ("a + b << c", Binary("<<", Binary("+", A, B), C)),
        ("a | b & c", Binary("|", A, Binary("&", B, C))),
        ("a UNION b INTERSECT c", Binary("UNION", A, Binary("INTERSECT", B, C))),
        ("a MINUS b UNION c", Binary("UNION", Binary("MINUS", A, B), C)),
        ("a BETWEEN 1 AND 2 AND b", Binary("AND", tree.Between(A, ONE, TWO), B)),
        ("a NOT IN (1, 2)", Binary("NOT IN", A, tree.Several((ONE, TWO)))),
        ("a < -1", Binary("<", A, Literal(-1))),
        ('a LIKE "%" ESCAPE "!"', tree.Like(A, Literal("%"), escape=Literal("!"))),
        ("(a)", A),
        ("a.b", Member(A, "b")),
        ("a.type", Member(A, "type")),
        ("@@m.get(a).b", Member(tree.Method(tree.GlobalAcc("m"), "get", (A,)), "b")),
        ("gds.vector.distance(a, b)", tree.Call("gds.vector.distance", (A, B))),
        ("INTERVAL 2 DAYS", tree.Interval(TWO, "DAY")),
        ('"a \\"b\\" \\\\c"', Literal('a "b" \\c')),
        ("true", Literal(True)),
        ("1.5e3", Literal(1500.0)),
        ("[1, 2]", tree.ListOf((ONE, TWO))),
    ],
)
def test_operators_bind_as_the_reference_says(text: str, read: object) -> None:
    assert value(text) == read


@pytest.mark.parametrize(
    ("second", "third", "hop"),
    [
        ("S:s -(E>:e)- T:t", "(s:S)-[e:E]->(t:T)", Hop((EdgeAtom("E", "forward"),), "e")),
        ("S:s -(<E:e)- T:t", "(s:S)<-[e:E]-(t:T)", Hop((EdgeAtom("E", "backward"),), "e")),
        ("S:s -(E:e)- T:t", "(s:S)~[e:E]~(t:T)", Hop((EdgeAtom("E", "undirected"),), "e")),
        (
            "S:s -((E>|F>):e)- T:t",
            "(s:S)-[e:E|F]->(t:T)",
            Hop((EdgeAtom("E", "forward"), EdgeAtom("F", "forward")), "e"),
        ),
        (
            "S:s -(E>*1..3)- T:t",
            "(s:S)-[:E*1..3]->(t:T)",
            Hop((EdgeAtom("E", "forward"),), repeat=Repeat(1, 3)),
        ),
        (
            "S:s -(E>*2)- T:t",
            "(s:S)-[:E]->{2,2}(t:T)",
            Hop((EdgeAtom("E", "forward"),), repeat=Repeat(2, 2)),
        ),
    ],
)
def test_both_styles_of_patterns_become_one_shape(second: str, third: str, hop: Hop) -> None:
    ends = (End(("S",), "s"), End(("T",), "t"))
    assert path(second) == Path(ends, (hop,), "v2")
    assert path(third) == Path(ends, (hop,), "v3")


@pytest.mark.parametrize(
    ("pattern", "end"),
    [
        ("(A|B):t", End(("A", "B"), "t")),
        (":t", End((), "t")),
        ("_:t", End((), "t")),
        ("(t)", End((), "t")),
        ("(t:A|B)", End(("A", "B"), "t")),
        ("(t:A {x: 1})", End(("A",), "t", (("x", ONE),))),
        ("(t WHERE a)", End((), "t", where=A)),
        ("(:A)", End(("A",))),
        ("()", End()),
    ],
)
def test_an_end_may_have_types_an_alias_and_conditions(pattern: str, end: End) -> None:
    assert path(pattern).ends == (end,)


def test_an_arrow_behind_the_parentheses_is_the_first_style() -> None:
    assert path("S:s -(E:e)-> T:t").style == "v1"


def test_a_bound_that_is_no_number_is_kept_by_its_name() -> None:
    (hop,) = path("S:s -(E>*1..n)- T:t").hops
    assert hop.repeat == Repeat(1, None, "n")


def test_clauses_come_in_their_order() -> None:
    select = statement(
        "R = SELECT t FROM S:t WHERE a ACCUM @@n += 1, t.@m = 2 POST-ACCUM(t) t.x = 1 "
        "POST-ACCUM @@n += 2 HAVING b ORDER BY t.x DESC, t.y LIMIT 1 OFFSET 2;"
    ).value
    assert select == tree.Select(
        "t",
        (Path((End(("S",), "t"),)),),
        A,
        (tree.AssignGlobal("n", "+=", ONE), tree.AssignVertexAcc("t", "m", "=", TWO)),
        (
            tree.PostAccum("t", (tree.AssignAttribute("t", "x", "=", ONE),)),
            tree.PostAccum("", (tree.AssignGlobal("n", "+=", TWO),)),
        ),
        B,
        (
            tree.OrderKey(Member(Name("t"), "x"), True),
            tree.OrderKey(Member(Name("t"), "y")),
        ),
        ONE,
        TWO,
    )


def test_limit_with_a_comma_skips_first() -> None:
    select = statement("R = SELECT t FROM S:t LIMIT 1, 2;").value
    assert (select.limit, select.offset) == (TWO, ONE)


def test_a_chain_of_else_if_closes_with_one_end() -> None:
    found = statement("IF a THEN x = 1; ELSE IF b THEN x = 2; ELSE x = a; END;")
    assert [arm.condition for arm in found.arms] == [A, B]
    assert found.otherwise == (tree.Assign("x", A),)


def test_a_nested_if_has_its_own_end() -> None:
    found = statement("IF a THEN x = 1; ELSE IF b THEN x = 2; END; x = 3; END;")
    inner, after = found.otherwise
    assert [arm.condition for arm in found.arms] == [A]
    assert [arm.condition for arm in inner.arms] == [B]
    assert after == tree.Assign("x", Literal(3))


def test_case_means_the_same_as_if() -> None:
    case = statement("CASE WHEN a THEN x = 1; WHEN b THEN x = 2; ELSE x = a; END;")
    assert case == statement("IF a THEN x = 1; ELSE IF b THEN x = 2; ELSE x = a; END;")


def test_accumulators_keep_their_arguments() -> None:
    found = statement("HeapAccum<T>(5, a DESC, b ASC) @@top;")
    assert found.type == tree.TypeRef(
        "HeapAccum",
        (tree.TypeRef("T"),),
        capacity=Literal(5),
        order=(tree.FieldOrder("a", True), tree.FieldOrder("b", False)),
    )
    groups = statement("GroupByAccum<INT k, SumAccum<INT> n> @@g, @@h;")
    assert groups.type.names == ("k", "n")
    assert [each.name for each in groups.shared] == ["g", "h"]


def test_a_nested_type_may_end_with_two_brackets() -> None:
    found = statement("MapAccum<INT, SetAccum<INT>> @m;")
    assert found.type.of[1] == tree.TypeRef("SetAccum", (tree.TypeRef("INT"),))
    assert [each.name for each in found.own] == ["m"]


def test_a_printed_set_has_columns_vectors_and_a_name() -> None:
    (item,) = statement("PRINT S[S.a AS a] WITH VECTOR AS rows;").items
    columns = (tree.Column(Member(Name("S"), "a"), "a"),)
    assert item == tree.PrintItem(Name("S"), columns, "rows", True)


def test_a_vector_search_keeps_its_options() -> None:
    found = value("vectorSearch({T.emb}, a, 1, {candidate_set: S, distance_map: @@m, ef: 2})")
    assert found == tree.VectorSearch((("T", "emb"),), A, ONE, "S", "m", TWO)


def test_keywords_have_no_case_and_names_do() -> None:
    lower = query("r = select T from S:T where T.X == 1;")
    assert lower.body == query("r = SELECT T FROM S:T WHERE T.X == 1;").body
    assert lower.body != query("r = SELECT t FROM S:t WHERE t.x == 1;").body


def test_comments_of_all_three_kinds_are_skipped() -> None:
    assert query("x = 1; // one\n # two\n /* three\n x = 3; */ x = 2;") == query("x = 1; x = 2;")


def test_a_query_keeps_what_was_written() -> None:
    text = "CREATE QUERY q(INT a = 3) FOR GRAPH g SYNTAX V2 { x = a; }"
    (command,) = parse(f"USE GRAPH g\n{text}\nINSTALL QUERY q").commands[1:2]
    assert isinstance(command, CreateQuery)
    assert command.query.text == text
    assert command.query.syntax == "v2"
    assert command.query.at == tree.Position(2, 0)


def test_commands_need_no_semicolons() -> None:
    found = parse(
        "USE GLOBAL USE GRAPH g; LS SHOW QUERY * DROP QUERY a, b INSTALL QUERY -FORCE ALL "
        "IMPORT PACKAGE gds INSTALL FUNCTION gds.** RUN SCHEMA_CHANGE JOB j DROP JOB j DROP ALL"
    ).commands
    assert found == (
        tree.Use(),
        tree.Use("g"),
        tree.Ls(),
        tree.Show("QUERY", "*"),
        tree.Drop("QUERY", ("a", "b")),
        tree.InstallQuery(("*",), ("-FORCE",)),
        tree.ImportPackage("gds"),
        tree.InstallFunction("gds.**"),
        tree.RunSchemaJob("j"),
        tree.Drop("JOB", ("j",)),
        tree.Drop("ALL"),
    )


def test_a_loading_job_keeps_files_targets_and_options() -> None:
    (job,) = parse(
        'CREATE LOADING JOB l FOR GRAPH g { DEFINE FILENAME f = "/x"; '
        'LOAD f TO VERTEX A VALUES ($0, $"x", _), TO EDGE E VALUES ($0, $1 B) WHERE $1 != "" '
        'USING SEPARATOR="|", HEADER="true"; }'
    ).commands
    assert isinstance(job, tree.LoadingJob)
    assert job.files == (("f", "/x"),)
    (load,) = job.loads
    assert load.options == (("SEPARATOR", "|"), ("HEADER", "true"))
    vertex, edge = load.targets
    assert vertex.columns == (tree.Token(0), tree.Token(path=("x",)), tree.Skip())
    assert edge.types == ("", "B")
    assert edge.where == Binary("!=", tree.Token(1), Literal(""))


@pytest.mark.parametrize(
    ("text", "line", "column", "told"),
    [
        ("CREATE QUERY q() {\n  x = 1\n}", 3, 0, "mismatched input '}' expecting {"),
        ("CREATE QUERY q() {\n  x = ;\n}", 2, 6, "mismatched input ';' expecting {"),
        ("CREATE QUERY q() {\n  x = 'a';\n}", 2, 6, "texts stand in double quotes"),
        ("CREATE QUERY q() {\n  x = ?;\n}", 2, 6, "token recognition error at: '?'"),
        ("CREATE QUERY q() {\n  x = 1;", 2, 8, "mismatched input '<EOF>'"),
        ("ALTER VERTEX A ADD ATTRIBUTE (x INT)", 1, 0, "only inside a schema change job"),
        ("CREATE QUERY q() {\n  IF a THEN x = 1; ELSE IF b THEN x = 2;\n}", 3, 0, "'END'"),
        ("CREATE QUERY q() {\n  x = CASE WHEN a THEN 1 END;\n}", 2, 11, "a statement, not an"),
        ("CREATE QUERY q() {\n  @@n;\n}", 2, 2, "must assign, accumulate or call"),
        ("CREATE QUERY q() {\n  f(a).b.c = 1;\n}", 2, 2, "nothing can be written here with ="),
    ],
)
def test_a_syntax_error_says_where_and_what(text: str, line: int, column: int, told: str) -> None:
    with pytest.raises(GsqlSyntaxError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert told in caught.value.message
