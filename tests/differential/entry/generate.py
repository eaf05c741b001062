"""Small random functions that a program starts with (`--function f`): pointers to integers, to pointers and to records in parameters, globals,
records by value and static locals, any of which may be null or lead to the same place.

program(R) answers (declarations, function f, native): f marks values with CHECK(k, e); `native` draws an entry state by in(n) and calls f. f sees
integers modulo 4 only, so that the entry states that are drawn stand for all. A
static local is declared INSIDE f for ansatz, and OUTSIDE for the driver, which sets it."""
import re

import statements

TYPES = """
struct inner { struct inner *next; int *p; int v; unsigned char c[4]; };
struct outer { int head; struct inner in; struct inner *to; int **pp; };
union both { int *p; struct inner *s; unsigned long n; };
"""

# Global: (declaration, what draws its value, the integers, pointers and records in it)
GLOBALS = {
    "g1": ("int g1 = 7;", "g1 = any();", ["&g1"], [], []),
    "g2": ("int g2 = 5;", "g2 = any();", ["&g2"], [], []),
    "row": ("int row[3];", "row[0] = any(), row[1] = any(), row[2] = any();", ["&row[in(3)]"], [], []),
    "gp": ("int *gp = &g1;", "gp = any_integer();", [], ["&gp"], []),
    "table": ("int *table[2];", "table[0] = any_integer(), table[1] = any_integer();", [], ["&table[in(2)]"], []),
    "gpp": ("int **gpp;", "gpp = any_pointer();", [], [], []),
    "gs": ("struct inner gs;", "fill(&gs);", ["&gs.v"], ["&gs.p"], ["&gs"]),
    "gr": ("struct inner gr;", "fill(&gr);", ["&gr.v"], ["&gr.p"], ["&gr"]),
    "nodes": ("struct inner nodes[2];", "fill(&nodes[0]), fill(&nodes[1]);", ["&nodes[in(2)].v"], ["&nodes[in(2)].p"], ["&nodes[in(2)]"]),
    "gsp": ("struct inner *gsp;", "gsp = any_record();", [], [], []),
    "go": ("struct outer go;", "fill(&go.in), go.head = any(), go.to = any_record(), go.pp = any_pointer();", ["&go.head", "&go.in.v"], ["&go.in.p"], ["&go.in"]),
    "gu": ("union both gu;", "if (in(2)) gu.p = any_integer(); else gu.s = any_record();", [], ["&gu.p"], []),
    "gv": ("void *gv;", "gv = in(3) ? (void *)any_integer() : in(2) ? (void *)any_record() : (void *)any_pointer();", [], [], []),
    "st": ("OUTSIDE(static int st;)", "st = any();", ["&st"], [], []),
    "fixed": ("static int *const fixed = &g1;", "", [], [], []),
}
HELPERS = {
    "put": "static void put(int *to, int v) { if (to) *to = v; }",
    "with": "static struct inner with(struct inner n, int v) { n.v = v; return n; }",
    "moved": "static struct outer moved(struct outer n, struct inner *to) { n.to = to; return n; }",
    "swap": "static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }",
    "choose": "static int *choose(int *a, int *b, int c) { return c ? a : b; }",
    "last": "static struct inner *last(struct inner *n, int d) { return n && n->next && d > 0 ? last(n->next, d - 1) : n; }",
}

NATIVE = """
static int *integers[64];
static int **pointers[64];
static struct inner *records[64];
static int integer_count, pointer_count, record_count, depth;
static int any(void) { return in(4); }
static int *any_integer(void) {
  int *n;
  if (in(3)) switch (in(@I)) { @INTEGERS }
  switch (in(5)) {
  case 0: return 0;
  case 1: case 2: if (integer_count) return integers[in(integer_count)]; break;
  case 3: if (record_count) return &records[in(record_count)]->v;
  }
  n = malloc(in(2) ? sizeof *n : 2 * sizeof *n);
  if (integer_count < 60) integers[integer_count++] = n;
  return *n = any(), n;
}
static int **any_pointer(void) {
  int **n;
  if (in(3)) switch (in(@P)) { @POINTERS }
  switch (in(5)) {
  case 0: return 0;
  case 1: case 2: if (pointer_count) return pointers[in(pointer_count)]; break;
  case 3: if (record_count) return &records[in(record_count)]->p;
  }
  n = malloc(sizeof *n);
  if (pointer_count < 60) pointers[pointer_count++] = n;
  return *n = any_integer(), n;
}
static void fill(struct inner *n);
static struct inner *any_record(void) {
  struct inner *n;
  if (in(3)) switch (in(@R)) { @RECORDS }
  switch (in(5)) {
  case 0: return 0;
  case 1: case 2: if (record_count) return records[in(record_count)]; break;
  }
  if (depth > 2) return 0;
  depth++;
  n = malloc(sizeof *n);
  if (record_count < 60) records[record_count++] = n;
  fill(n);
  depth--;
  return n;
}
static void fill(struct inner *n) {
  n->v = any(), n->p = any_integer(), n->next = any_record();
  for (int i = 0; i < 4; i++) n->c[i] = any();
}
"""


