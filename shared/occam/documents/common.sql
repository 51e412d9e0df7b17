INSERT INTO common SELECT term FROM words WHERE doc * 2 > (SELECT count(*) FROM chunks);
