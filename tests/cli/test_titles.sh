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
[ "$test_number" -gt 0 ]
