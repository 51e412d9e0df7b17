-- The best chunks for a match expression; a word in the title weighs twice.
SELECT document, title, first, behind, body, -bm25(chunks, 2.0, 1.0) AS score
FROM chunks
WHERE chunks MATCH :expression
ORDER BY score DESC, chunks.rowid
LIMIT :limit;
