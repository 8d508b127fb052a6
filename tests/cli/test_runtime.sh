# The runtime by itself: programs of tests/record, which are not instrumented
# but write records by hand, linked with it.  check_run.c checks every run:
# records are complete, and shared counters count in the order of the schedule.
. "$(dirname "$0")/lib.sh"

archive=$build/lib/libforetrace-rt.a
if [ ! -e "$archive" ]; then
  skip "the runtime was not built: no LLVM 19"
  exit 0
fi

${CC:-cc} -std=gnu11 -O1 -Wall -Werror -Isrc -o "$work/check_run" \
  tests/record/check_run.c 2>"$work/err"
status=$?
report $status "the checker is built"
[ $status -eq 0 ] || exit 1
for program in count ends; do
  ${CC:-cc} -std=gnu11 -O1 -Wall -Werror -D_GNU_SOURCE -Iinclude \
    -o "$work/$program" "tests/record/$program.c" -rdynamic \
    -Wl,--whole-archive "$archive" -Wl,--no-whole-archive -lpthread -ldl \
    2>"$work/err"
  report $? "$program links with the runtime"
done

# record CONFIG PROGRAM...: into $run; leaves $status.
run=$work/run
record() {
  rm -rf "$run"
  mkdir "$run"
  printf '%b' "$1" >"$run/config"
  shift
  FORETRACE_RUN=$run timeout "$patience" "$@" >"$work/out" 2>"$work/err" </dev/null
  status=$?
}

# good TEXT WANTED PATTERN: the last run ended so and its files are right.
good() {
  "$work/check_run" "$run" >"$work/facts" 2>>"$work/err"
  local checked=$?
  cat "$work/facts" >>"$work/out"
  [ "$status" -eq "$2" ] && [ "$checked" -eq 0 ] &&
    grep -qE -- "$3" "$work/facts"
  report $? "$1 (status $status)"
}

count=$work/count
ends=$work/ends

# ---- not recorded --------------------------------------------------------
for what in signals jumps blocked cancels forks spawns watchdog spin small; do
  exits 0 "not recorded: $what" "$ends" $what
done
exits 0 "not recorded: 50 threads" "$count" 50 0

# ---- schedules -----------------------------------------------------------
record '' "$count" 4 5000
good "four threads" 0 '^state 1 threads 5 .* status 0'
record 'slice 7\n' "$count" 4 5000
good "tiny slices" 0 '^state 1 threads 5 switches [0-9]{4}'
for schedule in roundrobin random pct; do
  record "schedule $schedule\nseed 5\nslice 300\n" "$count" 8 3000
  good "schedule $schedule" 0 '^state 1 threads 9'
  "$work/check_run" -s "$run" >"$work/first"
  record "schedule $schedule\nseed 5\nslice 300\n" "$count" 8 3000
  "$work/check_run" -s "$run" >"$work/second"
  cmp -s "$work/first" "$work/second"
  report $? "schedule $schedule: the same seed gives the same schedule"
done
record 'schedule random\nseed 6\nslice 300\n' "$count" 8 3000
"$work/check_run" -s "$run" >"$work/second"
! cmp -s "$work/first" "$work/second"
report $? "another seed gives another schedule"
record '' "$count" 200 200
good "200 threads" 0 '^state 1 threads 201'
record 'schedule random\n' "$count" 500 50
good "500 threads in random order" 0 '^state 1 threads 501'
record '' "$count" 4 5000 detach
good "detached threads" 0 '^state 1 threads 5'
record 'mode light\n' "$count" 4 5000
[ "$status" -eq 0 ] && [ -e "$run/heads" ] && [ ! -e "$run/thread-1" ] &&
  "$work/check_run" -l "$run" >>"$work/out" 2>>"$work/err"
report $? "light mode: schedule and heads, no logs"

# ---- ends ----------------------------------------------------------------
record '' "$count" 4 5000 exit
good "exit" 4 '^state 1 .* signal 0 status 4'
record '' "$count" 4 5000 _exit
good "_exit" 3 '^state 1 .* signal 0 status 3'
record '' "$count" 4 5000 abort
good "abort" 134 '^state 1 .* signal 6'
record '' "$count" 4 5000 crash
good "crash" 139 '^state 1 .* signal 11'
record '' "$count" 4 5000 thread
good "the main thread ends first" 0 '^state 1 threads 5'
record '' "$ends" segv
good "a fault among busy threads" 139 '^state 1 .* signal 11'
record '' "$ends" abort
good "abort among busy threads" 134 '^state 1 .* signal 6'
record '' "$ends" term
good "SIGTERM among busy threads" 143 '^state 1 .* signal 15'

