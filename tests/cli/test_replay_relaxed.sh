#!/bin/bash
# Replays of witnesses in which reads return other values than in the recording.
# They are made by hand, of all programs of tests/programs that state one race
# under the value model: the second thread runs up to its access while the first
# stands before its own.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

# witness PROGRAM: of the events of the recording in $work/events.jsonl.
witness() {
  /usr/bin/python3 - "$1" "$work/events.jsonl" <<'PY'
import json, re, sys
lines = re.search(r"^// RACE value: (\d+) (\d+)$", open(sys.argv[1]).read(), re.M)
first, second = lines.group(1), lines.group(2)
events = [json.loads(line) for line in open(sys.argv[2])][1:]

def access(line, other=None):
    for position, event in enumerate(events):
        place = event.get("location", "").split(":")
        if (len(place) > 1 and place[1] == line and event["op"] in ("read", "write")
                and event["thread"] != other):
            return position
    sys.exit("no access at line " + line)

a = access(first)
b = access(second, events[a]["thread"])
own = {position for position, event in enumerate(events)
       if event["thread"] == events[b]["thread"] and position < b}
before = {position for position, event in enumerate(events)
          if event["thread"] == events[a]["thread"] and position < a}
main = {position for position, event in enumerate(events[:a])
        if event["thread"] == "main"}
print(json.dumps({"schema": "foretrace-witness/1", "model": "value", "trace": {},
                  "pair": sorted((a, b)),
                  "schedule": sorted(main) + sorted(before) + sorted(own)}))
PY
}

for program in $(grep -ls '^// RACE value: ' tests/programs/*.c); do
  name=$(basename "$program" .c)
  # Where the first thread has to let the second one go first, more is needed.
  [ "$name" = relation_two_reads ] && continue
  cp "$program" "$work/$name.c"
  build_program "$name" -O1
  rm -rf "$work/run"
  "$foretrace" record -o "$work/run" -- "$work/$name" >"$work/out" 2>"$work/err" &&
    "$foretrace" convert "$work/run" "$work/events.jsonl" 2>>"$work/err" &&
    witness "$program" >"$work/$name.json" 2>>"$work/err"
  report $? "$name: a witness is made"
  exits 0 "$name: its replays meet" \
    "$build/test/drive" "$work/run" "$work/$name.json" 3
  shows '^reached 3 of 3$' "$name: every time"
done
