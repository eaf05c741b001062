#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--count N] [--seconds S] [--keep DIR] [FOLDER ...]: mutants of C programs, verdicts against native runs.

Programs are those of experiments/programs and of the regression cases, or those of the folders. A mutant has one to three changes: another operator, another constant,
another variable, a statement less. It runs natively on random inputs (native.c) with sanitizers; a verdict `true` is wrong if one of these
runs violates the property. A verdict `false` was replayed, and is counted. Modes, domains, limits and switches change from mutant to mutant.
The last line counts; exit status 1 if a verdict is wrong or ansatz fails, with the mutant."""
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "memory")]
import campaign  # noqa: E402
import domains  # noqa: E402
import native
import settings  # noqa: E402

OPERATORS = [["+", "-", "*"], ["<", "<=", ">", ">=", "==", "!="], ["&&", "||"], ["+=", "-="], ["++", "--"], ["&", "|", "^"], ["/", "%"]]
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*|[A-Za-z_]\w*|\d\w*|\+\+|--|->|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|.', re.S | re.M)


def mutate(R, text):
    """The text with one change, or None."""
    tokens = TOKEN.findall(text)
    kind = R.choice(["operator", "operator", "constant", "constant", "variable", "statement"])
    if kind == "statement":
        lines = text.split("\n")
        some = [i for i, line in enumerate(lines) if re.match(r"\s+[A-Za-z_*(][^={]*(=|\(|\+\+|--).*;\s*$", line) and not re.match(r"\s*(int|unsigned|char|long|struct|return|extern|for|const)\b", line)]
        if not some:
            return None
        lines[R.choice(some)] = "  ;"
        return "\n".join(lines)
    body = next((i for i, t in enumerate(tokens) if t == "{"), len(tokens))
    if kind == "operator":
        places = [i for i in range(body, len(tokens)) if any(tokens[i] in group for group in OPERATORS)]
        change = lambda t: R.choice([o for group in OPERATORS if t in group for o in group if o != t])  # noqa: E731
    elif kind == "constant":
        places = [i for i in range(body, len(tokens)) if re.fullmatch(r"\d+[uUlL]*", tokens[i])]
        change = lambda t: str(max(0, int(re.match(r"\d+", t)[0]) + R.choice([1, -1, 1, -1, 2, 7, -5])))  # noqa: E731
    else:
        names = sorted({t for t in re.findall(r"\b(?:int|unsigned|long|char|\*)\s+\**(\w+)\s*[=;,]", text)})
        places = [i for i in range(body, len(tokens)) if tokens[i] in names and tokens[i - 1 : i] not in (["."], ["->"])]
        change = lambda t: R.choice(names)  # noqa: E731
    if not places:
        return None
    at = R.choice(places)
    tokens[at] = change(tokens[at])
    return "".join(tokens)


def try_one(arguments, table, sources, R, path, tally):
    with open(R.choice(sources)) as f:
        text = f.read()
    for _ in range(R.choice([1, 1, 2, 3])):
        text = mutate(R, text) or text
    with open(path, "w") as f:
        f.write(text)
    seen = native.run(path, path, arguments.runs)
    if not seen:
        campaign.count(tally, "does not compile or end")
        return True
    prop = R.choice(["unreach-call", "unreach-call", "valid-memsafety", "no-overflow"])
    violated = seen[native.COUNTED[prop]]
    options = domains.configuration(R, table)
    said, _ = campaign.verdict(arguments, ["--property", prop, *options, path])
    wrong = said == "true" and violated
    kind = "WRONG" if wrong else said
    campaign.count(tally, kind)
    if wrong or said not in ("true", "false", "unknown", "refused"):
        print(f"{kind}: {prop}, said {said}, native runs: {seen};", *(f"'{o}'" for o in options))
        print(text)
        return False
    return True


def main():
    parser = campaign.options(__doc__, 1e9, 2)
    parser.add_argument("folders", nargs="*", default=[os.path.join(ROOT, "experiments", "programs"), os.path.join(ROOT, "tests", "regression", "cases")])
    parser.add_argument("--runs", type=int, default=150, help="native runs of a mutant")
    arguments = parser.parse_args()
    sources = sorted(p for folder in arguments.folders for p in glob.glob(os.path.join(folder, "**", "*.c"), recursive=True))
    sources = [p for p in sources if re.search(r"\bmain\s*\(", open(p, errors="replace").read())]
    if not sources:
        parser.error("no programs with main in: " + " ".join(arguments.folders))
    table = settings.table(arguments.binary)
    return campaign.run(arguments, "mutants", lambda R, base, tally: try_one(arguments, table, sources, R, base + ".c", tally))


if __name__ == "__main__":
    sys.exit(main())
