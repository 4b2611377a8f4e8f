"""Submissions in, marks out."""
