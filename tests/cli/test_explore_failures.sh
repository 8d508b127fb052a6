#!/bin/bash
# 'foretrace explore' finds the failures that the programs of tests/failures
# state: a sample quickly, all of them with FT_LONG=1.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

sample=(account_lost_update bank_transfers driver_stopped lazy_stages
  locks_in_third_state pointer_cleared_after_check reorder_20
  semaphore_taken_twice sync_checked_outside)

# finds MOST NAMES...: the sum line; all are found, half of them within MOST
# runs.
finds() {
  local most=$1
  shift
  run scripts/count-failures "$build" 100 "$@"
  [ "$status" -eq 0 ] &&
    [ "$(sed -n 's/.*median \([0-9]*\),.*/\1/p' "$work/out")" -le "$most" ]
}

if [ "${FT_LONG:-}" ]; then
  finds 3 '*'
  report $? "all failures"
  [ "$(grep -c . "$work/out")" -eq 41 ]
  report $? "forty programs"
else
  finds 3 "${sample[@]}"
  report $? "a sample of failures"
fi

cp tests/failures/sync_signal_lost.c tests/failures/account_lost_update.c \
  "$work"
cd "$work" || exit 1

# A deadlock ends its run at once, and is made again.
"$build/bin/foretrace-cc" -g sync_signal_lost.c -o lost -pthread
exits 0 "a lost wake-up" "$foretrace" explore -q --budget 0 --until failure \
  -- ./lost
shows '^C1  the program ends badly in run [0-9]+: deadlock$' "a lost wake-up"
again=$(sed -n 's/^  again: foretrace //p' "$work/out")
# shellcheck disable=SC2086
run "$foretrace" $again
shows '^run [0-9]+ again: deadlock: no thread of it can go on$' "it comes again"

# A search that goes on has the failure, too, and ends by itself.
"$build/bin/foretrace-cc" -g account_lost_update.c -o lose -pthread
exits 0 "a lost update" "$foretrace" explore -q --budget 0 -- ./lose
shows '^C1  .*signal 6' "a lost update"
shows 'nothing is left to try' "the search ends"

# A search that was stopped goes on with reorderings that it has not tried.
run "$foretrace" explore -q --fresh --budget 0 --runs 1 -- ./lose
run "$foretrace" explore -q --budget 0 --until failure -- ./lose
shows '^C1  .*signal 6' "goes on"
[ "$(grep -c '"step":"reorder"' lose.explore/journal)" -le 5 ]
report $? "goes on where it was"

echo "1..$test_number"
