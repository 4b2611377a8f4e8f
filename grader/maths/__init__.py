"""Reading, exact numbers, balls, the decision, writing."""
