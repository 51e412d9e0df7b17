"""A test tool: answers like a TigerGraph server for the GSQL that OCCAM writes, and is stricter."""
