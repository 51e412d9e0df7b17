-- Built after the rows are in: by target to walk an edge backwards, by value to find who has it, by
-- status to find who does not say. Each ends with the key, so that the subject is read from it.
CREATE INDEX fact_target ON fact (type, attr, target);
CREATE INDEX fact_number ON fact (type, attr, num);
CREATE INDEX fact_text ON fact (type, attr, txt);
CREATE INDEX fact_unsaid ON fact (type, attr) WHERE status = 'unknown';
CREATE INDEX page_status ON page (status, document);
ANALYZE;
