# 'replay --gdb' with the real gdb: the command 'foretrace', at a race and on
# the way to it.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
gdb=$(command -v gdb) && [ "$("$gdb" -nx -batch -ex 'python print (7)' 2>&1)" = 7 ] ||
  { skip "no gdb with Python"; exit 0; }

cp examples/hidden.c "$work/hidden.c"
build_program hidden
cd "$work" || exit 1
"$foretrace" record -q -o recorded -- ./hidden

# gdb with the commands of commands.1 when it is first started, then of
# commands.2.
mkdir bin
cat >bin/gdb <<SH
#!/bin/sh
n=\$((\$(cat "$work/starts" 2>/dev/null || echo 0) + 1))
echo \$n >"$work/starts"
exec "$gdb" -nx -batch "\$@" -x "$work/commands.\$n" 2>&1
SH
chmod +x bin/gdb

# debugged WANTED TEXT OPTION...: the commands are standard input.
debugged() {
  local wanted=$1 text=$2
  shift 2
  rm -f starts
  cat >commands.1
  exits "$wanted" "$text" env PATH="$work/bin:$PATH" "$foretrace" replay recorded "$@"
}

# in_order PATTERN...: lines of the last output.
in_order() {
  awk 'BEGIN { for (i = 1; i < ARGC; i++) want[i] = ARGV[i]; n = ARGC - 1; ARGC = 1; at = 1 }
       at <= n && $0 ~ want[at] { at++ } END { exit at <= n }' "$@" <out
}

debugged 0 "--gdb" R1 --gdb <<'GDB'
foretrace threads
foretrace schedule
foretrace step
foretrace step
GDB
in_order '^R1  data race: all threads are parked right before it' \
  '^  T1 .thread [0-9]+, LWP [0-9]+. writes 4 bytes of x  locks held: l$' \
  'in writer1.*hidden.c:15' '^    15.*x = 0;' '^    x = 0' \
  '^  T2 .* writes 4 bytes of x  locks held: none$' 'in writer2.*hidden.c:23'
report $? "shows both threads, their lines and the value"
in_order '^ +1 .* main   main .*hidden.c:31' '^\*.* T1     writer1 .*hidden.c:15' \
  '^  .* T2     writer2 .*hidden.c:23'
report $? "'foretrace threads' lists all, in the program's own code"
in_order '^     1 of 5  main  fork T1  hidden.c:29:3' '^     5 of 5  T1  acquire l  hidden.c:14:3' \
  '^=>   the race: T1 writes 4 bytes of x  <->  T2 writes'
report $? "'foretrace schedule' lists the events"
in_order '^T1 has done its part of R1' 'in writer1.*hidden.c:16' '^    x = 0' \
  '^T2 has done its part of R1' '^    x = 1'
report $? "'foretrace step' does one access after the other"
shows '^R1 reached: always \(1 of 1\)' "and the report says that it was there"

debugged 0 "--step" R1 --step <<'GDB'
foretrace step 2
foretrace schedule
foretrace race
foretrace step
foretrace step
foretrace step
foretrace step
foretrace step
foretrace step
GDB
in_order '^   1 of 5  main  fork T1' '^   3 of 5  T2  acquire l' 'in writer2.*hidden.c:21' \
  '^=>   3 of 5' '^R1  data race: not there yet' '^   4 of 5  T2  release l' 'hidden.c:22' \
  '^   5 of 5  T1  acquire l' 'in writer1.*hidden.c:14' \
  '^R1  data race: all threads are parked' '^T1 has done' '^T2 has done' '^The program has ended'
report $? "goes from event to event, to the race and beyond it"

cat >commands.2 <<'GDB'
foretrace continue
python print ("second time")
GDB
debugged 0 "restart" R1 --gdb <<'GDB'
foretrace step
foretrace restart
GDB
in_order '^T1 has done' '^   1 of 5  main  fork T1' '^R1  data race: all threads are parked' '^second time'
report $? "'foretrace restart' begins again, 'foretrace continue' goes to the race"
debugged 0 "the race after the end" R1 --step <<'GDB'
continue
foretrace race
GDB
shows "^R1  data race: the program has ended; 'foretrace restart' begins again" \
  "says what to do"
debugged 67 "leaving gdb on the way" R1 --step <<'GDB'
kill
GDB
shows 'gdb was left before it got there' "is said"
debugged 0 "what is not so" R1 --gdb <<'GDB'
python
for words in ("continue", "nothing", "step nothing"):
  try:
    gdb.execute ("foretrace " + words)
  except gdb.error as error:
    print ("refused: %s" % error)
end
GDB
[ "$(grep -c '^refused: ' out)" -eq 3 ]
report $? "is refused"
odd=$'odd\377.c'
cp hidden.c "$odd"
"$build/bin/foretrace-cc" -g -pthread "$odd" -o odd &&
  "$foretrace" record -q -o odd.run -- ./odd
echo 'foretrace step' >commands.1
rm -f starts
exits 0 "a source with a name that is not UTF-8" env PATH="$work/bin:$PATH" \
  "$foretrace" replay odd.run R1 --gdb
! grep -q Exception out && grep -aq 'T1 has done its part' out
report $? "does not stop the commands"
strip hidden
"$foretrace" record -q -o recorded -- ./hidden
debugged 0 "a stripped program" R1 --step <<'GDB'
foretrace continue
foretrace threads
GDB
in_order '^R1  data race: all threads are parked' '^  T1 ' '^  T2 '
report $? "can be stepped through, too"

# ---- a deadlock, and a long way -----------------------------------------------------

cat >cycle.c <<'C'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *first (void *x) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  n++;
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return x;
}
static void *second (void *x) {
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  n++;
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  return x;
}
int main (void) {
  pthread_t t, u;
  for (int i = 0; i < 3000; i++) {
    pthread_mutex_lock (&a);
    n++;
    pthread_mutex_unlock (&a);
  }
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
C
build_program cycle
"$foretrace" record -q -o recorded -- ./cycle
debugged 0 "a deadlock" D1 --step <<'GDB'
foretrace step 100
foretrace continue
GDB
in_order '^ *1 of [0-9]+ ' '^ *101 of [0-9]+ ' '^D1  deadlock: all threads are parked' \
  'waits for b  locks held: a' 'waits for a  locks held: b'
report $? "after thousands of events: both threads, what they hold and wait for"
