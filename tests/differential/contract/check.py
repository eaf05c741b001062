#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--count N] [--first N] [--seconds S] [--keep DIR]: random functions under entry contracts by chance.

A native driver builds 60,000 entry states that the contract allows and calls the function. What the contract does not mention (a `void *` in a record)
leads to any object of the state. A verdict `true` is wrong if one of these calls fails the assertion; `false` has been replayed. The last line counts;
exit status 1 if a verdict is wrong or ansatz fails, with the program."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import campaign  # noqa: E402

TYPES = """typedef struct node { int v; struct node *next; void *user; } node;
int g, *gp;
node *gn;
"""
PLACES = ["*p", "*q", "*p", "*q", "g", "*gp", "n->v", "n->next->v", "gn->v", "gn->next->v", "b[0]", "b[k & 1]"]

DRIVER = """#include <stdlib.h>
static int bad;
#define assert(e) do { if (!(e)) bad = 1; } while (0)
TYPES
FUNCTION
static int any(void) { return rand() % 5 ? rand() % 4 : rand() - rand(); }
int main(void) {
  srand(1);
  for (int run = 0; run < 60000; run++) {
    int o1 = any(), o2 = any(), o3 = any(), buffer[2] = {any(), any()}, *p = &o1, *q = &o2;
    node a = {any()}, a2 = {any()}, c = {any()}, c2 = {any()};
    void *places[] = {0, &g, &o1, &o2, &o3, &a, &a2, &c, &c2, 0};
    g = any(), gp = &o3, gn = &c, a.next = &a2, c.next = &c2;
    a.user = places[rand() % 10], a2.user = places[rand() % 10], c.user = places[rand() % 10], c2.user = places[rand() % 10];
    ALIAS NULLED
    f(p, q, &a, buffer, any());
    if (bad) return 1;
  }
  return 0;
}
"""


def statement(R, users, depth=0):
    kind, place, number = R.random(), R.choice(PLACES), R.randint(0, 3)
    if users and kind < 0.2:
        return f"if ({R.choice(['n', 'gn', 'n->next'])}->user) *(int *)n->user = {number};" if R.random() < 0.5 else f"if (gn->user) *(int *)gn->user = {number};"
    if kind < 0.3:
        return f"if (n->next && gn->next != n) {place} = {number};"
    if kind < 0.5 and depth < 2:
        condition = f"{place} {R.choice(['==', '!=', '<'])} {R.choice([R.choice(PLACES), str(number)])}"
        return f"if ({condition}) {{ {statement(R, users, depth + 1)} {statement(R, users, depth + 1)} }}"
    return f"{place} = {R.choice([str(number), R.choice(PLACES), 'k & 3'])};"


def function(R):
    users = R.random() < 0.3
    body = " ".join(statement(R, users) for _ in range(R.randint(2, 5)))
    place, number = R.choice(PLACES), R.randint(0, 3)
    check = R.choice([f"{place} == {R.choice(PLACES)}", f"{place} != {number}", "n != gn && p != gp", "!n->next->next && n->next != gn"])
    if R.random() < 0.6:
        other = {"*p": "*q", "*q": "*p"}.get(place)  # which may be the same place
        later = f" {other} = {R.randint(0, 3)};" if other else f" {statement(R, users)}"
        body += f" {place} = {number};" + (later if R.random() < 0.5 else "")
        check = f"{place} == {number}"
    return f"int f(int *p, int *q, node *n, int *b, int k) {{ if (!p) return 0; {body} assert({check}); return 0; }}\n"


def try_one(arguments, R, base, tally):
    text, options = function(R), ["--valid", "--valid", "b[2]"]
    alias, nulled = R.random() < 0.4, R.random() < 0.3
    if alias:
        options += ["--may-alias", "p,q"]
    if nulled:
        options += ["--maybe-null", "p"]
    options += R.choice([[], ["--mode", "bmc"], ["--mode", "kinduction"], ["--no-replay"]])
    with open(base + ".c", "w") as f:
        f.write("#include <assert.h>\n" + TYPES + text)
    said, printed = campaign.verdict(arguments, ["--function", "f", *options, base + ".c"])
    kind = said
    if said == "true":
        driver = DRIVER.replace("TYPES", TYPES).replace("FUNCTION", text)
        driver = driver.replace("ALIAS", "if (rand() % 2) q = p;" if alias else "").replace("NULLED", "if (!(rand() % 4)) p = 0;" if nulled else "")
        with open(base + "_driver.c", "w") as f:
            f.write(driver)
        subprocess.run(["gcc", "-w", "-O1", "-fno-strict-aliasing", "-o", base, base + "_driver.c"], check=True)
        status = subprocess.run([base]).returncode
        kind = "WRONG" if status == 1 else said if status == 0 else f"driver status {status}"
    campaign.count(tally, kind)
    if kind in ("true", "false", "unknown"):
        return True
    print(f"{kind}: {base}.c:", *(f"'{o}'" for o in options), "\n" + text, "" if said == "true" else printed)
    return False


def main():
    arguments = campaign.options(__doc__, 15, 5).parse_args()
    return campaign.run(arguments, "functions", lambda R, base, tally: try_one(arguments, R, base, tally))


if __name__ == "__main__":
    sys.exit(main())
