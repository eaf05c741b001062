#!/usr/bin/env python3
"""settings.py ANSATZ SEED: random options that set limits and switches of ansatz to their extremes, one a line.

Limits and switches may change which verdicts are found, but never make one wrong. They are read from `ansatz limits`; half of the
choices change nothing, and where ansatz has no such command, none does."""
import random
import re
import subprocess
import sys


def table(binary):
    """[(option, name, values)]: the extremes of every limit and both values of every switch."""
    listing = subprocess.run([binary, "limits"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if listing.returncode != 0:
        return []
    limits = re.findall(r"^  (\w+) = \S+ +\((\S+) to ([^\s;)]+)", listing.stdout, re.M)
    switches = re.findall(r"^  (\w+) = (?:on|off)$", listing.stdout, re.M)
    if not limits or not switches:
        raise SystemExit(f"{binary} limits: no limits or no switches in its output")
    return [("--limit", name, [least, greatest]) for name, least, greatest in limits] + [
        ("--switch", name, ["off", "on"]) for name in switches
    ]


def choose(R, settings):
    """Options that change nothing, a few settings, many or all; limits mostly to their least."""
    if not settings or R.random() < 0.5:
        return []
    share, to_least = R.choice([2 / len(settings), 0.2, 1]), R.choice([1, 1, 0.7])
    options = []
    for option, name, values in settings:
        if R.random() < share:
            value = values[0] if option == "--limit" and R.random() < to_least else R.choice(values)
            options += [option, f"{name}={value}"]
    return options


if __name__ == "__main__":
    print("\n".join(choose(random.Random(sys.argv[2]), table(sys.argv[1]))))
