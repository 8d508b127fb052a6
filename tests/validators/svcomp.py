"""svcomp.py FILE: a violation witness of SV-COMP, format 2.2, for data races.

Beyond the schema: the files are those of the locations and hash to what is
said; threads are numbered by the calls that create them; both targets, of two
threads, are in the final segment and nowhere else.  Which calls create threads
is seen in the source."""

import hashlib
import json
import os
import sys

import jsonschema
import yaml


def creates(location):
    with open(location["file_name"]) as source:
        return "pthread_create" in source.read().split("\n")[location["line"] - 1]


def check(entry):
    task = entry["metadata"]["task"]
    paths = [w["waypoint"] for s in entry["content"] for w in s["segment"]]
    assert set(task["input_files"]) == {p["location"]["file_name"] for p in paths}
    assert set(task["input_file_hashes"]) == set(task["input_files"])
    for name, digest in task["input_file_hashes"].items():
        with open(name, "rb") as source:
            assert hashlib.sha256(source.read()).hexdigest() == digest, name
    threads = 1
    for point in paths:
        assert point["thread_id"] < threads, "a thread before its creation"
        threads += point["type"] == "function_enter" and creates(point["location"])
    *before, final = [[w["waypoint"] for w in s["segment"]] for s in entry["content"]]
    assert [p["type"] for p in final] == ["target", "target"]
    assert final[0]["thread_id"] != final[1]["thread_id"]
    assert all(len(s) == 1 and s[0]["type"] == "function_enter" for s in before)


here = os.path.dirname(os.path.abspath(__file__))
with open(sys.argv[1], encoding="utf-8") as file:
    witness = yaml.safe_load(file)
with open(os.path.join(here, "violation-witness-2.2.json")) as file:
    jsonschema.Draft202012Validator(json.load(file)).validate(witness)
for one in witness:
    check(one)
