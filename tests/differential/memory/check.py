#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--seconds S] [--keep DIR]: random programs about memory (generate.py, small.py), what they do natively
(native.h, all sequences of inputs while they are few) and what ansatz says, with invariants, under changing domains (domains.py),
without replay, and with limits and switches at their extremes in half of the runs (settings.py). The last line counts; exit
status 1 if a verdict is wrong or ansatz fails, with the program."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import campaign  # noqa: E402
import domains  # noqa: E402
import generate
import oracle  # noqa: E402
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


def try_one(arguments, table, R, base, tally):
    declarations, lines = R.choice([generate, small]).program(R)
    body = "\n".join("  " + line for line in lines)
    whole = "\n".join(declarations) + "\n%s(void) {\n%s\n  return 0;\n}\n"
    seen = oracle.run_natively(whole % ("static int prog", body), base)
    exact = not seen["cut"] and not seen["arithmetic"]
    prop = R.choice(["unreach-call", "valid-memsafety"])
    if prop == "unreach-call":
        body, holds = oracle.assertions(R, body, seen["met"])
        exact = exact and not seen["memory"]
    else:
        body = re.sub(r"CHECK\((\d+), (.*)\);", r"seen = (long)(\2);", body)
        holds = not seen["memory"] and not seen["lost"]
    with open(base + ".c", "w") as f:
        f.write(HEAD + whole % ("int main", body))
    wrong = "true" if not holds else "false" if exact else None
    # Whether a pointer to what was freed, or behind an object, equals another is open: a run decides.
    compares = re.search(r"\b([lmpot]|other|next)\)* [!=]= [lmpot&(]", body)

    def ask(options):
        return campaign.verdict(arguments, ["--property", prop, *options, base + ".c"])[0]

    for options in [domains.configuration(R, table, ["--no-replay"]) for _ in range(2)]:
        said = ask(options)
        if said == wrong == "false" and compares:
            said = ask([o for o in options if o != "--no-replay"])
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
