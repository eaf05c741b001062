#!/usr/bin/env python3
"""check.py ANSATZ --generate PROGRAM [--seed N] [--count N] [--seconds S] [--keep DIR]: random programs whose verdict is known exactly.

PROGRAM (default: fuzz/generate of the folder `shared` beside the project) writes programs with finitely many states, and their verdicts into
.yml files. Half of the runs have the shipped configuration; the others a mode, a domain, limits and switches by chance.
The last line counts; exit status 1 if a verdict is wrong or ansatz fails, with the program."""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "memory")]
import campaign  # noqa: E402
import domains  # noqa: E402
import settings  # noqa: E402

FEATURES = "scalar,loops,calls,arrays,pointers,heap,goto"


def try_one(arguments, table, R, base, tally):
    seed = R.randrange(1 << 31)
    command = [arguments.generate, base, "--count", "1", "--seed", str(seed), "--features", FEATURES]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    task = os.path.join(base, "random", f"r{seed}_0.yml")
    with open(task) as f:
        want = re.search(r"unreach-call\.prp\s+expected_verdict: (\w+)", f.read())[1]
    options = domains.configuration(R, table) if R.random() < 0.5 else []
    said, printed = campaign.verdict(arguments, ["--property", "unreach-call", *options, task])
    wrong = said in ("true", "false") and said != want
    campaign.count(tally, "WRONG" if wrong else "right" if said == want else said)
    if wrong or said not in ("true", "false", "unknown"):
        print(f"{'WRONG' if wrong else 'FAILS'}: said {said}, right is {want};", *(f"'{o}'" for o in options))
        print(open(task[:-3] + "c").read(), printed if said not in ("true", "false") else "")
        return False
    return True


def main():
    parser = campaign.options(__doc__, 1e9, 3)
    parser.add_argument("--generate", default=os.path.join(HERE, "..", "..", "..", "..", "shared", "fuzz", "generate"))
    arguments = parser.parse_args()
    if not os.access(arguments.generate, os.X_OK):
        print(f"{arguments.generate} is not there: none of its programs were tried")
        return 0
    table = settings.table(arguments.binary)
    return campaign.run(arguments, "random programs", lambda R, base, tally: try_one(arguments, table, R, base, tally))


if __name__ == "__main__":
    sys.exit(main())
