# Suppressions: files of rules, what they are for, what reports say of them.
. "$(dirname "$0")/lib.sh"
hidden=examples/hidden.std
supp=$work/rules

# suppressed STATUS TEXT RULES: a check of hidden.std with these rules.
suppressed() {
  printf '%s\n' "$3" >"$supp"
  exits "$1" "$2" "$foretrace" check $hidden --suppressions "$supp"
}

suppressed 0 "by variable" 'variable:x'
shows '^Suppressed: 1 of the certified, 0 of the undecided' "the summary counts it"
! grep -q '^R1' "$work/out" && [ ! -s "$work/err" ]
report $? "it is not listed, and nobody warns"
suppressed 0 "by pattern" 'variable:[w-y]'
suppressed 0 "by file" 'file:hidden.c'
suppressed 0 "by file, last part" 'file:hid*.c'
suppressed 66 "another variable" 'variable:y'
says 'rules:1 \(variable:y\) suppresses nothing here' "a rule for nothing is told"
suppressed 66 "a backslash takes it as it is" 'variable:\[w-y]'
suppressed 66 "no function is known" 'function:*'
run "$foretrace" check $hidden --suppressions "$supp" -q
[ ! -s "$work/err" ]
report $? "-q: not told"

# Lines that are no rules.
printf '# comment\n\n  \nbogus\nfunction:\nfingerprint:12\n\tvariable:  x \r\nvariable\n' >"$supp"
exits 0 "bad lines do not stop it" "$foretrace" check $hidden --suppressions "$supp"
[ "$(grep -c "^foretrace: .*rules:[4568]: expected" "$work/err")" -eq 4 ] &&
  [ "$(wc -l <"$work/err")" -eq 4 ]
report $? "each is told with its number"
printf 'variable:\x1b[31m\xff\nx\x1b' >"$supp"
exits 66 "any bytes" "$foretrace" check $hidden --suppressions "$supp"
! grep -q $'\x1b' "$work/err" && [ "$(wc -l <"$work/err")" -eq 2 ]
report $? "any bytes are shown harmlessly"
head -c 100000 /dev/urandom >"$supp"
exits 66 "noise" "$foretrace" check $hidden --suppressions "$supp"
exits 65 "no such file" "$foretrace" check $hidden --suppressions "$work/none"
says 'none: cannot read these suppressions' "a file that is not there"
exits 65 "a directory" "$foretrace" check $hidden --suppressions "$work"

# Several files; the first rule is the one that is named.
echo 'variable:y' >"$work/one"
echo 'variable:x' >"$work/two"
exits 0 "several files" "$foretrace" check $hidden --suppressions "$work/one" \
  --suppressions "$work/two" -v
shows 'CERTIFIED, SUPPRESSED' "-v lists it"
says 'one:1' "of two rules one is for nothing"
run "$foretrace" check $hidden --suppressions "$work/two" -f json
cp "$work/out" "$work/two.json"
valid foretrace-results-1 "$work/two.json" 2>"$work/err"
report $? "JSON is of its schema"
jq -e '.races[0].suppressed | .line == 1 and .rule == "variable:x" and
  (.file | endswith("two"))' "$work/two.json" >/dev/null &&
  jq -e '.summary.suppressed == 1' "$work/two.json" >/dev/null
report $? "JSON has the rule"
run "$foretrace" check $hidden --suppressions "$work/two" -f sarif
jq -e '.runs[0].results[0].suppressions == [{kind: "external", status: "accepted",
  justification: .runs[0].results[0].suppressions[0].justification}]' "$work/out" >/dev/null
report $? "SARIF has the suppression"
run "$foretrace" check $hidden --suppressions "$work/one" -f sarif
jq -e '.runs[0].results[0].suppressions == []' "$work/out" >/dev/null
report $? "SARIF says what is not suppressed"
run "$foretrace" check $hidden --suppressions "$work/two" -f junit
grep -q '<skipped message="suppressed by .*two:1 (variable:x)"' "$work/out"
report $? "JUnit skips it"
run "$foretrace" check $hidden --suppressions "$work/two" -f svcomp
shows '^\[\]$' "others leave it out"
exits 0 "with witnesses" "$foretrace" check $hidden --suppressions "$work/two" \
  --witness-dir "$work/w"
