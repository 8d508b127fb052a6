#!/bin/bash
# Variables of a shared library that was not built with foretrace-cc: what a
# thread finds in them, the library may have left there before; so no race is
# certified across that, and one that has nothing to do with it is.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

cat >"$work/library.c" <<'EOC'
int variable;
__thread int local;
static struct { int first, second; } hidden;
void set (int v) { variable = hidden.second = v; }
int *address (void) { return &hidden.second; }
void fetch (void) { local = hidden.second; }
EOC
cc -O1 -fPIC -shared "$work/library.c" -o "$work/liblibrary.so"

# program NAME SETUP CHANGE LOOK FLAGS...: without RACE, the first thread writes
# 'x' before the change, which the second one has seen when it writes 'x'.
program() {
  local name=$1
  cat >"$work/$name.c" <<EOC
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>
extern int variable;
extern __thread int local;
void set (int), fetch (void);
int *address (void);
static int *p;
static void (*call) (int);
static int x;
static void *first (void *a) {
#ifndef RACE
  x = 1;
#endif
  $3;
#ifdef RACE
  x = 1;
#endif
  return a;
}
static void *second (void *a) {
  if ($4)
    x = 2;
  else
    _exit (3);
  return a;
}
int main (void) {
  pthread_t t, u;
  $2;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
EOC
  for race in "" -DRACE; do
    "$build/bin/foretrace-cc" $race -g -pthread "$work/$name.c" "${@:5}" \
      -o "$work/$name"
    exits $([ "$race" ] && echo 66 || echo 0) "$name, ${race:-ordered}" \
      "$foretrace" run -n 1 -d "$work/run" -- "$work/$name"
    [ "$race" ] || [ "$name" = opened ] ||
      shows 'uninstrumented code keeps \(liblibrary.so\)' "... because of it"
    rm -rf "$work/run"
  done
}

library=("-L$work" -llibrary "-Wl,-rpath,$work")
program named '(void)0' 'set (7)' 'variable == 7' "${library[@]}"
program back_again 'set (1)' 'set (0)' 'variable == 0' "${library[@]}"
program copied '(void)0' 'set (7)' 'variable == 7' "${library[@]}" \
  -fno-pie -no-pie
program by_address 'p = address ()' 'set (7)' '*p == 7' "${library[@]}"
program thread_local '(void)0' 'set (7)' '(fetch (), local == 7)' \
  "${library[@]}"
program opened "void *h = dlopen (\"$work/liblibrary.so\", RTLD_NOW);
  p = dlsym (h, \"variable\"); call = (void (*) (int))dlsym (h, \"set\")" \
  'call (7)' '*p == 7'

# What a program's own code looks up is of a module that is there already; what
# uninstrumented code looks up may be any global of the program.  An object without
# names does nothing.
cat >"$work/finds.c" <<'EOC'
#include <dlfcn.h>
void *find (const char *name) { return dlsym (RTLD_DEFAULT, name); }
EOC
cat >"$work/asks.c" <<'EOC'
#include <stddef.h>
void *find (const char *);
int global;
int main (void) { return find ("global") && !find ("main"); }
EOC
cc -O1 -c "$work/finds.c" -o "$work/finds.o"
echo 'typedef int none;' | cc -x c -c - -o "$work/empty.o"
for by in c o; do
  "$build/bin/foretrace-cc" -g "$work/asks.c" "$work/finds.$by" "$work/empty.o" \
    -o "$work/asks"
  "$foretrace" record -o "$work/asked" -- "$work/asks" >"$work/out" 2>&1
  FT_LOG=escape "$foretrace" info "$work/asked" >"$work/out" 2>&1
  if [ "$by" = c ]; then
    shows "uninstrumented code: none" "dlsym in recorded code names nothing"
  else
    shows "so that all globals escape" "dlsym elsewhere may name any global"
  fi
  rm -rf "$work/asked"
done
