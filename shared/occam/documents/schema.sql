-- The chunks of one version, searchable by title and body. "+" belongs to a word: +100 kg is not 100 kg.
CREATE VIRTUAL TABLE chunks USING fts5(
    title,
    body,
    document UNINDEXED,
    first UNINDEXED,
    behind UNINDEXED,
    form UNINDEXED,
    tokenize = "unicode61 remove_diacritics 2 tokenchars '+'"
);

-- Which chunks a word occurs in, for the list below.
CREATE VIRTUAL TABLE words USING fts5vocab(chunks, row);

-- Words in more than half of all chunks: BM25 gives them no weight, so a search may skip them.
CREATE TABLE common (word TEXT PRIMARY KEY) WITHOUT ROWID;
