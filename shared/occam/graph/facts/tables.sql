-- One row is one statement of one document, kept with all that is said of its subject. `num` holds
-- numbers and flags, `txt` texts and the days of a period; the columns without a type keep integers
-- and floats apart. `place` tells equal statements of several documents apart.
CREATE TABLE fact (
    type TEXT NOT NULL,
    subject TEXT NOT NULL,
    attr TEXT NOT NULL,
    target TEXT NOT NULL,
    num,
    txt TEXT,
    first TEXT,
    last TEXT,
    status TEXT NOT NULL,
    cause TEXT NOT NULL,
    document TEXT NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    rule TEXT NOT NULL,
    unit TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (subject, attr, type, place)
) WITHOUT ROWID;

CREATE TABLE page (
    document TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    digest TEXT NOT NULL,
    status TEXT NOT NULL,
    cause TEXT NOT NULL
);

CREATE TABLE unreadable (
    document TEXT NOT NULL,
    field TEXT NOT NULL,
    cause TEXT NOT NULL,
    text TEXT NOT NULL
);

CREATE TABLE version (id TEXT NOT NULL);
