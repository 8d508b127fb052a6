# 'foretrace filter' on grammars of compressed traces: every trace of the
# suite, against the filters on the trace.
. "$(dirname "$0")/lib.sh"

# Whether two reports have the same pairs of locations; for happens-before
# and hybrid with the same closest pair of events.
same_pairs() {
  /usr/bin/python3 - "$1" "$2" <<'PY'
import json, sys

def pairs(report, order):
    found = {}
    for r in report["relations"]:
        if r["order"] != order:
            continue
        for p in r["location_pairs"]:
            first = p["closest"][0]
            key = tuple(sorted(str((e["location"],) if e["location"] else
                                   (e["kind"], first["variable"]))
                               for e in (first["first"], first["second"])))
            found[key] = (p["instances"], first["first"]["event"],
                          first["second"]["event"])
    return found

grammar, plain = (json.load(open(name)) for name in sys.argv[1:])
if "grammar" not in grammar or "grammar" in plain:
    sys.exit("expected a grammar and none")
if grammar["events"] != plain["events"]:
    sys.exit("other events")
for order in "hb", "lockset", "hybrid":
    a, b = pairs(grammar, order), pairs(plain, order)
    if set(a) != set(b):
        sys.exit(f"{order}: {sorted(set(a) ^ set(b))[:3]}")
    for key in a:
        if a[key][0] > b[key][0] or (order != "lockset" and
                                    a[key][1:] != b[key][1:]):
            sys.exit(f"{order}: {key}: {a[key]} {b[key]}")
PY
}

compared=0
dense=0
differ=
for trace in $(find tests/traces examples tests/regress -name '*.std*' \
  -o -name '*.jsonl*' -o -name '*.rr*' -o -name '*.ftp'); do
  run "$foretrace" convert "$trace" "$work/t.ftz" -q
  [ "$status" -eq 0 ] || continue
  run "$foretrace" filter "$work/t.ftz" --order hb,lockset,hybrid -q \
    --format json -o "$work/grammar.json"
  [ "$status" -eq 0 ] || differ="$differ $trace:$status"
  if ! grep -q '"grammar"' "$work/grammar.json"; then
    dense=$((dense + 1))
    continue
  fi
  run "$foretrace" filter "$work/t.ftz" --order hb,lockset,hybrid -q \
    --format json --instances 1 -o "$work/plain.json"
  compared=$((compared + 1))
  same_pairs "$work/grammar.json" "$work/plain.json" 2>"$work/err" ||
    differ="$differ $trace"
done
echo "$compared traces on their grammars, $dense dense" >"$work/out"
[ -z "$differ" ] && [ "$compared" -gt 50 ]
report $? "pairs of $compared traces are those of the filters$differ"

# A loop of two threads (Figure 1 of ZipTrack).
/usr/bin/python3 - "$work/loop.std" <<'PY'
import sys
with open(sys.argv[1], "w") as f:
    f.write("T0|fork(T1)|1\nT0|fork(T2)|2\n")
    for i in range(100):
        f.write(f"T{1 + i % 2}|r(y)|7\nT{1 + i % 2}|w(y)|7\n" * 100)
    f.write("T0|join(T1)|3\nT0|join(T2)|4\nT0|r(y)|5\n")
PY
exits 0 "convert a loop" "$foretrace" convert "$work/loop.std" "$work/loop.ftz"
exits 0 "filter a loop" "$foretrace" filter "$work/loop.ftz" --order hb
shows '^location 7 with itself: at least [0-9]+ pairs of events, the closest:' \
  "the pair of a loop"
shows '^hb: 1 pair of locations in 20005 events' "the count of a loop"
shows '^On the grammar \([0-9]+ items\)' "that it was the grammar"
exits 0 "filter a loop, alone, JSON" "$foretrace" filter "$work/loop.ftz" \
  --order lockset --format json
valid foretrace-filter-1 "$work/out" 2>"$work/err"
report $? "one relation on a grammar: JSON is of its schema"
exits 0 "expand a loop" "$foretrace" filter "$work/loop.ftz" --expand
shows '^hb: 19800 racy of 20005 events' "racy events when expanded"
for other in "--order wcp" "--order hb,wcp" "--pairs none" "--instances 2"; do
  # shellcheck disable=SC2086
  run "$foretrace" filter "$work/loop.ftz" $other
  [ "$status" -eq 0 ] && grep -q ' racy of 20005 events' "$work/out"
  report $? "$other expands"
done

# Posts that pile up cannot be composed; the trace is expanded, and says so.
/usr/bin/python3 - "$work/posts.jsonl" <<'PY'
import sys
with open(sys.argv[1], "w") as f:
    for i in range(5000):
        f.write('{"thread": "T0", "op": "write", "variable": "x"}\n')
        f.write('{"thread": "T0", "op": "sem-post", "semaphore": "s"}\n')
PY
exits 0 "convert posts" "$foretrace" convert "$work/posts.jsonl" \
  "$work/posts.ftz"
exits 0 "filter posts" "$foretrace" filter "$work/posts.ftz"
says 'posts.ftz: expanded, since who waits for' "why posts are expanded"

# Damage is told, also here.
head -c 100 "$work/loop.ftz" >"$work/cut.ftz"
exits 65 "filter of a cut file" "$foretrace" filter "$work/cut.ftz"
says 'cut.ftz' "which file is cut"
