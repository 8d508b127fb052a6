#!/bin/bash
# Replays of schedules in which reads return other values than in the recording,
# and branches go the other way.  They are made by hand, of the programs of
# tests/programs that state one race under the value or path model: the second
# thread runs up to its access while the first stands before its own.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

# schedule PROGRAM: of the events of the recording in $work/events.jsonl, for
# build/test/drive.  An access that they do not have, since the run did not come
# to it or since only one thread touches that memory, is a write.
schedule() {
  /usr/bin/python3 - "$1" "$work/events.jsonl" <<'PY'
import json, os, re, sys
text = open(sys.argv[1]).read()
stated = re.search(r"^// RACE (?:value|path): (\d+) (\d+)$", text, re.M)
events = [json.loads(line) for line in open(sys.argv[2])][1:]
extra = []

def access(line, other=None):
    for position, event in enumerate(events):
        place = event.get("location", "").split(":")
        if (len(place) > 1 and place[1] == line and event["thread"] != other
                and event["op"] in ("read", "write")):
            return position
    return None

def unseen(line, thread):
    source = text.split("\n")[int(line) - 1]
    reads = " = preset" in source
    extra.append("event %s %s %s:%s:%d" % (
        thread, "read" if reads else "write", os.path.basename(sys.argv[1]),
        line, source.index("preset") + 1 if reads else source.index(" = ") + 2))
    return len(events) + len(extra) - 1

def before(thread, position):
    return [at for at, event in enumerate(events[:position])
            if event["thread"] == thread]

# What comes after the last synchronisation is behind the branch.
def to_branch(thread):
    own = before(thread, len(events))
    while own and events[own[-1]]["op"] in (
            "read", "write", "branch", "local"):
        own.pop()
    return own

a = access(stated.group(1))
first = "T1" if a is None else events[a]["thread"]
b = access(stated.group(2), first)
second = "T2" if b is None else events[b]["thread"]
a = unseen(stated.group(1), first) if a is None else a
own = to_branch(second) if b is None else before(second, b)
b = unseen(stated.group(2), second) if b is None else b
print("\n".join(extra))
last = max(at for at, event in enumerate(events) if event["op"] == "fork")
forks = before("main", last + 1)
if a < len(events):
    forks = before("main", a)
    forks += before(first, a)
for at in forks + own:
    print("run", at)
print("pair", *sorted((a, b)))
PY
}

# Of these more than the second thread's part has to be known: what it does on
# the other side, or a schedule in which the first goes first for a while.
harder=' relation_two_reads singleton_lazy_unlocked_use double_checked_count '
harder+='loop_bound branch_writes relaxed_path_after bounded_buffer_full '
harder+='loop_unexecuted short_circuit_either '

for program in $(grep -lsE '^// RACE (value|path): ' tests/programs/*.c); do
  name=$(basename "$program" .c)
  [ "${harder/ $name /}" = "$harder" ] || continue
  cp "$program" "$work/$name.c"
  build_program "$name" -O1
  rm -rf "$work/run"
  "$foretrace" record -o "$work/run" -- "$work/$name" >"$work/out" 2>"$work/err" &&
    "$foretrace" convert "$work/run" "$work/events.jsonl" 2>>"$work/err" &&
    schedule "$program" >"$work/$name.schedule" 2>>"$work/err"
  report $? "$name: a schedule is made"
  run "$build/test/drive" "$work/run" "$work/$name.schedule" 3
  shows '^reached 3 of 3$' "$name: its replays meet, every time"
done
