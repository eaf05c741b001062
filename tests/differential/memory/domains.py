"""Domain expressions for random runs. A new one is a line of DOMAINS; {cells} stands for a segmentation of arrays.

A new observation is a line of OBSERVATIONS, as a value of the option `observe`. It is given to domains that have no other options:
with `last_writers()` there, `interval()` becomes `interval{ observe = last_writers() }` in some runs. An observation may change
which verdicts are found in time, but never make one wrong."""

import re

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
product{ allocation_order(), interval() }
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
""".strip().splitlines()
OBSERVING = ["interval", "zones", "octagons", "affine", "congruence", "equality", "predicates", "heap"]


def choose(R):
    expression = R.choice(DOMAINS).replace("{cells}", CELLS)

    def observe(match):
        return f"{match[1]}{{ observe = {R.choice(OBSERVATIONS)} }}" if R.random() < 0.5 else match[0]

    return re.sub(r"\b(%s)\(\)" % "|".join(OBSERVING), observe, expression) if OBSERVATIONS else expression
