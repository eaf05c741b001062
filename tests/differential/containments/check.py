#!/usr/bin/env python3
"""check.py ANSATZ [--count N] [--first N] [--timeout S] [--all]: does a stronger domain prove what a weaker one proves?

Each line of `compositions` is WEAKER <= STRONGER. Programs are those of experiments/programs and of the regression cases that are named there;
every check that the weaker domain proves (verify --mode ai) has to be proved by the stronger one. Without --all each program has a part of the
compositions, another one from program to program. Where the stronger one had no time (a timeout, or components that were stopped) it is counted
as late. The last line counts; exit status 1 if a check is lost or ansatz fails."""
import argparse
import glob
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
PART = 7  # a program has every seventh composition

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("ansatz")
parser.add_argument("--count", type=int, default=60)
parser.add_argument("--first", type=int, default=0)
parser.add_argument("--timeout", type=int, default=20)
parser.add_argument("--jobs", type=int, default=2)
parser.add_argument("--all", action="store_true")
options = parser.parse_args()


def compositions():
    names, pairs = {}, []
    for line in open(os.path.join(HERE, "compositions")):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        for name in names:
            line = re.sub(r"\b%s\b" % name, lambda _: names[name], line)
        name = re.match(r"([A-Z]+) = (.*)", line)
        if name:
            names[name.group(1)] = name.group(2)
        else:
            weaker, stronger = line.split(" <= ")
            pairs.append((weaker, stronger))
    return pairs


def programs():
    found = []
    for folder in ("experiments/programs/arrays", "experiments/programs/segments", "experiments/programs", "tests/regression/cases/compose",
                   "tests/regression/cases/heap"):
        found.append(sorted(glob.glob(os.path.join(ROOT, folder, "*.c"))))
    # In turn, so that any number of them has some of each folder.
    return [p for i in range(max(map(len, found))) for l in found for p in l[i:i + 1]]


def is_whole(program):
    """Some programs of regression cases have names in them that the case replaces."""
    return subprocess.run([options.ansatz, "show", "cfg", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def verify(domain, program):
    p = subprocess.run([options.ansatz, "verify", "--mode", "ai", "--timeout", str(options.timeout), "--property", "unreach-call", "--domain", domain,
                        program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", stdin=subprocess.DEVNULL)
    proved = set(re.findall(r"^\s+(\S+)\s.*: true \(", p.stdout, re.M))
    late = p.returncode == 3 or re.search(r"stopped early|ran out of time|timeout", p.stdout) is not None
    failed = "internal error" in p.stdout + p.stderr or p.returncode not in (0, 3, 5, 10)
    return proved, late, failed and (p.stdout + p.stderr)


def look(task):
    number, program = task
    results, known = [], {}
    for i, (weaker, stronger) in enumerate(PAIRS):
        if not options.all and (i + number) % PART:
            continue
        if weaker not in known:
            known[weaker] = verify(weaker, program)
        proved, _, failed = known[weaker]
        lost, late = set(), False
        if proved and not failed:
            strong, late, failed = verify(stronger, program)
            lost = proved - strong
        kind = "failed" if failed else "lost" if lost and not late else "late" if lost else "kept" if proved else "nothing"
        results.append((kind, os.path.relpath(program, ROOT), weaker, stronger, failed or ", ".join(sorted(lost))))
    return results


PAIRS = compositions()
counts = {"kept": 0, "nothing": 0, "late": 0, "lost": 0, "failed": 0}
with ThreadPoolExecutor(options.jobs) as pool:
    for results in pool.map(look, enumerate(filter(is_whole, programs()[options.first:options.first + options.count]), options.first)):
        for kind, program, weaker, stronger, text in results:
            counts[kind] += 1
            if kind in ("lost", "failed", "late"):
                print("%s: %s\n  %s <= %s\n  %s" % (kind, program, weaker, stronger, text), flush=True)
print("%d compositions: %s" % (len(PAIRS), ", ".join("%d %s" % (counts[k], k) for k in counts)))
sys.exit(1 if counts["lost"] or counts["failed"] else 0)
