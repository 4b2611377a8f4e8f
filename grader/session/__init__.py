"""Practice: the loop that asks and tells, whatever shows it."""
