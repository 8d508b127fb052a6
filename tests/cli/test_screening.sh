#!/bin/bash
# Long recorded runs are screened before they are loaded: 'check' and 'filter'
# report the same as of the loaded run.  FT_ALTPATH_WORDS=0 makes any run a long
# one; with --lenient nothing is screened.
. "$(dirname "$0")/lib.sh"
. tests/cli/recorder.sh
export FT_ALTPATH_WORDS=0

# record_program NAME FILE [ARGUMENTS...]: builds and records $work/NAME.run.
record_program() {
  local name=$1 file=$2
  shift 2
  FT_BUILD=$build tests/programs/built "$file" "$work/$name" &&
    timeout "$patience" "$foretrace" record -q -o "$work/$name.run" -- \
      "$work/$name" "$@" >/dev/null 2>&1 </dev/null
}

# verdicts FILE: what a document of a check says, but for times.
verdicts() {
  /usr/bin/python3 - "$1" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
s = d["summary"]
print(s["certified"], s["refuted"], s["undecided"], s["candidates"],
      [[r["fingerprint"], r["verdict"]] for r in d["races"]],
      [[r["fingerprint"], r["verdict"]] for r in d["deadlocks"]])
PY
}

# racy FILE: the numbers of racy events of a document of a filter.
racy() {
  jq -c '[.relations[] | [.order, .racy]]' "$1"
}

# same NAME SCREENED: both ways to check and to filter.
same() {
  local name=$1 wanted=$2 run=$work/$1.run
  local relations=hb,shb,wcp,dc,hybrid
  "$foretrace" check "$run" -j 1 --format json -o "$work/a.json" >"$work/out" 2>"$work/err"
  local first=$?
  "$foretrace" check "$run" -j 1 --format json -o "$work/b.json" \
    --lenient >>"$work/out" 2>>"$work/err"
  [ $? -eq $first ] && [ "$(verdicts "$work/a.json")" = "$(verdicts "$work/b.json")" ]
  report $? "$name: the same verdicts"
  holds "$work/a.json" "('screened' in d['trace']) == $wanted" \
    "$name: screened: $wanted"
  valid foretrace-results-1 "$work/a.json"
  report $? "$name: follows the schema"
  "$foretrace" filter "$run" --order $relations --format json -o "$work/f.json" \
    2>>"$work/err"
  "$foretrace" filter "$run" --order $relations --format json -o "$work/g.json" \
    --lenient 2>>"$work/err"
  [ "$(racy "$work/f.json")" = "$(racy "$work/g.json")" ] &&
    valid foretrace-filter-1 "$work/f.json"
  report $? "$name: the same racy events"
}

# program NAME SCREENED
program() {
  local file=tests/programs/$1
  record_program "${1%.*}" "$file"
  same "${1%.*}" "$2"
}

program bank_transfer.c True
program bank_transfer_deadlock.c False
program join_by_child.c True
program rwlock.c True
program philosophers_ordered.c True
program free_locked_use_not.c False
program use_after_free.c False
program semaphore_as_lock.c False
program at_exit_races.c False
program barrier_more_threads.c False

# The load knows barriers as well, but keeps all accesses to a granule of which
# some may race: pairs that barriers order are impossible there.
for name in barrier barrier_missing barrier_serial; do
  record_program "$name" "tests/programs/$name.c"
  run "$foretrace" check "$work/$name.run" --format json -o "$work/a.json"
  run "$foretrace" check "$work/$name.run" --format json -o "$work/b.json" --lenient
  for pairs in certified undecided; do
    [ "$(jq ".summary.$pairs" "$work/a.json")" = "$(jq ".summary.$pairs" "$work/b.json")" ]
    report $? "$name: as many pairs are $pairs"
  done
done
holds "$work/a.json" "d['summary']['candidates'] == 0" "barriers leave no pair"
exits 64 "a line without events" "$foretrace" explain "$work/barrier_serial.run" a.c:1 a.c:2
says 'that forks, joins and .* barriers keep apart, cannot race and are left out' "says why there may be none"

