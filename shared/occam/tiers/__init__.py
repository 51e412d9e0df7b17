"""The tiers that ask a language model: it drafts a plan, chooses of a shortlist, reads passages."""
