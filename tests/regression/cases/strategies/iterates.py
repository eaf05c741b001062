"""Checks the iterates in ./stdout: iterates.py STRATEGY [--reasons A,B] [ROW=BOUND ...]. The last bound of each ROW is BOUND."""
import json
import sys

tables = json.load(open("stdout"))["iterates"]
rows, queries, searches, turns = (
    [dict(zip(tables[name]["columns"], cells)) for cells in tables[name]["rows"]]
    for name in ("rows", "queries", "searches", "turns"))
strategy, arguments = sys.argv[1], sys.argv[2:]
assert rows and turns and tables["left_out"] == 0 and tables["queries_left_out"] == 0
assert {r["strategy"] for r in rows} == {strategy}, {r["strategy"] for r in rows}
assert searches[0]["strategy"] == strategy and searches[0]["k"] == 1 and searches[0]["is"] == "inductive", searches
for name in ("search", "step", "at"):
    values = [r[name] for r in rows if name != "step" or r["search"] == 1]
    assert values == sorted(values), name

# Each row begins where it ended before, and has the query that tested it.
by_number = {q["number"]: q for q in queries if q["formula"] == "step"}
last = {}
for r in rows:
    assert r["search"] != 1 or r["old"] == last.get(r["number"]), r
    last[r["number"]] = r["new"] if r["search"] == 1 else None
    query = by_number.get(r["query"])
    assert r["query"] is None or (query["answer"], query["ms"], query["clauses"]) == (r["answer"], r["ms"], r["clauses"]), r
for argument in arguments:
    if argument.startswith("--reasons="):
        wanted = set(argument[len("--reasons="):].split(","))
        found = {r["why"] for r in rows}
        assert wanted <= found and None not in found, found
    else:
        row, bound = argument.rsplit("=", 1)
        found = [r["bound"] for r in rows if r["row"] == row and r["search"] == 1]
        assert found and found[-1] == int(bound), (row, found)
