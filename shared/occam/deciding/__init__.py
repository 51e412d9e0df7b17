"""Says which of several readings a question means, with probabilities that were measured.

Three deciders: a linear head over a local embedding model, a decision service over HTTP, and a
language model that names a letter. All refuse to guess: what is not probable enough stays a gap.
"""

from occam.deciding.settling import settle

__all__ = ["settle"]
