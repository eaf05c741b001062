#!/usr/bin/env python3
"""measure.py ANSATZ [--seed N] [--count N] [--timeout S] [--jobs N] TASK.yml ...: are witnesses confirmed?

Of a random sample of the tasks, verdicts are decided with --witness, and each witness is checked with --check-witness, of which nothing is
believed but the program. The last lines count the witnesses that are confirmed: of `false`, and of `true` whose rows are all C; of the others
of `true` what was left out. Exit status 1 if a check answers the opposite of the verdict."""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor


def verify(arguments, *options):
    done = subprocess.run([arguments.binary, "verify", "--timeout", str(arguments.timeout), "--wall", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.stdout


def verdict(text):
    found = re.findall(r"^VERDICT: (.*)$", text, re.M)
    return found[-1] if found else "none"


def properties(task):
    """The names of the property files of a task, and those files."""
    folder = os.path.dirname(task)
    files = re.findall(r"property_file:\s*(\S+)", open(task).read())
    return [os.path.normpath(os.path.join(folder, f)) for f in files]


def one(job):
    arguments, task, prop, folder, number = job
    witness = f"{folder}/{number}.yml"
    said = verify(arguments, "--property", prop, "--witness", witness, task)
    first = verdict(said)
    left_out = re.findall(r"left out of the witness: \d+ (.*)", said)
    none = re.findall(r"no witness: (.*)", said)
    if not first.startswith(("true", "false")) or none or not os.path.exists(witness):
        return task, prop, first, None, left_out, none[0] if none else ""
    checked = verify(arguments, "--property", prop, "--check-witness", witness, task)
    return task, prop, first, verdict(checked), left_out, ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("tasks", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=48)
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    tasks = [(t, p) for t in sorted(arguments.tasks) for p in properties(t) if "termination" not in p]
    sample = random.Random(arguments.seed).sample(tasks, min(arguments.count, len(tasks)))
    count, opposite = collections.Counter(), False
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = [(arguments, t, p, folder, i) for i, (t, p) in enumerate(sample)]
        for task, prop, first, second, left_out, none in pool.map(one, jobs):
            kind = first.split("(")[0].split(" ")[0]
            print(f"{os.path.basename(os.path.dirname(task))}/{os.path.basename(task)} {os.path.basename(prop)}: {first} -> {second} {left_out or ''}{none}", flush=True)
            count[kind] += 1
            if second is None:
                count[f"{kind}, no witness"] += kind in ("true", "false")
                continue
            same = second.split("(")[0].split(" ")[0] == kind
            opposite |= second.split("(")[0].split(" ")[0] in ("true", "false") and not same
            partial = [w for w in left_out if "once the loop" not in w]
            whole = kind == "false" or not partial
            name = kind if whole else f"{kind} with rows that are no C"
            count[f"{name}, witnesses"] += 1
            count[f"{name}, confirmed"] += same
            for why in set(partial):
                count[f"left out: {why}"] += 1
    for name, n in sorted(count.items()):
        print(f"{n:5d}  {name}")
    print(json.dumps(count))
    return opposite


if __name__ == "__main__":
    raise SystemExit(main())
