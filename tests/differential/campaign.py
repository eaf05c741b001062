"""What the checks against native runs share: their options, and the loop over programs from one seed."""
import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback


def options(doc, seconds, timeout):
    """A parser with the options that all have; seconds and timeout are defaults."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--count", type=int, default=1 << 30, help="programs at most")
    parser.add_argument("--seconds", type=float, default=seconds, help="for all of them")
    parser.add_argument("--timeout", type=float, default=timeout, help="CPU seconds for a verdict")
    parser.add_argument("--first", type=int, default=0, help="number of the first program: with the seed and a count of 1, the program of that number alone")
    parser.add_argument("--keep", help="where programs are left")
    return parser


def count(tally, kind):
    tally[kind] = tally.get(kind, 0) + 1


def verdict(arguments, options):
    """(verdict, what was printed) of a call of ansatz; "hangs", "refused" and "status N" are verdicts, too."""
    command = [arguments.binary, "verify", "--timeout", str(arguments.timeout), *options]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=20 * arguments.timeout + 60)
    except subprocess.TimeoutExpired:
        return "hangs", ""
    said = re.findall(r"^VERDICT: (\w+)", done.stdout, re.M)
    if done.returncode == 2:
        return "refused", done.stdout
    return said[-1] if said and done.returncode in (0, 3, 5, 10) else f"status {done.returncode}", done.stdout


def interrupt(*_):
    raise KeyboardInterrupt


def run(arguments, what, try_one):
    """Calls try_one(R, path without ending, tally) -> right?, prints the tally (a kind with a colon on a line of its own), returns the exit status.
    A signal ends it early, with the tally so far; so does what fails in the check itself, for its program only."""
    tally, right, programs, end = {}, True, 0, time.time() + arguments.seconds
    signal.signal(signal.SIGTERM, interrupt)
    with tempfile.TemporaryDirectory() as folder:
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
        try:
            while time.time() < end and programs < arguments.count:
                number = arguments.first + programs
                base = os.path.join(os.path.abspath(arguments.keep or folder), f"p{arguments.seed}_{number}")
                try:
                    right = try_one(random.Random(arguments.seed * 100003 + number), base, tally) and right
                except (OSError, json.JSONDecodeError, subprocess.SubprocessError):
                    print(f"the check of program {number} fails:\n{traceback.format_exc()}")
                    count(tally, "not checked")
                programs += 1
                sys.stdout.flush()
        except KeyboardInterrupt:
            print("interrupted")
    details = {kind: n for kind, n in tally.items() if ":" in kind}
    for kind, n in sorted(details.items(), key=lambda pair: -pair[1]):
        print(f"  {n:5} {kind}")
    counts = "".join(f", {n} {kind}" for kind, n in sorted(tally.items()) if ":" not in kind)
    print(f"{programs} {what}, seed {arguments.seed}{counts}" + (f", {sum(details.values())} unknown or refused" if details else ""))
    return 0 if right else 1
