# FT_LOG prints decisions on standard error, and changes nothing else.
. "$(dirname "$0")/lib.sh"

exits 66 "without FT_LOG" "$foretrace" check examples/hidden.std
sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//' "$work/out" >"$work/plain"
[ ! -s "$work/err" ]
report $? "says nothing more"

exits 66 "FT_LOG=predict" env FT_LOG=predict "$foretrace" check examples/hidden.std
grep -q '^foretrace: predict: .* events pending' "$work/err"
report $? "one line for each question, of worker processes, too"
! grep -v '^foretrace: predict: ' "$work/err"
report $? "and of no other area"
sed 's/[0-9.]* s\(, peak .*\)\{0,1\}$//' "$work/out" | diff "$work/plain" - >"$work/err"
report $? "the report is the same"

exits 66 "FT_LOG=nonsense" env FT_LOG=nonsense "$foretrace" check examples/hidden.std
says "'nonsense' is no AREA" "a word that is no area is named"

# Each area has something to say of a recorded program.
. "$(dirname "$0")/recorder.sh"

cp tests/programs/relaxed_path_else.c "$work/program.c"
build_program program -O1
run env FT_LOG=all:2 "$foretrace" run -d "$work/run" -- "$work/program"
cp "$work/err" "$work/lines"
cat >"$work/unknown.c" <<'EOF'
#include <pthread.h>
#include <regex.h>
static int x;
static regex_t pattern;
static void *work (void *arg) {
  x++;
  regcomp (&pattern, "a*", 0); // nothing says what it reads
  return arg;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
}
EOF
build_program unknown
run env FT_LOG=symex:2 "$foretrace" run -d "$work/asked" -- "$work/unknown"
cat "$work/err" >>"$work/lines"
cp tests/programs/side_library_pointer.c "$work/passes.c"
build_program passes -O1
run env FT_LOG=escape "$foretrace" run -d "$work/passed" -- "$work/passes"
cat "$work/err" >>"$work/lines"
run env FT_LOG=explore "$foretrace" explore -d "$work/explored" --runs 2 -- "$work/program"
cat "$work/err" >>"$work/lines"
run env FT_LOG=check "$foretrace" check examples/cache.std
cat "$work/err" >>"$work/lines"
run env FT_LOG=filter "$foretrace" filter -j 2 examples/cache.std
cat "$work/err" >>"$work/lines"
for area in $(sed -n 's/^  A ([A-Z]*, "\([a-z]*\)".*/\1/p' src/base/debug_log.h); do
  grep -q "^foretrace: $area: " "$work/lines"
  report $? "FT_LOG=$area says something"
  grep -q "^| \`$area\` |" docs/reference/debug-log.md
  report $? "docs/reference/debug-log.md explains it"
done

# says_of AREA PATTERN: a line of the area.
says_of() {
  grep -qE "^foretrace: $1: $2" "$work/lines"
  report $? "$1: $2"
}

says_of load 'alternative paths reach [0-9]+ granules'
says_of symex 'thread [0-9]+ concretizes all reads at tick [0-9]+: [a-z-]+$'
says_of escape '0x[0-9a-f]+-0x[0-9a-f]+ escapes: '
says_of candidate '.*, events [0-9]+ and [0-9]+: instances 1, feasible [01], kept 1'
says_of certify 'events [0-9]+ and [0-9]+ need '
says_of predict 'decided: certified by '
says_of check 'refused: event [0-9]+ '
says_of check 'accepted: [0-9]+ events$'
says_of replay 'schedule of [0-9]+ slices, 2 threads are held'
says_of replay 'reached$'
says_of explore 'chosen: \{"run":1,"step":"first"\}$'
says_of explore 'run 1, first: made; new candidates 1, races 1'
