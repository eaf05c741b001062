"""Small random programs about memory, each of one kind and right but for what may happen once, late or for one input: blocks copied
or filled through pointers with several targets, what a loop holds and gives back, lists of two allocation sites with strings in
them, pointers compared and kept beyond what they lead to. As few invariants prove them, a proof of what is wrong shows.
program(R) as in generate.py."""


class Small:
    def __init__(self, R):
        self.R, self.checks, self.declarations, self.lines = R, 0, [], []

    def may(self, probability):
        return self.R.random() < probability

    def check(self, guard, value):
        self.checks += 1
        return f"if ({guard}) CHECK({self.checks - 1}, {value});"

    # ---- blocks: arrays of one type, a pointer to two places in one of them and others, one copy or fill, cells

    def copies(self):
        R = self.R
        kind, count = R.choice(["int", "int", "unsigned char", "short", "struct pair"]), R.choice([20, 24, 40, 60])
        pair = kind == "struct pair"
        if pair:
            self.declarations.append("struct pair { short x; int y; };")

        def cell(n, i):
            return f"{n}[{i}]{R.choice(['.x', '.y']) if pair else ''}"

        where = R.choice(["GLOBAL", ""])
        for n in "abd":
            (self.declarations if where else self.lines).append(f"{where} {kind} {n}[{count}];")
            value = R.randint(0, 3) + 4 * "abd".index(n)
            fields = f"{n}[i].x = {value}, {n}[i].y = {value}" if pair else f"{n}[i] = {value}"
            self.lines.append(f"for (int i = 0; i < {count}; i++) {fields};")
        starts = [("a", 0), ("a", R.randint(1, count // 2)), (R.choice("da"), R.randint(0, count // 2)), ("d", 0)]
        R.shuffle(starts)
        starts = starts[: R.choice([2, 3, 4])]
        room = count - max(i for _, i in starts)
        self.lines.append(f"int c = in({len(starts)}), n = {R.choice([room, room, f'in({room + 1})', room // 2])};")
        targets = [f"{n} + {i}" for n, i in starts]
        self.lines.append(f"{kind} *p = {targets[0]};")
        self.lines += [f"{'else ' if k > 1 else ''}if (c == {k}) p = {t};" for k, t in enumerate(targets) if k]
        some = R.choice(["", "", f" - {R.randint(1, 3)} * (n > 0)"])
        source = f"b + {R.choice([0, count - room])}"
        self.lines.append(R.choice([f"memcpy(p, {source}, n * sizeof *p);"] * 4 + [
            f"memcpy(p, {source}, n * sizeof *p{some});", f"memmove(p, {source}, n * sizeof *p{some});", f"memcpy({source}, p, n * sizeof *p{some});",
            f"memmove(p, a, n * sizeof *p{some});", f"memset(p, {R.choice([0, 1, 255])}, n * sizeof *p{some});", f"*p = {source.replace('b + ', 'b[')}];"]))  # fmt: skip
        for _ in range(R.randint(4, 8)):
            k = R.randrange(len(starts))
            n, i = starts[k] if self.may(0.7) else R.choice(starts + [("b", 0)])
            guard = f"c == {k}" if self.may(0.9) else "1"
            self.lines.append(self.check(guard, cell(n, min(count - 1, i + R.choice([0, 1, 2, room // 2, room - 1, room])))))

    # ---- what a loop holds: something else is done with it in one round

    def round(self, late, usual):
        """A loop in which `late` happens in one round only, if at all."""
        R, last = self.R, self.R.randint(2, 6)
        self.lines.append("int q = 0;")
        act = f"if (in(2) && q + 1 == {last}) {{ {late} }}" if self.may(0.5) else f"if (q == {last} - 1) {{ {late} }}"
        body = [f"if (q < {last}) {{ {act} q++; }}"]
        body.insert(R.randint(0, 1), usual)
        self.lines += [R.choice(["for (;;) {", "while (in(2)) {", "while (in(3)) {"])] + ["  " + b for b in body] + ["}"]

    def holds(self):
        R = self.R
        self.declarations.append("GLOBAL int *other = 0;")
        p = "p"
        if self.may(0.3):
            self.declarations.append("GLOBAL int *p = 0;")
            self.lines.append("p = malloc(sizeof *p); *p = 1;")
        else:
            self.lines.append("int *p = malloc(sizeof *p); *p = 1;")
        usual = R.choice([
            "(void)in(2);", "if (in(2)) { free(p); p = malloc(4); *p = 1; }", "{ int *t = malloc(4); *t = *p; free(p); p = t; }",
            "p = realloc(p, 4 + 4 * in(2));", "if (!other) { other = malloc(4); *other = 1; } else { free(other); other = 0; }",
            "{ char *s = malloc(3 + in(3)); strcpy(s, \"ab\"); *p = (int)strlen(s); free(s); }"])  # fmt: skip
        if self.may(0.3):
            usual = "(void)in(2);"
        late = R.choice(["p = 0;"] * 3 + [
            "p = malloc(4); *p = 2;", "free(p);", "other = p;", "other = p; p = malloc(4); *p = 2;", "free(p); p = other;", "if (other) free(p);",
            "{ int *t = p; p = malloc(8); p[0] = p[1] = 2; free(t); }", "p[1] = 2;", "if (p == other) free(p); else *p = 3;",
            "{ int *t = malloc(4); if (t == other) *p = 3; free(t); }", "*p = 7;", "p = p + 1; p = p - 1;"])  # fmt: skip
        self.round(late, usual)
        self.lines.append(self.check("p", "*p"))
        self.lines.append(R.choice(["free(p);", "free(p);", "if (p != other) free(p); free(other);", "free(p); if (other) free(other);"]))

    # ---- lists: nodes of two sites, with strings in them and strings of their own

    def lists(self):
        R = self.R
        owned = self.may(0.5)
        self.declarations.append(f"struct item {{ struct item *next; char tag[4]; int v; {'char *name; ' if owned else ''}}};")
        self.declarations.append("GLOBAL struct item *list = 0;")
        name = "t->name = malloc(3); strcpy(t->name, \"hi\");" if owned else ""

        def make(value):
            return f"struct item *t = malloc(sizeof *t); t->v = {value}; strcpy(t->tag, \"{R.choice(['a', 'bcd', ''])}\"); {name} t->next = list; list = t;"

        usual = "{ %s }" % make(1)
        if self.may(0.5):
            usual = "if (in(2)) { %s } else { %s }" % (make(1), make(R.choice([1, 2])))
        elif self.may(0.4):
            usual = "if (list && in(2)) { struct item *t = list; list = t->next; %sfree(t); } else { %s }" % ("free(t->name); " * owned, make(1))
        late = R.choice([
            "if (list) list = list->next;", "if (list && list->next) list->next = list->next->next;", "if (list) free(list);",
            "if (list) strcpy(list->tag, \"long\");", "if (list) list->v = 5;", "if (list) { struct item *t = list->next; if (t) t->tag[3] = 'x'; }",
            "if (list) list->next = list;", "(void)in(2);", "list = 0;"] + ["if (list) list->name = 0;", "if (list) free(list->name);"] * owned)  # fmt: skip
        self.round(late, usual)
        self.lines.append("for (struct item *t = list; t; t = t->next) {")
        self.lines += ["  " + self.check("1", R.choice(["t->v", "strlen(t->tag) < 4", "t->v != 0"])), "}"]
        give = ("free(t->name); " if owned and self.may(0.9) else "") + ("free(t);" if self.may(0.9) else "if (t->v != 5) free(t);")
        self.lines.append("while (list) { struct item *t = list; list = t->next; %s }" % give)

    def text(self):
        self.R.choice([self.copies, self.holds, self.lists])()
        return self.declarations, self.lines


def program(R):
    return Small(R).text()