record_program striped tests/bench/programs/striped.c 600 3
same striped True
exits 0 "text" "$foretrace" check "$work/striped.run"
shows '^0 races certified, 0 undecided, 0 pairs impossible in this trace' "the summary"
shows '^None predicted from this trace' "the remark"
exits 0 "the filter" "$foretrace" filter "$work/striped.run" --order hb
shows '^hb: 0 racy of [0-9]+ records; ' "counts records"
exits 0 "lockset" "$foretrace" filter "$work/striped.run" --order lockset
shows '^lockset: [1-9][0-9]* racy of [0-9]+ events' "asks another question"

# numbers FILE: the same without fingerprints, of which the instances that a
# check shows are a part.
numbers() {
  verdicts "$1" | sed "s/'[0-9a-f]\{16\}'//g"
}

# Where accesses race, the beginning of a run may do.
expands() {
  local name=$1 run=$work/$1.run
  "$foretrace" check "$run" --format json -o "$work/a.json" >"$work/out" 2>&1
  holds "$work/a.json" "d['trace']['share'] < 0.5" "$name: the beginning is enough"
  valid foretrace-results-1 "$work/a.json"
  report $? "$name: follows the schema"
  exits 66 "$name: all of it" "$foretrace" check "$run" --expand all --format json \
    -o "$work/c.json"
  holds "$work/c.json" "'share' not in d['trace']" "$name: all of it"
  [ "$(numbers "$work/a.json")" = "$(numbers "$work/c.json")" ]
  report $? "$name: the same numbers"
}

"$build/bin/foretrace-cc" -O1 -DSTATISTICS tests/bench/programs/striped.c -pthread \
  -o "$work/counted" &&
  "$foretrace" record -q -o "$work/counted.run" -- "$work/counted" 3000 3 >/dev/null
expands counted
exits 66 "text" "$foretrace" check "$work/counted.run" --witness-dir "$work/w"
shows '^Loaded the first [0-9]+ events, [0-9.]+ % of the recording: the rest has no other pairs' \
  "the remark"
shows 'at least [0-9]+ pairs of events' "not all instances are counted"
exits 0 "the schedule holds" "$build/bin/foretrace-verify" "$work/counted.run" \
  "$work/w/R1.json"
exits 0 "explain finds it" "$foretrace" explain "$work/counted.run" R1
shows '^R1  CERTIFIED' "and says so"
exits 0 "replay finds it" "$foretrace" replay "$work/counted.run" R1
exits 66 "saved results" "$foretrace" report "$work/a.json"

# Where no beginning is enough, what the first pass finds goes from one to the
# next, and the whole run says the same as at once.
"$build/bin/foretrace-cc" -O1 -DPUBLISHED tests/bench/programs/striped.c -pthread \
  -o "$work/published" &&
  "$foretrace" record -q -o "$work/published.run" -- "$work/published" 3000 3 >/dev/null
FT_KEEP=0 FT_LOG=load:1 "$foretrace" check "$work/published.run" --format json \
  -o "$work/a.json" 2>"$work/err" >"$work/out"
[ "$(grep -c 'granules are shared' "$work/err")" -eq 1 ] &&
  [ "$(grep -c 'events made of the records' "$work/err")" -eq 1 ]
report $? "published: one first pass, one load to the end"
holds "$work/a.json" "'share' not in d['trace']" "published: all of it"
FT_KEEP=0 "$foretrace" check "$work/published.run" --expand all --format json \
  -o "$work/c.json" >"$work/out" 2>&1
[ "$(verdicts "$work/a.json")" = "$(verdicts "$work/c.json")" ]
report $? "published: the same verdicts"

# A log that is damaged is reported, and not called free of races.
cp -r "$work/striped.run" "$work/damaged.run"
rm -f "$work/damaged.run"/thread-2*
exits 65 "a log is missing" "$foretrace" check "$work/damaged.run"
