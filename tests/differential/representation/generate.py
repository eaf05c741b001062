"""Small random programs about how values lie in memory: offsets of bytes that are products and may wrap, accesses through pointers of other types,
unions, bit-fields, packed and nested records, copies of records and of bytes, strings, pointers as numbers, conversions.

Inputs are drawn by in(n), 0 .. n - 1, and by big(), a size_t that is one of a few numbers at which products wrap. program(R) answers declarations and
the lines of main; CHECK(k, e) marks values, which fit into a long of 32 bits."""
import statements

WIDTHS = {"signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "int": 4, "unsigned": 4, "long long": 8, "unsigned long long": 8, "float": 4}
INTEGERS = [t for t in WIDTHS if t != "float"]


class Record:
    """A record or union: members without padding bytes between them that a program could see."""

    def __init__(self, R, name, records):
        self.name, self.union, self.packed = name, R.random() < 0.3, R.random() < 0.25
        self.fields, text, self.bits = [], [], []  # (path, type)
        for i in range(R.randint(2, 4)):
            kind = R.random()
            if kind < 0.3:
                t, w = R.choice(["unsigned", "int", "unsigned char", "unsigned long long", "_Bool", "short", "long long"]), 0
                w = 1 if t == "_Bool" else R.randint(1, {"unsigned char": 8, "short": 16, "unsigned long long": 40, "long long": 33}.get(t, 31))
                text.append(f"{t} b{i} : {w};" + (" unsigned : 0;" if R.random() < 0.15 else ""))
                self.bits.append((f"b{i}", w))
            elif kind < 0.45 and records:
                r = R.choice(records)
                text.append(f"{r.tag} r{i};")
                self.fields += [(f"r{i}.{p}", t) for p, t in r.fields]
                self.bits += [(f"r{i}.{p}", w) for p, w in r.bits]
            elif kind < 0.65:
                t, n = R.choice(list(WIDTHS)), R.randint(1, 4)
                text.append(f"{t} a{i}[{n}];")
                self.fields += [(f"a{i}[{j}]", t) for j in range(n)]
            else:
                t = R.choice(list(WIDTHS))
                text.append(f"{t} f{i};")
                self.fields.append((f"f{i}", t))
        self.tag = f"{'union' if self.union else 'struct'} {name}"
        self.declaration = f"{self.tag} {{ {' '.join(text)} }}{' __attribute__((packed))' if self.packed else ''};"


class Program(statements.Statements):
    def __init__(self, R):
        super().__init__(R)
        self.declarations, self.lines, self.records = [], [], []
        for i in range(R.randint(1, 3)):
            self.records.append(Record(R, f"r{i}", self.records))
            self.declarations.append(self.records[-1].declaration)
        self.theme = R.choice(["offsets", "offsets", "records", "bytes", "strings", "numbers", "bits"])
        self.objects, self.arrays = [], []  # (name, record), (name, element, count)
        for i in range(R.randint(2, 3)):
            r = R.choice(self.records)
            self.declare(f"{r.tag} s{i}", f"memset(&s{i}, {R.choice([0, 0, 1, 255])}, sizeof s{i});")
            self.objects.append((f"s{i}", r))
        for i in range(R.randint(1, 2)):
            t, n = R.choice(list(WIDTHS)), R.choice([2, 3, 4, 5, 8])
            if R.random() < 0.25:
                self.lines.append(f"{t} *a{i} = {R.choice([f'malloc({n} * sizeof({t}))', f'calloc({n}, sizeof({t}))'])};")
                self.lines.append(f"memset(a{i}, 0, {n} * sizeof({t}));")
            else:
                self.declare(f"{t} a{i}[{n}]", f"memset(a{i}, 0, sizeof a{i});")
            self.arrays.append((f"a{i}", t, n))
        r, self.count = R.choice(self.records), R.choice([2, 3, 4])
        self.declare(f"{r.tag} many[{self.count}]", "memset(many, 0, sizeof many);")
        self.many = r
        if self.theme == "offsets" or R.random() < 0.3:
            self.declare("int grid[3][4]", "memset(grid, 0, sizeof grid);")
            self.arrays += [("grid[1]", "int", 4)]
        self.declare("char text[12]", 'memcpy(text, "abcab\\0xyz\\0\\0", 12);')
        self.declare("char other[12]", "memset(other, 0, 12);")
        self.lines += ["size_t n = big(), m = in(4);", "int x = in(3), y = 0;"]
        self.declarations += [f"static {r.tag} same{i}({r.tag} v) {{ return v; }}" for i, r in enumerate(self.records)]

    def declare(self, declaration, first):
        if self.R.random() < 0.5:
            self.declarations.append(f"GLOBAL {declaration};")
        else:
            self.lines.append(f"{declaration};")
        self.lines.append(first)

    def may(self, probability):
        return self.R.random() < probability

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # ---- expressions

    def small(self):
        return self.R.choice(["x", "y", "(int)m", "in(3)", str(self.R.randint(-1, 5)), str(self.R.choice([127, 128, 255, 256, 65535, 70000]))])

    def number(self):
        """An integer that may be large, unsigned, or cut."""
        t = self.R.choice(INTEGERS)
        return self.R.choice([self.small, self.small, lambda: f"({t}){self.read()[1]}", lambda: f"({t}){self.small()}", lambda: f"(unsigned){self.small()} * {self.R.choice([3, 257, 65537])}u",
                              lambda: f"((unsigned){self.small()} << {self.R.choice([1, 7, 8, 24, 31])})", lambda: f"((unsigned long long)n >> {self.R.choice([0, 2, 31, 32, 60])})",
                              lambda: f"({self.small()} {self.R.choice(['<', '==', '>'])} (unsigned){self.small()})", lambda: f"(({t})~0 {self.R.choice(['>>', '&', '%'])} {self.R.randint(1, 7)})"])()  # fmt: skip

    def member(self):
        """(lvalue, type) of a member of a record."""
        name, r = self.R.choice(self.objects + [(f"many[{self.R.choice([str(self.R.randrange(self.count)), 'm %% %d' % self.count, f'in({self.count})'])}]", self.many)])
        if r.bits and (self.theme == "bits" or not r.fields or self.may(0.3)):
            return f"{name}.{self.R.choice(r.bits)[0]}", "int"
        if not r.fields:
            return "y", "int"
        path, t = self.R.choice(r.fields)
        return f"{name}.{path}", t

    def cell(self):
        name, t, count = self.R.choice(self.arrays)
        return f"{name}[{self.R.choice([str(self.R.randrange(count)), 'm %% %d' % count, f'in({count})', '(x & 1)'])}]", t

    def read(self):
        """(name, integer expression)"""
        place, t = self.R.choice([self.member, self.cell])()
        if t == "float":
            return place, f"({place} > -1000.0f && {place} < 1000.0f ? (int){place} : 77)"
        return place, f"{place}" if t in INTEGERS else "x"

    # ---- statements

    def assign(self):
        place, t = self.R.choice([self.member, self.member, self.cell])()
        value = self.number()
        if t == "float":
            return [f"{place} = {self.R.choice([f'(float)(signed char)({value})', f'{self.small()} / 4.0f'])};"]
        return [self.R.choice([f"{place} = {value};"] * 4 + [f"{place} ^= {value};", f"{place} |= {value};", f"{place}++;" if t.startswith("unsigned") else f"{place} = 0;", f"y = {place} = {value};"])]

    def guard(self, offset, width, size):
        """A condition under which `width` bytes from `offset` lie inside."""
        return self.R.choice([f"{offset} < {size} - {width - 1}", f"{offset} <= {size} - {width}"] if width > 1 else [f"{offset} < {size}"])

    def offsets(self):
        name, t, count = self.R.choice(self.arrays)
        w, i = WIDTHS[t], self.R.choice(["n", "n", "n", "m", "(n + 1)", "(n - m)", "(size_t)x"])
        z, size = f"sizeof({t})", f"{count} * sizeof({t})"
        value = "1" if t == "float" else self.small()
        o = self.name("o")
        r, field = self.many, self.R.choice(self.many.fields or [("", "")])
        one = [
            lambda: [f"if ({i} * {z} < {size}) *({t} *)((char *){name} + {i} * {z}) = {value};"],
            lambda: [f"if ({i} * {z} < {size}) {{ *({t} *)((char *){name} + {i} * {z}) = {value}; if ({i} > {count - 1}) y = 9; }}"],
            lambda: [f"if ({i} * {z} < {size}) y = *({t} *)((uintptr_t){name} + {i} * {z}) {'> 0' if t == 'float' else ''};"],
            lambda: [f"if ({i} < {count}) {{ {t} *{o} = {name} + {count - 1}; {o} -= {i}; *{o} = {value}; }}"],
            lambda: [f"size_t {o} = {i} * {z}; if ({o} < {size}) {{ memset((char *){name} + {o}, {self.R.choice([0, 1, 127])}, {self.R.choice([1, w])}); if ({o} / {z} != {i}) y = 5; }}"],
            lambda: [f"size_t {o} = {i} * {3 * w}; if ({o} % {w} == 0 && {o} < {size}) {{ *({t} *)((unsigned char *){name} + {o}) = {value}; x = (int)({o} / {w}); }}"],
            lambda: [f"size_t {o} = {i} * sizeof *many; if ({o} < sizeof many) {{ {r.tag} *e = ({r.tag} *)((char *)many + {o}); memset(e, 1, sizeof *e); }}"],
            lambda: [f"unsigned {o} = (unsigned){i} * {w}u; if ({o} < {size}) *({t} *)((char *){name} + {o}) = {value};"],
            lambda: [f"size_t {o} = {i} * {z}; if ({o} <= {size}) {{ memcpy(bytes, {name}, {o} % 16); y = bytes[{self.R.randrange(16)}]; }}"],
            lambda: [f"if ({i} * {z} < {size}) {{ {t} *{o} = ({t} *)((char *){name} + {i} * {z}); y = (int)({o} - {name}); }}"],
            lambda: [f"size_t {o} = {i} * 16 + 4 * m; if ({o} < 48) *(int *)((char *)grid + {o}) = {self.small()};" if any(a == "grid[1]" for a, _, _ in self.arrays) else "y++;"],
            lambda: [f"{t} *{o} = calloc({i} & 3, {z}); if (({i} & 3) > 0) {{ {o}[({i} & 3) - 1] = {value}; y = {o}[0] == {value}; }} free({o});"],
        ]
        if field[0] and not r.packed:
            one.append(lambda: [f"size_t {o} = {i} * sizeof *many; if ({o} < sizeof many) {{ {field[1]} *e = ({field[1]} *)((char *)many + {o} + offsetof({r.tag}, {field[0]})); *e = 2; }}"])
        return self.R.choice(one)()

    def copies(self):
        (a, r), (b, s) = self.R.choice(self.objects), self.R.choice(self.objects + [("many[in(%d)]" % self.count, self.many)])
        name, t, count = self.R.choice(self.arrays)
        least = f"(sizeof {a} < sizeof({s.tag}) ? sizeof {a} : sizeof({s.tag}))"
        b = b.replace("in(%d)" % self.count, "m %% %d" % self.count)
        one = [lambda: [f"memmove(&{a}, &{b}, {least});"], lambda: [f"memcpy(bytes, &{b}, sizeof {b} < 16 ? sizeof {b} : 16); y = bytes[0];"],
               lambda: [f"memmove(&{a}, {name}, sizeof {a} < {count} * sizeof({t}) ? sizeof {a} : {count} * sizeof({t}));"],
               lambda: [f"y = ((unsigned char *)&{b})[{self.R.choice(['0', 'm % sizeof ' + b, 'n % sizeof ' + b])}];"],
               lambda: [f"((unsigned char *)&{b})[{self.R.choice(['0', 'm % sizeof ' + b, 'n % sizeof ' + b])}] = {self.R.choice([0, 1, 1, 128])};"],
               lambda: [f"{a} = same{self.records.index(r)}({a});"],
               lambda: [f"memmove((char *){name} + {self.R.randint(0, 1)} * sizeof({t}), {name}, (m % {count}) * sizeof({t}));"],
               lambda: [f"y = memcmp({name}, {name} + 1, sizeof({t})) == 0;"]]  # fmt: skip
        if r is s:
            one += [lambda: [f"{a} = {b};"], lambda: [f"{b} = same{self.records.index(r)}({a});"], lambda: [f"{{ {r.tag} t = {a}; {a} = {b}; {b} = t; }}"],
                    lambda: [f"{{ {r.tag} *p = x ? &{a} : &{b}, *q = &{a}; *q = *p; }}"]] * 2  # fmt: skip
        return self.R.choice(one)()

    def strings(self):
        k = self.R.randint(0, 5)
        one = [f"text[in({self.R.choice([3, 6, 11])})] = {self.R.choice([0, 97, 98])};", f"y = (int)strlen(text + {k});", "strcpy(other, text);", f"strncpy(other, text, {self.R.choice([3, 11, '(m + 2)'])});",
               f"y = strcmp(text, other) {self.R.choice(['< 0', '== 0', '> 0'])};", f"y = strncmp(text, other, {k}) == 0;", f"{{ char *p = strchr(text, {self.R.choice([97, 98, 99, 0])}); y = p ? (int)(p - text) : -1; }}",
               f"{{ char *p = strrchr(text, {self.R.choice([97, 98, 99])}); y = p ? (int)(p - text) : -1; }}", "{ char *p = strstr(text, \"ab\"); y = p ? (int)(p - text) : -1; }",
               "if (strlen(text) + strlen(other) < 12) strcat(other, text);", f"{{ char *p = memchr(text, {self.R.choice([97, 98, 0])}, 12); y = p ? (int)(p - text) : -1; }}", "y = (int)strspn(text, \"abc\");",
               "y = (int)strcspn(text, \"c\");", "memmove(text + 1, text, m);", f"memmove(text, text + {k}, 11 - {k});", f"memset(other, {self.R.choice([97, 0])}, m);", f"y = atoi(\"{self.R.choice(['12', ' -7', '3x'])}\");",
               "other[11] = 0;"]  # fmt: skip
        return [self.R.choice(one)]

    def numbers(self):
        name, t, count = self.R.choice(self.arrays)
        o = self.name("u")
        return self.R.choice([
            lambda: [f"uintptr_t {o} = (uintptr_t){name}; {o} += {self.R.choice(['m', 'n'])} % {count} * sizeof({t}); *({t} *){o} = 1;"],
            lambda: [f"{{ {t} *p = {name} + m % {count}, *q; memcpy(&q, &p, sizeof p); *q = 2; y = (int)(q - {name}); }}"],
            lambda: [f"{{ union {{ {t} *p; uintptr_t n; unsigned char c[sizeof(void *)]; }} v; v.p = {name}; v.n += sizeof({t}) * (m % {count}); *v.p = 3; }}"],
            lambda: [f"y = (char *)({name} + {count}) - (char *){name};"], lambda: [f"y = ((uintptr_t)({name} + m % {count}) - (uintptr_t){name}) / sizeof({t}) {self.R.choice(['> 1', '== 1'])};"],
            lambda: [f"y = {name} + m % {count} < {name} + x;"], lambda: ["{ union { float f; unsigned u; } v; v.f = (float)x; y = (int)(v.u >> 23); }"],
            lambda: [f"{{ union {{ long long l; int i[2]; short s[4]; signed char c[8]; }} v; v.l = (long long){self.small()} * {self.R.choice([1, 65537, 4294967297])}LL; y = v.{self.R.choice(['i[m % 2]', 's[m % 4]', 'c[n % 8]', 'i[1]'])}; }}"],
            lambda: [f"{{ {t} *p = {name}; {t} **h = &p; *h += m % {count}; **h = 4; p[-(int)(m % {count})] = 5; }}"],
            lambda: [f"y = {self.number()} {self.R.choice(['<', '>=', '=='])} {self.number()};"], lambda: [f"y = ({self.R.choice(INTEGERS)})({self.number()}) & 65535;"],
            lambda: [f"{{ {t} *p = {name} + 1; uintptr_t a = (uintptr_t)p & ~(uintptr_t)(sizeof({t}) - 1); y = a == (uintptr_t)p; }}"],
            lambda: [f"{{ void *p = x ? (void *){name} : (void *)text; if (p == {name}) *({t} *)p = 6; else *(char *)p = 'q'; }}"],
        ])()  # fmt: skip

    def check(self):
        if self.checks > 36:
            return []
        kind = self.R.random()
        value = self.R.choice(["y", "x"]) if kind < 0.2 else f"text[{self.R.randrange(11)}]" if self.theme == "strings" and kind < 0.5 else self.R.choice(["strlen(other)", "other[1]"]) if self.theme == "strings" and kind < 0.7 else self.read()[1]
        if "in(" in value:
            return []
        self.checks += 1
        return [f"CHECK({self.checks - 1}, {self.R.choice(['(int)(%s)', '(int)(%s)', '(short)(%s)', '(%s) == 0']) % value});"]

    def statement(self):
        themes = {"offsets": self.offsets, "records": self.copies, "bytes": self.copies, "strings": self.strings, "numbers": self.numbers, "bits": self.assign}
        kind = self.R.choice([themes[self.theme]] * 5 + [self.assign, self.assign, self.copies, self.check, self.check, self.branch, self.loop, self.R.choice(list(themes.values()))])
        return kind()

    def branch(self):
        return self.when(lambda: self.R.choice(['x', 'in(2)', 'y > 0', 'm == 2', 'n > 4', self.read()[1] + ' == 1']), lambda: False)

    def loop(self):
        if self.depth:
            return self.assign()
        i = self.name("i")
        return [f"for (int {i} = 0; {i} < {self.R.choice(['2', '3', '4', '(int)m', '6'])}; {i}++) {{"] + self.nested(self.R.randint(1, 2)) + ["}"]

    def text(self):
        for _ in range(self.R.choice([2, 3, 4, 5, 7])):
            self.lines += self.statement()
        self.lines += self.check() + self.check() + self.check()
        wraps = [f"(size_t)-1 / {s} + {self.R.randint(1, 3)}" for s in self.R.sample([2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 20, 24], 3)]
        wraps += [f"(size_t)-1 / sizeof({self.many.tag}) + {self.R.choice([1, 1, 2])}", self.R.choice(["(size_t)-1", "(size_t)-4", "(size_t)-1 / 2 + 1", "(size_t)1 << 31"])]
        table = f"static const size_t hostile[] = {{0, 1, 2, {', '.join(wraps)}}};"
        first = len(self.records)
        draw = [table, "static size_t big(void) { return HOSTILE; }", "GLOBAL unsigned char bytes[16];"]
        return self.declarations[:first] + draw + self.declarations[first:], self.lines


def program(R):
    return Program(R).text()
