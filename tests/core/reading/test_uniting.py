"""Conditions of different kinds of which one is enough."""

from occam.core.plan import AnyOf, Branch, Count, Members, Node, Query

from tests.core.reading.concerts import in_town, is_, means, to

LED = Branch(hops=(to("CONDUCTED_BY", is_("id", "tuvo")),))


def test_two_deeds_of_which_one_is_enough() -> None:
    won = Branch(hops=(to("PRIZE_FOR", is_("id", "osk")),))
    root = Node(type="Concert", any_of=(AnyOf(branches=(LED, won)),))
    question = "Which concerts were conducted by Mira Tuvo or won by Oskar Bream?"
    assert means(question, Query(root=root, answer=Members()))


def test_a_deed_or_a_place() -> None:
    there = Branch(hops=(in_town("aldby"),))
    root = Node(type="Concert", any_of=(AnyOf(branches=(LED, there)),))
    question = "How many concerts were conducted by Mira Tuvo or held in Aldby?"
    assert means(question, Query(root=root, answer=Count()))
