"""`occam …`: every verb a person types."""
