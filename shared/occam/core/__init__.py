"""What decides. Knows msgspec and the standard library, nothing else."""
