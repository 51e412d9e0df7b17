"""From a corpus to a dataset: every page accounted for, every value with its source."""
