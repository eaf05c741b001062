"""Random small C programs about memory: pointers with several targets, blocks of bytes, lists, sizes that are inputs, loops of
many rounds in which something happens late. Inputs are drawn by in(n), 0 .. n - 1. program(R) answers declarations and the lines
of main; CHECK(k, e) marks values from which check.py makes assertions."""

TYPES = {"signed char": 1, "unsigned char": 1, "short": 2, "int": 4, "long": 8}


class Program:
    def __init__(self, R):
        self.R, self.checks, self.names, self.depth = R, 0, 0, 0
        self.risk = R.choice([0, 0, 0.03, 0.1])  # of an index or a size that is one too large
        self.counters = []  # (loop variable, its bound)
        self.lines, self.declarations = [], []
        self.theme = R.choice(["pointers", "block", "heap", "heap"])  # most statements and checks are about it
        self.kinds = [self.theme] * 6 + ["assign", "assign", "if", "loop", "check", R.choice(["pointers", "block", "heap"])]
        self.declare()

    def may(self, probability):
        return self.R.random() < probability

    def one(self, *choices):
        """A choice; of functions, called when chosen."""
        choice = self.R.choice(choices)
        return choice() if callable(choice) else choice

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def declare(self):
        R, fields = self.R, ["int v;", "signed char t;", "struct inner in;", "int *to;", "struct node *next;"]
        R.shuffle(fields)
        self.declarations += ["struct inner { short p; int q[2]; };", f"struct node {{ {' '.join(fields)} }};"]
        self.declarations += ["union word { int w; unsigned char c[4]; };", "GLOBAL int g = 1;", "GLOBAL int *pa[3] = {&g, &g, &g};"]

        def variable(declaration, value):
            if self.may(0.5):
                self.declarations.append(f"GLOBAL {declaration} = {value};")
            else:
                self.lines.append(f"{declaration} = {value};")

        self.ints = ["g", "x", "y"]
        for n in "xy":
            variable(f"int {n}", R.randint(0, 3))
        self.arrays = [("a", "int", R.choice([3, 4, 8, 20])), ("b", R.choice(list(TYPES)), R.choice([2, 4, 8, 40]))]
        for n, kind, count in self.arrays:
            variable(f"{kind} {n}[{count}]", "{%s}" % ", ".join(str(R.randint(0, 9)) for _ in range(2)))
        for n in ["s", "r"]:
            variable(f"struct node {n}", "{.to = &g}")
        variable("union word u", "{0}")
        for n in ["p", "o"]:
            variable(f"int *{n}", "&g")
        variable("struct node *l", "0")
        variable("struct node *m", "0")
        self.declarations += ["GLOBAL int *h = 0;", "GLOBAL int size = 0;"]
        self.lines += ["struct node *k = &s;", f"long number = {self.one('0', '(long)&g')};", "char bytes[8];", "memcpy(bytes, &p, sizeof p);"]
        self.declarations += [
            "static int *choose(int *u, int *v, int c) { if (c) return u; return v; }",
            "static void put(int *to, int v) { if (v > 1) return; *to = v; }",
            "static int length(const struct node *n, int d) { return n && d > 0 ? 1 + length(n->next, d - 1) : 0; }",
            "static struct node with(struct node n, int v) { n.v = v; return n; }",
            "static void push(struct node **at, int v) {"
            " struct node *t = calloc(1, sizeof *t); t->v = v; t->to = &g; t->next = *at; *at = t; }",
        ]

    # ---- expressions

    def index(self, count):
        if self.may(self.risk / 2):
            return f"in({count + 1})"
        near = [v for v, bound in self.counters if bound <= count]
        if near and self.may(0.6):
            return self.R.choice(near)
        if self.counters and self.may(0.3):
            return f"{self.R.choice(self.counters)[0]} % {count}"
        return self.one(f"in({count})", str(self.R.randrange(count)), str(self.R.randrange(count)))

    def field(self, node):
        return node + self.one("v", "v", "t", "in.p", lambda: f"in.q[{self.index(2)}]")

    def cell(self):
        n, _, count = self.R.choice(self.arrays)
        return f"{n}[{self.index(count)}]"

    def place(self):
        """An integer to be read or written."""
        if self.theme == "block" and self.may(0.6):
            return self.cell()
        return self.one(
            lambda: self.R.choice(self.ints), self.cell, self.cell, lambda: self.field(self.one("s.", "r.", "k->")),
            lambda: self.one("u.w", "u.c[%s]" % self.index(4)), "*p", "*o", "**pa", "*s.to", lambda: f"*pa[{self.index(3)}]")

    def value(self, depth=1):
        if depth < 0 or self.may(0.25):
            return str(self.R.randint(0, 5))
        return self.one(
            self.place, self.place, lambda: f"in({self.R.randint(2, 3)})",
            lambda: f"(({self.value(depth - 1)} & 255) {self.one('+', '-', '^')} ({self.value(depth - 1)} & 255)) & {self.one(3, 7, 15)}",
            lambda: f"({self.condition()} ? {self.value(depth - 1)} : {self.value(depth - 1)})")

    def condition(self):
        return self.one(
            "in(2)" if self.depth == 0 or self.may(0.3) else "x < 2", lambda: f"{self.place()} {self.one('==', '!=', '<')} {self.R.randint(0, 4)}",
            lambda: f"{self.one('p', 'o')} == {self.pointer(0)}", self.one("l != 0", "!m", "l == m"))

    def pointer(self, depth=1):
        if depth and self.may(0.35):
            return f"({self.condition()} ? {self.pointer(0)} : {self.pointer(0)})"
        n, _, count = self.arrays[0]
        return self.one(
            lambda: "&" + self.R.choice(self.ints), lambda: f"&{n}[{self.index(count)}]", lambda: f"&{n}[{self.index(count)}]",
            "&u.w", "&k->v", lambda: f"r.in.q + {self.index(2)}", "p", "o", lambda: f"pa[{self.index(3)}]")

    def node(self):
        return self.one("&s", "&r", "k", lambda: f"({self.condition()} ? &s : &r)")

    # ---- statements

    def pointers(self):
        return self.one(
            lambda: f"{self.one('p', 'o')} = {self.pointer()};", lambda: f"{self.one('p', 'o')} = {self.pointer()};",
            lambda: f"pa[{self.index(3)}] = {self.pointer()};", lambda: f"k = {self.node()};", lambda: f"s.to = {self.pointer()};",
            lambda: f"*choose({self.pointer(0)}, {self.pointer(0)}, {self.condition()}) = {self.value()};",
            lambda: f"put({self.pointer()}, {self.value()});", lambda: f"number = (long){self.pointer()};",
            lambda: f"number = (long){self.pointer()};", lambda: f"if (number) *(int *)number = {self.value()};", "memcpy(bytes, &o, sizeof o);", "memcpy(&p, bytes, sizeof p);",
            "memmove(pa, pa + 1, 2 * sizeof *pa);", lambda: f"{{ int **e = &pa[{self.index(3)}]; **e = {self.value()}; }}")

    def bytes_of(self, most):
        if self.may(self.risk):
            return f"in({most + 2})"
        return self.one(str(self.R.randint(1, most)), str(most), f"in({min(most, 5) + 1})", f"(x & {max(1, (1 << most.bit_length() - 1) - 1)})")

    def block(self):
        (n, t, count), (m, u, others) = self.R.choice(self.arrays), self.R.choice(self.arrays)
        i, j = self.R.randrange(count), self.R.randrange(others)
        room = min((count - i) * TYPES[t], (others - j) * TYPES[u])
        to = self.one(f"{n} + {i}", f"({self.condition()} ? {n} + {i} : {n} + {self.R.randint(0, i)})")
        return self.one(
            lambda: f"memmove({to}, {m} + {j}, {self.bytes_of(room)});", lambda: f"memmove({to}, {m} + {j}, {self.bytes_of(room)});",
            lambda: f"memset({to}, {self.one(0, 1, 255)}, {self.bytes_of((count - i) * TYPES[t])});",
            lambda: f"memmove({self.pointer()}, {self.pointer()}, {self.bytes_of(4)});",
            lambda: f"memmove({self.node()}, {self.node()}, sizeof s);", lambda: f"*{self.one('k', '(&r)')} = *({self.node()});",
            lambda: f"k->in = {self.one('s', 'r')}.in;", lambda: f"r = with(*({self.node()}), {self.value()});",
            lambda: f"{{ signed char *c = (signed char *)({self.pointer()}); c[{self.R.randrange(4)}] = {self.value()}; }}",
            lambda: f"{{ char t[8] = \"{self.one('', 'a', 'abc')}\"; t[in(4)] = 'q'; x = (int)strlen(t); y = strcmp(t, \"abc\") == 0; }}"
            .replace("t[in(4)]", self.one("t[in(3)]", "t[0]")))

    def heap(self):
        l, m, t = self.one("l", "m"), self.one("l", "m"), self.name("t")
        unlink = f"if ({l}) {{ struct node *{t} = {l}->next; free({l}); {l} = {t}; }}"
        grow = "if (size < 5) { h = realloc(h, (size + 1) * sizeof *h); h[size++] = %s; }"
        return self.one(
            lambda: f"push(&{l}, {self.value()});", lambda: f"push(&{l}, {self.value()});", unlink, unlink,
            lambda: f"{{ struct node **e = &{l}; while (*e && (*e)->v < 2) e = &(*e)->next; push(e, {self.value()}); }}",
            f"if ({l} && {l}->next) {{ struct node *{t} = {l}->next; {l}->next = {t}->next; free({t}); }}",
            lambda: f"if ({l}) {self.field(l + '->')} = {self.value()};", lambda: f"if ({l}) {self.place()} = {self.field(l + '->')};",
            f"if ({l} && {m}) {l}->next = {self.one(m, m + '->next')};", f"if ({l}) {l} = {l}->next;", f"{l} = {m};",
            lambda: f"x = length({l}, {self.R.randint(1, 3)});", f"if (!{l}) {l} = malloc(sizeof *{l}), *{l} = s;",
            f"free({l});" if self.may(self.risk) else f"while ({l}) {{ struct node *{t} = {l}->next; free({l}); {l} = {t}; }}",
            lambda: grow % self.value(), lambda: f"if (x >= 0 && x < size) h[x] = {self.value()};",
            lambda: f"free(h); size = {self.one('1 + in(3)', 'x & 3')}; h = calloc(size, sizeof *h);", "free(h); h = 0; size = 0;",
            lambda: f"{{ int n = 1 + in(3), v[n]; for (int i = 0; i < n; i++) v[i] = i + x % 4; {self.place()} = v[n - 1]; }}")

    def check(self):
        themes = {"pointers": [("1", "g"), ("1", "x"), ("p == &g", "*p"), ("1", "p == o")], "block": [("1", self.cell())] * 3,
                  "heap": [("l", "l->v"), ("m", "m->next == 0"), ("l && l->next", "l->next->v")]}  # fmt: skip
        guard, value = self.one(*themes[self.theme]) if self.may(0.6) else self.one(
            lambda: ("1", self.place()), lambda: ("1", self.place()), lambda: ("1", f"{self.one('p', 'o')} == {self.pointer(0)}"),
            ("l", "l->v"), ("l && l->next", "l->next->v"), ("1", "l == m"), ("l", "l->next == m"), ("size > 0", "h[size - 1]"), ("1", "size"))
        if "in(" in value or self.checks == 36:
            return []
        self.checks += 1
        return [f"if ({guard}) CHECK({self.checks - 1}, {value});"]

    def statement(self):
        kind = self.R.choice(self.kinds)
        if kind in ("if", "loop") and self.depth < 2:
            return self.branch() if kind == "if" else self.loop()
        if kind == "check":
            return self.check()
        if kind in ("pointers", "block", "heap"):
            return [getattr(self, kind)()]
        return [self.one(lambda: f"{self.place()} = {self.value()};", "if (y < %d) y++;" % self.R.randint(3, 20), "x = (x + 1) & 7;")]

    def statements(self, count):
        return [line for _ in range(count) for line in self.statement()]

    def nested(self, count):
        self.depth += 1
        lines = ["  " + line for line in self.statements(count)]
        self.depth -= 1
        return lines

    def branch(self):
        condition = self.condition()
        otherwise = ["} else {"] + self.nested(1) if self.may(0.4) else []
        return [f"if ({condition}) {{"] + self.nested(2) + otherwise + ["}"]

    def loop(self):
        i, count = self.name("i"), self.R.choice([2, 3, 4, 8])
        if self.may(0.4):
            return ["while (in(2)) {"] + self.nested(2) + ["}"]
        self.counters.append((i, count))
        lines = [f"for (int {i} = 0; {i} < {count}; {i}++) {{"] + self.nested(2) + ["}"]
        self.counters.pop()
        return lines

    def late_loop(self):
        """Many rounds, in which something happens in one only."""
        q, last = self.name("q"), self.R.randint(4, 17)
        head, step = self.one(
            ("for (;;) {", f"(void)in(2); if ({q} < {last}) {q}++;"), ("while (in(2)) {", f"{q} = {q} == {last} ? {last // 2} : {q} + 1;"),
            ("while (in(3)) {", f"if (in(2) && {q} < {last}) {q}++;"), (f"for (int n = in(21); {q} < n; {q}++) {{", ";"))
        body = self.nested(self.R.randint(1, 3))
        usual, self.risk = self.risk, 0.4 if self.may(0.25) else self.risk
        body += [f"  if ({q} {self.one('==', '==', '>=')} {self.R.randint(last // 2, last)}) {{"] + self.nested(2) + ["  }"]
        self.risk = usual
        checks = ["  " + line for line in self.check() + self.check()]
        body = checks + body if self.may(0.5) else body + checks
        body.insert(self.one(0, len(body)), "  " + step)
        return [f"int {q} = 0;", head] + body + ["}"]

    def text(self):
        self.lines += self.statements(self.R.randint(1, 5))
        self.lines += self.late_loop() if self.may(0.6) else self.loop()
        self.lines += self.statements(self.R.randint(0, 2)) + self.check() + self.check()
        for n in "lm":
            if self.may(0.4):
                self.lines.append(f"while ({n}) {{ struct node *d = {n}->next; free({n}); {n} = d; }}")
        return self.declarations, self.lines


def program(R):
    return Program(R).text()
