# Races of recorded programs are named by fields, elements and results of
# functions; pairs of one cause are one entry.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

cat >"$work/titles.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
struct slot { int used; long count; };
struct item { int refs; int data[5]; };
struct slot slots[8];
int flags[5];
struct item *all;
__attribute__ ((noinline)) struct item *find (int i) { return all + i; }
struct node { struct node *next; int key, seen; } first, *list = &first;
__attribute__ ((noinline)) int walk (int key) {
  struct node *it = list;
  while (it) {
    if (it->key == key)
      return 1;
    it->seen = key;
    it = it->next;
  }
  return 0;
}
static void *work (void *arg) {
  walk (7);
  slots[3].count++;
  find (1)->refs++;
  slots[3].count += 2;
  flags[2] = 0;
  return arg;
}
int main (void) {
  pthread_t t, u;
  all = calloc (4, sizeof *all);
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
C
build_program titles -O2
run "$foretrace" record -o "$work/run" -- "$work/titles"
report "$status" "recorded"
exits 66 "text" "$foretrace" check "$work/run"
shows "^R[0-9]+  data race on 'slots\[3\]\.count' \(long, in the global slots, " \
  "a field of an element"
shows "^R[0-9]+  data race on 'find\(\)->refs' \(int, in 96 bytes of the heap" \
  "a field behind the result of a function"
shows "^R[0-9]+  data race on 'it->seen' \(int, in the global first" \
  "a field behind the variable of a loop"
shows "^R[0-9]+  data race on 'flags\[2\]'" "an element"
shows '\(0 -> 0, the value that was there\)' "the value that was there"
! grep -q "^R.*heap block of" "$work/out"
report $? "no title names a block"
shows '^  [1-9] more pairs? of the same variable and functions: R[0-9]+ at titles\.c:2[0-9]' \
  "pairs of one cause are one entry"
[ "$(grep -c "^R.*'slots" "$work/out")" -eq 1 ]
report $? "and named once"
# What writes the value that was there comes behind what changes one.
[ "$(grep -n "^R.*'flags" "$work/out" | cut -d: -f1)" -gt \
  "$(grep -n "^R.*'slots" "$work/out" | cut -d: -f1)" ]
report $? "by harm"
exits 66 "list" "$foretrace" check "$work/run" --format list
shows "data race on 'slots\[3\]\.count' with " "titles are those of the text"
exits 66 "all" "$foretrace" check "$work/run" -v
[ "$(grep -c "^R.*'slots" "$work/out")" -gt 1 ]
report $? "-v shows each pair"
exits 66 "JSON" "$foretrace" check "$work/run" --format json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "results fit their schema"
holds "$work/out" '(lambda r: any("entry" in x for x in r) and
  all(any(y["id"] == x["entry"] and "entry" not in y for y in r)
    for x in r if "entry" in x) and
  any(x["title"] == "slots[3].count" for x in r) and
  [x["harm"] for x in r if x["pair"][0]["variable"].startswith("flags")] ==
    ["same"])(d["races"])' "entries and harms are in JSON"

# ---- missing locks -------------------------------------------------------------

cat >"$work/stats.c" <<'C'
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static struct { int hits, misses; } stats;
static void *get (void *a) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock (&stats_lock);
    stats.hits++;
    pthread_mutex_unlock (&stats_lock);
  }
  return a;
}
static void *put (void *a) {
  pthread_mutex_lock (&stats_lock);
  stats.hits--;
  pthread_mutex_unlock (&stats_lock);
  return a;
}
static void *show (void *a) {
  printf ("%d\n", stats.hits);
  return a;
}
int main (void) {
  pthread_t t[3];
  pthread_create (t, 0, get, 0);
  pthread_create (t + 1, 0, put, 0);
  pthread_create (t + 2, 0, show, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
C
build_program stats
run "$foretrace" record -q -o "$work/stats.run" -- "$work/stats"
exits 66 "one access without the lock" "$foretrace" check "$work/stats.run"
shows "^  Missing lock: every other access to 'stats.hits' \(12\) holds 'stats_lock'; that of T3 at .*stats.c:20 does not" \
  "is named, with the lock and counts"
shows "^  1 more pair of the same missing lock: R2 at stats.c:15" \
  "pairs of other functions are of the same entry"
exits 66 "JSON" "$foretrace" check "$work/stats.run" --format json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "results fit their schema"
holds "$work/out" '(lambda r: [(x["missing_lock"]["lock"], x["missing_lock"]["access"],
  x["missing_lock"]["held"], x["missing_lock"]["accesses"]) for x in r] ==
  2 * [("stats_lock", 2, 12, 13)] and [x.get ("entry") for x in r] == [None, "R1"])(d["races"])' \
  "has them"
exits 66 "SARIF" "$foretrace" check "$work/stats.run" --format sarif
shows 'Missing lock: every other access to' "in SARIF"
exits 66 "HTML" "$foretrace" check "$work/stats.run" --format html
shows 'every other access to' "in HTML"

# A lock that both hold, or that few accesses hold, is none that is missing.
sed 's/^  printf.*/  int n = stats.misses++; (void)n;/; s/stats.hits--/stats.misses--/' \
  "$work/stats.c" >"$work/few.c"
build_program few
run "$foretrace" record -q -o "$work/few.run" -- "$work/few"
exits 66 "as many accesses without as with it" "$foretrace" check "$work/few.run"
! grep -q "Missing lock" "$work/out"
report $? "say nothing"

