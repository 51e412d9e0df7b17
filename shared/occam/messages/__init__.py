"""All that travels between services."""
