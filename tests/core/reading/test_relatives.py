"""Question words that only begin a clause ask nothing."""

from occam.core.plan import Count, Values

from tests.core.reading.concerts import concerts, in_year, is_, means, to


def test_a_clause_narrows_what_is_asked() -> None:
    prize = to("PRIZE_FOR", is_("id", "tuvo"))
    plan = concerts(Count(), is_("guests", 100, op="gt"), prize)
    assert means("How many concerts in which Mira Tuvo won a prize had more than 100 guests?", plan)


def test_a_question_word_behind_a_comma_asks() -> None:
    asked = to("CONDUCTED_BY", name="asked")
    plan = concerts(Values(node="asked"), is_("form", "quartet"), in_year(1998), asked)
    assert means("The quartet of 1998, who conducted it?", plan)
    assert means("Who conducted the quartet which was held in 1998?", plan)
