#!/usr/bin/env python3
"""check.py ANSATZ [--programs FOLDER] [--generate COMMAND] [--seed N] [--seconds S] [--count N] [--keep DIR]: are invariants invariants?

A program of a folder, of the generators of ../memory or of a command that writes N of them (COMMAND OUT --count N --seed S) is verified
under a random domain of ../memory/domains.py. Where the verdict is true,
  - the rows of its proof are evaluated at every loop-back state of runs of the interpreter on random inputs (--check-invariants);
  - the rows that --invariants prints as C are compiled into the program, as assertions at their loops (at all arrivals or, where the row
    says so, once the loop has iterated), which is run on random inputs.
The last line counts; exit status 1 if a row fails, a certification is refuted, or ansatz fails."""
import collections
import glob
import itertools
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../memory")]
import campaign  # noqa: E402
import check as memory  # noqa: E402
import domains  # noqa: E402
import generate  # noqa: E402
import oracle  # noqa: E402
import small  # noqa: E402

CLANG = next((c for c in ("clang-19", "clang") if subprocess.run(["which", c], stdout=subprocess.DEVNULL).returncode == 0), None)
RUNS = 200  # native ones
MOST_GENERATED = 400
ROW_FAILS, OUT_OF_INPUTS = 77, 78


# ---- rows compiled in ------------------------------------------------------------------------------------------------------------


def in_c(text):
    """The row as C: numbers do not wrap round unless it has unsigned arithmetic, which is that of C."""
    if not re.search(r"\d+u\b|\(unsigned|\(int|\(long|\(char|\(short|\[|->|\.|\*[a-zA-Z]", text):
        return re.sub(r"\b([A-Za-z_]\w*)\b", r"((__int128)\1)", text)
    return text


