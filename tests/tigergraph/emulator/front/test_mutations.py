"""Queries that are accepted, each then spoilt in one place: the message must name the thing."""

from __future__ import annotations

import pytest

from tests.tigergraph.emulator.front.world import catalog, problems

HOPS = """CREATE OR REPLACE QUERY hops(INT least = 3, SET<VERTEX<Person>> people, STRING place,
    LIST<STRING> names, INT page) FOR GRAPH g SYNTAX v2 {
  TYPEDEF TUPLE <STRING id, DOUBLE score> Hit;
  SumAccum<INT> @@rows, @seen_by;
  OrAccum @seen;
  MaxAccum<DOUBLE> @@best;
  SetAccum<STRING> @@towns;
  SetAccum<VERTEX<Person>> @@found;
  ListAccum<STRING> @@names;
  MapAccum<STRING, SumAccum<INT>> @@by_town;
  MapAccum<INT, SetAccum<VERTEX<Person>>> @@at;
  HeapAccum<Hit>(page, score DESC, id ASC) @@top;
  GroupByAccum<STRING town, SumAccum<INT> n, MaxAccum<DOUBLE> best> @@groups;
  STRING word;
  INT i;
  FOREACH item IN names DO @@names += item; END;
  Start = {people};
  Start = SELECT s FROM Start:s WHERE s.has_age AND s.age >= least;
  Next = SELECT t FROM Start:s -(KNOWS>:e)- Person:t
    WHERE s.id != t.id AND (place == "" OR t.town LIKE place)
    ACCUM @@rows += 1, @@towns += t.town, t.@seen_by += 1, @@found += t,
      INT years = e.since - 1,
      IF years > 3 THEN
        @@by_town += (t.town -> 1), @@at += (1 -> t)
      ELSE
        @@groups += (t.town -> 1, t.score), @@top += Hit(t.id, t.score)
      END
    POST-ACCUM(t) t.@seen = TRUE, @@best += t.score
    POST-ACCUM(s) s.@seen_by = 0
    HAVING t.@seen_by > 0
    ORDER BY t.score DESC, t.id ASC LIMIT page OFFSET 1;
  Wide = SELECT t FROM Next:s -(KNOWS>*1..3)- Person:t;
  Around = SELECT t FROM Start:s -((KNOWS>|<KNOWS):e)- Person:t WHERE e.since > 2000;
  Joined = (Next UNION Wide) MINUS Start;
  IF Joined.size() > 0 THEN
    word = @@names.get(0);
  ELSE IF i == 0 THEN
    word = upper(place);
  ELSE
    word = "none";
  END;
  WHILE i < @@names.size() LIMIT 10 DO
    i = i + 1;
    IF i > 5 THEN BREAK; END;
  END;
  @@found = @@at.get(1);
  @@towns.clear();
  PRINT Next[Next.id AS id, Next.@seen_by AS seen_by] AS next_rows, @@rows AS total;
  PRINT word AS word, @@top AS top, @@groups AS groups WHERE least > 0;
}
"""
SEARCH = """CREATE QUERY search(LIST<FLOAT> qv, INT k) FOR GRAPH g SYNTAX v2 {
  TYPEDEF TUPLE <STRING id, FLOAT d> Near;
  MapAccum<VERTEX, FLOAT> @@dist;
  HeapAccum<Near>(k, d ASC, id ASC) @@top;
  C = {Topic.*};
  Hits = SELECT c FROM C:c WHERE FALSE;
  IF C.size() > 0 THEN
    Hits = vectorSearch({Topic.emb}, qv, k, {candidate_set: C, distance_map: @@dist});
  END;
  Exact = SELECT c FROM C:c WHERE c.emb.size() > 0
    ACCUM @@top += Near(c.id, gds.vector.distance(qv, c.emb, "COSINE"));
  PRINT Hits[Hits.id AS id] AS hits, @@dist AS dist, @@top AS top;
}
"""
THIRD = """CREATE QUERY third(STRING place, STRING attr) FOR GRAPH g SYNTAX v3 {
  SumAccum<INT> @@n;
  S = SELECT t FROM (s:Person {town: place})-[e:KNOWS]->(t:Person WHERE t.age > 1)
    WHERE t.getAttr(attr, "INT") == 3 AND s.getAttr("town", "STRING") IN ("a", "b")
    ACCUM @@n += 1;
  SELECT s.town AS town, count(*) AS n, max(s.score) AS best INTO Towns
    FROM (s:Person)-[:KNOWS*1..2]->(t:Person) GROUP BY s.town ORDER BY n DESC;
  PRINT S[S.id AS id] AS people, Towns AS towns;
}
"""

