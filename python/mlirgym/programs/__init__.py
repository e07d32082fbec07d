"""Programs, suites of programs, and the text of schedules."""

from mlirgym._core import Program, ProgramError, ScheduleError
from mlirgym.programs.loading import generate_program, load_program, parse_program, suite_programs
from mlirgym.programs.schedules import canonical_schedule, check_schedule, transform_script

__all__ = [
    "Program",
    "ProgramError",
    "ScheduleError",
    "canonical_schedule",
    "check_schedule",
    "generate_program",
    "load_program",
    "parse_program",
    "suite_programs",
    "transform_script",
]
