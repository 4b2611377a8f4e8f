"""What was answered, how it was marked, what was decided."""
