#!/bin/bash
# 'foretrace db' on new builds of a program: verify, bisect; export and crash states.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
db=$work/races.db
cxx=$build/bin/foretrace-c++
mkdir "$work/tmp"
export TMPDIR=$work/tmp # what is left behind there is of this test

cat >"$work/stats.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses, quiet;
static void *get (void *a) {
  pthread_mutex_lock (&lock);
  hits++;
  pthread_mutex_unlock (&lock);
  return a;
}
static int deep (void) {
  return ++misses;
}
static void *show (void *a) {
  if (quiet)
    return a;
  hits--;
  deep ();
  return a;
}
int main (int argc, char **argv) {
  pthread_t t, u;
  if (argc == 2)
    return 0;
  quiet = argc > 2;
  pthread_create (&t, 0, get, 0);
  pthread_create (&u, 0, show, 0);
  deep ();
  pthread_join (t, 0);
  pthread_join (u, 0);
  (void)argv;
  return 0;
}
C
build_program stats
run "$foretrace" run -q -n 1 -d "$work/run" -- "$work/stats"
report $((status != 66)) "recorded"
exits 66 "add" "$foretrace" db add "$db" "$work/run" --commit aaa1
fingerprint() {
  "$foretrace" db list "$db" --format json | jq -r ".[] | select (.title | test (\"'$1'.*get|'$1'\")) | .fingerprint" | head -n 1
}
hits=$(fingerprint hits)
misses=$(fingerprint misses)
[ -n "$hits" ] && [ -n "$misses" ]
report $? "two races"

exits 66 "the same build" "$foretrace" db verify "$db" --runs 2 -- "$work/stats"
shows "^$hits  there .*its schedule leads there on this build in 3 of 3 replays" "has them"
"$foretrace" report "$work/run" --format json | jq 'del (.races[].route)' >"$work/pathless.json"
"$foretrace" db add "$work/pathless.db" "$work/pathless.json" >/dev/null
exits 66 "findings without a route" "$foretrace" db verify "$work/pathless.db" --runs 2 -- "$work/stats"
shows "^$hits  there .*: certified in 2 of 2 recordings, confirmed$" "are there if recordings certify them"
mkdir "$work/new"
sed 's/^  hits--;/  pthread_mutex_lock (\&lock);\n  hits--;\n  pthread_mutex_unlock (\&lock);/' "$work/stats.c" \
  >"$work/new/stats.c"
"$cc" -g -pthread "$work/new/stats.c" -o "$work/new/stats"
exits 0 "one finding on a mended build" "$foretrace" db verify "$db" "$hits" --build v2 -- "$work/new/stats"
shows "^$hits  gone .*no race in 3 recordings that executed '(hits--;' in show and 'hits[+]+;' in get|hits[+]+;' in get and 'hits--;' in show); its schedule does not lead there: thread T[12] does not come to " \
  "is gone, and its schedule does not lead there"
! grep -q "$misses" "$work/out"
report $? "and no other is looked at"
exits 66 "all findings" "$foretrace" db verify "$db" --state fixed --runs 1 -- "$work/new/stats"
shows "^$misses  there" "one is there"
[ "$("$foretrace" db list "$db" --format json | jq -c 'map ([.fingerprint, .state]) | sort')" = \
  "$(jq -nc --arg a "$hits" --arg b "$misses" '[[$a, "fixed"], [$b, "new"]] | sort')" ]
report $? "what is gone is fixed"
exits 68 "functions that are not executed" "$foretrace" db verify "$db" --runs 1 -- "$work/new/stats" no
shows "^$misses  unknown .*0 of 1 recordings executed" "show nothing"
exits 68 "a branch that is not executed" "$foretrace" db verify "$db" "$hits" "$misses" --runs 1 -- "$work/new/stats" x y
shows "^$hits  unknown .*0 of 1 recordings executed .*'hits--;' in show" "shows nothing"
shows "^$misses  unknown .*0 of 1 recordings executed 'return [+]+misses;' in deep" "nor does one thread alone"
"$foretrace" report "$work/run" --format json |
  jq 'del (.races[].pair[].text)' >"$work/plain.json"