[ -z "$(ls "$work/w")" ]
report $? "no witness of what is left out"

# The command.
exits 0 "suppress" "$foretrace" suppress $hidden R1
shows "^# data race on 'x': T1 writes x, T2 writes x$" "what it is for"
shows '^fingerprint:[0-9a-f]{16}$' "by fingerprint"
cp "$work/out" "$supp"
exits 0 "its rules work" "$foretrace" check $hidden --suppressions "$supp"
fingerprint=$(grep -o '[0-9a-f]*$' "$supp" | tail -n 1)
exits 0 "a race by its fingerprint" "$foretrace" suppress $hidden "$fingerprint" \
  --by file -o "$work/file.supp"
[ "$(grep -v '^#' "$work/file.supp")" = file:hidden.c ]
report $? "--by file"
exits 64 "--by function of a trace" "$foretrace" suppress $hidden R1 --by function
says 'does not know its function; --by fingerprint' "what else can be done"
exits 64 "no such race" "$foretrace" suppress $hidden R7
says "'R7': a check of this trace numbers 1 pairs" "how many there are"
exits 65 "no such trace" "$foretrace" suppress "$work/none.std" R1
exits 64 "no race named" "$foretrace" suppress $hidden
sed 's/(x)/(*[a]\\x)/' $hidden >"$work/glob.std"
"$foretrace" suppress "$work/glob.std" R1 --by variable >"$supp"
exits 0 "names that look like patterns" "$foretrace" check "$work/glob.std" --suppressions "$supp"
printf 'variable:x\\\nvariable:x\\\\\n' >"$supp"
exits 66 "a backslash at the end" "$foretrace" check $hidden --suppressions "$supp"
grep -q ":1: expected a character after the backslash, found 'variable:x" "$work/err"
report $? "is no rule"
grep -q ':2 .*suppresses nothing' "$work/err"
report $? "two are one that is meant"
sed $'s/(x)/( a\033[31m\377)/' $hidden >"$work/escape.std"
exits 0 "a name with control characters" "$foretrace" suppress "$work/escape.std" R1 --by variable
grep -qxF 'variable:?a?\[31m?' "$work/out"
report $? "none of them in the rule"
cp "$work/out" "$supp"
exits 0 "which is for it" "$foretrace" check "$work/escape.std" --suppressions "$supp"

# Undecided ones, deadlocks.
cat >"$work/cycle.std" <<'STD'
T0|fork(T1)|0
T1|acq(a)|dir/file.c:1
T1|acq(b)|dir/file.c:2
T1|rel(b)|dir/file.c:3
T1|rel(a)|dir/file.c:4
T0|acq(b)|5
T0|acq(a)|6
T0|rel(a)|7
T0|rel(b)|8
STD
"$foretrace" suppress "$work/cycle.std" D1 >"$supp"
exits 0 "a deadlock by its fingerprint" "$foretrace" check "$work/cycle.std" --suppressions "$supp"
! grep -q '^D1' "$work/out"
report $? "it is not listed"
echo 'variable:b' >"$supp"
exits 0 "a deadlock by its lock" "$foretrace" check "$work/cycle.std" --suppressions "$supp"
echo 'file:dir/*' >"$supp"
exits 0 "a deadlock by its file" "$foretrace" check "$work/cycle.std" --suppressions "$supp"
exits 68 "undecided" "$foretrace" check examples/cache.std --window 2 --strict \
  --deadlocks off --suppressions /dev/null
echo 'variable:*' >"$supp"
exits 0 "suppressed undecided pairs do not count" "$foretrace" check \
  examples/cache.std --window 2 --strict --deadlocks off --suppressions "$supp"
shows 'of the certified, [1-9][0-9]* of the undecided' "they are counted"
! grep -q UNDECIDED "$work/out"
report $? "and not listed"