bad=0
for round in $(seq 20); do
  rm -rf "$run"
  mkdir "$run"
  echo "slice $((round * round))" >"$run/config"
  FORETRACE_RUN=$run "$count" 4 100000000 &
  sleep "0.0$((RANDOM % 90 + 10))"
  kill -KILL $!
  wait $! 2>/dev/null
  [ -s "$run/control" ] || continue # before its first instruction
  "$work/check_run" "$run" >"$work/out" 2>"$work/err" || bad=$((bad + 1))
  grep -q '^state 0' "$work/out" || bad=$((bad + 1))
done 2>/dev/null
[ "$bad" -eq 0 ]
report $? "killed at 20 moments: what there is is right"

# ---- signals, processes --------------------------------------------------
for round in 1 2 3; do
  for what in signals jumps blocked cancels watchdog spin; do
    record 'slice 300\n' "$ends" $what
    good "$what, round $round" 0 '^state 1'
  done
done
record 'slice 3000\n' "$ends" small
good "threads with the smallest stack" 0 '^state 1 threads 5'
record '' "$ends" forks
good "fork, with threads" 0 '^state 1 threads 3'
children=0
for run in "$run"/process-*; do
  "$work/check_run" "$run" >>"$work/out" 2>>"$work/err" &&
    children=$((children + 1))
done
[ "$children" -eq 6 ]
report $? "five children and what one of them executed have runs ($children)"
run=$work/run
record '' "$ends" spawns
good "posix_spawn, vfork, system" 0 '^state 1 threads 1 .* status 0'
record 'deadlock exit\n' "$ends" deadlock
good "a deadlock is told" 71 '^state 1 .* status 71'
[ "$(grep -c 'waits for the end of thread' "$work/err")" -eq 3 ]
report $? "who waits for whom"

# ---- limits --------------------------------------------------------------
record 'max-words 100000\n' "$count" 4 50000
good "the size limit stops the recording, not the program" 0 '^state 2'
says 'size limit: recording stops here, the program runs on' "one warning"
rm -rf "$run"
mkdir "$run"
(
  ulimit -f 2000
  FORETRACE_RUN=$run "$count" 4 500000
) >"$work/out" 2>"$work/err"
status=$?
good "a limit of the file size: the program runs on" 0 '^state 2'
says 'file size limit' "it is told"
mkdir "$work/small"
if mount -t tmpfs -o size=1m none "$work/small" 2>/dev/null; then
  FORETRACE_RUN=$work/small "$count" 4 500000 >"$work/out" 2>"$work/err"
  status=$?
  run=$work/small
  good "a full disk: the program runs on" 0 '^state 2'
  says 'disk is full' "it is told"
  run=$work/run
  umount "$work/small"
else
  skip "a full disk needs the right to mount"
fi
exits 7 "no directory: the program runs" \
  env FORETRACE_RUN="$work/nowhere" "$ends" nothing
says 'cannot record to .*nowhere' "and says so"
record '' "$ends" descriptors
good "a program that has used up its descriptors" 0 '^state 1 threads 3'

# ---- replay --------------------------------------------------------------
without_addresses() {
  awk '{print $1, $2, $3}' "$1"
}
record 'schedule random\nslice 200\nseed 9\n' "$count" 4 2000
"$work/check_run" -p "$run" >"$work/plan"
"$work/check_run" -t "$run" >"$work/first"
bad=0
for _ in $(seq 100); do
  rm -rf "$run"
  mkdir "$run"
  echo 'plan 1' >"$run/config"
  cp "$work/plan" "$run/plan"
  FORETRACE_RUN=$run timeout "$patience" "$count" 4 2000 || bad=$((bad + 1))
  "$work/check_run" -t "$run" >"$work/second"
  [ "$(cat "$run/outcome")" = reached ] &&
    cmp -s <(without_addresses "$work/first") \
      <(without_addresses "$work/second") || bad=$((bad + 1))
done
[ "$bad" -eq 0 ]
report $? "a recorded schedule, 100 of 100 times the same"

