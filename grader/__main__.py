"""`python -m grader` is `quiz`."""

from grader.cli.main import main

main()
