"""Authored texts and messages: read into tokens, filled with values, written in many forms."""
