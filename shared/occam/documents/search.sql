-- The best chunks for a match expression. A word in the title weighs twice. A record counts half:
-- what it says is in the graph, and the reader is asked for what only prose says.
-- `documents` is a JSON list that the search is kept to, or NULL.
SELECT document, title, first, behind, body,
       -bm25(chunks, 2.0, 1.0) * iif(form = 'record', 0.5, 1.0) AS score
FROM chunks
WHERE chunks MATCH :expression
  AND (:documents IS NULL OR document IN (SELECT value FROM json_each(:documents)))
ORDER BY score DESC, chunks.rowid
LIMIT :limit;
