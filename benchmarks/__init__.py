"""Figures: run `python -m benchmarks.run`."""
