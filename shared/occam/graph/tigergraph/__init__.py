"""The production engine: the same plans over a TigerGraph server, by installed queries only."""
