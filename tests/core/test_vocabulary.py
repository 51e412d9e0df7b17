"""Every reading of a stretch of words is found, and none is chosen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.lexicon import Term
from occam.core.vocabulary import Vocabulary

from tests.core.harbour import NAMES, SCHEMA, vocabulary_of


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Vocabulary:
    return vocabulary_of(tmp_path_factory.mktemp("pack"))


def found(vocabulary: Vocabulary, text: str) -> dict[str, set[str]]:
    """What the words of a text may stand for: by slot and words."""
    tokens = vocabulary.words.tokens(text)
    hits: dict[str, set[str]] = {}
    for mention in vocabulary.scan(tokens):
        words = " ".join(token.text for token in tokens[mention.start : mention.end])
        values = {str(value) for value in mention.term.values}
        hits.setdefault(f"{mention.term.slot}: {words}", set()).update(values)
    return hits


def test_an_alias_means_its_vertex(vocabulary: Vocabulary) -> None:
    assert found(vocabulary, "LUPUS MARIS")["Ship: lupus maris"] == {"Sea Wolf"}
    assert found(vocabulary, "the wolf")["Ship: wolf"] == {"Sea Wolf"}


def test_overlapping_readings_are_all_kept(vocabulary: Vocabulary) -> None:
    hits = found(vocabulary, "in north quay south quay")
    assert hits["Port: north quay"] == {"North Quay"}
    assert hits["Port: north quay south quay"] == {"North QuaySouth Quay"}


def test_words_with_several_meanings_keep_them(vocabulary: Vocabulary) -> None:
    assert found(vocabulary, "Emden")["Port.town: emden"] == {"Emden"}
    assert vocabulary.ids(Term("Port", "town", ("Emden",))) == {"Borkum", "North Quay"}
    assert found(vocabulary, "'08")["Year.number: '08"] == {"1908", "2008"}


def test_a_type_yields_to_another_that_has_the_same_name(vocabulary: Vocabulary) -> None:
    hits = found(vocabulary, "Borkum")
    assert "Port: borkum" in hits
    assert "Ship: borkum" not in hits


def test_a_name_goes_without_its_droppable_words(vocabulary: Vocabulary) -> None:
    bare = found(vocabulary, "100 miles")["Voyage.class: 100 mile"]
    assert bare == {"Men's 100 miles", "Women's 100 miles"}
    exact = found(vocabulary, "womens 100 miles")["Voyage.class: women 100 mile"]
    assert exact == {"Women's 100 miles"}


def test_plus_is_significant(vocabulary: Vocabulary) -> None:
    assert found(vocabulary, "+80 tons")["Voyage.class: + 80 tons"] == {"+80 tons"}
    assert "Voyage.class: 80 tons" not in found(vocabulary, "80 tons")


def test_the_words_of_a_value_may_come_in_another_order(vocabulary: Vocabulary) -> None:
    hits = found(vocabulary, "100 miles women's")
    assert hits["Voyage.class: 100 mile women"] == {"Women's 100 miles"}


def test_a_vertex_may_stand_inside_a_value(vocabulary: Vocabulary) -> None:
    tokens = vocabulary.words.tokens("women's Étoile 100 miles")
    inside = [mention for mention in vocabulary.scan(tokens) if mention.inside]
    assert [(m.term.values, m.inside) for m in inside] == [(("Women's 100 miles",), (1, 2))]


def test_a_number_may_share_its_tail(vocabulary: Vocabulary) -> None:
    hits = found(vocabulary, "the 100 and 100 miles")
    assert hits["Voyage.class: 100"] == {"Men's 100 miles", "Women's 100 miles"}


def test_the_tail_of_an_alias_means_the_vertex(vocabulary: Vocabulary) -> None:
    assert found(vocabulary, "men's century dash")["Voyage: men century dash"] == {"v1"}


def test_first_words_stand_for_the_names_they_begin(vocabulary: Vocabulary) -> None:
    assert found(vocabulary, "Grand Harbour")["Port.head: grand harbour"] == {"Grand Harbour Pier"}


def test_proposals_are_the_nearest_names(vocabulary: Vocabulary) -> None:
    assert vocabulary.nearest("Sea Wulf", "Ship")[0] == "Sea Wolf"
    assert vocabulary.nearest("zzz", "Ship") == ()


def test_terms_go_together_when_a_document_names_them(vocabulary: Vocabulary) -> None:
    wolf, star = Term("Ship", "id", ("Sea Wolf",)), Term("Ship", "id", ("Étoile",))
    year = Term("Year", "id", ("2008",))
    assert vocabulary.together([wolf, year])
    assert not vocabulary.together([star, year])


def test_a_generic_name_stands_for_its_class_or_for_nothing(vocabulary: Vocabulary) -> None:
    relay = Term("Voyage", "class", ("100 miles relay",))
    assert vocabulary.classed(relay, []) == relay
    miles = Term("Voyage", "class", ("Men's 100 miles", "Women's 100 miles"))
    assert vocabulary.classed(miles, []) is None


def test_an_edition_that_no_document_is_called_by_is_not_covered(vocabulary: Vocabulary) -> None:
    assert vocabulary.is_covered("Year", ["2008"])
    assert vocabulary.is_covered("Year", ["1908", "2008"])
    assert not vocabulary.is_covered("Year", ["1908"])


def test_where_documents_name_none_of_a_type_all_are_covered(vocabulary: Vocabulary) -> None:
    assert vocabulary.is_covered("Port", ["North Quay"])


def test_half_of_a_name_is_enough_where_few_things_have_it(vocabulary: Vocabulary) -> None:
    assert [term.values for term in vocabulary.partly(("relay",))] == [("100 miles relay",)]
    assert vocabulary.partly(("lighthouse",)) == []


SPOILED = st.sampled_from([str, str.upper, str.lower, lambda text: text.replace("É", "E")])


@given(st.sampled_from([name for name in NAMES if name.id != "Borkum"]), SPOILED)
def test_every_name_finds_itself(name, spoil) -> None:
    terms = VOCABULARY.scan(VOCABULARY.words.tokens(spoil(f"is {name.label} here")))
    assert any(m.term.attr == "id" and name.id in m.term.values for m in terms)


def test_long_texts_are_scanned_in_little_time(vocabulary: Vocabulary) -> None:
    tokens = vocabulary.words.tokens("to north quay south " * 2000)
    assert len(vocabulary.scan(tokens)) == 6000


def _vocabulary() -> Vocabulary:
    from occam.core.lexicon import Lexicon

    return Vocabulary(NAMES, SCHEMA, Lexicon())


VOCABULARY = _vocabulary()
