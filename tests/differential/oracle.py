"""What random programs do natively, and what ansatz says of them.

A program draws inputs by in(n) and marks values with CHECK(k, value). memory/native.h runs it on many sequences of inputs, and tells which values
each mark met and which runs were stopped by a sanitizer. From these, assertions are made that hold, or fail in some run."""
import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY = ["-fsanitize=address,signed-integer-overflow,shift"]
UNDEFINED = ["-fsanitize=address,undefined,float-cast-overflow"]
SETTINGS = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=4:detect_stack_use_after_return=0")


def run_natively(text, base, sanitizers=MEMORY, compiler="gcc", options=()):
    """{"cut": not all sequences of inputs, "memory", "arithmetic": runs that were stopped, "lost": memory, "met": {mark: [[value, first input, times]]}}"""
    with open(base + ".native.c", "w") as f:
        f.write(f'#include "{HERE}/memory/native.h"\n{text}')
    # gcc leaves variables in sections of their own unguarded unless told so, and has another option for traps.
    own = ["-fsanitize-sections=pdata", "-fsanitize-undefined-trap-on-error"] if compiler == "gcc" else ["-fsanitize-trap=undefined,float-cast-overflow"]
    flags = ["-w", "-O0", "-fno-builtin", *sanitizers, *own, *options]
    subprocess.run([compiler, *flags, "-o", base + ".bin", base + ".native.c"], check=True)
    out = subprocess.run([base + ".bin"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=SETTINGS, text=True, timeout=60).stdout
    return json.loads(out)


def assertions(R, text, met):
    """(text with one to three assertions, whether they hold as far as was seen). Those that do not fail late or seldom."""
    marks = re.findall(r"CHECK\((\d+),", text)
    chosen, holds = {}, True
    for k in R.sample(marks, min(len(marks), R.choice([1, 1, 2, 3]))):
        values = {v: (first, times) for v, first, times in met.get(k, [])}
        order = sorted(values)
        if not values:
            chosen[k] = None
        elif R.random() < 0.6:
            v = R.choice([max(order, key=lambda v: values[v][0]), min(order, key=lambda v: values[v][1])])
            chosen[k], holds = f"!= {v}", False
        else:
            chosen[k] = R.choice([f"<= {order[-1]}", f">= {order[0]}", f"!= {order[-1] + 1}"] + [f"== {order[0]}"] * 2 * (len(order) == 1))

    def assertion(mark):
        k, value = mark.groups()
        return "seen = 0;" if k not in chosen else f"assert(({value}) {chosen[k]});" if chosen[k] else "assert(0);"

    return re.sub(r"CHECK\((\d+), (.*)\);", assertion, text), holds
