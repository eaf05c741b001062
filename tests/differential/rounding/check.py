#!/usr/bin/env python3
"""check.py ANSATZ [--seed N] [--count N] [--seconds S] [--keep DIR]: float arithmetic in the four rounding directions.

A program sets directions by fesetround and computes with constants and with inputs of which only one value is let through. gcc and clang compile it with
-frounding-math; where these agree on the bits of the results, two questions are asked of ansatz, for 64 and 32 bits in turn: that other bits
are never found (true), that these are found (false). The last line counts; exit status 1 if a verdict is wrong."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import campaign  # noqa: E402

DIRECTIONS = ["FE_TONEAREST", "FE_UPWARD", "FE_DOWNWARD", "FE_TOWARDZERO"]
REALS = """0.1 1.0/3 -0.0 0.0 1e300*1e10 12.5 -12.5 0x1.fffffep127 0x1.ffffffp127 0x1p-1074 0x1p-149 -0x1p-150 0x1.fffffffffffffp1023 -0x1.fffffffffffffp1023
    3.7 -1e-310 16777217.0 2.5 -2.5 0.5 -0.5 1.0 -1.0 1e-40 0x1.000001p0 0x1.0000008p0""".split()
NUMBERS = ["33554435", "-33554435", "9007199254740993LL", "-9007199254740993LL", "0", "1", "-1", "2147483647", "-2147483647", "9223372036854775807LL",
           "-9223372036854775807LL"]  # fmt: skip
LARGE = [n for n in NUMBERS if n[0] != "-"] + ["18446744073709551615ULL", "9223372036854775809ULL"]
HEAD = """#include <fenv.h>
#include <math.h>
#include <string.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static unsigned long long bits_of(double x) { unsigned long long b = 0; if (!isnan(x)) memcpy(&b, &x, 8); else b = 1; return b; }
"""
NATIVE = """#include <stdio.h>
double __VERIFIER_nondet_double(void) { return 0; }
float __VERIFIER_nondet_float(void) { return 0; }
long long __VERIFIER_nondet_longlong(void) { return 0; }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return 0; }
"""


def expression(R, depth):
    kind = R.randrange(12) if depth else 0
    sub = lambda: expression(R, depth - 1)  # noqa: E731
    if kind == 0:
        return R.choice(["d0", "d1", "f0", "f1", "i0", "u0"]) if depth else R.choice(["d0", "d1", "f0", "f1", "(double)i0", "(float)i0", "(double)u0", "(float)u0"])
    if kind <= 4:
        return f"({sub()} {R.choice('+-*/')} {sub()})"
    if kind <= 6:
        return f"(float)({sub()})"
    if kind == 7:
        return f"sqrt{R.choice(['', 'f'])}({sub()})"
    if kind == 8:
        return f"{R.choice(['rint', 'nearbyint', 'rintf', 'floor', 'ceil', 'trunc', 'round', 'fabs', '-'])}({sub()})"
    if kind == 9:
        return f"((long double)({sub()}) {R.choice('+-*/')} {sub()})"
    if kind == 10:
        return f"fdim({sub()}, {sub()})"
    return f"((float)({sub()}) {R.choice('+-*/')} (float)({sub()}))"


def generate(R, inputs):
    """(the program without its end, the same for native runs). What is an input is a constant there."""
    body = native = ""
    for name, c_type, input_of, values in (("d0", "double", "double", REALS), ("d1", "double", "double", REALS), ("f0", "float", "float", REALS),
                                           ("f1", "float", "float", REALS), ("i0", "long long", "longlong", NUMBERS), ("u0", "unsigned long long", "ulonglong", LARGE)):  # fmt: skip
        value = R.choice(values)
        body += f"  static const {c_type} c_{name} = {value};\n"
        native += f"  static const {c_type} c_{name} = {value};\n  {c_type} {name} = c_{name};\n"
        if inputs and R.random() < 0.6:
            body += f"  {c_type} {name} = __VERIFIER_nondet_{input_of}();\n  if (memcmp(&{name}, &c_{name}, sizeof {name})) return 0;\n"
        else:
            body += f"  {c_type} {name} = c_{name};\n"
    steps = ""
    for k in range(2 if inputs else 4):
        steps += f"  fesetround({R.choice(DIRECTIONS)});\n  {R.choice(['double', 'float', 'double'])} r{k} = {expression(R, 2 if inputs else 3)};\n"
        steps += f"  long long l{k} = fabs(r{k}) < 1e9 ? {R.choice(['lrint', 'llrint', 'lround'])}(r{k}) : 7;\n"
    return body + steps, native + steps, 2 if inputs else 4


def values_of(text, count, base, compiler, bits):
    with open(base + ".native.c", "w") as f:
        f.write(HEAD + NATIVE + "int main(void) {\n" + text + "".join(f'  printf("%llu %lld ", bits_of(r{k}), l{k});\n' for k in range(count)) + "}\n")
    sse = ["-m32", "-msse2", "-mfpmath=sse"] if bits == 32 else []
    subprocess.run([compiler, "-w", "-O0", "-frounding-math", "-ffp-contract=off", *sse, "-o", base + ".bin", base + ".native.c", "-lm"], check=True)
    command = [base + ".bin"]
    try:
        run = subprocess.run(command, check=True, capture_output=True, text=True, timeout=5)
    except OSError:  # the kernel runs no 32-bit programs
        run = subprocess.run(["qemu-i386", *command], check=True, capture_output=True, text=True, timeout=5)
    return run.stdout.split()


def try_one(arguments, R, base, tally):
    bits, right = R.choice([64, 64, 32]), True
    text, native, count = generate(R, R.random() < 0.4)
    values = [values_of(native, count, base, compiler, bits) for compiler in ("gcc", "clang-19")]
    if values[0] != values[1]:
        campaign.count(tally, "compilers differ")
        return True
    for want, relation, junction in (("true", "!=", "||"), ("false", "==", "&&")):
        tests = f" {junction} ".join(f"bits_of(r{k}) {relation} {values[0][2 * k]}ull || l{k} {relation} {values[0][2 * k + 1]}ll" if want == "true" else
                                     f"bits_of(r{k}) == {values[0][2 * k]}ull && l{k} == {values[0][2 * k + 1]}ll" for k in range(count))  # fmt: skip
        path = f"{base}.{want}.c"
        with open(path, "w") as f:
            f.write(HEAD + "int main(void) {\n" + text + f"  if ({tests}) reach_error();\n  return 0;\n}}\n")
        said, printed = campaign.verdict(arguments, ["--data-model", "LP64" if bits == 64 else "ILP32", path])
        wrong = said not in (want, "unknown")
        campaign.count(tally, "WRONG" if wrong else said)
        if wrong:
            print(f"WRONG: said {said}, right is {want}, {bits} bits\n{open(path).read()}\n{printed}")
            right = False
    return right


def main():
    arguments = campaign.options(__doc__, 1e9, 10).parse_args()
    return campaign.run(arguments, "programs that round", lambda R, base, tally: try_one(arguments, R, base, tally))


if __name__ == "__main__":
    sys.exit(main())
