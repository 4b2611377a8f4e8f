"""What `quiz check` looks at and how it knows."""
