# The budget ends a check in any phase, and the report says in which one; how
# soon, scripts/bench measures.
. "$(dirname "$0")/lib.sh"

# Much to read, and pairs without number once it is read.
/usr/bin/python3 - >"$work/large.std" <<'PY'
import random
random.seed(3)
for i in range(1500000):
    print(f"T{random.randrange(8)}|{random.choice('rrw')}(v{random.randrange(20000)})|{random.randrange(500)}")
PY

# A trace that goes on after the budget is over, however fast the machine is.
slowly() {
  {
    head -n 100000 "$work/large.std"
    sleep 1.5
    tail -n +100001 "$work/large.std"
  } 2>/dev/null | "$foretrace" check - "$@" >"$work/out" 2>"$work/err"
  status=${PIPESTATUS[1]}
}

slowly -b 0.6 -f json
jq -e '.summary | .candidates == 0 and (.unfinished | length == 1 and
  (.[0] | .phase == "reading" and .by == "time" and .done > 0 and
  .done < 1500000 and .unit == "events"))' "$work/out" >/dev/null
report $? "a phase that ran out of time is named, with how far it came"
valid foretrace-results-1 "$work/out" 2>>"$work/err"
report $? "the report is whole"
grep -qE 'reading stopped after [0-9]* events \(time\)' "$work/err"
report $? "and a warning says so"
[ "$status" -eq 0 ]
report $? "exit 0"
slowly -b 0.6 --strict
[ "$status" -eq 68 ]
report $? "exit 68 with --strict"
shows '^Out of time while reading the trace, after [0-9]+ events' \
  "the text says where it stopped"
shows '^The budget of 0.6 s ran out' "and for what option"
! grep -q "None predicted" "$work/out"
report $? "nothing is said about what was not read"
run "$foretrace" check "$work/large.std" -b 2
shows '^Out of time while |^The budget of 2 s ran out' "a budget of 2 s is over before all pairs are"
