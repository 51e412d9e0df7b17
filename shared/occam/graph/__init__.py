"""Stores of one graph version behind the ports Graph and Facts, and the evaluator that judges them.

Every backend answers `rows(query)` with equal rows: `memory` by enumerating bindings, `embedded`
over edges and vertex columns, `facts` over the fact table alone.
"""
