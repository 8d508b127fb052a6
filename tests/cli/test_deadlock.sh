#!/bin/bash
# Deadlocks from the trace to the report, and their witnesses to the checker.
. "$(dirname "$0")/lib.sh"
verify=$build/bin/foretrace-verify

trace=$work/t.std
printf '%s\n' 'T1|acq(l)|1' 'T1|acq(m)|2' 'T1|rel(m)|3' 'T1|rel(l)|4' \
  'T2|acq(m)|5' 'T2|acq(l)|6' 'T2|rel(l)|7' 'T2|rel(m)|8' >"$trace"

exits 66 "a deadlock is a finding" "$foretrace" check "$trace"
shows '^D1  deadlock of T1, T2 +CERTIFIED$' "its threads are named"
shows '^  T1 holds l at location 1, waits for m at location 2$' \
  "what the first thread holds and waits for"
shows '^  T2 holds m at location 5, waits for l at location 6$' \
  "what the second thread holds and waits for"
shows '^ +3  T2 +acquire l +waits for T1$' "the schedule ends in who waits for whom"
shows '^1 deadlock certified, 0 undecided, 0 cycles' "the summary counts it"

exits 0 "off" "$foretrace" check --deadlocks off "$trace"
! grep -q D1 "$work/out"
report $? "off looks for none"

exits 66 "json" "$foretrace" check -f json -o "$work/r.json" \
  --witness-dir "$work/w" "$trace"
valid foretrace-results-1 "$work/r.json" 2>"$work/err"
report $? "a report with a deadlock fits the schema"
valid foretrace-witness-1 "$work/w/D1.json" 2>"$work/err"
report $? "a witness of a deadlock fits the schema"
exits 0 "the witness is accepted" "$verify" "$trace" "$work/w/D1.json"
shows '^accepted: deadlock: T1 acquire m \(event 1\) -> T2 acquire l \(event 5\), schedule of 2 events$' \
  "and shown in a line"
exits 0 "so is the report" "$verify" "$trace" "$work/r.json" --race D1
exits 65 "an id that is not there" "$verify" "$trace" "$work/r.json" --race D2
says "no deadlock 'D2'" "is named"

# forged DEADLOCK SCHEDULE PATTERN TEXT
forged() {
  printf '{"schema":"foretrace-witness/1","trace":{},"model":"mcm",' \
    >"$work/f.json"
  printf '"deadlock":%s,"schedule":%s}\n' "$1" "$2" >>"$work/f.json"
  exits 65 "$4" "$verify" "$trace" "$work/f.json"
  grep -qE -- "$3" "$work/out" "$work/err"
  report $? "$4: the reason"
}
forged '[1,5]' '[0]' 'only 0 were done' "a thread that has not come there"
forged '[1,4]' '[0]' 'does not wait for T2' "a lock that nobody holds"
forged '[1,5]' '[0,1,2,3,4]' 'is in the schedule' "an acquire that was done"
forged '[1,6]' '[0,4]' 'does not take a lock' "a release"
forged '[1,1]' '[0,4]' 'of one thread' "the same acquire twice"
forged '[1]' '[0,4]' '2 events or more' "one thread"
forged '[1,99]' '[0,4]' 'event 99' "an event that there is not"
sed 's/"deadlock"/"pair": [1, 5], "deadlock"/' "$work/w/D1.json" >"$work/f.json"
exits 65 "pair and deadlock" "$verify" "$trace" "$work/f.json"
says "expected one of them" "pair and deadlock: the reason"

# T2 gets past its read only after T1 has given both locks back.
printf '%s\n' 'T1|acq(l)|1' 'T1|acq(m)|2' 'T1|w(x)|3' 'T1|rel(m)|4' \
  'T1|rel(l)|5' 'T2|acq(m)|6' 'T2|r(x)|7' 'T2|acq(l)|8' 'T2|rel(l)|9' \
  'T2|rel(m)|10' >"$trace"
exits 0 "an impossible cycle" "$foretrace" check -v "$trace"
shows '^D1  cycle of locks of T1, T2 +IMPOSSIBLE' "is refuted"
shows 'reason: .*read of x .* returns T1.s write of x' "with a reason"

exits 66 "wcp-fig5" "$foretrace" check -v tests/traces/figures/wcp-fig5.std
shows '^D1  deadlock of T1, T2, T3 ' "its WCP race is a deadlock"
shows 'the WCP race is deadlock D1' "and the pair says so"

# Some thousands of cycles that cannot happen, of threads that run one after
# another, must not take the place of a short one that can.
awk 'function put(t, op) { print "T" t "|" op "|" ++n }
  BEGIN {
    for (a = 0; a < 8; a++)
      for (b = 0; b < 8; b++) {
        if (a == b) continue
        t = a * 8 + b
        if (last) { put(t, "acq(g)"); put(t, "r(f" last ")"); put(t, "rel(g)") }
        put(t, "acq(l" a ")"); put(t, "acq(l" b ")")
        put(t, "rel(l" b ")"); put(t, "rel(l" a ")")
        put(t, "acq(g)"); put(t, "w(f" t ")"); put(t, "rel(g)")
        last = t
      }
    put(100, "acq(p)"); put(100, "acq(q)"); put(100, "rel(q)"); put(100, "rel(p)")
    put(101, "acq(q)"); put(101, "acq(p)"); put(101, "rel(p)"); put(101, "rel(q)")
  }' >"$work/crowd.std"
exits 66 "a short cycle among very many" "$foretrace" check -q "$work/crowd.std"
shows '^1 deadlock certified' "is found"
shows '^There may be more deadlocks' "that the search was cut short is said with -q"
exits 66 "the same as JSON" "$foretrace" check -q -f json "$work/crowd.std"
says 'cycles stopped after [0-9]* cycles .limit' "says it beside the report"