# A recorded run knows functions.
if [ -x "$build/bin/foretrace-cc" ] && [ -z "${FT_SAN:-}" ]; then
  "$build/bin/foretrace-cc" -g -pthread examples/hidden.c -o "$work/hidden" &&
    "$foretrace" record -o "$work/run" -- "$work/hidden" >/dev/null 2>&1
  "$foretrace" suppress "$work/run" R1 --by function >"$supp"
  [ "$(grep -vc '^#' "$supp")" -eq 2 ] && grep -qx 'function:writer1' "$supp"
  report $? "rules by function"
  exits 0 "by function" "$foretrace" check "$work/run" --suppressions "$supp"
  echo "file:$PWD/examples/*" >"$supp"
  exits 0 "by file, absolute" "$foretrace" check "$work/run" --suppressions "$supp"
  echo 'file:examples/hidden.c' >"$supp"
  exits 0 "by file, as reports print it" "$foretrace" check "$work/run" --suppressions "$supp"

  # Of a race in a library and one in the program; a forked process knows, too.
  cat >"$work/calls.c" <<'C'
static int calls;
void log_call (void) { calls++; }
C
  cat >"$work/caller.c" <<'C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
void log_call (void);
static int mine;
static void *work (void *a) { log_call (); mine++; return a; }
int main (void) {
  pthread_t t[2];
  pid_t child = fork ();
  for (int i = 0; i < 2; i++)
    pthread_create (t + i, 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return child && waitpid (child, 0, 0) < 0;
}
C
  "$build/bin/foretrace-cc" -g -shared -fPIC "$work/calls.c" -o "$work/libcalls.so" &&
    "$build/bin/foretrace-cc" -g -pthread "$work/caller.c" -o "$work/caller" \
      -L"$work" -lcalls -Wl,-rpath,"$work" &&
    "$foretrace" record -o "$work/forked" -- "$work/caller" >/dev/null 2>&1
  for run in "$work/forked" "$work"/forked/process-*; do
    echo 'module:libcalls.so' >"$supp"
    exits 66 "by module, ${run##*/}" "$foretrace" check "$run" --suppressions "$supp"
    shows '^Suppressed: 1 of the certified' "what is in the library"
    ! grep -q "'calls'" "$work/out" && grep -q "'mine'" "$work/out"
    report $? "and nothing else"
    echo "module:$work/*" >"$supp"
    exits 0 "by module, its path" "$foretrace" check "$run" --suppressions "$supp"
  done
  "$foretrace" suppress "$work/forked" R1 R2 --by module >"$supp"
  grep -qx 'module:libcalls.so' "$supp" && grep -qx 'module:caller' "$supp"
  report $? "rules by module"
  run "$foretrace" check "$work/forked" -f json
  cp "$work/out" "$work/modules.json"
  valid foretrace-results-1 "$work/modules.json" 2>"$work/err" &&
    jq -e "[.races[].pair[].module] | unique == [\"$work/caller\", \"$work/libcalls.so\"]" \
      "$work/modules.json" >/dev/null
  report $? "JSON has the modules"
else
  skip "no recorder: functions and modules are not tested"
fi
suppressed 66 "no module is known" 'module:*'
says 'module:.*suppresses nothing here' "a rule for modules of other traces is told"
exits 64 "--by module of a trace" "$foretrace" suppress $hidden R1 --by module
says 'does not know its module; --by fingerprint' "what else can be done by fingerprint"

# The examples for CI are YAML, and their commands have options that exist.
for file in examples/ci/*.yml; do
  /usr/bin/python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' "$file" 2>"$work/err"
  report $? "$file is YAML"
  for option in $(grep -v '^ *#' "$file" | grep -A3 'foretrace \(run\|check\)' |
    grep -oE -- '--[a-z-]+' | sort -u); do
    "$foretrace" run --help | grep -q -- "$option"
    report $? "$file: $option"
  done
done
[ "$test_number" -gt 0 ]
