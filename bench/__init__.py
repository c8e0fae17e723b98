"""Ratios against references, measured in one run."""
