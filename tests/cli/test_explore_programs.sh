#!/bin/bash
# Programs whose races need an input, a schedule, both, or a swapped race, and
# one that has none: what they state is what an exploration finds.
# scripts/bench-explore asks about all of tests/explore.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

# tag PROGRAM NAME: what its first lines say.
tag() { sed -n -e '/^\/\//!q' -e "s,^// $2: *,,p" "tests/explore/$1.c"; }

# found FILE: a line per race, its two lines of the program ascending.
found() {
  jq -r '.races[] | select (.replay.reached > 0) | .pair |
    map (split (":")[1] | tonumber) | sort | "\(.[0]) \(.[1])"' "$1" | sort -u
}

# stated PROGRAM
stated() {
  sed -n -e '/^\/\//!q' -e 's,^// RACE\( [a-z]*\)\{0\,1\}: *,,p' "tests/explore/$1.c" |
    awk '{ print ($1 < $2 ? $1 " " $2 : $2 " " $1) }' | sort -u
}

# With FT_LONG=1, which 'make fuzz' sets, until nothing is left to try.
most_runs() {
  case $1 in
  input_pair) echo 600 ;; # needs 126 of them
  *) [ -n "${FT_LONG:-}" ] && echo 250 || echo 70 ;;
  esac
}

# The order in which two workers end decides what a search tries next, and can
# let it end before it has tried all: the search of input_pair is one without
# such chance.
workers() {
  case $1 in
  input_pair) echo 1 ;;
  *) echo 2 ;;
  esac
}

for name in both_cell both_mode input_argument input_magic input_pair none_guards none_polls \
  schedule_state swap_input swap_twice timed_condition timed_crossed timed_lock timed_past \
  timed_post; do
  read -ra arguments <<<"$(tag $name ARGS)"
  read -ra variables <<<"$(tag $name ENV)"
  symbolic=$(tag $name SYMBOLIC)
  mkdir "$work/$name"
  tag $name STDIN >"$work/$name/stdin"
  stated $name >"$work/stated"
  "$cc" -g -O1 -pthread -o "$work/$name/program" "tests/explore/$name.c"
  (cd "$work/$name" && timeout "$patience" env "${variables[@]}" "$foretrace" explore -q \
    -t 600 --run-timeout 600 --budget 0 \
    -j "$(workers $name)" --runs "$(most_runs $name)" ${symbolic:+--symbolic "$symbolic"} -f json -o out.json \
    -- ./program "${arguments[@]}" <stdin) >"$work/out" 2>"$work/err"
  found "$work/$name/out.json" | diff "$work/stated" - >"$work/out"
  report $? "$name: the races that it states"
done

# What super-rounds are for: without them 40 runs do not get there.
tag both_gate STDIN >"$work/stdin"
"$cc" -g -O1 -pthread -o "$work/both_gate" tests/explore/both_gate.c
for way in racageddon:12 racageddon:40 free:40; do # stopped before the first
  strategy=${way%:*}
  "$foretrace" explore -q -d "$work/$strategy" --strategy $strategy --symbolic stdin \
    --runs "${way#*:}" --patience 40 -f json -o "$work/$strategy.json" -- "$work/both_gate" \
    <"$work/stdin" >"$work/out" 2>"$work/err"
  found "$work/$strategy.json" >"$work/$strategy.found"
  [ $way != racageddon:12 ] || cp -r "$work/racageddon" "$work/damaged"
done
stated both_gate | diff - "$work/racageddon.found" >"$work/out" && [ ! -s "$work/free.found" ]
report $? "both_gate: the race that it states, in 40 runs only with super-rounds"
[ "$(grep -c '"step":"super-round".*"of":' "$work/racageddon/journal")" -ge 2 ] &&
  [ -z "$(ls "$work/racageddon/schedules")" ]
report $? "both_gate: two of them, and nothing is left of the schedule"
for schedule in "$work/damaged/schedules"/*; do echo nonsense >"$schedule"; done
"$foretrace" explore -q -d "$work/damaged" --symbolic stdin -- "$work/both_gate" \
  <"$work/stdin" >"$work/out" 2>"$work/err"
[ $? -eq 65 ] && grep -q 'schedules/[0-9]*: is no schedule of ours' "$work/err"
report $? "both_gate: a damaged schedule is told"

# A run that waits for a deadline that far away would end by its time limit.
"$cc" -g -O1 -pthread -o "$work/none_waits_long" tests/explore/none_waits_long.c
"$foretrace" explore -d "$work/long" --run-timeout 60 --runs 12 --budget 0 -- "$work/none_waits_long" \
  >"$work/out" 2>"$work/err"
[ $? -eq 0 ] && ! grep -q 'ended badly' "$work/out"
report $? "none_waits_long: no run waits for an hour"
