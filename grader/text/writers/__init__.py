"""One class a form of output, one method a token."""
