"""Questions that a graph cannot answer are refused by what is not understood in them, however many
of its names they hold."""

from __future__ import annotations

import pytest
from occam.core.gaps import LowConfidence, NoRoute, UnmappedPhrase, Unresolved
from occam.core.inquiry import Told
from occam.core.parse import Understood
from occam.runtime.shelf import Edition

UNRELATED = """
What was the weather in Rio in 2016?
Sing a song
Who is the best athlete ever?
Will Norway win in 2030?
What is the capital of Norway?
How tall is Usain Bolt?
How old was Michael Phelps in 2008?
What did the opening ceremony in Beijing cost?
How do I get to the Aquatics Centre?
Who carried the torch in London in 2012?
What is the population of Japan?
Which athlete is the most beautiful?
Who should win the men's marathon in 2028?
Tell me a joke
What time is it?
Translate "judo" into French
Write a poem about the 2012 Summer Olympics
What is the meaning of life?
Who is the president of France?
How many calories does a marathon burn?
Which shoes did the winner of the men's marathon wear in 2016?
What do the judges of gymnastics earn?
Is judo better than wrestling?
Why did Norway win so many medals?
Who coached the winner of the men's 100 metres in 2012?
How many spectators watched the men's 100 metres final in 2012?
Which television channel showed the judo events in 2016?
What is the world record in the men's 100 metres?
Buy two tickets for the women's marathon
Who won the football World Cup in 2014?
What did the gold medallist of the men's 66 kg judo in 2012 eat?
Did it rain during the women's marathon in 2012?
Which country has the best athletes?
Who doped in 2012?
What colour is the flag of Japan?
Do you like judo?
What is 2012 plus 2016?
Which athletes are married?
How much is a gold medal worth?
Which events were cancelled because of the war?
Is Norway a nice country?
What is your name?
Who made you?
What is judo?
Explain the rules of curling
When will the next Olympics be held?
Where does Usain Bolt live?
What do you think about Norway?
What do you know about Norway?
What attributes does Norway have?
How are Norway and judo connected?
What years did Usain Bolt train?
What can I ask my doctor?
What can I cook tonight?
Which kinds of things do athletes eat?
What attributes does a good athlete have?
What do you know about cooking?
How are athletes and love connected?
What data do you have about me?
Which sports do you like?
Which country won the most hearts in 2012?
How many events did Norway enjoy in 2012?
Who won the gold medal for kindness in 2012?
Which venue had the most parking spaces?
Who is the fastest man alive?
How many medals will Norway win in 2026?
Who won the Nobel prize in 2012?
How many people live in London?
How many gold medals did Norway almost win?
Which country won the least money in 2012?
Is it true that Japan invented judo?
Who was sad in 2012?
List all volcanoes
How many songs are there?
Which events should I watch?
Who won the most votes in 2012?
What is the average temperature in Rio de Janeiro?
When was Norway founded?
Where was judo invented?
How many Olympic rings are there?
Which country hosted the Eurovision song contest in 2012?
Did Japan win the war?
Who is the tallest athlete?
Which athletes are vegetarians?
How many horses competed in 2012?
What is Norway?
Who is Usain Bolt?
List all
"""
OF_TOWERS = """
What was the weather at Bell Rock in 1811?
Who painted the Fastnet Lighthouse?
How much did the Eddystone Lighthouse cost?
Which lighthouse is the most beautiful?
How many ships sank at Bell Rock?
Who is the keeper of Wolf Rock?
What is the capital of Scotland?
Will the Fastnet Lighthouse fall down in 2050?
How do I get to Skerryvore?
Is Bell Rock haunted?
Sing a song about Eddystone
Which engineer was the best?
What do you know about ghosts?
What attributes does a good lighthouse have?
How old was the engineer of Bell Rock?
Which towers can I buy?
How many steps does Bell Rock have?
What colour is the light of Fastnet?
Who switched on the light at Eddystone?
What is the telephone number of Wolf Rock?
"""


def refused(edition: Edition, question: str) -> str:
    """The words that the refusal names."""
    parsed = edition.parser.parse(question)
    assert not isinstance(parsed, Understood | Told), parsed
    match parsed:
        case NoRoute(phrase=named) | UnmappedPhrase(phrase=named) | Unresolved(mention=named):
            return named
        case _:
            assert not isinstance(parsed, LowConfidence), parsed
            raise AssertionError(parsed)


@pytest.mark.parametrize("question", UNRELATED.strip().splitlines())
def test_a_question_about_something_else_is_refused_by_its_own_words(
    question: str, olympics: Edition
) -> None:
    named = refused(olympics, question)
    assert named and named.lower() in question.lower()


@pytest.mark.parametrize("question", OF_TOWERS.strip().splitlines())
def test_a_pack_without_a_lexicon_refuses_them_too(question: str, lighthouses: Edition) -> None:
    named = refused(lighthouses, question)
    assert named and named.lower() in question.lower()
