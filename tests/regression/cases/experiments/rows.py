"""Number of finished runs in a results database, 0 while there is none."""
import sqlite3
import sys

try:
    print(sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute("SELECT count(*) FROM runs").fetchone()[0])
except sqlite3.Error:
    print(0)
