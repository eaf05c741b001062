"""Domain expressions for random runs. A new one is a line of DOMAINS; {cells} stands for a segmentation of arrays.

Lines of OBSERVATIONS are values of the option `observe`, given to domains that have no other options in some runs:
`interval()` becomes `interval{ observe = { objects() } }`. An observation may change
which verdicts are found in time, but never make one wrong."""

import re

import settings

CELLS = "segments = written_preloop{ cell = false }"
DOMAINS = """
interval()
zones()
octagons()
affine()
congruence()
equality()
predicates()
heap()
fields()
allocation_order()
product{ heap(), interval() }
product{ heap(), fields() }
product{ heap(), disjoint(), zones() }
product{ heap(), disjoint(), held() }
product{ heap(), restrict{ interval(), types = { "integer" } }, congruence() }
product{ interval(), array{ cells = product{ interval(), predicates{ implications = false } }, {cells} } }
product{ heap(), interval(), array{ cells = product{ heap(), interval() }, {cells} } }
product{ interval(), array{ cells = interval(), segments = written_and_read{ order = "several" } } }
product{ interval(), array{ cells = interval(), segments = smash() } }
product{ interval(), array{ cells = equality(), segments = expand() } }
sympath{ product{ heap(), interval() } }
product{ heap(), disjoint(), interval(), sympath{ product{ heap(), interval() }, by = "pointers" } }
""".strip().splitlines()

OBSERVATIONS = """
{ objects(), cells() }
{ objects(), object_pairs(), inverses(), reached() }
{ objects(), last_writer(), cells{ most = 2 } }
{ allocation_times(), objects() }
{ trace_partitions(), pointer_partitions(), entry_values() }
{ iterations(), cells(), entry_values() }
{ iterations{ bits = 3 }, objects() }
{}
""".strip().splitlines()

# Added by check.py where it can build the module random_ghosts: ghost cells, variables and views of which nothing is sensible.
RANDOM = """
{ random_ghosts{ seed = {seed} } }
{ objects(), random_ghosts{ seed = {seed} } }
{ iterations(), cells(), random_ghosts{ seed = {seed} } }
{ allocation_times(), objects(), random_ghosts{ seed = {seed} } }
""".strip().splitlines()
OBSERVING = ["interval", "zones", "octagons", "affine", "congruence", "equality", "predicates", "heap"]


def choose(R):
    expression, seed = R.choice(DOMAINS).replace("{cells}", CELLS), str(R.randrange(10**6))
    # held has an observation with an axiom about objects, and a configuration can have only one of these.
    fitting = [o for o in OBSERVATIONS if not ("held" in expression and "allocation_times" in o)]

    def observe(match):
        observed = R.choice(fitting)
        seen = observed.replace("{seed}", seed)
        return f"{match[1]}{{ observe = {seen} }}" if R.random() < 0.5 else match[0]

    return re.sub(r"\b(%s)\(\)" % "|".join(OBSERVING), observe, expression) if OBSERVATIONS else expression


def configuration(R, table, always=()):
    """Options that set limits and switches, and in most cases a mode and a domain; with these comes what is there `always`."""
    changed = settings.choose(R, table)
    mode = R.choice(["bmc", "kinduction", "ai", "kiki", "kiki", "kiki", ""])
    if not mode:
        return changed
    domain = ["--domain", choose(R)] if mode in ("ai", "kiki") else []
    return ["--mode", mode, *always] + domain + changed
