#!/bin/bash
# 'foretrace run --suite': a recording of each test of a suite, one report.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

# A program with the two options of GoogleTest that matter here.
cat >"$work/tests.c" <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, guarded;
static void *locked (void *a) {
  pthread_mutex_lock (&lock);
  guarded++;
  pthread_mutex_unlock (&lock);
  return a;
}
static void *racy (void *a) {
  count++;
  return a;
}
static void both (void *(*what) (void *)) {
  pthread_t t, u;
  pthread_create (&t, 0, what, 0);
  pthread_create (&u, 0, what, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
int main (int argc, char **argv) {
  const char *test = argc > 1 ? argv[argc - 1] : "";
  if (!strcmp (test, "--gtest_list_tests")) {
    puts ("Running main() from tests.c\nQueue.\n  Locked\n  Racy\n"
          "All/Typed/0.  # TypeParam = int\n  RacyToo/1  # GetParam() = 1\n  DISABLED_Never\n"
          "End.\n  Fails");
    return 0;
  }
  both (strstr (test, "Racy") ? racy : locked);
  if (getenv ("MARK"))
    fclose (fopen ("mark", "w"));
  return strstr (test, "Fails") ? 3 : 0;
}
C
build_program tests

exits 66 "gtest" "$foretrace" run --suite gtest -d "$work/gtest" -n 1 -- "$work/tests"
shows '^exit 0 +0 findings +Queue\.Locked$' "a test without findings"
shows '^exit 0 +1 finding +Queue\.Racy +foretrace report .*/gtest/002-Queue\.Racy$' "a test with a race, and its report"
shows '^exit 3 +0 findings +End\.Fails$' "a test that fails"
! grep -q Never "$work/out"
report $? "a disabled test is not run"
shows "^[0-9a-f]{16}  known +data race on 'count'.*; in 2 tests: Queue\.Racy, All/Typed/0\.RacyToo/1$" \
  "one finding, with its tests"
shows "^4 tests, 4 recorded, 1 finding: foretrace db list .*/gtest/findings\.db$" "how many there are"
[ -d "$work/gtest/002-Queue.Racy" ] && [ ! -e "$work/gtest/001-Queue.Locked" ]
report $? "recordings with findings are kept"
exits 66 "report" "$foretrace" report "$work/gtest/003-All_Typed_0.RacyToo_1"
exits 0 "the database" "$foretrace" db show "$work/gtest/findings.db" \
  "$("$foretrace" db list "$work/gtest/findings.db" --format json | jq -r '.[0].fingerprint')"
shows 'label Queue\.Racy  schedule roundrobin  confirmed' "has the tests as labels"

exits 66 "JSON" "$foretrace" run --suite gtest -d "$work/json" --db "$work/all.db" -f json -n0 \
  -o "$work/suite.json" -- "$work/tests"
valid foretrace-suite-1 "$work/suite.json" 2>"$work/err"
report $? "fits its schema"
holds "$work/suite.json" '([(t["name"], t["status"], t["findings"]) for t in d["tests"]],
  [(f["title"][:20], f["tests"]) for f in d["findings"]]) == (
  [("Queue.Locked", 0, 0), ("Queue.Racy", 0, 1), ("All/Typed/0.RacyToo/1", 0, 1), ("End.Fails", 3, 0)],
  [("data race on '"'count'"'", ["Queue.Racy", "All/Typed/0.RacyToo/1"])])' "has tests and findings"
exits 66 "again, into the same database" "$foretrace" run --suite gtest -d "$work/again" \
  --db "$work/all.db" -n 0 -- "$work/tests"
[ "$("$foretrace" db list "$work/all.db" --format json | jq -c 'map (.reports)')" = '[4]' ]
report $? "findings of both are one"

# Pairs of one bug are one line; a failure that another order shows is a finding.
cat >"$work/more.c" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static int total, ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *sum (void *a) {
  total += 1;
  total += 2;
  return a;
}
static void *check (void *a) {
  pthread_mutex_lock (&m);
  int seen = ready;
  pthread_mutex_unlock (&m);
  assert (!seen);
  return a;
}
static void *prepare (void *a) {
  pthread_mutex_lock (&m);
  ready = 1;
  pthread_mutex_unlock (&m);
  return a;
}
int main (int argc, char **argv) {
  const char *test = argc > 1 ? argv[argc - 1] : "";
  if (!strcmp (test, "--gtest_list_tests")) {
    puts ("Bug.\n  Pairs\n  Asserts");
    return 0;
  }
  int pairs = strstr (test, "Pairs") != NULL;
  pthread_t t, u;
  pthread_create (&t, 0, pairs ? sum : check, 0);
  pthread_create (&u, 0, pairs ? sum : prepare, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
C
build_program more
exits 66 "pairs and a failure" "$foretrace" run --suite gtest -d "$work/more.suite" -n 1 -- "$work/more"
shows "^[0-9a-f]{16} .*data race on 'total'.*  and [0-9]+ more pairs?$" "the pairs of a bug are one line"
[ "$(grep -c "data race on 'total'" "$work/out")" -eq 1 ]
report $? "and no more"
shows '^exit 0 +1 finding +Bug\.Asserts ' "a failure counts"
shows '^[0-9a-f]{16} .*failed assertion.*in 1 test: Bug\.Asserts' "and is listed"
exits 66 "its JSON" "$foretrace" run --suite gtest -d "$work/more.json" -f json -n 0 \
  -o "$work/more-suite.json" -- "$work/more"
valid foretrace-suite-1 "$work/more-suite.json" 2>"$work/err"
report $? "of pairs, too, fits its schema"

if command -v ctest >/dev/null; then
  mkdir -p "$work/build/sub"
  printf '%s\n' \
    "add_test(locked \"$work/tests\" \"Locked\")" \
    "add_test(racy \"$work/tests\" \"Racy\")" \
    "set_tests_properties(racy PROPERTIES ENVIRONMENT \"MARK=1\" WORKING_DIRECTORY \"$work/build/sub\")" \
    "add_test(fails \"$work/tests\" \"Fails\")" \
    "add_test(none \"$work/not-there\")" \
    "add_test(off \"$work/tests\")" "set_tests_properties(off PROPERTIES DISABLED TRUE)" \
    "add_test(script \"/bin/true\")" >"$work/build/CTestTestfile.cmake"
  here=$PWD
  cd "$work/build" || exit 1
  exits 66 "ctest" "$foretrace" run --suite ctest -n 0 -- ctest
  shows '^exit 0 +1 finding +racy +foretrace report .*/foretrace-suite-1/002-racy$' "lists its tests"
  shows '^not recorded +0 findings +script$' "of which some are no recorded programs"
  shows ', 3 recorded, 1 finding' "and the others are recorded"
  [ -e sub/mark ] && [ ! -e mark ]
  report $? "with the directory and the environment of the test"
  exits 1 "a selection of tests, one fails" "$foretrace" run --suite ctest -n 0 -- ctest -R 'locked|fails'
  shows '^2 tests, 2 recorded, 0 findings: foretrace db list .*/foretrace-suite-2/findings.db' "is what ctest selects"
  exits 69 "no test" "$foretrace" run --suite ctest -- ctest -R nothing
  says 'lists no tests' "says so"
  cd "$here" || exit 1
else
  echo "# SKIPPED: ctest is not installed"
fi
exits 64 "another kind" "$foretrace" run --suite make -- make check
exits 64 "SARIF" "$foretrace" run --suite gtest -f sarif -- "$work/tests"
exits 64 "--db alone" "$foretrace" run --db "$work/all.db" -- "$work/tests"
exits 69 "a program that lists nothing" "$foretrace" run --suite gtest -- /bin/true
exits 69 "a directory that is there" "$foretrace" run --suite gtest -d "$work" -- "$work/tests"
[ "$test_number" -gt 0 ]
