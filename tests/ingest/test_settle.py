"""Readings that need the whole corpus."""

from occam.ingest.settle import SETTLERS


def test_one_person_spelt_with_other_capitals_is_one_name_the_one_used_most() -> None:
    texts = ["Ann-Mai Ho", "Ann-mai HoBo Li", "Ann-mai Ho", "Cy Day"]
    settle = SETTLERS["roster"](texts)
    assert [named.name for named in settle("Ann-Mai Ho")] == ["Ann-mai Ho"]
    assert [named.name for named in settle("Ann-mai HoBo Li")] == ["Ann-mai Ho", "Bo Li"]


def test_an_accent_keeps_two_names_apart() -> None:
    settle = SETTLERS["roster"](["Féla Ho", "Fela Ho"])
    assert {named.name for text in ("Féla Ho", "Fela Ho") for named in settle(text)} == {
        "Féla Ho",
        "Fela Ho",
    }
