"""Starts a command, sends it a signal during its work, and ends with its exit status.

`interrupt.py [--signal TERM] [--when SHELL] -- COMMAND...`: when the shell command SHELL succeeds;
without one, when a kernel has run for half a second. No time is set, so that it does not matter
how long a busy machine takes to get there.
"""

import argparse
import os
import pathlib
import signal
import subprocess
import sys
import time


def processor_seconds(pid):
    """Processor time of a process; 0 if it does not exist."""
    try:
        # The name, in parentheses, may contain spaces.
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_measuring_worker(pid):
    try:
        words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return words[:2] == [b"mlirgym-worker", b"measure"]


def kernel_runs(pid):
    tasks = pathlib.Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for task in tasks for child in task.read_text().split()]
    return any(is_measuring_worker(child) and processor_seconds(child) > 0.5 for child in children)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--signal", default="INT")
    parser.add_argument("--when")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    # It hears Ctrl-C, which shells disable in the background.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(given.command[1:])

    def is_time():
        if given.when:
            return subprocess.run(given.when, shell=True, capture_output=True).returncode == 0
        return kernel_runs(process.pid)

    while process.poll() is None and not is_time():
        time.sleep(0.05)
    if process.poll() is not None:
        sys.exit("the command ended before it could be interrupted")
    process.send_signal(getattr(signal, "SIG" + given.signal))
    code = process.wait()
    return code if code >= 0 else 128 - code


sys.exit(main())