def native(used):
    """The functions that draw an entry state of these globals."""
    text = NATIVE
    for kind, name in (("I", "INTEGERS"), ("P", "POINTERS"), ("R", "RECORDS")):
        targets = [t for n in used for t in GLOBALS[n][2 + "IPR".index(kind)]]
        text = text.replace(f"@{name}", " ".join(f"case {i}: return {t};" for i, t in enumerate(targets))).replace(f"@{kind})", f"{len(targets) + (not targets)})")
    draws = "".join(f"  {GLOBALS[n][1]}\n" for n in used)
    return text + f"static void enter(void) {{\n  integer_count = pointer_count = record_count = depth = 0;\n{draws}}}\n"


PARAMETERS = {"x": ("int", "any()"), "p": ("int *", "any_integer()"), "q": ("int *", "any_integer()"), "pp": ("int **", "any_pointer()"),
              "s": ("struct inner *", "any_record()"), "t": ("struct inner *", "any_record()"), "sv": ("struct inner", "drawn"), "ov": ("struct outer", "drawn_outer"),
              "b": ("unsigned char *", "(unsigned char *)any_integer()"), "v": ("void *", "any_integer()")}  # fmt: skip


class Function(statements.Statements):
    def __init__(self, R):
        super().__init__(R)
        self.parameters = R.sample(sorted(PARAMETERS), R.randint(0, 5))
        few = R.random() < 0.6  # globals that are used; all of them in some programs
        names = ["g1", "g2", "row", "gp", "table", "gpp", "gs", "gr", "nodes", "gsp", "go", "gu", "gv"]
        self.known = set(R.sample(names, R.randint(2, 4)) if few else names) | set(self.parameters)
        self.known |= {"st", "l", "lp"} & set(R.sample(["st", "l", "lp", "st"], 2))
        self.where = ["g1"]  # places that were used before

    def may(self, probability):
        return self.R.random() < probability

    def pick(self, table):
        """An entry of {name that it uses: choices} whose name is known."""
        choices = [c for name, cs in table.items() if name in self.known or not name for c in cs]
        choice = self.R.choice(choices)
        return choice() if callable(choice) else choice

    # ---- pointers and places: (conditions under which they exist, expression)

    def under(self, inner, text):
        guards, expression = inner
        return guards + [expression], text.replace("$", f"({expression})")

    def integer_pointer(self, depth=1):
        if depth and self.may(0.3):
            return self.R.choice([lambda: self.under(self.record_pointer(0), "$->p"), lambda: self.under(self.pointer_pointer(0), "*$"),
                                  lambda: self.under(self.record_pointer(0), "&$->v")])()  # fmt: skip
        return self.pick({"p": [([], "p")] * 3, "q": [([], "q")] * 3, "gp": [([], "gp")] * 3, "table": [([], "table[0]"), ([], "table[1]"), ([], f"table[{self.index(2)}]")],
                          "sv": [([], "sv.p")] * 2, "ov": [([], "ov.in.p")], "gs": [([], "gs.p")], "nodes": [([], "nodes[1].p")], "go": [([], "go.in.p")],
                          "gu": [([], "gu.p")], "gv": [([], "(int *)gv")], "v": [([], "(int *)v")] * 2, "lp": [([], "lp")] * 2, "g1": [([], "&g1")],
                          "g2": [([], "&g2"), ([], "fixed")], "row": [([], f"&row[{self.index(3)}]")], "st": [([], "&st")], "l": [([], "&l")], "": [([], "&g1")]})  # fmt: skip

    def record_pointer(self, depth=1):
        if depth and self.may(0.3):
            return self.under(self.record_pointer(0), "$->next")
        return self.pick({"s": [([], "s")] * 3, "t": [([], "t")] * 3, "gsp": [([], "gsp")] * 2, "gs": [([], "gs.next"), ([], "&gs")], "gr": [([], "&gr")],
                          "nodes": [([], f"&nodes[{self.index(2)}]")], "go": [([], "go.to"), ([], "&go.in")], "sv": [([], "sv.next")], "ov": [([], "ov.to")] * 2,
                          "gu": [([], "gu.s")], "gv": [([], "(struct inner *)gv")], "": [([], "gsp")]})  # fmt: skip

    def pointer_pointer(self, depth=1):
        if depth and self.may(0.2):
            return self.under(self.record_pointer(0), "&$->p")
        return self.pick({"pp": [([], "pp")] * 4, "gpp": [([], "gpp")] * 2, "gp": [([], "&gp")], "p": [([], "&p")], "q": [([], "&q")], "gs": [([], "&gs.p")],
                          "table": [([], f"&table[{self.index(2)}]")], "go": [([], "go.pp")], "ov": [([], "ov.pp")], "sv": [([], "&sv.p")], "lp": [([], "&lp")],
                          "gv": [([], "(int **)gv")], "": [([], "gpp")]})  # fmt: skip

    def index(self, count):
        return self.R.choice([str(self.R.randrange(count)), str(self.R.randrange(count)), f"in({count})"] + ["(x & %d)" % (count.bit_length() - 1)] * ("x" in self.known))

    def place(self):
        """An integer."""
        if self.may(0.35):
            return self.pick({"g1": [([], "g1")], "g2": [([], "g2")], "row": [([], f"row[{self.index(3)}]")], "st": [([], "st")], "gs": [([], "gs.v")], "go": [([], "go.in.v"), ([], "go.head")],
                              "sv": [([], "sv.v")], "x": [([], "x")], "gr": [([], "gr.v"), ([], "gr.c[1]")], "l": [([], "l")], "": [([], "g1")]})  # fmt: skip
        return self.R.choice([lambda: self.under(self.integer_pointer(), "*$"), lambda: self.under(self.integer_pointer(), "*$"),
                              lambda: self.under(self.record_pointer(), self.R.choice(["$->v", "$->v", f"$->c[{self.index(4)}]"]))])()  # fmt: skip

    def guarded(self, guards, line):
        guards = [g for g in dict.fromkeys(guards) if not g.startswith("&")]
        return f"if ({' && '.join(guards)}) {line}" if guards else line

    def value(self):
        if self.may(0.5):
            return [], str(self.R.randint(0, 3))
        guards, read = self.place()
        return guards, self.R.choice([f"({read} & 3)", f"({read} & 3) + 1", f"(({read} ^ 1) & 3)"])

    def condition(self):
        if self.may(0.5):
            a, b = self.R.choice([(self.integer_pointer, self.integer_pointer), (self.record_pointer, self.record_pointer), (self.pointer_pointer, self.pointer_pointer)])
            (g, e), (h, f) = a(), b()
            test = self.R.choice([f"{e} {self.R.choice(['==', '!='])} {f}"] * 3 + [f"{e} == 0", f"(unsigned long)({e}) == (unsigned long)({f})"])
        else:
            (g, e), h = self.place(), []
            test = self.R.choice([f"({e} & 3) {self.R.choice(['==', '!=', '<'])} {self.R.randint(0, 3)}"] * 3 + ["in(2)"])
        return " && ".join([x for x in dict.fromkeys(g + h) if not x.startswith("&")] + [test])

    # ---- statements

    def assign(self):
        (g, e), (h, v) = self.place(), self.value()
        self.where.append((g, e))
        return [self.guarded(g + h, f"{e} = {v};")]

    def point(self):
        (g, e), (h, v) = self.pointer_pointer(), self.integer_pointer()
        return [self.guarded(g + [e] + h, f"*({e}) = {v};")]

    def link(self):
        (g, e), (h, v) = self.record_pointer(), self.record_pointer()
        return [self.guarded(g + [e] + h, f"({e})->next = {v};")]

    def copy(self):
        (g, e), (h, v) = self.record_pointer(), self.record_pointer()
        both, i = g + [e] + h + [v], self.R.randint(0, 3)
        return [self.R.choice([self.guarded(both, f"*({e}) = *({v});"), self.guarded(both, f"memmove({e}, {v}, sizeof *({e}));"), self.guarded(both, f"*({e}) = with(*({v}), {i});"),
                               self.guarded(g + [e], f"memset({e}, 0, sizeof *({e}));"), self.guarded(g + [e], f"go.in = *({e});"), self.guarded(h, f"go = moved(go, {v});"),
                               self.guarded(both, f"{{ struct inner local = *({e}); *({e}) = *({v}); *({v}) = local; }}"),
                               self.guarded(g + [e], f"memmove(&({e})->v, &g1, {self.R.choice([1, 4])});")])]  # fmt: skip

    def call(self):
        (g, e), (h, v), (i, w) = self.integer_pointer(), self.integer_pointer(), self.value()
        (k, a), (m, b) = self.pointer_pointer(), self.pointer_pointer()
        return [self.R.choice([self.guarded(g + i, f"put({e}, {w});"), self.guarded(k + [a] + m + [b], f"swap({a}, {b});"),
                               self.guarded(g + h + [e, v], f"*choose({e}, {v}, in(2)) = {self.R.randint(0, 3)};"),
                               self.guarded(g, f"{{ unsigned long n = (unsigned long)({e}); if (n) *(int *)n = {self.R.randint(0, 3)}; }}"),
                               self.guarded(g + [e], f"*(unsigned char *)({e}) = {self.R.randint(0, 3)};"),
                               self.guarded(g + k + [a], f"{{ int *m = malloc(sizeof *m); *m = {self.R.randint(0, 3)}; *({a}) = m; }}"),
                               self.guarded(g + k + [a], f"{{ int *m = {e}; memcpy({a}, &m, sizeof m); }}"),
                               self.guarded(self.record_pointer()[0], "gsp = last(gsp, 2);")])]  # fmt: skip

    def check(self):
        if self.checks > 30:
            return []
        kind = self.R.random()
        if kind < 0.3:
            (g, e), (h, f) = self.integer_pointer(), self.integer_pointer()
            value = f"({e}) == ({f})"
        elif kind < 0.6 and len(self.where) > 2:
            (g, e), (h, f) = self.R.choice(self.where[1:]), self.R.choice(self.where[1:])
            value = f"({e} & 3) * 4 + ({f} & 3)"
        elif kind < 0.8 and len(self.where) > 1:
            (g, e), h = self.R.choice(self.where[1:]), []
            value = f"{e} & 3"
        else:
            (g, e), h = self.place(), []
            value = f"{e} & 3"
        if "in(" in value + "".join(g + h):
            return []
        self.checks += 1
        return [self.guarded(g + h, f"CHECK({self.checks - 1}, {value});")]

    def statement(self):
        kind = self.R.choice([self.assign] * 5 + [self.point] * 2 + [self.link, self.copy, self.call, self.check, self.check, self.branch, self.loop])
        return kind()

    def branch(self):
        return self.when(self.condition, lambda: self.may(0.3))

    def loop(self):
        if self.depth > 0:
            return self.assign()
        self.names += 1
        i = f"i{self.names}"
        walk = self.R.choice(["gsp", *({"s", "t"} & self.known)])
        return self.R.choice([lambda: [f"for (int {i} = 0; {i} < {self.R.choice([2, 3, 5])}; {i}++) {{"] + self.nested(2) + ["}"],
                              lambda: [f"for (int {i} = 0; {walk} && {i} < 3; {i}++) {{"] + self.nested(1) + [f"  if ({walk}) {walk} = {walk}->next;", "}"]])()  # fmt: skip

    def text(self):
        body = ["INSIDE(static int st;) st = st;", "int l = 0;", "int *lp = &l;"]
        if self.may(0.15):  # what is never initialised may be compared
            body.append("UNINITIALISED(u); if (u == &g1) { *u = 2; }")
        for _ in range(self.R.choice([1, 2, 2, 3, 3, 4, 6])):
            body += self.statement()
        body += self.check() + self.check() + self.check()
        parameters = ", ".join(f"{PARAMETERS[n][0]} {n}" for n in self.parameters) or "void"
        drawn = "  struct inner drawn; struct outer drawn_outer;\n  fill(&drawn), drawn_outer.head = any(), fill(&drawn_outer.in), drawn_outer.to = any_record(), drawn_outer.pp = any_pointer();\n"
        call = "f(" + ", ".join(PARAMETERS[n][1] for n in self.parameters) + ");"
        function = f"void f({parameters}) {{\n" + "".join(f"  {line}\n" for line in body) + "}\n"
        helpers = [t for n, t in HELPERS.items() if re.search(rf"\b{n}\(", function)]
        used = [n for n in GLOBALS if n == "g1" or re.search(rf"\b{n}\b", function)]
        declarations = TYPES + "\n".join([GLOBALS[n][0] for n in used] + helpers) + "\n"
        return declarations, function, native(used) + "static int prog(void) {\n  enter();\n" + drawn + f"  {call}\n  return 0;\n}}\n"


def program(R):
    return Function(R).text()
