#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--count N] [--first N] [--seconds S] [--keep DIR]: random programs about how values lie in memory (generate.py), what they
do natively (memory/native.h, all sequences of inputs while they are few, gcc with all sanitizers) and what ansatz says.

A verdict `true` is wrong if a run fails an assertion, or meets a memory error where that is the property; `false` is wrong where all sequences of inputs were run and
none does. What depends on the compiler (clang disagrees) counts for nothing. Data models, modes, domains, limits and switches change from run to run.
The last line counts; exit status 1 if a verdict is wrong or ansatz fails, with the program."""
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

NATIVE = """#include <stddef.h>
#include <stdint.h>
#define HOSTILE hostile[in(sizeof hostile / sizeof *hostile)]
"""
HEAD = """#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define GLOBAL
extern int __VERIFIER_nondet_int(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern void __VERIFIER_assume(int);
static volatile long seen;
static int in(int n) { int r = __VERIFIER_nondet_int(); __VERIFIER_assume(r >= 0 && r < n); return r; }
"""


def try_one(arguments, table, R, base, tally):
    declarations, lines = generate.program(R)
    bits = R.choice([64, 64, 32])
    body = "\n".join("  " + line for line in lines)
    whole = "\n".join(declarations) + "\n%s(void) {\n%s\n  return 0;\n}\n"
    native = NATIVE + whole % ("static int prog", body)
    seen = oracle.run_natively(native, base, oracle.UNDEFINED, options=[f"-m{bits}"])
    if not seen["met"] and not seen["memory"]:
        campaign.count(tally, "undefined from the start")
        return True
    every = R.random() < 0.5  # big() may be any number for ansatz
    exact = not seen["cut"] and not seen["arithmetic"] and not every
    prop = R.choice(["unreach-call", "unreach-call", "valid-memsafety"])
    if prop == "unreach-call":
        asserted, holds = oracle.assertions(R, body, seen["met"])
        exact = exact and not seen["memory"]
    else:
        asserted = re.sub(r"CHECK\((\d+), (.*)\);", r"seen = (long)(\2);", body)
        holds = not seen["memory"] and not seen["lost"]
    path = base + ".c"
    with open(path, "w") as f:
        draw = "#define HOSTILE " + ("__VERIFIER_nondet_size_t()" if every else "hostile[in(sizeof hostile / sizeof *hostile)]")
        f.write(HEAD + draw + "\n" + whole % ("int main", asserted))
    wrong = "true" if not holds else "false" if exact else None
    options = domains.configuration(R, table, R.choice([[], ["--no-replay"]]))
    said, printed = campaign.verdict(arguments, ["--property", prop, "--data-model", "LP64" if bits == 64 else "ILP32", *options, path])
    kind = "WRONG" if said == wrong else said
    if kind == "WRONG" and oracle.run_natively(native, base, oracle.UNDEFINED, "clang-19", options=[f"-m{bits}"])["met"] != seen["met"]:
        kind = "compilers differ"
    campaign.count(tally, kind)
    if kind == "WRONG" or said not in ("true", "false", "unknown"):
        print(f"{kind}: {path}: {prop}, {bits} bits, said {said}, {'holds' if holds else 'fails'} natively;", *(f"'{o}'" for o in options))
        print(whole % ("int main", asserted), "" if said in ("true", "false") else printed)
        return False
    return True


def main():
    arguments = campaign.options(__doc__, 15, 2).parse_args()
    table = settings.table(arguments.binary)
    return campaign.run(arguments, "programs", lambda R, base, tally: try_one(arguments, table, R, base, tally))


if __name__ == "__main__":
    sys.exit(main())
