"""The canonical form: one spelling and one digest for plans that ask the same."""

from __future__ import annotations

from occam.core.plan import (
    Compare,
    Count,
    Group,
    Join,
    Members,
    Node,
    Query,
    Values,
    canonical,
    completeness,
    digest,
    leaves,
    nodes_of,
)

from tests.graph.patterns import either, into, node, out, where

FLAT, LARGE = where("kind", "eq", "flat"), where("size", "gt", 3)


def _won(name: str) -> Query:
    return Query(
        root=node("Race", FLAT, LARGE, hops=(
            out("WON", node("Runner", name=name)), out("AT", node("Meet", where("year", "eq", 1))),
        )),
        answer=Group(node=name),
    )  # fmt: skip


def test_the_order_of_conditions_does_not_matter() -> None:
    ahead = Query(root=node("Race", FLAT, LARGE), answer=Count())
    behind = Query(root=node("Race", LARGE, FLAT), answer=Count())
    assert canonical(ahead) == canonical(behind)
    assert digest(ahead) == digest(behind)


def test_the_choice_of_names_does_not_matter() -> None:
    assert digest(_won("winner")) == digest(_won("w"))


def test_names_that_nothing_uses_go() -> None:
    used = Query(root=node("Race", name="r"), answer=Members())
    assert digest(used) == digest(Query(root=node("Race"), answer=Members()))


def test_the_order_of_hops_and_branches_does_not_matter() -> None:
    gold, paced = out("WON", node("Runner")), into("PACED", node("Runner"))
    one = Query(
        root=Node(type="Race", hops=(gold, paced), any_of=(either(gold, FLAT),)), answer=Count()
    )
    two = Query(
        root=Node(type="Race", hops=(paced, gold), any_of=(either(FLAT, gold),)), answer=Count()
    )
    assert digest(one) == digest(two)


def test_listed_values_are_a_set() -> None:
    one = Query(root=node("Race", where("size", "in", 2, 1, 2)), answer=Count())
    two = Query(root=node("Race", where("size", "in", 1, 2)), answer=Count())
    assert digest(one) == digest(two)


def test_bounds_of_an_interval_are_not_a_set() -> None:
    one = Query(root=node("Race", where("size", "between", 2, 1)), answer=Count())
    two = Query(root=node("Race", where("size", "between", 1, 2)), answer=Count())
    assert digest(one) != digest(two)


def test_the_sides_of_a_join_have_one_order() -> None:
    root = node(
        "Race", hops=(out("WON", node("Runner", name="a")), into("PACED", node("Runner", name="b")))
    )
    one = Query(root=root, answer=Count(), joins=(Join(left="a", right="b"),))
    two = Query(root=root, answer=Count(), joins=(Join(left="b", right="a"),))
    assert digest(one) == digest(two)


def test_a_different_question_has_another_digest() -> None:
    one = Query(root=node("Race", FLAT), answer=Count())
    assert digest(one) != digest(Query(root=node("Race", LARGE), answer=Count()))
    assert digest(one) != digest(Query(root=node("Race", FLAT), answer=Members()))


def test_the_canonical_form_is_its_own() -> None:
    plan = Compare(left=_won("w"), right=_won("x"), op="lt")
    assert canonical(canonical(plan)) == canonical(plan)


def test_both_halves_of_a_comparison_are_leaves() -> None:
    left, right = _won("w"), _won("x")
    assert leaves(Compare(left=left, right=right, op="lt")) == (left, right)
    assert leaves(left) == (left,)


def test_completeness_follows_the_answer() -> None:
    one = Query(root=node("Race", where("id", "eq", "r1")), answer=Values())
    walked = Query(root=_won("w").root, answer=Values(node="w"))
    assert completeness(one) == "existential"
    assert completeness(walked) == "chained"
    assert completeness(_won("w")) == "exhaustive"
    assert completeness(Compare(left=one, right=walked, op="lt")) == "chained"


def test_nodes_inside_alternatives_are_walked() -> None:
    root = Node(type="Race", any_of=(either(FLAT, out("WON", node("Runner"))),))
    assert [found.type for found in nodes_of(root)] == ["Race", "Runner"]
