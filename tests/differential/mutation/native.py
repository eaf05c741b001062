"""Runs a program natively on random inputs (native.c), with sanitizers."""
import json
import os
import subprocess

HARNESS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "native.c")
FLAGS = ["-w", "-O0", "-fno-builtin", "-Dmain=program_main", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
         "-fsanitize-recover=signed-integer-overflow,shift"]  # fmt: skip
SETTINGS = dict(os.environ, ASAN_OPTIONS="exitcode=99:detect_leaks=0:quarantine_size_mb=4:allocator_may_return_null=1",
                UBSAN_OPTIONS="exitcode=99")
# Which of the counts tells of a violation.
COUNTED = {"unreach-call": "reached", "valid-memsafety": "memory", "valid-deref": "memory", "valid-free": "memory", "no-overflow": "overflow"}


def run(path, base, runs, compiler="gcc", bits=64):
    """Counts of what the runs met, or None: the program does not compile."""
    binary = base + ".bin"
    if subprocess.run([compiler, f"-m{bits}", *FLAGS, "-o", binary, path, HARNESS, "-lm"], stderr=subprocess.DEVNULL).returncode != 0:
        return None
    try:
        done = subprocess.run([binary, str(runs)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60, env=SETTINGS)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
