"""Languages as data: from `languages/CODE.toml` of a pack or of the library, read strictly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import occam
from occam.core.errors import BadConfig
from occam.core.language import SENSES, SENTENCES, Language
from occam.core.sentences import pattern
from occam.core.words import Words
from occam.packs.tomlfile import Key, TomlFile, parse_toml

FOLDER = "languages"
MONTHS_OF_A_YEAR = 12


def known_languages(directory: Path | None = None) -> dict[str, Path]:
    """Every language by its code; one that the pack in `directory` brings wins."""
    shipped = Path(occam.__file__).parent
    folders = [shipped, directory] if directory else [shipped]
    return {
        path.stem: path for folder in folders for path in sorted(folder.glob(f"{FOLDER}/*.toml"))
    }


def language_of(code: str, directory: Path | None = None) -> Language:
    """The language of that code; an unknown code is answered with the known ones."""
    known = known_languages(directory)
    if code not in known:
        raise BadConfig(f"unknown language {code!r}; known languages: {', '.join(sorted(known))}")
    source = parse_toml(known[code])
    language = source.read(source.data, Language)
    check_senses(language.senses, source, "senses")
    _check_sentences(language, source)
    _check_numbers(language, source)
    _check_months(language.months, source)
    return language


def check_senses(
    senses: Mapping[str, Mapping[str, Sequence[str]]], source: TomlFile, *at: Key
) -> None:
    """Every sense is one of `SENSES`, and no word has two of one group."""
    for group, members in senses.items():
        if group not in SENSES:
            known = ", ".join(SENSES)
            raise source.complaint((*at, group), f"no such sense; there are: {known}")
        for member in members:
            if member not in SENSES[group]:
                known = ", ".join(SENSES[group])
                raise source.complaint((*at, group, member), f"no such sense; there are: {known}")
        _check_words(members, source, *at, group)


def _check_words(meanings: Mapping[str, Sequence[str]], source: TomlFile, *at: Key) -> None:
    """Words are not empty, and none stands under two meanings."""
    meant: dict[str, str] = {}
    for meaning, words in meanings.items():
        for word in words:
            plain = " ".join(word.casefold().split())
            if not plain:
                raise source.complaint((*at, meaning), "a word is empty")
            if meant.setdefault(plain, meaning) != meaning:
                raise source.complaint((*at, meaning), f"{word!r} means {meant[plain]!r} already")


def _check_sentences(language: Language, source: TomlFile) -> None:
    """Every kind of sentence is one of `SENTENCES`, and each sentence can be read."""
    words = Words(language=language)
    for kind, texts in language.sentences.items():
        if kind not in SENTENCES:
            known = ", ".join(SENTENCES)
            raise source.complaint(("sentences", kind), f"no such kind; there are: {known}")
        for text in texts:
            try:
                pattern(text, words)
            except ValueError as error:
                raise source.complaint(("sentences", kind), str(error)) from error


def _check_numbers(language: Language, source: TomlFile) -> None:
    """Numbers are spelled by single words, and a multiplier multiplies."""
    for key in ("numbers", "multipliers", "ordinals"):
        least = 2 if key == "multipliers" else 0
        values: dict[str, int] = getattr(language, key)
        for word, value in values.items():
            if len(word.split()) != 1 and key != "ordinals":
                raise source.complaint((key, word), "must be a single word")
            if value < least:
                raise source.complaint((key, word), f"must be {least} or more")


def _check_months(months: Sequence[Sequence[str]], source: TomlFile) -> None:
    if not months:
        return
    if len(months) != MONTHS_OF_A_YEAR or not all(months):
        raise source.complaint(("months",), "must be the names of twelve months")
    names = {str(number): names for number, names in enumerate(months, 1)}
    _check_words(names, source, "months")