def behind_parenthesis(text, at):
    """The position behind the parenthesis that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    return None


def parts_of_for(text):
    depth, last, parts = 0, 0, []
    for i, c in enumerate(text):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(c, 0)
        if c == ";" and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    return parts + [text[last:]]


def with_assertions(text, line, column, number, rows):
    """The text with the rows asserted at all arrivals, or the loop-back states alone, of the loop there, each on a line of its own; None: no such loop."""
    lines = text.split("\n")
    at = sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
    word = re.match(r"(while|for|do)\b\s*", text[at:])
    if not word:
        return None
    body = at + word.end()
    claim = {
        always: "".join(f"\n/*row {row}*/ if (!({in_c(claim)})) az_fails({row});\n" for row, claim, holds in rows if holds == always)
        for always in (True, False)
    }
    check = f"({{ {claim[True]} if (az_round_{number}++) {{ {claim[False]} }} 1; }})"
    once = f"for (int az_round_{number} = 0, az_once_{number} = 1; az_once_{number}; az_once_{number} = 0) "
    if word[1] == "do":
        return text[:at] + once + "do { " + check + ";" + text[body + 1 :] if text[body] == "{" else None
    end = behind_parenthesis(text, body)
    if text[body] != "(" or not end:
        return None
    inside = text[body + 1 : end - 1]
    if word[1] == "while":
        return text[:at] + once + f"while ({check} && ({inside}))" + text[end:]
    parts = parts_of_for(inside)
    if len(parts) != 3:
        return None
    return text[:at] + once + f"for ({parts[0]}; {check} && ({parts[1] or '1'}); {parts[2]})" + text[end:]


HARNESS = """
extern void exit(int) __attribute__((noreturn));
extern int printf(const char *, ...);
extern char *getenv(const char *);
extern unsigned long strtoul(const char *, char **, int);
void az_fails(int row) { printf("row %%d\\n", row); exit(%d); }
static unsigned long az_state, az_asked;
static unsigned long az_pick(unsigned long n) { az_state = az_state * 6364136223846793005ul + 1442695040888963407ul; return (az_state >> 33) %% n; }
static unsigned long az_input(void) {
  if (!az_asked++) az_state = strtoul(getenv("AZ_SEED"), 0, 10);
  if (az_asked > 100000) exit(%d);
  unsigned long often = strtoul(getenv("AZ_SEED"), 0, 10) %% 4, any = az_pick(1u << 30) << 32 ^ az_pick(1u << 30) << 20 ^ az_pick(1u << 30);
  if (!az_pick(often == 0 ? 2 : often == 1 ? 4 : often == 2 ? 20 : 100)) return 0;
  switch (az_pick(4)) { case 0: return 1; case 1: return az_pick(41) - 20; case 2: return az_pick(1000); default: return any >> az_pick(60); }
}
"""


def harness(text):
    """Definitions of what the program asks for and does not define."""
    made = ""
    for name, kind in sorted(set(re.findall(r"\b(__VERIFIER_nondet_(\w+))\b", text))):
        kinds = {"bool": "_Bool", "uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned", "ulong": "unsigned long",
                 "longlong": "long long", "ulonglong": "unsigned long long", "size_t": "unsigned long", "u8": "unsigned char"}  # fmt: skip
        made += f"{kinds.get(kind, kind)} {name}(void) {{ return az_input(); }}\n"
    for name, end in (("__VERIFIER_assume", "if (!c) exit(0);"), ("__VERIFIER_assert", "if (!c) exit(0);")):
        if name in text and not re.search(name + r"\s*\([^)]*\)\s*{", text):
            made += f"void {name}(int c) {{ {end} }}\n"
    if "reach_error" in text and not re.search(r"reach_error\s*\([^)]*\)\s*{", text):
        made += "void reach_error(void) { exit(0); }\n"
    return HARNESS % (ROW_FAILS, OUT_OF_INPUTS) + made


def compile_in(source, invariants, base, tally):
    """The program with its rows in it, compiled; None: there are none that are C."""
    text = open(source).read()
    by_loop = collections.defaultdict(list)
    for number, row in enumerate(invariants):
        where = re.match(r"(.*):(\d+):(\d+)$", row["loc"])
        # Rows of one call path, and of some states alone, are not claims about all that the loop does.
        if where and re.match(r"main\.\d+$", row["view"]) and os.path.realpath(where[1]) == os.path.realpath(source):
            by_loop[int(where[2]), int(where[3])].append((number, row["text"], row["holds"] == "always"))
        else:
            campaign.count(tally, "rows of a call path or of some states")
    bad = set()
    while True:  # without those that are not C
        made = text
        for (line, column), rows in sorted(by_loop.items(), reverse=True):
            kept = [row for row in rows if row[0] not in bad]
            changed = with_assertions(made, line, column, rows[0][0], kept) if kept else None
            made = changed or made
        if "az_fails(" not in made:
            return None, 0
        with open(base + ".rows.c", "w") as f:
            f.write("void az_fails(int);\n" + made)
        with open(base + ".harness.c", "w") as f:
            f.write(harness(text))
        command = [CLANG, "-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-fno-finite-loops", "-ferror-limit=0", "-o", base + ".rows"]
        done = subprocess.run(command + [base + ".rows.c", base + ".harness.c", "-lm"], stderr=subprocess.PIPE, text=True)
        if done.returncode == 0:
            return base + ".rows", made.count("az_fails(")
        numbered = open(base + ".rows.c").read().split("\n")
        errors = [int(n) for n in re.findall(r"\.rows\.c:(\d+):\d+: error", done.stderr)]
        found = {int(m[1]) for n in errors for m in [re.search(r"/\*row (\d+)\*/", numbered[n - 1])] if m}
        if not found - bad:
            campaign.count(tally, "programs that do not compile with rows")
            return None, 0
        for _ in found - bad:
            campaign.count(tally, "rows that are not C")
        bad |= found


def run_natively(source, invariants, base, tally):
    program, rows = compile_in(source, invariants, base, tally)
    if not program:
        return True
    campaign.count(tally, "programs with rows compiled in")
    tally["rows compiled in"] = tally.get("rows compiled in", 0) + rows
    late = 0
    for seed in range(RUNS):
        if late == 3:  # it has a loop that most inputs never leave
            break
        try:
            done = subprocess.run([program], env=dict(os.environ, AZ_SEED=str(seed)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=0.5)
        except subprocess.TimeoutExpired:
            late += 1
            continue
        if done.returncode == ROW_FAILS:
            number = int(re.findall(rb"row (\d+)", done.stdout)[-1])
            print(f"A ROW FAILS natively, seed {seed}: {invariants[number]['view']}: {invariants[number]['text']}")
            return False
    return True


# ---- programs --------------------------------------------------------------------------------------------------------------------


def made_program(R, base):
    """A program of the generators for memory, whose assertions are true as far as natively seen."""
    declarations, lines = R.choice([generate, small]).program(R)
    body = "\n".join("  " + line for line in lines)
    whole = "\n".join(declarations) + "\n%s(void) {\n%s\n  return 0;\n}\n"
    seen = oracle.run_natively(whole % ("static int prog", body), base)
    for _ in range(10):
        asserted, holds = oracle.assertions(R, body, seen["met"])
        if holds:
            break
    with open(base + ".c", "w") as f:
        f.write(memory.HEAD + whole % ("int main", asserted))
    return base + ".c"


def generated_programs(arguments, folder):
    """The paths of tasks that the command writes, those that are true."""
    wanted = str(min(arguments.count, MOST_GENERATED))
    subprocess.run(shlex.split(arguments.generate) + [folder, "--count", wanted, "--seed", str(arguments.seed)], check=True, stdout=subprocess.DEVNULL)
    tasks = sorted(glob.glob(os.path.join(folder, "**", "*.yml"), recursive=True))
    return [t for t in tasks if re.search(r"unreach-call\.prp\s+expected_verdict: true", open(t).read())]


def source_of(path):
    if path.endswith(".c"):
        return path
    name = re.search(r"^input_files:\s*\[?['\"]?([^'\"\n\]]+)", open(path).read(), re.M)
    return os.path.join(os.path.dirname(path), name[1].strip()) if name else None


# ---- a check ---------------------------------------------------------------------------------------------------------------------


def describe(arguments, path, options):
    print("ansatz verify", *(shlex.quote(o) for o in options), path)
    source = source_of(path)
    if source and not arguments.programs:
        print(open(source).read())


def note_runs(tally, runs):
    for key, name in (("rows", "rows"), ("evaluated", "rows evaluated"), ("states", "states"), ("claims", "times evaluated")):
        tally[name] = tally.get(name, 0) + runs[key]
    for one in runs["open"]:
        kind = "not evaluated: " + re.sub(r"'[^']*'|loop \S+|, behind", "..", one["why"])
        tally[kind] = tally.get(kind, 0) + one["times"]


def try_one(arguments, R, base, tally):
    path = next(arguments.files) if arguments.files else made_program(R, base)
    options = ["--mode", R.choice(["kiki", "ai", "ai"]), "--domain", domains.choose(R), "--timeout", str(arguments.timeout)]
    command = [arguments.binary, "verify", "--json", "--invariants", "--no-replay", "--check-invariants", str(arguments.runs)]
    done = subprocess.run(command + options + [path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        print(f"FAILED: status {done.returncode}: {done.stderr[-500:]}")
        describe(arguments, path, options)
        return False
    campaign.count(tally, answer["verdict"].split("(")[0].split(" ")[0])
    right = True
    for prop in answer.get("properties", []):
        found = prop.get("certified")
        if not found:
            continue
        campaign.count(tally, found["result"])
        if found.get("invariants"):
            note_runs(tally, found["invariants"])
        if found["result"] == "refuted":
            print("REFUTED:", found["reason"])
            right = False
        elif source_of(path) and CLANG and prop["name"] == "unreach-call":
            right = run_natively(source_of(path), prop["invariants"], base, tally) and right
    if not right:
        describe(arguments, path, options)
    return right


def main():
    parser = campaign.options(__doc__, 20, 3)
    parser.add_argument("--programs", help="a folder of tasks (.yml)")
    parser.add_argument("--generate", help="a command that writes programs")
    parser.add_argument("--runs", type=int, default=40, help="of the interpreter")
    arguments = parser.parse_args()
    arguments.files = None
    if arguments.programs:
        found = glob.glob(os.path.join(arguments.programs, "**", "*.yml"), recursive=True)
        names = sorted(f for f in found if not f.endswith("_false.yml"))
        random.Random(arguments.seed).shuffle(names)
        arguments.files = itertools.cycle(names)

    with tempfile.TemporaryDirectory() as folder:
        memory.build_random_observation(arguments.binary, folder)
        if arguments.generate:
            arguments.files = itertools.cycle(generated_programs(arguments, os.path.join(folder, "generated")))
        sys.exit(campaign.run(arguments, "programs", lambda R, base, tally: try_one(arguments, R, base, tally)))


if __name__ == "__main__":
    main()
