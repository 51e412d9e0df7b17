"""Pages to read in tests, in the shapes that real ones have."""

from occam.packs.pack import Document

BOX = {
    "event": "Women's 60 kg",
    "games": "2012 Summer",
    "venue": "North Hall",
    "date": "3 August 2012",
    "competitors": "24",
    "nations": "12",
    "gold": "Ana Berg",
    "goldNOC": "HUN",
    "silver": "Bea Lund",
    "silverNOC": "POR",
    "bronze": "Cia Moen",
    "bronzeNOC": "GER",
}


def box(**changes: str | None) -> str:
    """An event's record with some fields changed, added, or (None) left out."""
    fields = {**BOX, **changes}
    lines = [f"  {key}: {value}" for key, value in fields.items() if value is not None]
    return "\n".join(["[Infobox Olympic event]", *lines])


def event(
    id: str = "E1",
    title: str = "Judo at the 2012 Summer Olympics – Women's 60 kg",
    text: str | None = None,
    **changes: str | None,
) -> Document:
    """A page of an event, with a record of its own unless a text is given."""
    return Document(doc_id=id, title=title, text=box(**changes) if text is None else text)
