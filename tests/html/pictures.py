#!/usr/bin/python3
"""What pictures say, against the definitions.

usage: pictures.py FORETRACE SEED COUNT DIRECTORY

Makes random traces with values, and compares each page with the JSON report of
the same check: a step is the event at its place in the schedule, an arrow
leads from the last write of the variable, and a value that is shown for sure
is that of the recorded run.  Prints the seed of the first trace that differs,
which stays in DIRECTORY.
"""
import json
import random
import re
import subprocess
import sys

THREADS, VARIABLES, LOCKS = 3, 3, 2
MOST = 120  # events of a picture, but for the other ends of sections


def random_trace(rng):
    """Events of threads that run one at a time, in a memory that they share."""
    memory, owner, depth = {}, {}, {t: [] for t in range(THREADS)}
    events = [{"thread": "t0", "op": "fork", "child": f"t{t}"} for t in range(1, THREADS)]
    # Of a long trace not everything is shown.
    events += [{"thread": "t0", "op": "read", "variable": "own", "value": 0}] * rng.choice([0, 0, 150])
    events = [dict(event) for event in events]
    for _ in range(rng.randrange(10, 60)):
        t = rng.randrange(THREADS)
        name, variable, lock = f"t{t}", f"v{rng.randrange(VARIABLES)}", rng.randrange(LOCKS)
        kind = rng.choice(["read", "read", "write", "write", "acquire", "release", "release", "branch"])
        if kind == "read":
            events.append({"thread": name, "op": kind, "variable": variable, "value": memory.get(variable, 0)})
        elif kind == "write":
            memory[variable] = rng.randrange(4)
            events.append({"thread": name, "op": kind, "variable": variable, "value": memory[variable]})
        elif kind == "acquire" and lock not in owner:
            owner[lock] = t
            depth[t].append(lock)
            events.append({"thread": name, "op": kind, "lock": f"l{lock}"})
        elif kind == "release" and depth[t]:
            lock = depth[t].pop()
            del owner[lock]
            events.append({"thread": name, "op": kind, "lock": f"l{lock}"})
        elif kind == "branch" and rng.random() < 0.3:
            events.append({"thread": name, "op": kind, "outcome": True, "operands": []})
    for t in range(THREADS):
        while depth[t]:
            events.append({"thread": f"t{t}", "op": "release", "lock": f"l{depth[t].pop()}"})
    for i, event in enumerate(events):
        event["location"] = f"a.c:{i}"
    return events


def last_writes(events, order):
    """Of each read in an order of events: the last write before, or None."""
    last, found = {}, {}
    for i in order:
        event = events[i]
        if event["op"] == "read":
            found[i] = last.get(event["variable"])
        elif event["op"] == "write":
            last[event["variable"]] = i
    return found


def as_recorded(events, order, recorded, replayed):
    """The events of a schedule that do what they did in the recorded run."""
    same = set()
    for at, i in enumerate(order):
        event = events[i]
        if event["op"] == "read":
            if replayed[i] == recorded[i] and (recorded[i] is None or recorded[i] in same):
                same.add(i)
        elif all(k in same for k in order[:at]
                 if events[k]["op"] == "read" and events[k]["thread"] == event["thread"]):
            same.add(i)
    return same


def left_out(order, shown):
    """How many of an order are left out before each that is shown, and behind."""
    counts = [0]
    for i in order:
        if i in shown:
            counts.append(0)
        else:
            counts[-1] += 1
    return counts


def check_picture(events, race, picture):
    shown = [e[0] for e in picture["events"]]
    assert shown == sorted(set(shown)) and len(shown) <= 2 * MOST
    heard = [i for i, event in enumerate(events) if event["op"] != "branch"]
    assert len(events) > MOST or shown == heard
    assert picture["skipped"] == left_out(heard, shown)
    for position, _, op, _, location, value in picture["events"]:
        event = events[position]
        assert event["op"] == op and event["location"] == location
        assert value is None or str(event["value"]) == value
    assert [shown[i] for i in picture["pending"]] == [side["event"] for side in race["pair"]]
    recorded = last_writes(events, range(len(events)))
    arrows = {shown[r]: shown[w] for r, w in picture["reads"]}
    assert arrows == {r: w for r, w in recorded.items() if r in shown and w in shown}
    if race["witness"] is None:
        assert picture["witness"] is None
        return 0
    return check_witness(events, race["witness"], picture["witness"], shown, recorded)


def check_witness(events, witness, drawn, shown, recorded):
    schedule = witness["schedule"]
    assert drawn["total"] == len(schedule)
    assert [(shown[e], step) for e, step, _ in drawn["steps"]] == \
        [(e, step) for step, e in enumerate(schedule) if e in shown]
    heard = [e for e in schedule if events[e]["op"] != "branch"]
    assert [n for _, _, n in drawn["steps"]] + [drawn["skipped"]] == left_out(heard, set(shown))
    replayed = last_writes(events, schedule)
    arrows = {shown[r]: shown[w] for r, w in drawn["reads"]}
    assert arrows == {r: w for r, w in replayed.items() if r in shown and w in shown}
    changed = {c["event"] for c in witness.get("changed", [])}
    assert {shown[i] for i, _ in drawn["changed"]} == changed & set(shown)
    if drawn["model"] == "mcm" and not any(e["op"] == "branch" for e in events):
        assert drawn["unsure"] == []
        return 1
    same = as_recorded(events, schedule, recorded, replayed)
    assert {shown[i] for i in drawn["unsure"]} == {
        i for i in schedule if i in shown and i not in same and events[i]["op"] in ("read", "write")}
    return 1


def check_trace(foretrace, path, events):
    with open(path, "w") as f:
        f.writelines(json.dumps(e) + "\n" for e in events)
    report = lambda form: subprocess.run([foretrace, "check", "-q", "-j", "1", path, "-f", form],
                                         capture_output=True, check=False).stdout.decode()
    races = {race["id"]: race for race in json.loads(report("json"))["races"]}
    found = re.findall(r'<script type="application/json" id="data-(R\d+)">(.*)</script>', report("html"))
    assert [i for i, _ in found] == list(races)
    return sum(check_picture(events, races[i], json.loads(text)["picture"]) for i, text in found)


def main():
    foretrace, seed, count, directory = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    certified = 0
    for i in range(seed, seed + count):
        path = f"{directory}/random-{i}.jsonl"
        try:
            certified += check_trace(foretrace, path, random_trace(random.Random(i)))
        except AssertionError:
            print(f"seed {i}: the picture is not what it should be; the trace is {path}", file=sys.stderr)
            raise
    print(f"{certified} witnesses of {count} traces, from seed {seed}")
    assert certified


main()
