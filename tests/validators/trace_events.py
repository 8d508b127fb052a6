"""trace_events.py FILE: the JSON object format of the Trace Event Format, as
Perfetto and Chrome read it: slices of a track nest, every arrow begins and
ends within a slice, names are there before they are needed."""

import collections
import json
import sys

KEYS = {
    "M": {"ph", "pid", "tid", "ts", "name", "args"},
    "X": {"ph", "pid", "tid", "ts", "dur", "cat", "name", "args"},
    "B": {"ph", "pid", "tid", "ts", "cat", "name"},
    "E": {"ph", "pid", "tid", "ts"},
    "s": {"ph", "pid", "tid", "ts", "cat", "name", "id"},
    "f": {"ph", "pid", "tid", "ts", "cat", "name", "id", "bp"},
}

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
assert set(document) == {"displayTimeUnit", "traceEvents", "otherData"}
processes, threads = set(), set()
stacks, slices = collections.defaultdict(list), collections.defaultdict(set)
last = collections.defaultdict(int)
starts, ends = {}, {}
for e in document["traceEvents"]:
    assert set(e) == KEYS[e["ph"]], e
    assert all(isinstance(e[k], int) and e[k] >= 0 for k in ("pid", "tid", "ts"))
    track = e["pid"], e["tid"]
    if e["ph"] == "M":
        assert e["name"] in ("process_name", "thread_name"), e
        (processes if e["name"] == "process_name" else threads).add(track)
        continue
    assert e["pid"] in {p for p, _ in processes} and track in threads, e
    if e["ph"] in "sf":
        ends_or_starts = starts if e["ph"] == "s" else ends
        assert e["id"] not in ends_or_starts
        ends_or_starts[e["id"]] = track, e["ts"]
        continue
    assert e["ts"] >= last[track], e
    last[track] = e["ts"]
    if e["ph"] == "B":
        stacks[track].append(e["name"])
    elif e["ph"] == "E":
        stacks[track].pop()
    else:
        last[track] = e["ts"] + e["dur"]
        slices[track].add(e["ts"])
assert not any(stacks.values())
assert set(starts) == set(ends)
for track, time in list(starts.values()) + list(ends.values()):
    assert time in slices[track], (track, time)
