#!/bin/bash
# Programs under a limit on their address space (ulimit -v): what the recorder takes
# of it, and that a recording in which it is in the way is an error.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

ulimit -c 0

# The first argument is the limit in MB, 0 for none; the second the number of threads,
# which all have begun before one of them ends.
cat >"$work/limited.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
static pthread_barrier_t all;
static int x;
static void *add (void *a) {
  pthread_barrier_wait (&all);
  x++;
  return a;
}
int main (int argc, char **argv) {
  rlim_t most = (rlim_t)atol (argv[1]) << 20;
  struct rlimit limit = {most, most};
  int n = argc > 2 ? atoi (argv[2]) : 2;
  pthread_t t[300];
  if (most && setrlimit (RLIMIT_AS, &limit))
    return 9;
  pthread_barrier_init (&all, 0, (unsigned)n);
  for (int i = 0; i < n; i++)
    if (pthread_create (&t[i], 0, add, 0))
      return 3;
  for (int i = 0; i < n; i++)
    pthread_join (t[i], 0);
  return 0;
}
C
build_program limited
cd "$work" || exit 1

exits 66 "600 MB: two threads" "$foretrace" run -n 3 -d wide -- ./limited 600
shows "^R1  data race on 'x'.*CONFIRMED 3/3" "have their race"

# Two stacks of 8 MB fit, but not with the recorder's memory beside them.
ulimit -Ss 8192
exits 69 "24 MB: no room for the recorder" "$foretrace" run -d tight -- ./limited 24
grep -q 'tight: is no run of the program, since the recorder could not go on: a thread has no room .*ulimit -v' err
report $? "is what the error says"
! grep -q 'races certified' out
report $? "and nothing is reported"
exits 69 "nor by check" "$foretrace" check tight
exits 69 "record" "$foretrace" record -q -o tight2 -- ./limited 24
# Here it is the program's own doing that it has no thread.
exits 3 "6 MB: no room without the recorder either" "$foretrace" run -d own -- ./limited 6

exits 0 "200 threads at a time" "$foretrace" record -q -o many -- ./limited 0 200
exits 66 "have one race" "$foretrace" check many