MUTATIONS = {
    "an edge without its arrow": (HOPS, "(KNOWS>:e)", "(KNOWS:e)", "KNOWS is directed"),
    "an arrow the V1 way": (HOPS, "-(KNOWS>:e)-", "-(KNOWS:e)->", "V1 arrow"),
    "an arrow on an undirected edge": (HOPS, "(KNOWS>:e)", "(MARRIED>:e)", "MARRIED is undirected"),
    "an edge that leads elsewhere": (HOPS, "(KNOWS>*1..3)", "(LIKES>*1..3)", "LIKES leads"),
    "an edge type that is not there": (HOPS, "(KNOWS>*1..3)", "(KNEW>*1..3)", "type KNEW"),
    "any edge": (HOPS, "(KNOWS>*1..3)", "(_>*1..3)", "name the edge types"),
    "a vertex type that is not there": (HOPS, "Person:t\n", "Persona:t\n", "Persona"),
    "a vertex set as a target": (HOPS, "*1..3)- Person:t", "*1..3)- Start:t", "set Start as the"),
    "an alias dropped": (HOPS, "Start:s -(KNOWS>:e)-", "Start -(KNOWS>:e)-", "s is no alias"),
    "an edge alias dropped": (HOPS, "-(KNOWS>:e)-", "-(KNOWS>)-", "e is no alias"),
    "an alias on a repetition": (HOPS, "KNOWS>*1..3", "KNOWS>*1..3:e", "cannot have an alias (e)"),
    "a bound by parameter": (HOPS, "*1..3", "*1..least", "not least"),
    "a bound left out": (HOPS, "*1..3", "*1..", "both bounds"),
    "a lower bound of two": (HOPS, "*1..3", "*2..3", "lower bound other than 1"),
    "another alias selected": (HOPS, "Next = SELECT t", "Next = SELECT z", "z is no vertex alias"),
    "an edge selected": (HOPS, "Next = SELECT t", "Next = SELECT e", "e is no vertex alias"),
    "an attribute that is not there": (HOPS, "s.age >= least", "s.years >= least", "years"),
    "an accumulator not declared": (HOPS, "@@rows += 1", "@@row += 1", "@@row is not declared"),
    "a vertex accumulator not declared": (HOPS, "t.@seen = TRUE", "t.@saw = TRUE", "@saw"),
    "an assignment in ACCUM": (HOPS, "@@rows += 1", "@@rows = 1", "@@rows = inside a clause"),
    "an attribute written in ACCUM": (HOPS, "@@rows += 1", "t.age = 1", "t.age is a vertex attr"),
    "two aliases in POST-ACCUM": (HOPS, "@@best += t.score", "@@best += s.score", "not of s and t"),
    "an edge in POST-ACCUM": (HOPS, "@@best += t.score", "@@rows += e.since", "not of e and t"),
    "a local read in POST-ACCUM": (HOPS, "@@best += t.score", "@@rows += years", "years is no"),
    "HAVING about another alias": (HOPS, "HAVING t.@seen_by", "HAVING s.@seen_by", "not of s"),
    "ORDER BY another alias": (HOPS, "t.id ASC", "s.id ASC", "not of s"),
    "OFFSET without ORDER BY": (
        HOPS, "ORDER BY t.score DESC, t.id ASC ", "", "OFFSET without ORDER BY",
    ),
    "LIMIT by a text": (HOPS, "LIMIT page", "LIMIT place", "LIMIT must be INT, this is STRING"),
    "a sum of texts in a sum of numbers": (
        HOPS, "@@rows += 1", "@@rows += t.town", "@@rows takes INT, this is STRING",
    ),
    "a number in a set of texts": (HOPS, "+= t.town, t", "+= t.age, t", "@@towns takes STRING"),
    "a value in a map without its key": (
        HOPS, "@@by_town += (t.town -> 1)", "@@by_town += 1", "@@by_town is a MapAccum",
    ),
    "a map's key of another type": (
        HOPS, "(t.town -> 1),", "(t.age -> 1),", "a key of @@by_town is STRING, this is INT",
    ),
    "a group with a value missing": (
        HOPS, "(t.town -> 1, t.score)", "(t.town -> 1)", "@@groups takes 1 keys and 2 values",
    ),
    "a tuple with a field missing": (HOPS, "Hit(t.id, t.score)", "Hit(t.id)", "Hit has 2 fields"),
    "a tuple's field of another type": (
        HOPS, "Hit(t.id, t.score)", "Hit(t.score, t.score)", "Hit.id is STRING, this is DOUBLE",
    ),
    "a heap of something else": (HOPS, "+= Hit(t.id, t.score)", "+= t.score", "@@top takes Hit"),
    "a heap sorted by no field": (HOPS, "score DESC, id", "rank DESC, id", "no field rank"),
    "a heap of no tuple": (HOPS, "HeapAccum<Hit>", "HeapAccum<Person>", "Person is not declared"),
    "the wrong method": (HOPS, "@@names.get(0)", "@@towns.get(0)", "no method .get()"),
    "a method that changes, read": (HOPS, "@@names.get(0)", "@@names.clear()", ".clear() changes"),
    "a method with a wrong value": (HOPS, "@@names.get(0)", '@@names.get("a")', ".get() takes INT"),
    "a method of a parameter": (HOPS, "i < @@names.size()", "i < names.size()", "copy it into"),
    "a vertex of another type": (HOPS, "@@found += t,", "@@found += e,", "@@found takes VERTEX"),
    "a parameter assigned": (HOPS, "i = i + 1", "least = i + 1", "least is a parameter"),
    "a text given to a number": (HOPS, "i = i + 1", "i = place", "i is INT and cannot be STRING"),
    "a text added to a number": (HOPS, "i = i + 1", "i = i + place", "INT + STRING"),
    "a variable not declared": (HOPS, "  INT i;\n", "", "i is no alias, variable or parameter"),
    "a set of another type": (
        HOPS, "Joined = (Next", "Next = {Topic.*};\n  Joined = (Next", "Next holds Person",
    ),
    "a set that may have no value": (
        HOPS, "  Wide = SELECT", "  IF i > 0 THEN Wide = {Person.*}; END;\n  Other = SELECT",
        "Wide may have no value here",
    ),
    "a seed that is no parameter": (HOPS, "Start = {people}", "Start = {Person}", "{Person.*}"),
    "a loop's variable assigned": (
        HOPS, "DO @@names += item", 'DO item = "x"', "item belongs to the loop",
    ),
    "a BREAK outside a loop": (HOPS, "@@towns.clear()", "BREAK", "BREAK and CONTINUE"),
    "a comparison by one sign": (HOPS, "i == 0", "i = 0", "write =="),
    "a comparison the SQL way": (HOPS, "s.id != t.id", "s.id <> t.id", "write !="),
    "a text compared with a number": (HOPS, "s.age >= least", "s.age >= place", "INT >= STRING"),
    "LIKE outside WHERE": (HOPS, "IF years > 3", 'IF t.town LIKE "a%"', "LIKE stands only"),
    "IS NULL on an attribute": (HOPS, "s.has_age AND", "s.age IS NOT NULL AND", "NULL"),
    "CASE as an expression": (
        HOPS, "i = i + 1", "i = CASE WHEN i > 1 THEN 2 ELSE 3 END", "CASE is a statement",
    ),
    "a function that is not there": (HOPS, "upper(place)", "initcap(place)", "function initcap"),
    "a function with a wrong value": (HOPS, "upper(place)", "upper(least)", "upper takes STRING"),
    "ids in a clause": (
        HOPS, "@@rows += 1", '@@found += to_vertex("a", "Person")', "to_vertex is forbidden",
    ),
    "an output without a name": (HOPS, "@@rows AS total", "@@rows", "PRINT … AS name"),
    "a column without a name": (HOPS, "Next.id AS id", "Next.id", "S.a AS a"),
    "an output named by a reserved word": (HOPS, "AS total", "AS count", "count is a reserved"),
    "a parameter named by a reserved word": (HOPS, "INT page)", "INT key, INT page)", "key is a"),
    "an alias named by a reserved word": (
        HOPS, "Wide = SELECT t FROM Next:s -(KNOWS>*1..3)- Person:t",
        "Wide = SELECT target FROM Next:s -(KNOWS>*1..3)- Person:target", "target is a reserved",
    ),
    "an accumulator named by a reserved word": (HOPS, "@@rows", "@@count", "count is a reserved"),
    "a set named by a reserved word": (HOPS, "Joined", "Map", "Map is a reserved word"),
    "an alias that is a type": (HOPS, "Start:s WHERE", "Start:Topic WHERE", "Topic cannot name"),
    "the name before the type": (HOPS, "STRING place", "place STRING", "write STRING place"),
    "an unsigned parameter": (HOPS, "INT page)", "UINT page)", "write INT"),
    "an accumulator in lower case": (HOPS, "SumAccum<INT> @@", "sumaccum<INT> @@", "SumAccum"),
    "an accumulator outside the subset": (
        HOPS, "OrAccum @seen", "ArrayAccum<INT> @seen", "ArrayAccum is no accumulator",
    ),
    "a text that never changes": (
        HOPS, "OrAccum @seen;", "OrAccum @seen;\n  MinAccum<STRING> @@first;", "never changes",
    ),
    "a semicolon left out": (HOPS, "INT i;", "INT i", "mismatched input 'FOREACH' expecting"),
    "an END left out": (HOPS, '"none";\n  END;', '"none";', "mismatched input"),
    "semicolons in ACCUM": (HOPS, "@@rows += 1,", "@@rows += 1;", "mismatched input"),
    "a V3 pattern in a V2 query": (
        HOPS, "FROM Next:s -(KNOWS>*1..3)- Person:t", "FROM (s:Next)-[:KNOWS*1..3]->(t:Person)",
        "a v3 pattern in a query of SYNTAX v2",
    ),
    "the old syntax": (HOPS, "SYNTAX v2", "SYNTAX v1", "write v2 or v3"),
    "another graph": (HOPS, "FOR GRAPH g", "FOR GRAPH h", "the query is for h"),
    "a vector that is not there": (SEARCH, "{Topic.emb}", "{Topic.vec}", "no vector attribute vec"),
    "a search by a text": (SEARCH, "LIST<FLOAT> qv", "STRING qv", "the vector is a LIST<FLOAT>"),
    "distances in another map": (
        SEARCH, "MapAccum<VERTEX, FLOAT>", "MapAccum<STRING, FLOAT>", "MapAccum<VERTEX, FLOAT>",
    ),
    "candidates that are no set": (SEARCH, "candidate_set: C", "candidate_set: D", "D is no vert"),
    "an option of vectorSearch": (SEARCH, "candidate_set:", "filter_set:", "no option filter_set"),
    "a metric that is not there": (SEARCH, '"COSINE"', '"JACCARD"', "the metric is"),
    "a function of another package": (
        SEARCH, "gds.vector.distance", "gds.vector.jaccard", "gds.vector.jaccard",
    ),
    "a V2 pattern in a V3 query": (
        THIRD, "(s:Person {town: place})-[e:KNOWS]->(t:Person WHERE t.age > 1)",
        "Person:s -(KNOWS>:e)- Person:t", "a v2 pattern in a query of SYNTAX v3",
    ),
    "getAttr of another type": (THIRD, '"town", "STRING"', '"town", "INT"', "Person.town is STR"),
    "getAttr of no type": (THIRD, 'attr, "INT"', 'attr, "NUMBER"', 'getAttr of type "NUMBER"'),
    "getAttr of no attribute": (THIRD, '"town", "STR', '"city", "STR', "no attribute city"),
    "a column neither grouped nor folded": (
        THIRD, "count(*) AS n", "s.age AS n", "the column n is neither",
    ),
    "an aggregate before the groups": (
        THIRD, "s.town AS town, count(*) AS n", "count(*) AS n, s.town AS town", "stand before",
    ),
    "an inline field of another type": (THIRD, "{town: place}", "{age: place}", "age is INT"),
}  # fmt: skip


@pytest.mark.parametrize("text", [HOPS, SEARCH, THIRD], ids=["hops", "search", "third"])
def test_the_queries_are_accepted_before_they_are_spoilt(text: str) -> None:
    assert problems(text) == []


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_a_spoilt_query_is_refused_and_the_thing_is_named(mutation: str) -> None:
    text, old, new, told = MUTATIONS[mutation]
    assert old in text
    said = problems(text.replace(old, new))
    assert any(told in each for each in said), said


def test_a_package_that_is_not_installed_has_no_functions() -> None:
    bare = catalog().copy()
    bare.packages.clear()
    assert any("IMPORT PACKAGE gds" in each for each in problems(SEARCH, bare))
