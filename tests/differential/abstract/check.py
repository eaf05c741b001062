#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--seconds S] [--count N] [--functions N] [--keep DIR]: do abstract states describe the states that executions reach?

Random programs of many functions each (loops, arrays, records, pointers, calls, copies, memset, casts, switches; no recursion, indices in range)
are analysed along the control flow under several domains (verify --no-check), and what is claimed at loop heads is evaluated in runs of the
interpreter on random inputs. Every function is one random program. The last line counts; exit status 1 if a claim is false or ansatz fails."""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

DOMAINS = [
    "interval()",
    "zones()",
    "product{ zones(), congruence() }",
    "segments{ elements = interval(), variables = zones() }",
    "product{ interval(), congruence() }",
    "constant()",
    "congruence{ modulus = 2 }",
    "segments{ elements = power{ interval(), modulus = 2 }, variables = product{ interval(), congruence() } }",
    "segments{ elements = interval(), variables = interval() }",
    "segments{ elements = product{ interval(), congruence() }, variables = interval(), order = \"variables\" }",
    "sums{ interval() }",
    "segments{ elements = sums{ interval() }, variables = sums{ interval() }, relate = \"arrays\" }",
    "segments{ elements = sums{ product{ interval(), congruence() } }, variables = interval(), relate = \"variables\" }",
]
STRATEGIES = ["kleene()", "kleene{ narrowing = 0 }", "kleene{ delay = 2 }", "kleene{ widen_to = \"list\" }", "kleene{ reanalysis = 1 }"]
TYPES = ["int", "unsigned", "char", "unsigned char", "short", "long", "unsigned long"]


class Function:
    def __init__(self, rng, number):
        self.rng, self.number, self.lines, self.depth, self.loops = rng, number, [], 1, 0
        self.scalars = [("v%d" % i, rng.choice(TYPES)) for i in range(rng.randint(2, 4))]
        self.size = rng.choice([2, 4, 8])
        self.many = rng.choice(["named", "vla", "malloc", "field"])

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def place(self):
        r = self.rng.random()
        if r < 0.55:
            return self.rng.choice(self.scalars)[0]
        if r < 0.8:
            return "%s[%s]" % (self.rng.choice([self.array, self.array, "b"]), self.index())
        return self.rng.choice(["*p", "s.x", "s.y", "g", "q->x", "t.y"])

    def index(self):
        if self.rng.random() < 0.3:
            return str(self.rng.randrange(self.size))
        return "(unsigned)%s %% %du" % (self.rng.choice(self.scalars)[0], self.size)

    def value(self, depth=0):
        r = self.rng.random()
        if r < 0.3 or depth > 1:
            return self.place()
        if r < 0.5:
            return str(self.rng.choice([0, 1, 2, 3, 7, 10, 100, -1, 255, 1000]))
        if r < 0.6:
            return "__VERIFIER_nondet_int()"
        op = self.rng.choice(["+", "-", "*", "&", "|", "^", "+", "-"])
        if r < 0.65:
            return "(%s)(%s)" % (self.rng.choice(TYPES), self.value(depth + 1))
        if r < 0.7:
            return "(%s %s %d)" % (self.value(depth + 1), self.rng.choice(["%", "/", ">>"]), self.rng.randint(1, 7))
        return "((unsigned)%s %s (unsigned)%s)" % (self.value(depth + 1), op, self.value(depth + 1))

    def condition(self, depth=0):
        """Also truth values that two paths make, or that a function passes on."""
        r = self.rng.random()
        if r < 0.2 and depth < 2:
            return "(%s %s %s)" % (self.condition(depth + 1), self.rng.choice(["&&", "||"]), self.condition(depth + 1))
        if r < 0.3 and depth < 2:
            return self.rng.choice(["truth(%s)", "!truth(%s)", "!(%s)"]) % self.condition(depth + 1)
        return "%s %s %s" % (self.place(), self.rng.choice(["<", "<=", ">", ">=", "==", "!="]), self.value())

    def loop(self):
        self.loops += 1
        i, n = "i%d" % self.loops, self.rng.choice([str(self.size), str(self.rng.randint(1, 12)), self.rng.choice(self.scalars)[0]])
        kind = self.rng.randrange(4)
        if kind == 3:
            self.walk(i)
        elif kind == 0:  # a fill
            self.put("for (int %s = 0; %s < %d; %s++) {" % (i, i, self.size, i))
            self.depth += 1
            to, other = self.rng.choice([(self.array, "b"), ("b", self.array)])
            at = "%s[%s]" % (other, i)
            if self.rng.random() < 0.2:
                self.put("if (%s %s %s) " % (at, self.rng.choice(["<", ">="]), self.rng.choice([i, self.place()])))
            self.put("%s[%s] = %s;" % (to, i, self.rng.choice([i, self.value(), "3", "%s + 1" % i, at, at, "%s / 2 + 1" % at, "%s + %s" % (i, self.scalars[0][0])])))
        elif kind == 1:
            self.put("for (int %s = %s, c%s = 0; %s > 0 && c%s < 20; %s--, c%s++) {" % (i, n, i, i, i, i, i))
            self.depth += 1
        else:
            self.put("unsigned %s = 0;" % i)
            self.put("while (%s < 9 && %s) {" % (i, self.condition()))
            self.depth += 1
            self.put("%s++;" % i)
        self.block(self.rng.randint(1, 3))
        self.depth -= 1
        self.put("}")

    def walk(self, i):
        """Pointers that walk arrays, upwards or downwards, perhaps beside each other; one may be moved by more than one."""
        w, o = "w" + i, "o" + i
        down, step = self.rng.random() < 0.3, self.rng.choice([1, 1, 1, 2])
        start = " + %d" % (self.size - 1) if down else ""
        self.put("__typeof__(&%s[0]) %s = %s%s;" % (self.array, w, self.array, start))
        self.put("__typeof__(&b[0]) %s = b%s;" % (o, start))
        self.put("for (int %s = 0; %s < %d; %s++) {" % (i, i, self.size // step, i))
        self.depth += 1
        value = self.rng.choice([self.value(), "3", i, "*" + o, "*" + o, "*%s + 1" % w])
        move = "-=" if down else "+="
        self.put("*%s = %s;" % (w, value))
        self.put("%s %s %d;" % (w, move, step))
        if self.rng.random() < 0.7:
            self.put("%s %s %d;" % (o, move, step))

    def statement(self):
        r = self.rng.random()
        if r < 0.45:
            self.put("%s = %s;" % (self.place(), self.value()))
        elif r < 0.6 and self.depth < 4:
            if self.rng.random() < 0.3:  # kept in a variable, what it mentions may change
                v = self.rng.choice(self.scalars)[0]
                self.put("%s = %s;" % (v, self.condition()))
                if self.rng.random() < 0.4:
                    self.put("if (%s) %s = %s;" % (self.condition(), v, self.rng.choice(["0", "1", self.condition()])))
                if self.rng.random() < 0.4:
                    self.put("%s = %s;" % (self.place(), self.value()))
                self.put("if (%s) {" % self.rng.choice([v, "!" + v, "%s == 1" % v]))
            else:
                self.put("if (%s) {" % self.condition())
            self.depth += 1
            self.block(self.rng.randint(1, 2))
            if self.rng.random() < 0.5:
                self.lines.append("  " * (self.depth - 1) + "} else {")
                self.block(1)
            self.depth -= 1
            self.put("}")
        elif r < 0.78 and self.depth < 4:
            self.loop()
        elif r < 0.84:
            self.put("p = %s;" % self.rng.choice(["&w", "&s.x", "&%s[%s]" % (self.array, self.index()) if self.of_int else "&g", "&g", "%s ? &w : &g" % self.condition()]))
        elif r < 0.88:
            self.put(self.rng.choice(["t = s;", "s = t;", "q = &t;", "q = &s;", "*q = t;"]))
        elif r < 0.91:
            self.put("memset(%s, %d, %s);" % (self.array, self.rng.choice([0, 1, 255]), "sizeof s.a" if self.many == "field" else "%d" % (self.rng.randint(1, self.size) * self.width)))
        elif r < 0.95:
            function = self.rng.choice(["helper", "down", "ping"])
            self.put("%s = %s(%s, &%s);" % (self.rng.choice(self.scalars)[0], function, self.value(), self.rng.choice(["w", "g", "s.y"])))
        elif r < 0.97:
            self.list()
        else:
            self.put("switch (%s & 3) {" % self.place())
            for k in range(self.rng.randint(1, 3)):
                self.put("case %d: %s = %s;%s" % (k, self.place(), self.value(), self.rng.choice([" break;", ""])))
            self.put("default: %s = %s;" % (self.place(), self.value()))
            self.put("}")

    def list(self):
        """Nodes that are made in a loop, with all or some of their fields set, and a walk that reads and writes them."""
        self.loops += 1
        i, n = "i%d" % self.loops, "n%d" % self.loops
        self.put("struct node *l%s = NULL;" % i)
        self.put("for (int %s = 0; %s < %d; %s++) {" % (i, i, self.rng.randint(1, 5), i))
        self.put("  struct node *%s = %s;" % (n, self.rng.choice(["malloc(sizeof *%s)" % n, "calloc(1, sizeof *%s)" % n])))
        if self.rng.random() < 0.3:
            self.put("  if (!%s) abort();" % n)
        for name in self.rng.sample(["x", "y"], self.rng.randint(0, 2)):
            self.put("  %s->%s = %s;" % (n, name, self.rng.choice([i, self.value(), "7"])))
        self.put("  %s->next = l%s;" % (n, i))
        if self.rng.random() < 0.3:
            self.put("  %s->x = %s->y;" % (n, n))
        if self.rng.random() < 0.3:
            self.put("  if (%s->next) %s->next->y = %s;" % (n, n, self.value()))
        self.put("  l%s = %s;" % (i, n))
        self.put("}")
        v = self.rng.choice(self.scalars)[0]
        self.put("for (struct node *%s = l%s; %s; %s = %s->next) {" % (n, i, n, n, n))
        self.put("  %s = %s;" % (v, self.rng.choice(["%s->x" % n, "%s->y" % n, "(char)%s->x" % n])))
        self.put("  %s->%s = %s;" % (n, self.rng.choice("xy"), self.rng.choice([self.value(), "%s->x + 1u" % n, v])))
        if self.rng.random() < 0.3:
            self.put("  p = %s ? &%s->x : &g;" % (self.condition(), n))
        self.put("}")

    def block(self, count):
        for _ in range(count):
            self.statement()

    def text(self):
        element = self.rng.choice(["int", "int", "char", "unsigned short", "long"])
        if self.many == "field":
            element, self.size = "int", 4
        self.of_int = element == "int"
        self.width = {"int": 4, "char": 1, "unsigned short": 2, "long": 8}[element]
        self.array = "s.a" if self.many == "field" else "a"
        self.put("struct r s, t, *q = &s;")
        self.put("memset(&s, 0, sizeof s);")
        self.put("t = s;")
        self.put("int w = %d, *p = &w;" % self.rng.randint(0, 9))
        for name, kind in self.scalars:
            self.put("%s %s = %s;" % (kind, name, self.rng.choice(["0", "1", "5", "__VERIFIER_nondet_int()"])))
        if self.many == "named":
            self.put("%s a[%d];" % (element, self.size))
        elif self.many == "vla":
            self.put("int n = %d;" % self.size)
            self.put("%s a[n];" % element)
        elif self.many == "malloc":
            self.put("%s *a = malloc(%d * sizeof *a);" % (element, self.size))
        self.put("%s b[%d];" % (element, self.size))
        self.put("for (int i = 0; i < %d; i++) b[i] = %s;" % (self.size, self.rng.choice(["0", "i", "__VERIFIER_nondet_int()"])))
        if self.many != "field":
            self.put("for (int i = 0; i < %d; i++) a[i] = %s;" % (self.size, self.rng.choice(["0", "i", "2 * i"])))
        self.block(self.rng.randint(3, 7))
        return "static void f%d(void) {\n%s\n}\n" % (self.number, "\n".join(self.lines))


def program(rng, functions):
    text = ["#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\nstruct r { int x; short y; int a[4]; };\nstruct node { int x, y; struct node *next; };\nstatic int g;\n"
            "static int truth(int c) { return c ? 1 : 0; }\n"
            "static int helper(int v, void *out) {\n  int r = 0;\n  for (int i = 0; i < 5 && i < v; i++) r += i;\n  *(char *)out = (char)r;\n  return r + 1;\n}\n"]
    # Recursive ones: locals that live across the call, are written through a pointer by the inner call, and are swapped on the way.
    down = rng.choice(["own + below", "below", "n", "own"])
    text.append("static int down(int n, int *out) {\n  int own = %s, here = 0, below = 0;\n  if (n > 0) below = down(n > %d ? %d : n - 1, %s);\n"
                "  for (int i = 0; i < 3 && i < own; i++) %s;\n  *(char *)out = (char)%s;\n  return %s;\n}\n" % (
                    rng.choice(["n", "n & 7", "g"]), rng.randint(1, 6), rng.randint(0, 4), rng.choice(["&here", "out", "&g"]),
                    rng.choice(["g++", "own--", "below = i", "here++"]), rng.choice(["here", "own", "below"]), rng.choice([down, "own & 15", "here"])))
    text.append("static int ping(int n, int *out);\nstatic int pong(int a, int b, int n, int *out) {\n  if (n <= 0) return a;\n  g = %s;\n"
                "  int r = %s;\n  return %s;\n}\nstatic int ping(int n, int *out) {\n  *(char *)out = 1;\n  return pong(%d, %d, n & 7, out);\n}\n" % (
                    rng.choice(["a", "b", "n"]), rng.choice(["pong(b, a, n - 1, out)", "ping(n - 2, &g)", "pong(b, n, n - 1, &g)"]),
                    rng.choice(["r", "b", "r - n", "a"]), rng.randint(0, 9), rng.randint(0, 9)))
    for i in range(functions):
        text.append(Function(rng, i).text())
    # One function in each run, so that runs are short and all are reached.
    text.append("int main(void) {\n  switch ((unsigned)__VERIFIER_nondet_int() %% %du) {\n%s  }\n  return 0;\n}\n" % (
        functions, "".join("  case %d: f%d(); break;\n" % (i, i) for i in range(functions))))
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ansatz")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, default=10**9, help="random functions, in all")
    parser.add_argument("--functions", type=int, default=10, help="of a program")
    parser.add_argument("--keep", help="folder for programs that fail")
    o = parser.parse_args()
    end, done, claims, failures = time.time() + o.seconds, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while time.time() < end and done < o.count:
            rng = random.Random("%d/%d" % (o.seed, done))
            path = os.path.join(folder, "p.c")
            with open(path, "w") as f:
                f.write(program(rng, o.functions))
            domain, strategy = rng.choice(DOMAINS), rng.choice(STRATEGIES)
            command = [o.ansatz, "verify", "--no-check", "--timeout", "100", "--domain", domain, "--strategy", strategy,
                       "--check-invariants", str(12 * o.functions), path]
            if rng.random() < 0.3:
                command.insert(2, "--witness-indices")
            if rng.random() < 0.4:
                command[2:2] = ["--switch", "calls=summaries"]
            run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            counts = [line for line in run.stdout.split("\n") if "claims evaluated" in line]
            claims += int(counts[0].split(",")[1].split()[0]) if counts else 0
            if run.returncode != 5:
                failures += 1
                print("%s\n  %s" % (" ".join("'%s'" % c if " " in c else c for c in command[1:]), run.stderr.strip()[-400:]), flush=True)
                if o.keep:
                    os.makedirs(o.keep, exist_ok=True)
                    shutil.copy(path, os.path.join(o.keep, "abstract_%d_%d.c" % (o.seed, done)))
            done += o.functions
    print("seed %d: %d functions, %d claims evaluated, %d programs with a claim that is false" % (o.seed, done, claims, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
