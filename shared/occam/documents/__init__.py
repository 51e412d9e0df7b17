"""Full text of one graph version: chunks with their spans, and search that quotes them verbatim."""

from occam.documents.fulltext import FullText
from occam.documents.store import write_documents

__all__ = ["FullText", "write_documents"]
