#!/bin/bash
# The program whose race other detectors find now and then: every recording of
# it, under any schedule, gives the race, certified and confirmed.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi
recordings=150
[ -z "${FT_QUICK:-}" ] || recordings=50
[ -z "${FT_LONG:-}" ] || recordings=500 # 'make fuzz'

run "$build/bin/foretrace-cc" -g -pthread examples/hidden.c -o "$work/hidden"
report "$status" "built"

# once NUMBER: prints the line of the race.  What main returns is a failure in some
# orders, too.
once() {
  local schedules=(roundrobin random pct)
  timeout "$patience" "$foretrace" run -n 1 --schedule "${schedules[$1 % 3]}" \
    --seed "$1" -d "$work/run.$1" -- "$work/hidden" 2>"$work/err.$1" |
    grep '^R1 '
  rm -rf "$work/run.$1"
}
export -f once
export foretrace work
seq "$recordings" | xargs -P 2 -n 1 bash -c 'once "$1"' once >"$work/out"
found=$(grep -c "^R1  data race on 'x'.* CERTIFIED, CONFIRMED 1/1$" "$work/out")
cat "$work"/err.* >"$work/err"
[ "$found" -eq "$recordings" ]
report $? "$found of $recordings recordings certified and confirmed"
