-- Built after the rows are in: by subject to read what is said of a vertex, by target to walk an
-- edge backwards, by value to find who has it, by status to find who does not say.
CREATE INDEX fact_subject ON fact (type, attr, subject);
CREATE INDEX fact_target ON fact (type, attr, target, subject);
CREATE INDEX fact_number ON fact (type, attr, num, subject);
CREATE INDEX fact_text ON fact (type, attr, txt, subject);
CREATE INDEX fact_unsaid ON fact (type, attr, subject) WHERE status = 'unknown';
CREATE INDEX page_status ON page (status, document);
ANALYZE;
