"""Ansatz from Python, in one file that needs no other: copy it beside your script.

    import ansatz_verify as ansatz
    answer = ansatz.verify("x.c", property="no-overflow", domain="octagons()", timeout=20)
    print(answer.verdict, [i["text"] for i in answer.invariants])

    frame = ansatz.results("results/mine")                 # a pandas.DataFrame where pandas is there, else a list of dicts
    frame[frame.category == "correct"].groupby("config").cpu.describe()

The command of `verify` is `ansatz verify --json` (docs/reference/verify.schema.json has its answer); keywords are its options with "_" for "-"; True is an
option without a value, a list one that is given several times. `results` reads the view `outcomes` of results.db (docs/results-db.md).
"""
import json
import os
import sqlite3
import subprocess
import zlib

PROGRAM = os.environ.get("ANSATZ", "ansatz")
STORE_VERSION = 1
APPLICATION = 0x616E7361


class Error(Exception):
    """Nothing was verified; the text says why."""


class Answer:
    """What `ansatz verify --json` said; `json` is all of it."""

    def __init__(self, said, warnings=""):
        self.json, self.warnings = said, warnings
        self.verdict = said["verdict"]
        self.properties = said.get("properties", [])
        self.cpu, self.k = said.get("cpu"), said.get("k")

    def _all(self, key):
        return [item for one in self.properties for item in one.get(key) or []]

    @property
    def holds(self):
        """True, False, or None where it is unknown."""
        return True if self.verdict.startswith("true") else False if self.verdict.startswith("false") else None

    @property
    def reason(self):
        return next((one["reason"] for one in self.properties if one.get("reason")), "")

    @property
    def invariants(self):
        return self._all("invariants")

    @property
    def checks(self):
        return self._all("checks")

    @property
    def trace(self):
        return next((one["trace"] for one in self.properties if one.get("trace")), None)

    def __repr__(self):
        return f"<Answer {self.verdict}>"


def command(files, program=None, **options):
    """The words of the command that `verify` runs."""
    words = [program or PROGRAM, "verify", "--json"]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                words.append(option)
            elif one is not None and one is not False:
                words += [option, str(one)]
    return words + ["--"] + [os.fspath(file) for file in ([files] if isinstance(files, (str, os.PathLike)) else files)]


def verify(files, program=None, **options):
    """Verifies a task, or the C files of one program."""
    options.setdefault("invariants", True)
    try:
        run = subprocess.run(command(files, program, **options), capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    except OSError as error:
        raise Error(f"the program cannot be started: {error}; its path is in the environment variable ANSATZ, or it is on PATH") from error
    try:
        said = json.loads(run.stdout)
    except ValueError as error:
        raise Error(run.stderr.strip() or f"status {run.returncode}, and no answer") from error
    if "fault" in said:
        raise Error(said["fault"])
    return Answer(said, run.stderr.strip())


def _open(folder):
    path = os.path.join(folder, "results.db") if os.path.isdir(folder) else os.fspath(folder)
    if not os.path.exists(path):
        raise Error(f"{path}: there are no results")
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    store.row_factory = sqlite3.Row
    version = store.execute("PRAGMA user_version").fetchone()[0]
    if store.execute("PRAGMA application_id").fetchone()[0] != APPLICATION or version != STORE_VERSION:
        raise Error(f"{path}: no results of version {STORE_VERSION} (it says {version})")
    return store


def experiments(folder):
    """The names of the experiments in a folder; NAME@1 is what NAME was before something changed."""
    with _open(folder) as store:
        return [row["name"] for row in store.execute("SELECT name FROM experiments ORDER BY started")]


def rows(folder, experiment=None):
    """A dict for each run of an experiment (the only one if not named), with its axes as axis_NAME."""
    names = [name for name in experiments(folder) if "@" not in name]
    if experiment is None:
        if len(names) != 1:
            raise Error(f"which experiment? There are: {', '.join(names)}")
        experiment = names[0]
    with _open(folder) as store:
        found = [dict(row) for row in store.execute("SELECT * FROM outcomes WHERE experiment = ? ORDER BY position", (experiment,))]
        points = {}
        for row in store.execute("SELECT * FROM axes WHERE experiment = ?", (experiment,)):
            points.setdefault(row["config"], {})["axis_" + row["axis"]] = row["value"] if row["number"] is None else row["number"]
    for row in found:
        row.update(points.get(row["config"], {}))
    return found


def results(folder, experiment=None):
    """The same as a pandas.DataFrame, where pandas is installed."""
    found = rows(folder, experiment)
    try:
        import pandas
    except ImportError:
        return found
    return pandas.DataFrame(found)


def run(folder, row):
    """All that is kept of a run: its document, its answer, what it said on standard error, its counterexamples."""
    key = row["hash"] if not isinstance(row, str) else row
    with _open(folder) as store:
        one = store.execute("SELECT document, result FROM runs WHERE hash = ?", (key,)).fetchone()
        log = store.execute("SELECT content FROM logs WHERE hash = ?", (key,)).fetchone()
    if one is None:
        return None
    kept = json.loads(zlib.decompress(log["content"])) if log else {}
    return {"document": json.loads(one["document"]), "result": json.loads(one["result"]), "log": kept.get("log"), "traces": kept.get("traces") or {}}


if __name__ == "__main__":
    import sys

    for path in sys.argv[1:]:
        print(path, verify(path).verdict)
