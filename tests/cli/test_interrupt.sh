# Ctrl-C during certification: what is decided so far is reported.
. "$(dirname "$0")/lib.sh"

# Many threads and locks, pairs that take a while: a race at the beginning,
# so that something is decided soon.
/usr/bin/python3 - >"$work/slow.std" <<'PY'
import random
random.seed(7)
print("A|w(first)|a1")
print("B|w(first)|b1")
threads = 12
for i in range(12000):
    t = random.randrange(threads)
    l = random.randrange(6)
    v = random.randrange(300)
    op = random.choice("rw")
    loc = f"{v}.{random.randrange(3)}"
    if random.random() < 0.5:
        print(f"T{t}|acq(l{l})|{loc}a")
        print(f"T{t}|{op}(v{v})|{loc}b")
        print(f"T{t}|rel(l{l})|{loc}c")
    else:
        print(f"T{t}|{op}(v{v})|{loc}d")
PY

# interrupt COMMAND...: when it has certified some.
interrupt() {
  : >"$work/err" # what the command before it said does not count
  "$@" --progress always >"$work/out" 2>"$work/err" </dev/null &
  local pid=$!
  await grep -qE 'certifying .* [1-9][0-9]* certified' "$work/err"
  kill -INT "$pid"
  wait "$pid"
  status=$?
}

# Background jobs of a shell without job control ignore SIGINT; this sets it
# back.
set -m
interrupt "$foretrace" check "$work/slow.std" --budget 0 -j 2
[ "$status" -eq 66 ] || [ "$status" -eq 130 ]
report $? "exit 66 or 130 after an interrupt (got $status)"
grep -q '^Interrupted' "$work/out" && grep -q '^---$' "$work/out"
report $? "the report so far, which says that it was interrupted"
shows '^Stages: .*[0-9] of [0-9]+( decided)?, interrupted' \
  "the stage that was cut is named"
interrupt "$foretrace" check "$work/slow.std" --budget 0 --format json \
  -o "$work/partial.json"
# The schema checker is slow: the beginning of each schedule will do.
jq 'del(.races[].witness.schedule?[20:])' "$work/partial.json" >"$work/short.json" &&
  valid foretrace-results-1 "$work/short.json" 2>"$work/err"
report $? "the JSON report after an interrupt is whole"
jq -e '[.summary.funnel[].state] as $s | ($s | index ("interrupted")) as $i |
  $i != null and ($s[:$i] | all (. == "finished")) and
  ($s[$i + 1:] | all (. == "not begun" or . == "finished"))' \
  "$work/partial.json" >/dev/null
report $? "stages before are finished, those behind have not begun"
[ -z "$(find "$work" -name '*.tmp')" ]
report $? "no temporary file is left behind"
[ "$test_number" -gt 0 ]
