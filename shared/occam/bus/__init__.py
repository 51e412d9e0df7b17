"""Messages over Redis streams: the fenced hop, claims, dead letters. Redis lives here only."""
