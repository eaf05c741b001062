#!/usr/bin/env python3
"""tamper.py ANSATZ GENERATE [--seed N] [--seconds S]: is a witness ever believed?

GENERATE OUT --count N --seed S writes random programs with their verdicts. Of each, made-up witnesses are checked: invariants at its loops over
its variables, most of them wrong, and executions with made-up inputs to its assertions. A check that answers `true` of a program that is false, or
`false` of one that is true, is an error of Ansatz: exit status 1, and the files are kept."""
import argparse
import collections
import glob
import random
import re
import subprocess
import tempfile
import time

KEYWORDS = set("if else for while do return int unsigned char void goto break continue struct sizeof extern static switch case default".split())


def loops(text):
    for number, line in enumerate(text.split("\n"), 1):
        for found in re.finditer(r"\b(for|while|do)\b", line):
            yield number, found.start() + 1


def an_invariant(R, names):
    x, y, c = R.choice(names), R.choice(names), R.choice([0, 1, 2, 3, 7, 10, 100, 255, 4294967295])
    return R.choice([f"{x} <= {c}", f"{x} == {c}", f"{x} != {c}", f"{x} <= {y}", f"{x} == {y} || {x} > {c}", f"{x} % 2 == 0", "0", "1", f"{x} + {y} < {c}u", f"({x} & {c}) == 0"])


def entry(kind):
    return f'- entry_type: {kind}\n  metadata: {{ format_version: "2.0" }}\n  content:\n'


def invariants(R, text, name):
    names = sorted(set(re.findall(r"\b[a-z_]\w*\b", text)) - KEYWORDS) or ["x"]
    made = entry("invariant_set")
    places = list(loops(text)) or [(1, 1)]
    for _ in range(R.choice([1, 2, 4, 8])):
        line, column = R.choice(places)
        made += f'    - invariant: {{ type: loop_invariant, location: {{ file_name: "{name}", line: {line}, column: {column} }}, value: "{an_invariant(R, names)}", format: c_expression }}\n'
    return made


def violation(R, text, name):
    made = entry("violation_sequence")
    point = "    - segment:\n        - waypoint: {{ type: {}, action: follow, location: {{ file_name: \"{}\", line: {} }}{} }}\n"
    lines = text.split("\n")
    inputs = [n for n, line in enumerate(lines, 1) if "nondet" in line]
    targets = [n for n, line in enumerate(lines, 1) if re.search(r"assert|reach_error", line)] or [1]
    for _ in range(R.choice([0, 2, 5, 20])):
        if inputs:
            made += point.format("function_return", name, R.choice(inputs), f', constraint: {{ value: "\\\\result == {R.choice([0, 1, 2, 200, -1])}", format: acsl_expression }}')
    return made + point.format("target", name, R.choice(targets), "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("generate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    R, count, end, wrong = random.Random(arguments.seed), collections.Counter(), time.time() + arguments.seconds, False
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([arguments.generate, folder, "--count", "60", "--seed", str(arguments.seed)], stdout=subprocess.DEVNULL, check=True)
        tasks = glob.glob(f"{folder}/**/*.yml", recursive=True)
        while time.time() < end and not wrong:
            task = R.choice(tasks)
            expected = re.search(r"unreach-call\.prp\s+expected_verdict:\s*(\w+)", open(task).read())
            source = task[:-4] + ".c"
            text, name = open(source).read(), source.split("/")[-1]
            kind = R.choice([invariants, violation])
            witness = f"{folder}/w.yml"
            with open(witness, "w") as out:
                out.write(kind(R, text, name))
            done = subprocess.run([arguments.binary, "verify", "--property", "unreach-call", "--timeout", "4", "--check-witness", witness, source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            said = re.findall(r"^VERDICT: (\w+)", done.stdout, re.M)
            said = said[-1] if said else f"status {done.returncode}: {done.stderr[-200:]}"
            count[f"{kind.__name__} of a program that is {expected[1]}: {said}"] += 1
            wrong = said in ("true", "false") and said != expected[1]
            if wrong:
                print(f"WRONG: {said}, expected {expected[1]}\n{text}\n{open(witness).read()}\n{done.stdout}")
    for what, n in sorted(count.items()):
        print(f"{n:5d}  {what}")
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