"$foretrace" db add "$work/plain.db" "$work/plain.json" >/dev/null
exits 68 "without lines of the source" "$foretrace" db verify "$work/plain.db" "$hits" --runs 1 -- "$work/new/stats"
shows "^$hits  unknown .*0 of 1 recordings executed .*show at stats.c:[0-9]+:[0-9]+" "the place has to be the same"
exits 0 "show" "$foretrace" db show "$db" "$hits"
shows "gone  build v2  text no race in 3" "has it all"
cp "$work/stats" "$work/other"
exits 0 "another program" "$foretrace" db verify "$db" -- "$work/other"
shows "no open finding of other; .foretrace db list. prints" "has no findings here"
exits 69 "a misspelt program" "$foretrace" db verify "$db" -- "$work/none"
says "none: No such file" "is not taken for one without findings"
exits 64 "a misspelt fingerprint" "$foretrace" db verify "$db" "$misses" abcdabcd -- "$work/stats"
says "has no finding 'abcdabcd'" "is not taken for a finding that is gone"
exits 66 "a finding that is fixed" "$foretrace" db verify "$db" "$hits" --runs 1 -- "$work/stats"
shows "^$hits  there" "is looked at if it is named"
exits 64 "no recording" "$foretrace" db verify "$db" --runs 0 -- "$work/stats"
says "runs: expected at least one" "shows nothing"
! ls "$TMPDIR"/foretrace-* >/dev/null 2>&1
report $? "nothing is left behind"
exits 64 "no program" "$foretrace" db verify "$db"
exits 64 "a state" "$foretrace" db verify "$db" --state known -- "$work/stats"
exits 69 "a program that is not there" "$foretrace" db verify "$db" "$misses" -- "$work/no/stats"

# ---- bisect: the printed commands find the commit ----------------------------------

(
  cd "$work" && mkdir repo && cd repo && git init -q &&
    git config user.email a@b.c && git config user.name me
  printf 'stats: stats.c\n\t%s -g -pthread stats.c -o stats\n' "$cc" >Makefile
  for n in 1 2 3 4 5; do
    version=$work/new/stats.c
    [ $n -lt 3 ] || version=$work/stats.c
    { cat "$version"; echo "// $n"; } >stats.c
    git add . && git commit -qm "commit $n"
  done
) >/dev/null 2>&1
good=$(git -C "$work/repo" rev-parse HEAD~4)
bad=$(git -C "$work/repo" rev-parse HEAD)
blank='{"schema": "foretrace-results/1", "races": [], "deadlocks": []}'
echo "$blank" >"$work/good.json"
touch -d '2 days ago' "$work/good.json"
bisect=$work/bisect.db
"$foretrace" db add "$bisect" "$work/good.json" --commit "$good" >/dev/null
"$foretrace" db add "$bisect" "$work/run" --commit "$bad" >/dev/null
"$foretrace" db set "$bisect" "$hits" --state fixed
exits 0 "bisect of what is fixed" "$foretrace" db bisect "$bisect" "$hits" -- ./stats
shows "^git bisect start $bad $good" "knows the commits"
cp "$bisect" "$work/programs.db"
jq '.trace.recording = {program: "/bin/other", build_id: null, schedule: "roundrobin", seed: null}' \
  "$work/good.json" >"$work/other.json"
touch -d yesterday "$work/other.json"
"$foretrace" db add "$work/programs.db" "$work/other.json" --commit aaaa >/dev/null
exits 0 "a report of another program" "$foretrace" db bisect "$work/programs.db" "$hits" -- ./stats
shows "^git bisect start $bad $good" "is no good commit"
(cd "$work/repo" && PATH="$(dirname "$foretrace"):$PATH" sh "$work/out") >"$work/log" 2>&1
grep -q "is the first bad commit" "$work/log" &&
  grep -A6 "is the first bad commit" "$work/log" | grep -q "commit 3"
report $? "and its commands find the one that brought the race"

# ---- lines that say nothing of the race ---------------------------------------------

