#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--seconds S] [--keep DIR]: random programs about memory (generate.py, small.py), what they do natively
(native.h, all sequences of inputs while they are few) and what ansatz says, with invariants, under changing domains (domains.py),
without replay, and with limits and switches at their extremes in half of the runs (settings.py). The last line counts; exit
status 1 if a verdict is wrong or ansatz fails, with the program."""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import domains
import generate
import settings
import small

HERE = os.path.dirname(os.path.abspath(__file__))
HEAD = """#include <alloca.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#define GLOBAL
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static long seen;
static int in(int n) { int r = __VERIFIER_nondet_int(); __VERIFIER_assume(r >= 0 && r < n); return r; }
"""
NATIVE = ["gcc", "-w", "-O0", "-fno-builtin", "-fsanitize=address,signed-integer-overflow,shift", "-fsanitize-sections=pdata",
          "-fsanitize-undefined-trap-on-error"]  # fmt: skip


def configuration(R, table):
    changed = settings.choose(R, table)
    mode = R.choice(["bmc", "kinduction", "ai", "kiki", "kiki", "kiki", ""])
    if not mode:
        return changed
    domain = ["--domain", domains.choose(R)] if mode in ("ai", "kiki") else []
    return ["--mode", mode, "--no-replay"] + domain + changed


def build_random_observation(binary, folder):
    """Random ghost cells are among the observations, if the binary lies in the folder that it was built in."""
    built = os.path.join(os.path.dirname(os.path.abspath(binary)), "include")
    if not os.path.exists(os.path.join(built, "ansatz", "abi.h")):
        return
    includes = ["-I", os.path.join(HERE, "../../../core/include"), "-I", built]
    module, source = os.path.join(folder, "random_ghosts.so"), os.path.join(HERE, "random_ghosts.c")
    subprocess.run(["gcc", "-std=c17", "-O1", "-shared", "-fPIC", *includes, "-o", module, source], check=True)
    modules = os.path.join(os.path.dirname(os.path.abspath(binary)), "modules")
    os.environ["ANSATZ_PATH"] = ":".join([folder, os.environ.get("ANSATZ_PATH", modules)])
    domains.OBSERVATIONS += domains.RANDOM


def run_natively(text, base):
    with open(base + ".native.c", "w") as f:
        f.write(f'#include "{HERE}/native.h"\n{text}')
    subprocess.run(NATIVE + ["-o", base + ".bin", base + ".native.c"], check=True)
    settings = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=4:detect_stack_use_after_return=0")
    out = subprocess.run([base + ".bin"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=settings, text=True, timeout=60).stdout
    return json.loads(out)


def assertions(R, text, met):
    """The text with one to three assertions, and whether they hold as far as was seen. Those that do not fail late or seldom."""
    marks = re.findall(r"CHECK\((\d+),", text)
    chosen, holds = {}, True
    for k in R.sample(marks, min(len(marks), R.choice([1, 1, 2, 3]))):
        values = {v: (first, times) for v, first, times in met.get(k, [])}
        order = sorted(values)
        if not values:
            chosen[k] = None
        elif R.random() < 0.6:
            v = R.choice([max(order, key=lambda v: values[v][0]), min(order, key=lambda v: values[v][1])])
            chosen[k], holds = f"!= {v}", False
        else:
            chosen[k] = R.choice([f"<= {order[-1]}", f">= {order[0]}", f"!= {order[-1] + 1}"] + [f"== {order[0]}"] * 2 * (len(order) == 1))

    def assertion(mark):
        k, value = mark.groups()
        return "seen = 0;" if k not in chosen else f"assert(({value}) {chosen[k]});" if chosen[k] else "assert(0);"

    return re.sub(r"CHECK\((\d+), (.*)\);", assertion, text), holds


def ask(binary, path, prop, options):
    command = [binary, "verify", "--timeout", "2", "--property", prop] + options + [path]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "nothing"
    said = re.findall(r"^VERDICT: (\w+)", done.stdout, re.M)
    return said[-1] if said and done.returncode in (0, 3, 5, 10) else f"status {done.returncode}"


def try_one(arguments, table, R, base, tally):
    declarations, lines = R.choice([generate, small]).program(R)
    body = "\n".join("  " + line for line in lines)
    whole = "\n".join(declarations) + "\n%s(void) {\n%s\n  return 0;\n}\n"
    seen = run_natively(whole % ("static int prog", body), base)
    exact = not seen["cut"] and not seen["arithmetic"]
    prop = R.choice(["unreach-call", "valid-memsafety"])
    if prop == "unreach-call":
        body, holds = assertions(R, body, seen["met"])
        exact = exact and not seen["memory"]
    else:
        body = re.sub(r"CHECK\((\d+), (.*)\);", r"seen = (long)(\2);", body)
        holds = not seen["memory"] and not seen["lost"]
    with open(base + ".c", "w") as f:
        f.write(HEAD + whole % ("int main", body))
    wrong = "true" if not holds else "false" if exact else None
    # Whether a pointer to what was freed, or behind an object, equals another is open: a run decides.
    compares = re.search(r"\b([lmpot]|other|next)\)* [!=]= [lmpot&(]", body)
    for options in [configuration(R, table), configuration(R, table)]:
        said = ask(arguments.binary, base + ".c", prop, options)
        if said == wrong == "false" and compares:
            said = ask(arguments.binary, base + ".c", prop, [o for o in options if o != "--no-replay"])
        kind = "WRONG" if said == wrong else said
        tally[kind] = tally.get(kind, 0) + 1
        tally["with changed settings"] = tally.get("with changed settings", 0) + bool({"--limit", "--switch"} & set(options))
        if said == wrong or said not in ("true", "false", "unknown"):
            print(f"{kind}: {prop}, said {said}, {'fails' if not holds else 'holds'} natively;", *(f"'{o}'" for o in options))
            print(open(base + ".c").read())
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--keep", help="where programs are left")
    arguments = parser.parse_args()
    table = settings.table(arguments.binary)
    right, programs, tally, end = True, 0, {}, time.time() + arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        build_random_observation(arguments.binary, folder)
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
        while time.time() < end:
            base = os.path.join(arguments.keep or folder, f"m{arguments.seed}_{programs}")
            right = try_one(arguments, table, random.Random(arguments.seed * 100003 + programs), base, tally) and right
            programs += 1
    counts = "".join(f", {n} {kind}" for kind, n in sorted(tally.items()))
    print(f"{programs} memory programs, seed {arguments.seed}{counts}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
