"""The endpoints of the emulator: HTTP in front, life cycle of queries, faults on demand."""