# One of two alike lines of a function races, and these arguments execute the other one.
cat >"$work/alike.c" <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, slow;
static void *work (void *a) {
  if (slow) {
    hits = 1;
  } else {
    pthread_mutex_lock (&lock);
    hits = 1;
    pthread_mutex_unlock (&lock);
  }
  return a;
}
int main (int argc, char **argv) {
  (void)argv;
  slow = argc > 1;
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
C
# A line of a library that is executed for another object.
cat >"$work/pushes.cc" <<'C'
#include <thread>
#include <vector>
static std::vector<int> shared;
static bool apart;
static void push () {
  std::vector<int> own;
  (apart ? own : shared).push_back (1);
}
int main (int argc, char **) {
  apart = argc > 1;
  std::thread a (push), b (push);
  a.join ();
  b.join ();
}
C
build_program alike
"$cxx" -g -pthread "$work/pushes.cc" -o "$work/pushes"
"$foretrace" run -q -n 1 -d "$work/alike.run" -- "$work/alike" slow >/dev/null 2>&1
"$foretrace" run -q -n 1 -d "$work/pushes.run" -- "$work/pushes" >/dev/null 2>&1
for name in alike pushes; do
  "$foretrace" db add "$work/$name.db" "$work/$name.run" >/dev/null
done
exits 68 "one of two alike lines" "$foretrace" db verify "$work/alike.db" --runs 1 -- "$work/alike"
! grep -q ' gone ' "$work/out"
report $? "is not gone when the other one is executed"
sed -i 's/argc > 1/argc == 2/' "$work/alike.c"
build_program alike
exits 68 "on another build" "$foretrace" db verify "$work/alike.db" --runs 1 -- "$work/alike"
! grep -q ' gone ' "$work/out"
report $? "neither"
sed -i '0,/    hits = 1;/s//    ;/' "$work/alike.c"
build_program alike
exits 0 "gone when there is one such line" "$foretrace" db verify "$work/alike.db" --runs 1 -- "$work/alike"
exits 68 "arguments without the race" "$foretrace" db verify "$work/pushes.db" --runs 1 -- "$work/pushes" apart
shows 'but a report of this very build does' "are told from a mended build"
! grep -q ' gone ' "$work/out"
report $? "so that nothing is gone"
sed -i 's/argc > 1/argc == 2/' "$work/pushes.cc"
"$cxx" -g -pthread "$work/pushes.cc" -o "$work/pushes"
exits 68 "another build" "$foretrace" db verify "$work/pushes.db" --runs 1 -- "$work/pushes" apart
! grep -q ' gone ' "$work/out"
report $? "where other calls execute a library's lines"

# ---- other tools ------------------------------------------------------------------

exits 0 "crash state" "$foretrace" db show "$bisect" "$misses" --crash-state
[ "$(cat "$work/out")" = "Crash Type: data race
Crash State:
  deep
  main
  deep
  show" ]
report $? "has three functions of the program at most on each side"
ranked() { # KIND DIGIT: a certified failure
  printf '{"id": "F%d", "fingerprint": "00000000000000f%d", "verdict": "certified", "kind": "%s",
    "text": "by T1"}' "$2" "$2" "$1"
}
printf '{"schema": "foretrace-results/1", "races": [], "deadlocks": [], "failures": [%s, %s]}' \
  "$(ranked assertion 1)" "$(ranked use-after-free 2)" >"$work/ranks.json"
"$foretrace" db add "$work/ranks.db" "$work/ranks.json" >/dev/null
exits 0 "export of failures" "$foretrace" db export "$work/ranks.db"
holds "$work/out" '[(r["ruleId"], r["rank"]) for r in d["runs"][0]["results"]] == [("use-after-free", 90), ("assertion", 70)]' \
  "a use of freed memory stands above an assertion"
exits 0 "export" "$foretrace" db export "$bisect"
/usr/bin/python3 - tests/validators/sarif-2.1.0.json "$work/out" 2>"$work/err" <<'PY'
import json, sys
import jsonschema
with open(sys.argv[1]) as s, open(sys.argv[2]) as d:
    jsonschema.Draft7Validator(json.load(s)).validate(json.load(d))
PY
report $? "is valid SARIF"
/usr/bin/python3 tests/validators/sarif_import.py "$work/out" 2>"$work/err"
report $? "and has what CodeChecker and DefectDojo need"
run "$foretrace" report "$work/run" --format sarif
/usr/bin/python3 tests/validators/sarif_import.py "$work/out" 2>"$work/err"
report $? "as reports have"
jq 'del (.runs[0].originalUriBaseIds) | .runs[0].results[0].locations[0].physicalLocation.artifactLocation
  |= (.uriBaseId = "X" | .uri = "a.c")' "$work/out" >"$work/bad.sarif"
! /usr/bin/python3 tests/validators/sarif_import.py "$work/bad.sarif" 2>"$work/err"
report $? "and the validator sees what CodeChecker would drop"
[ "$test_number" -gt 0 ]
