#!/usr/bin/env python3
"""Verifies each task twice under --budget, the second time while other processes keep the processors busy (or with
another build), and compares the JSON of both byte for byte, without CPU time, memory and what confined the runs.

usage: check.py ANSATZ [--other ANSATZ] [--budget N] [--spinners N] [--again] [--list FILE] [TASK ...]
"""
import argparse
import json
import multiprocessing
import os
import subprocess
import sys

VARIES = ("cpu", "memory", "sandbox", "worker_sandbox")


def spin():
    while True:
        pass


def answer(program, options, task):
    """The object without what may vary, and the CPU seconds; the object is None where there is none."""
    environment = dict(os.environ)
    modules = os.path.join(os.path.dirname(os.path.abspath(program)), "modules")
    if os.path.isdir(modules):
        environment["ANSATZ_PATH"] = modules
    run = subprocess.run([program, "verify", "--json", "--trace", *options, task], stdout=subprocess.PIPE, text=True,
                         stderr=subprocess.DEVNULL, env=environment)
    try:
        said = json.loads(run.stdout)
    except ValueError:
        return None, 0, False
    seconds = said.get("cpu", 0)
    for key in VARIES:
        said.pop(key, None)
    return said, seconds, said.get("repeatable", False)


def differences(a, b, at=""):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(set(a) | set(b)):
            yield from differences(a.get(key), b.get(key), at + "." + key)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, "%s[%d]" % (at, i))
    elif a != b or type(a) is not type(b):
        yield "%s: %.80r and %.80r" % (at, a, b)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].strip())
    parser.add_argument("ansatz")
    parser.add_argument("--other")
    parser.add_argument("--budget", default="600000")
    parser.add_argument("--spinners", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list")
    parser.add_argument("tasks", nargs="*")
    o = parser.parse_args()
    tasks = o.tasks + (open(o.list).read().split() if o.list else [])
    options = ["--budget", o.budget]
    first = [answer(o.ansatz, options, task) for task in tasks]
    load = [multiprocessing.Process(target=spin, daemon=True) for _ in range(o.spinners)]
    for process in load:
        process.start()
    try:
        second = [answer(o.other or o.ansatz, options, task) for task in tasks]
    finally:
        for process in load:
            process.kill()
    same = cut = 0
    for task, (a, seconds, whole), (b, again, whole_again) in zip(tasks, first, second):
        found = list(differences(a, b)) if a is not None and b is not None else ["no answer"]
        if found and not (whole and whole_again) and a and b:
            cut += 1
            print("%s: the CPU limit ended it (%.1f s, %.1f s)" % (task, seconds, again))
        elif found:
            print("%s: %s, %s\n  %s" % (task, a and a["verdict"], b and b["verdict"], "\n  ".join(found[:5])))
        else:
            same += 1
    print("identical: %d of %d; ended by the CPU limit: %d" % (same, len(tasks), cut))
    return 0 if tasks and same == len(tasks) else 1


if __name__ == "__main__":
    sys.exit(main())
