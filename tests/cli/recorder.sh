# Helpers of the tests that record programs; sourced after lib.sh.  Without
# LLVM 19 there is no foretrace-cc, and nothing here can be tested.

cc=$build/bin/foretrace-cc
if [ ! -x "$cc" ]; then
  skip "foretrace-cc is not built (no LLVM 19)"
  exit 0
fi

# build NAME [FLAGS...]: compiles $work/NAME.c into $work/NAME.
build_program() {
  local name=$1
  shift
  "$cc" -g -pthread "$work/$name.c" -o "$work/$name" "$@" ||
    { echo "not ok - building $name"; exit 1; }
}

# member FILE EXPRESSION: evaluates python with 'd' as the document.
member() {
  /usr/bin/python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(0 if eval(sys.argv[2]) else 1)' "$1" "$2"
}

# holds FILE EXPRESSION TEXT
holds() {
  member "$1" "$2"
  report $? "$3"
}

# A program without races: exit status as asked, or what its argument says.
write_clean() {
  cat >"$work/clean.c" <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add (void *a) {
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
  return a;
}
int main (int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "0";
  pthread_t t;
  pthread_create (&t, NULL, add, NULL);
  add (NULL);
  pthread_join (t, NULL);
  if (!strcmp (what, "abort"))
    abort ();
  if (!strcmp (what, "read"))
    return getchar ();
  if (!strcmp (what, "many"))
    for (int i = 0; i < 200000; i++)
      add (NULL);
  if (!strcmp (what, "wait")) {
    puts ("ready");
    fflush (stdout);
    for (;;)
      pause ();
  }
  return atoi (what);
}
C
  build_program clean
}
