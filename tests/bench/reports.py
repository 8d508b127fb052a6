#!/usr/bin/python3
"""reports.py DIR FILES RACES FINDINGS: results documents, each with so many of so many
findings, about 700 bytes each."""
import json, os, random, sys

directory, files, races, findings = sys.argv[1], *map(int, sys.argv[2:5])
os.makedirs(directory, exist_ok=True)
random.seed(1)


def access(op, file, line):
    return {"op": op, "variable": "v", "location": f"{file}:{line}", "thread": "T1",
            "stack": [{"function": f"f{k}", "file": file, "line": k} for k in range(3)]}


def race(i):
    return {"fingerprint": "%016x" % (i * 0x9E3779B97F4A7C15 % 2**64), "verdict": "certified",
            "kind": "data-race", "title": f"stats[{i}].hits",
            "pair": [access("read", "a.c", i), access("write", "b.c", i)],
            "witness": {"schedule": list(range(20))}, "replay": {"outcome": "confirmed"}}


# As foretrace writes them: a finding a line.
for n in range(files):
    races_of = [json.dumps(race(i)) for i in random.sample(range(findings), races)]
    with open(f"{directory}/{n:05}.json", "w") as out:
        out.write('{\n "schema": "foretrace-results/1",\n "number": %d,\n "races": [\n  ' % n)
        out.write(",\n  ".join(races_of))
        out.write('\n ],\n "deadlocks": []\n}\n')
