#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--count N] [--seconds S] [--keep DIR]: programs of csmith (package csmith, libcsmith-dev) against their native checksum.

Each program is deterministic. What it computes is found by gcc and by clang, both with sanitizers; where these agree, two questions
are asked of it, for 64 and 32 bits in turn: that the checksum is another one than this is never reached (true), that it is this one is
reached (false). `unknown` is counted by its reason, and a program that the front end refuses by its message. The last line counts; exit status 1 if
a verdict is wrong or ansatz fails. Half of the runs have limits and switches at their extremes."""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "memory")]
import campaign  # noqa: E402
import settings  # noqa: E402

INCLUDES = ["-I", HERE, "-I", "/usr/include/csmith"]
CHECKS = ["-fsanitize=undefined,address", "-fno-sanitize-recover=all"]
CLANG = shutil.which("clang-19") or shutil.which("clang")


def generate(R, path):
    """A small program: few functions, shallow expressions; each feature of csmith is there in some programs."""
    features = ["arrays", "bitfields", "comma-operators", "compound-assignment", "consts", "divs", "embedded-assigns", "jumps", "longlong",
                "int8", "uint8", "math64", "muls", "pointers", "structs", "unions", "volatiles", "packed-struct", "safe-math"]  # fmt: skip
    chosen = [f"--{'' if f == 'safe-math' or R.random() < 0.7 else 'no-'}{f}" for f in features]
    sizes = ["--max-funcs", R.randint(1, 3), "--max-block-depth", R.randint(1, 3), "--max-block-size", R.randint(1, 4),
             "--max-expr-complexity", R.randint(1, 4), "--max-array-dim", R.randint(1, 2), "--max-array-len-per-dim", R.randint(1, 4)]  # fmt: skip
    command = ["csmith", "--seed", str(R.randrange(1 << 31)), "--concise", "--no-argc", *chosen, *map(str, sizes), "--output", os.path.abspath(path)]
    # csmith leaves a file platform.info where it runs.
    return subprocess.run(command, cwd=os.path.dirname(os.path.abspath(path)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20).returncode == 0


def native(compiler, bits, path):
    """The checksum, or None: it does not compile, does not end, or a sanitizer stops it."""
    binary = path + ".bin"
    built = subprocess.run([compiler, "-w", "-O0", f"-m{bits}", *CHECKS, *INCLUDES, "-o", binary, path, "-lm"], stderr=subprocess.DEVNULL)
    if built.returncode != 0:
        return None
    try:
        done = subprocess.run([binary], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=2, env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0"))
    except subprocess.TimeoutExpired:
        return None
    return int(done.stdout) if done.returncode == 0 else None


def ask(arguments, bits, path, expected, reached, options):
    """(verdict, reason)."""
    text = path + ".i"
    defines = [f"-DEXPECTED={expected}u", f"-DREACHED=checksum {reached} EXPECTED"]
    subprocess.run([CLANG, "-E", "-P", "-w", f"-m{bits}", *defines, *INCLUDES, "-o", text, path], check=True)
    command = [arguments.binary, "verify", "--property", "unreach-call", "--data-model", "LP64" if bits == 64 else "ILP32", "--timeout", str(arguments.timeout)]
    try:
        done = subprocess.run(command + options + [text], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=60)
    except subprocess.TimeoutExpired:
        return "hangs", ""
    said = re.search(r"^VERDICT: (\w+)(.*)", done.stdout, re.M)
    if done.returncode in (0, 5, 10) and said or said and said[1] == "unknown":
        return said[1], re.sub(r"[\w./]+\.i\b:?[\d:]*|\d+", "N", said[2]).strip(" ()")
    if done.returncode == 2:
        return "refused", re.sub(r".*?error: |[\w./]+\.i\b:?[\d:]*|\d+", "", done.stdout.strip().split("\n")[0]).strip()
    return f"status {done.returncode}", done.stdout


def try_one(arguments, table, R, path, tally):
    bits = R.choice([64, 64, 32])
    if not generate(R, path):
        return True
    values = {native(compiler, bits, path) for compiler in ("gcc", CLANG)}
    if len(values) > 1 or None in values:
        campaign.count(tally, "no native checksum")
        return True
    expected, right = values.pop(), True
    for want, reached in (("true", "!="), ("false", "==")):
        options = settings.choose(R, table) + R.choice([[], ["--mode", "bmc"], ["--mode", "bmc", "--no-replay"], ["--mode", "kinduction"]])
        said, reason = ask(arguments, bits, path, expected, reached, options)
        wrong = said == ("false" if want == "true" else "true")
        if said in ("unknown", "refused"):
            campaign.count(tally, f"{said}: {reason}" if reason else said)
            if "ended without" in reason and "--limit" not in options:
                print(f"model and run disagree: {path}, {bits} bits, checksum {expected} {reached};", *(f"'{o}'" for o in options))
        else:
            campaign.count(tally, "WRONG" if wrong else said)
        if wrong or said not in ("true", "false", "unknown", "refused"):
            print(f"{'WRONG' if wrong else 'FAILS'}: said {said}, right is {want}; {bits} bits, checksum {expected} {reached};", *(f"'{o}'" for o in options), reason)
            print(open(path).read())
            right = False
    return right


def main():
    arguments = campaign.options(__doc__, 1e9, 3).parse_args()
    if not shutil.which("csmith") or not os.path.exists("/usr/include/csmith/random_inc.h") or not CLANG:
        print("csmith is not installed (Debian: csmith, libcsmith-dev): no programs of it were tried")
        return 0
    table = settings.table(arguments.binary)
    return campaign.run(arguments, "csmith programs", lambda R, base, tally: try_one(arguments, table, R, base + ".c", tally))


if __name__ == "__main__":
    sys.exit(main())
