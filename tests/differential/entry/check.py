#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--count N] [--first N] [--seconds S] [--keep DIR]: random functions (generate.py) with arbitrary entry states, `--function f`.

A native driver builds some ten thousand entry states and calls f: pointers are null, lead to globals, inside them, to memory of their own, to each
other's. A verdict `true` is wrong if one of these calls fails an assertion and is stopped by no sanitizer before; a verdict `false` is suspicious
if none of many more calls does. Modes, domains, limits and switches change from run to run. The last line counts; exit status 1 if a verdict is wrong or ansatz fails, with
the program."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, ".."), os.path.join(HERE, "..", "memory")]
import campaign  # noqa: E402
import domains  # noqa: E402
import generate  # noqa: E402
import oracle  # noqa: E402
import settings  # noqa: E402

HEAD = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
#define UNINITIALISED(u) int *u
#define INSIDE(declaration) declaration
#define OUTSIDE(declaration)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static long seen;
static int in(int n) { int r = __VERIFIER_nondet_int(); __VERIFIER_assume(r >= 0 && r < n); return r; }
"""
DRIVEN = "static long seen;\n#define INSIDE(declaration)\n#define OUTSIDE(declaration) declaration\n#define UNINITIALISED(u) int *u = in(2) ? &g1 : 0\n"


def states(count):
    return ["-DSHORT=1", "-DLONG=400", "-DRUNS=1", f"-DRANDOM={count}", "-DDEATHS=100"]


def try_one(arguments, table, R, base, tally):
    types, function, native = generate.program(R)
    met = oracle.run_natively(DRIVEN + types + function + native, base, oracle.UNDEFINED, options=states(20000))["met"]
    asserted, holds = oracle.assertions(R, function, met)
    path = base + ".c"
    with open(path, "w") as f:
        f.write(HEAD + types + asserted)
    right = True
    for data_model in R.choice([["LP64"], ["LP64"], ["LP64", "ILP32"]]):
        options = domains.configuration(R, table, R.choice([[], ["--no-replay"]]))
        said, printed = campaign.verdict(arguments, ["--property", "unreach-call", "--function", "f", "--data-model", data_model, *options, path])
        kind = "WRONG" if said == "true" and not holds else said
        if said == "false" and holds:
            checked = re.sub(r"assert\((.*)\);", r"CHECK(0, !(\1));", asserted)
            more = oracle.run_natively(DRIVEN + types + checked + native, base, oracle.UNDEFINED, options=states(500000))
            kind = said if any(value for value, _, _ in more["met"].get("0", [])) else "SUSPICIOUS"
        campaign.count(tally, kind)
        if kind in ("WRONG", "SUSPICIOUS") or said not in ("true", "false", "unknown"):
            print(f"{kind}: {path}: said {said}, {'holds' if holds else 'fails'} natively; {data_model}", *(f"'{o}'" for o in options))
            print(asserted, "" if said in ("true", "false") else printed)
            right = False
    return right


def main():
    arguments = campaign.options(__doc__, 15, 2).parse_args()
    table = settings.table(arguments.binary)
    return campaign.run(arguments, "functions", lambda R, base, tally: try_one(arguments, table, R, base, tally))


if __name__ == "__main__":
    sys.exit(main())
