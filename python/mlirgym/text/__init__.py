"""Programs, legal actions and verdicts as text: environments for language models."""

from mlirgym.text.answers import Answer, read_answer
from mlirgym.text.description import describe_program, describe_state
from mlirgym.text.env import TextEnv, register_text_environment
from mlirgym.text.judge import Judge, Verdict
from mlirgym.text.legal import nearest_legal
from mlirgym.text.session import Session
from mlirgym.text.tokens import count_tokens

__all__ = [
    "Answer",
    "Judge",
    "Session",
    "TextEnv",
    "Verdict",
    "count_tokens",
    "describe_program",
    "describe_state",
    "nearest_legal",
    "read_answer",
    "register_text_environment",
]
