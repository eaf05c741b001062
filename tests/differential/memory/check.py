#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--seconds S] [--keep DIR]: random programs about memory (generate.py, small.py), what they do natively
(native.h, all sequences of inputs while they are few) and what ansatz says, with invariants, under changing domains (domains.py),
without replay, and with limits and switches at their extremes in half of the runs (settings.py). The last line counts; exit
status 1 if a verdict is wrong or ansatz fails, with the program."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import campaign  # noqa: E402
import domains  # noqa: E402
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


def ask(arguments, path, prop, options):
    command = [arguments.binary, "verify", "--timeout", str(arguments.timeout), "--property", prop] + options + [path]
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
    for options in [domains.configuration(R, table, ["--no-replay"]) for _ in range(2)]:
        said = ask(arguments, base + ".c", prop, options)
        if said == wrong == "false" and compares:
            said = ask(arguments, base + ".c", prop, [o for o in options if o != "--no-replay"])
        kind = "WRONG" if said == wrong else said
        campaign.count(tally, kind)
        if {"--limit", "--switch"} & set(options):
            campaign.count(tally, "with changed settings")
        if said == wrong or said not in ("true", "false", "unknown"):
            print(f"{kind}: {prop}, said {said}, {'fails' if not holds else 'holds'} natively;", *(f"'{o}'" for o in options))
            print(open(base + ".c").read())
            return False
    return True


def main():
    arguments = campaign.options(__doc__, 15, 2).parse_args()
    table = settings.table(arguments.binary)
    with tempfile.TemporaryDirectory() as folder:
        build_random_observation(arguments.binary, folder)
        return campaign.run(arguments, "memory programs", lambda R, base, tally: try_one(arguments, table, R, base, tally))


if __name__ == "__main__":
    sys.exit(main())
