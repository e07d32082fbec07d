"""Programs, suites of programs, and the text of schedules."""
