#!/usr/bin/env python3
"""minimise.py ANSATZ PROGRAM.c OUT.c [--runs N] [--also COMMAND] [--seconds S] [-- OPTIONS]: the smallest program with the same failure, by creduce (package creduce).

What ansatz says of PROGRAM with OPTIONS (those of `verify`: --property, --data-model, --mode, ...) must be a failure:
  - `true`, where the program as gcc builds it, on N random inputs (mutation/native.c) and stopped by no sanitizer, violates the property;
  - `false`, where none of the N runs does so, and gcc and clang agree on that;
  - no verdict, and a status of a crash: then the first line of what it prints stays the same, too.
Each smaller program must fail in the same way. With --also a shell command must succeed, too, that gets the program as $1: the oracle of what
has no main (`--function`), or a condition of one's own."""
import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "memory"), os.path.join(HERE, "mutation")]
import campaign  # noqa: E402
import native  # noqa: E402


def first_line(printed):
    """Without what changes from run to run or as the program shrinks: numbers and file names."""
    return re.sub(r"\S+\.c\b|\d+", "N", printed.strip().split("\n")[0])


def failure(arguments, program):
    """How ansatz fails on the program, as text; None: it does not."""
    said, printed = campaign.verdict(arguments, [*arguments.options, program])
    if said in ("unknown", "refused"):
        return None
    if said not in ("true", "false"):
        return f"{said}: {first_line(printed)}"
    if "--function" in arguments.options:
        return said if arguments.also else None
    with tempfile.TemporaryDirectory() as folder:
        prop = arguments.options[arguments.options.index("--property") + 1] if "--property" in arguments.options else "unreach-call"
        bits = 32 if "ILP32" in arguments.options else 64
        counts = [native.run(program, os.path.join(folder, compiler), arguments.runs, compiler, bits) for compiler in ("gcc", "clang-19")]
    if None in counts:
        return None
    violated = [bool(seen[native.COUNTED[prop]]) for seen in counts]
    return said if all(violated) == (said == "true") and any(violated) == (said == "true") else None


def agrees(arguments, program):
    return not arguments.also or subprocess.run(["sh", "-c", arguments.also, "sh", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def reduce(arguments, same):
    """Runs creduce on a copy; it calls this script with --same for each smaller program."""
    with tempfile.TemporaryDirectory() as folder:
        small, test = os.path.join(folder, "small.c"), os.path.join(folder, "test")
        shutil.copy(arguments.program, small)
        again = [sys.executable, os.path.abspath(__file__), arguments.binary, "small.c", "-", "--same", same, "--runs", str(arguments.runs), "--timeout", str(arguments.timeout)]
        again += ["--also", arguments.also] if arguments.also else []
        with open(test, "w") as f:
            f.write("#!/bin/sh\nexec " + " ".join(map(shlex.quote, [*again, "--", *arguments.options])) + "\n")
        os.chmod(test, 0o755)
        command = ["creduce", "--n", str(arguments.jobs), "--timeout", "600", test, "small.c"]
        try:
            subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, timeout=arguments.seconds, check=True)
        except subprocess.TimeoutExpired:
            print("creduce was ended by --seconds; the smallest program so far:")
        shutil.copy(small, arguments.out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("binary", "program", "out"):
        parser.add_argument(name)
    parser.add_argument("--runs", type=int, default=100, help="native runs of a program")
    parser.add_argument("--also", help="shell command that must succeed with the program as $1")
    parser.add_argument("--seconds", type=float, default=3600, help="for all of it")
    parser.add_argument("--timeout", type=float, default=3, help="CPU seconds for a verdict")
    parser.add_argument("--jobs", type=int, default=1, help="tests at once")
    parser.add_argument("--same", help=argparse.SUPPRESS)
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    arguments = parser.parse_args(words[:split])
    arguments.options = words[split + 1 :]
    arguments.binary = os.path.abspath(arguments.binary)
    if arguments.same:
        return 0 if agrees(arguments, arguments.program) and failure(arguments, arguments.program) == arguments.same else 1
    same = failure(arguments, arguments.program)
    if not same or not agrees(arguments, arguments.program):
        print(f"{arguments.program}: no failure that can be seen: a wrong verdict that native runs contradict, or a crash")
        return 1
    if not shutil.which("creduce"):
        print(f"{arguments.program} fails ({same}), but creduce is not installed (Debian: creduce): not minimised")
        return 3
    reduce(arguments, same)
    print(open(arguments.out).read())
    return 0


if __name__ == "__main__":
    sys.exit(main())
