-- The best chunks for a match expression. A word in the title weighs twice. A record counts half:
-- what it says is in the graph, and the reader is asked for what only prose says.
SELECT document, title, first, behind, body,
       -bm25(chunks, 2.0, 1.0) * iif(form = 'record', 0.5, 1.0) AS score
FROM chunks
WHERE chunks MATCH :expression
ORDER BY score DESC, chunks.rowid
LIMIT :limit;
