"""Sheets, cards and feedback from a bank."""
