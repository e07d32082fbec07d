"""A reward function for GRPO: the verified speedups of the completions of a prompt.

Trainers such as TRL's GRPOTrainer call it with lists of prompts and completions and the columns of
the data set, and normalise the rewards within each group. Here the completions are written by hand.
"""

import math

import mlirgym
from mlirgym.text import Judge, Session, read_answer

JUDGE = Judge(mlirgym.Execution("timings.db"))


def data_set(names):
    """Return rows with a prompt for each program."""
    return [
        {"program": name, "prompt": [{"role": "user", "content": prompt_of(name)}]}
        for name in names
    ]


def prompt_of(name):
    """Return the first observation of a program."""
    return Session(JUDGE, mlirgym.generate_program(name)).beginning()


def speedup_reward(completions, program, **_):
    """Return log2 of the speedup of each completion; -1 for one that is illegal, wrong or slow.

    The logarithm keeps one lucky schedule from outweighing its group. Equal completions have equal
    rewards, since a schedule is timed once.
    """
    rewards = []
    for completion, name in zip(completions, program, strict=True):
        reply = completion if isinstance(completion, str) else completion[-1]["content"]
        answer = read_answer(reply)
        right = answer.kind != "action"  # one action more: there is nothing to add it to
        verdict = JUDGE.judge(mlirgym.generate_program(name), answer) if right else None
        rewards.append(math.log2(verdict.speedup) if verdict and verdict.ok else -1.0)
    return rewards


def main():
    """Reward a group of four completions, and print the advantages."""
    rows = data_set(["matmul_64_128_256"] * 4)
    completions = [
        "```\nop0: tile_fuse(8,32,0) tile(0,0,4) vectorize\n```",
        "op0: tile(1,16,1) vectorize",
        "op0: vectorize",
        "I do not know.",
    ]
    rewards = speedup_reward(completions, [row["program"] for row in rows])
    mean = sum(rewards) / len(rewards)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in rewards) / len(rewards))
    for reward, completion in zip(rewards, completions, strict=True):
        advantage = (reward - mean) / deviation
        print(f"reward {reward:5.2f}, advantage {advantage:5.2f}: {completion!r}")


if __name__ == "__main__":
    main()
