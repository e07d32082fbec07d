"""A language model behind any endpoint of OpenAI's protocol makes a program fast.

    python chat_agent.py --url http://127.0.0.1:8000/v1 --model NAME matmul_64_128_256

The key of the endpoint, if it wants one, is in $OPENAI_API_KEY.
"""

import argparse
import json
import os
import urllib.request

import mlirgym


def replied(url, model, messages):
    """Return the model's next message."""
    body = json.dumps({"model": model, "messages": messages}).encode()
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get("OPENAI_API_KEY"):
        headers["Authorization"] = f"Bearer {key}"
    request = urllib.request.Request(f"{url}/chat/completions", body, headers)
    with urllib.request.urlopen(request, timeout=600) as answer:
        return json.load(answer)["choices"][0]["message"]["content"] or ""


def main():
    """Let the model answer until its budget is used up, or its reply is empty."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default="matmul_64_128_256")
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", default="default")
    parser.add_argument("--budget", type=int, default=10)
    flags = parser.parse_args()
    env = mlirgym.TextEnv(
        programs=[flags.program],
        execution=mlirgym.Execution("timings.db"),
        budget=flags.budget,
    )
    observation, info = env.reset()
    messages = [{"role": "user", "content": observation}]
    ended = False
    while not ended:
        reply = replied(flags.url, flags.model, messages)
        observation, reward, terminated, truncated, info = env.step(reply)
        print(f"{reward:.2f}x  {observation.splitlines()[0]}")
        messages += [
            {"role": "assistant", "content": reply},
            {"role": "user", "content": observation},
        ]
        ended = terminated or truncated
    best = env.session.best
    print(f"best: {info['best_speedup']:.2f}x, {best.answer if best else 'nothing was right'}")


if __name__ == "__main__":
    main()