# plan THEN FIRST [HOLD]: threads 1 and 2 are stopped at their accesses; HOLD is
# the second one's hold, with the access that it names.
plan() {
  rm -rf "$run"
  mkdir "$run"
  printf 'plan 1\n' >"$run/config"
  "$work/check_run" -t "$work/base" >"$work/base.t"
  cat >"$run/plan" <<EOF2
foretrace-plan 1
thread 1 0 0
thread 2 0 1
thread 3 0 2
run 0 $(awk '$1 == 0 && $3 == "FORK" {print $2 + 1}' "$work/base.t" | tail -1)
run 2 $2
run 1 105
park 1 105
park 2 ${3:-$2}
then $1
EOF2
}
record '' "$count" 3 1000
cp -r "$run" "$work/base"
plan free 203
FORETRACE_RUN=$run timeout "$patience" "$count" 3 1000
status=$?
good "two threads parked, then free" 0 '^state 1 threads 4'
cp "$run/outcome" "$work/out"
grep -qx reached "$run/outcome" &&
  [ "$(grep -cE '^parked (1 105|2 203) [0-9]+$' "$run/outcome")" -eq 2 ]
report $? "outcome: reached, both parked"
plan stop 203
FORETRACE_RUN=$run timeout "$patience" "$count" 3 1000 crash
status=$?
good "then stop: exit 0, with the two records" 0 '^state 1 threads 3'
grep -qx reached "$run/outcome"
report $? "outcome: reached"
for more in "203 203" "203 203 1" "203 203 2"; do
  plan stop 203 "$more"
  FORETRACE_RUN=$run timeout "$patience" "$count" 3 1000 fails
  cp "$run/outcome" "$work/out"
  case $more in
  '203 203')
    grep -qE '^diverged thread 2 place 203: it runs code' "$run/outcome" &&
      grep -qx 'closer 203 1' "$run/outcome"
    report $? "a call without a record before the access: not held there yet" ;;
  '203 203 1')
    grep -qx reached "$run/outcome"
    report $? "held behind that call: reached" ;;
  *)
    grep -qE '^diverged thread 2 place 203: it is not at' "$run/outcome"
    report $? "it has no further scheduling point there: diverged" ;;
  esac
done
plan stop 203
FORETRACE_RUN=$run timeout "$patience" "$count" 3 1000 fails
cp "$run/outcome" "$work/out"
grep -qx reached "$run/outcome"
report $? "a hold that names no access is at the first scheduling point"
plan free 204
FORETRACE_RUN=$run timeout "$patience" "$count" 3 1000
status=$?
good "a tick that is no scheduling point: the program runs on" 0 '^state 1'
cp "$run/outcome" "$work/out"
grep -qE '^diverged thread 2 place 204: ' "$run/outcome"
report $? "outcome: diverged, where and why"
plan free 20003
FORETRACE_RUN=$run timeout "$patience" "$count" 3 1000
cp "$run/outcome" "$work/out"
grep -qE '^diverged thread 2 place 2008: it ends here' "$run/outcome"
report $? "outcome: diverged at the end of a thread"
plan free 203
echo 'stun 1 2' >>"$run/plan"
exits 65 "a plan with an unknown directive" env FORETRACE_RUN="$run" "$count"
says 'plan: line 11: unknown directive' "and where it is"
rm -rf "$run"
mkdir "$run"
printf 'plan 1\npatience 5\n' >"$run/config"
printf 'foretrace-plan 1\nthread 1 0 0\nrun 0 14\nrun 1 7\n' >"$run/plan"
FORETRACE_RUN=$run timeout "$patience" "$ends" watchdog >"$work/out" 2>"$work/err"
status=$?
good "a plan that waits for a call which needs another thread" 0 '^state 1'
cp "$run/outcome" "$work/out"
grep -qE '^diverged thread 1 place 5: it does not come back' "$run/outcome"
report $? "outcome: the patience ends, where and why"

# A program that uses up its address space.
run "$build/bin/foretrace-cc" -g -O1 -pthread -o "$work/full" \
  tests/programs/address_space_full.c
rm -rf "$run"
mkdir "$run"
FORETRACE_RUN=$run timeout "$patience" "$work/full" >"$work/out" 2>"$work/err"
status=$?
[ "$status" -eq 0 ] && grep -q 'out of memory: recording stops' "$work/err"
report $? "no memory for the log: the recording stops, the program runs on"
exits 0 "and what was recorded before can be read" "$foretrace" check "$run"
