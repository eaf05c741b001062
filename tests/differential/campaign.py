"""What the checks against native runs share: their options, and the loop over programs from one seed."""
import argparse
import os
import random
import tempfile
import time


def options(doc, seconds, timeout):
    """A parser with the options that all have; seconds and timeout are defaults."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--count", type=int, default=1 << 30, help="programs at most")
    parser.add_argument("--seconds", type=float, default=seconds, help="for all of them")
    parser.add_argument("--timeout", type=float, default=timeout, help="CPU seconds for a verdict")
    parser.add_argument("--keep", help="where programs are left")
    return parser


def count(tally, kind):
    tally[kind] = tally.get(kind, 0) + 1


def run(arguments, what, try_one):
    """Calls try_one(R, path without ending, tally) -> right?, prints the tally (a kind with a colon on a line of its own), returns the exit status."""
    tally, right, programs, end = {}, True, 0, time.time() + arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
        while time.time() < end and programs < arguments.count:
            base = os.path.join(os.path.abspath(arguments.keep or folder), f"p{arguments.seed}_{programs}")
            right = try_one(random.Random(arguments.seed * 100003 + programs), base, tally) and right
            programs += 1
    details = {kind: n for kind, n in tally.items() if ":" in kind}
    for kind, n in sorted(details.items(), key=lambda pair: -pair[1]):
        print(f"  {n:5} {kind}")
    counts = "".join(f", {n} {kind}" for kind, n in sorted(tally.items()) if ":" not in kind)
    print(f"{programs} {what}, seed {arguments.seed}{counts}" + (f", {sum(details.values())} unknown or refused" if details else ""))
    return 0 if right else 1
