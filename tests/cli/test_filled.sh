#!/bin/bash
# Memory that gets one value for all of its bytes: the values that a recording has
# of it, and what a check makes of them.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

# Threads that fill pieces of memory, and look at others, as a seed says.
cat >"$work/fill.c" <<'C'
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
static unsigned char shared[96] __attribute__ ((aligned (16))), *heap;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned start;
static volatile uint64_t sum;
static void *(*volatile set) (void *, int, size_t) = memset;
static unsigned next (unsigned *seed, unsigned n) {
  *seed = *seed * 1103515245 + 12345;
  return (*seed >> 16) % n;
}
static uint64_t look (unsigned char *at, unsigned how) {
  switch (how) {
  case 0: return *(volatile uint8_t *)at;
  case 1: return *(volatile uint16_t *)at;
  case 2: return *(volatile uint32_t *)at;
  }
  return *(volatile uint64_t *)at;
}
static void change (unsigned *seed, unsigned char *at) {
  int byte = (int)next (seed, 512) - 256;
  size_t bytes = next (seed, 32);
  wchar_t *words = (wchar_t *)((uintptr_t)at & ~(uintptr_t)3);
  switch (next (seed, 9)) {
  case 0: memset (at, byte, bytes); break;
  case 1: set (at, byte, bytes); break;
  case 2: bzero (at, bytes); break;
  case 3: memset (at, 0x5a, 3); break;
  case 4: memset (at, byte, 8); break;
  case 5: memset (at, -1, 16); break;
  case 6: wmemset (words, byte < 0 ? 0x07070707 : byte, bytes / 8); break;
  case 7: explicit_bzero (at, bytes); break;
  case 8: *(volatile uint32_t *)at = *seed; break;
  }
}
static void *work (void *number) {
  unsigned seed = start * 31 + (unsigned)(uintptr_t)number;
  uint64_t seen = 0;
  for (int i = 0; i < 80; i++) {
    unsigned char *at = (next (&seed, 2) ? shared : heap) + next (&seed, 64);
    unsigned what = next (&seed, 8);
    pthread_mutex_lock (&m);
    if (what < 4)
      seen += look (at, what);
    else
      change (&seed, at);
    pthread_mutex_unlock (&m);
  }
  pthread_mutex_lock (&m);
  sum += seen;
  pthread_mutex_unlock (&m);
  return NULL;
}
int main (int count, char **arguments) {
  pthread_t t[3];
  start = (unsigned)atoi (arguments[1]);
  heap = calloc (sizeof shared, 1);
  for (uintptr_t i = 0; i < 3; i++)
    pthread_create (t + i, NULL, work, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return count != 2;
}
C

# values TRACE SOURCE: each read returns the values that the writes before it left,
# byte by byte, and memory is zero before them; how many reads did.  Of wmemset of
# a word whose bytes differ no value is known.
cat >"$work/values" <<'P'
import json, sys
memory, reads, fine = {}, 0, True
wide = [n for n, line in enumerate (open (sys.argv[2]), 1) if 'wmemset (' in line]
for line in open (sys.argv[1]):
    e = json.loads (line)
    if e.get ('op') not in ('read', 'write') or not e.get ('location', '').startswith ('fill.c:'):
        continue
    at, size = int (e['address'], 16), e['size']
    known = 'value' in e
    fine &= known or int (e['location'].split (':')[1]) in wide
    value = int (str (e.get ('value', 0)), 0).to_bytes (size, 'little')
    for i in range (size):
        if e['op'] == 'read':
            fine &= memory.get (at + i, 0) in (None, value[i])
        memory[at + i] = value[i] if known else None
    reads += e['op'] == 'read'
print (reads)
sys.exit (not fine or reads < 40)
P

for level in -O0 -O2; do
  build_program fill "$level" --foretrace-light
  cp "$work/fill" "$work/light"
  build_program fill "$level"
  for seed in $(seq 1 "$([ -n "${FT_QUICK-}" ] && echo 1 || echo 3)"); do
    for mode in full light parallel; do
      program=$work/light
      [ "$mode" = full ] && program=$work/fill
      rm -rf "$work/run"
      run "$foretrace" record --mode "$mode" --schedule random --seed "$seed" -o "$work/run" \
        -- "$program" "$seed"
      run "$foretrace" convert "$work/run" "$work/fill.jsonl"
      run /usr/bin/python3 "$work/values" "$work/fill.jsonl" "$work/fill.c"
      report "$status" "filled: $level, seed $seed, $mode: reads return what was filled"
    done
  done
done

# A write of the same bytes, with another value or with that of the read: what the
# memory is filled with decides.
cat >"$work/decided.c" <<'C'
#include <pthread.h>
#include <string.h>
static struct { int flag, more[9]; } g;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *first (void *a) {
  x = 1;
  pthread_mutex_lock (&m);
  g.flag = 0x05050505;
  pthread_mutex_unlock (&m);
  return a;
}
static void *second (void *a) {
  pthread_mutex_lock (&m);
  int flag = g.flag;
  pthread_mutex_unlock (&m);
  if (flag == 0x05050505)
    x = 2;
  return a;
}
static void *third (void *a) {
  pthread_mutex_lock (&m);
  memset (&g, FILL, sizeof g);
  pthread_mutex_unlock (&m);
  return a;
}
int main (void) {
  pthread_t t[3];
  pthread_create (t, NULL, first, NULL);
  pthread_create (t + 1, NULL, second, NULL);
  pthread_create (t + 2, NULL, third, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
C

# decided FILL VERDICT
decided() {
  build_program decided -DFILL="$1"
  run "$foretrace" record -o "$work/decided$1" -- "$work/decided"
  run "$foretrace" check --model mcm --memory-model sc -o "$work/decided.json" --format json \
    "$work/decided$1"
  holds "$work/decided.json" "[r['verdict'] for r in d['races']] == ['$2']" \
    "filled: a later memset to $1: the pair is $2"
}

decided 4 refuted
decided 5 certified

# What realloc keeps may be another value in another order.
cat >"$work/resized.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sh, x;
static void *a_ (void *a) {
  pthread_mutex_lock (&m);
  int k = sh;
  pthread_mutex_unlock (&m);
  char *o = malloc (64);
  memset (o, k, 64);
  char *f = realloc (o, 8);
  if (!f[3])
    x = 1;
  free (f);
  return a;
}
static void *s_ (void *a) {
  pthread_mutex_lock (&m);
  x = 2;
  sh = 1;
  pthread_mutex_unlock (&m);
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, s_, 0);
  pthread_create (&u, 0, a_, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x == 7;
}
C
build_program resized
run "$foretrace" record -o "$work/resized.run" -- "$work/resized"
run "$foretrace" check "$work/resized.run" --format json -o "$work/resized.json"
holds "$work/resized.json" "not [r for r in d['races'] if r['verdict'] == 'refuted' and not r.get('left_open')]" \
  "filled: a race behind a resized block is not called impossible"
