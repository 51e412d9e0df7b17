"""Plans that a model drafts: what it is told, what it may write, and what of that is believed.

A draft is data in a small form. It is built into a plan of the algebra with identifiers of the
schema and names of the graph, and held against the question word by word before anything runs it.
"""