# ---- one publication ------------------------------------------------------------

cat >"$work/publish.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
struct config { int size, color; };
static struct config *ATOMIC current;
static int other, sum;
static void *make (void *a) {
  struct config *c = malloc (sizeof *c);
  c->size = 3;
  c->color = 4;
  PUT (current, c);
  other++;
  return a;
}
static void *use (void *a) {
  struct config *c = GET (current);
  if (c)
    sum = c->size + c->color;
  other++;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, make, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
C
build_program publish -DATOMIC= '-DPUT(p,c)=p=c' '-DGET(p)=p'
run "$foretrace" record -q -o "$work/publish.run" -- "$work/publish"
exits 66 "a plain pointer" "$foretrace" check "$work/publish.run"
shows "^R1  data race on 'current' " "is the finding"
shows "^  Publication: 'current', which T1 writes at publish.c:10:.* and T2 reads at publish.c:15:.* without synchronisation; behind it are 2 races, on 'c->size', 'c->color'$" \
  "that names what is behind it"
shows "^  2 more pairs of the same publication: R[0-9] at publish.c:8:.* and publish.c:17" "and lists their pairs"
shows "^R[0-9]  data race on 'other' " "another race stays one of its own"
[ "$(grep -cE '^R[0-9]+  data race' "$work/out")" -eq 2 ]
report $? "and there are no more entries"
exits 66 "JSON" "$foretrace" check "$work/publish.run" --format json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "results fit their schema"
holds "$work/out" '(lambda by: (by["c->size"]["publication"]["variable"], by["c->size"]["entry"], "publication" in by["other"],
  "text" in by["current"]["publication"], "text" in by["c->size"]["publication"]) ==
  ("current", by["current"]["id"], False, True, False))({r["title"]: r for r in d["races"]})' "has it"
run "$foretrace" run -q -n 1 -d "$work/kept.run" -- "$work/publish"
exits 66 "saved results" "$foretrace" report "$work/kept.run"
shows "^  Publication: 'current', which T1 writes" "know it, too"
exits 66 "SARIF" "$foretrace" check "$work/publish.run" --format sarif
shows "Publication: 'current', which T1 writes" "in SARIF"
exits 66 "HTML" "$foretrace" check "$work/publish.run" --format html
shows "'current', which T1 writes" "in HTML"

build_program publish -DATOMIC=_Atomic '-DPUT(p,c)=__c11_atomic_store(&p,c,__ATOMIC_RELAXED)' \
  '-DGET(p)=__c11_atomic_load(&p,__ATOMIC_RELAXED)'
run "$foretrace" record -q -o "$work/relaxed.run" -- "$work/publish"
exits 66 "a relaxed pointer, which does not race" "$foretrace" check "$work/relaxed.run"
shows "^  Publication: 'current', which T1 writes at .* behind it are 2 races, on 'c->size', 'c->color'$" \
  "is named at the first race behind it"
shows "^  1 more pair of the same publication: " "which leads the others"

# ---- lines that move -----------------------------------------------------------

fingerprints() {
  "$foretrace" check "$1" --format json | jq -r '.races[] | .fingerprint + " " + .title' | sort
}
mkdir "$work/moved"
{ printf '/* more */\n\nint unused;\n'; cat "$work/publish.c"; } >"$work/moved/publish.c"
(work=$work/moved build_program publish -DATOMIC= '-DPUT(p,c)=p=c' '-DGET(p)=p' -O2)
run "$foretrace" record -q -o "$work/moved.run" -- "$work/moved/publish"
fingerprints "$work/publish.run" >"$work/before"
fingerprints "$work/moved.run" >"$work/after"
[ "$(wc -l <"$work/before")" -gt 3 ] && diff "$work/before" "$work/after" >"$work/out"
report $? "fingerprints stay, of heap blocks, too, also with other inlining"

# ---- descriptors ---------------------------------------------------------------

# A race on a descriptor names it by its number, its kind and its opening.
bash tests/programs/built tests/programs/descriptor_read_blocked.c "$work/closes"
run "$foretrace" record -q -o "$work/closed" -- "$work/closes"
report "$status" "a program that closes a descriptor recorded"
exits 66 "text" "$foretrace" check "$work/closed"
shows "^R1  data race on 'descriptor [0-9]+ \(pipe, opened at .*descriptor_read_blocked\.c:16:7\)'  " \
  "the descriptor of a race"
shows '^  T1 uses the descriptor  ' "who uses it"
shows '^  main closes the descriptor  ' "who closes it"
! grep -q 'at 0x' "$work/out"
report $? "... and no address"
[ "$test_number" -gt 0 ]

# ---- globals without a name ------------------------------------------------------

run "$build/bin/foretrace-c++" -g -pthread "$(dirname "$0")/../programs/structured_binding.cc" -o "$work/binding"
report "$status" "built"
run "$foretrace" record -q -o "$work/binding.run" -- "$work/binding"
exits 66 "a structured binding" "$foretrace" check "$work/binding.run"
shows "^R1  data race on 'global of structured_binding.cc:12' \(pair, global, " \
  "is called by its line"
exits 0 "JSON lines" "$foretrace" convert "$work/binding.run" "$work/binding.jsonl"
exits 66 "read again" "$foretrace" check -q "$work/binding.jsonl"
