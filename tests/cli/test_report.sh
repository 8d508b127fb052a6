# Saved results, reported again in any format; the list of a finding a line.
. "$(dirname "$0")/lib.sh"
here=$PWD

# ---- the list --------------------------------------------------------------------

exits 66 "a list" "$foretrace" check examples/hidden.std --format list
[ "$(cat "$work/out")" = "hidden.c:15: data race on 'x' with hidden.c:23 [certified] R1" ]
report $? "is a line"
exits 66 "a list for a terminal" "$foretrace" check examples/hidden.std -f list --color always
grep -q "$(printf '\[\033\[1;31mcertified\033\[0m\] R1$')" "$work/out"
report $? "has the verdict painted"
cat >"$work/open.std" <<'STD'
T0|fork(T1)|0
T0|fork(T2)|f.c:1:7
T1|acq(a)|f.c:2
T1|acq(b)|f.c:3
T1|w(x)|f.c:4:9
T1|rel(b)|f.c:5
T1|rel(a)|f.c:6
T2|acq(b)|f.c:7
T2|acq(a)|f.c:8
T2|rel(a)|f.c:9
T2|w(x)|f.c:10
T2|rel(b)|f.c:11
STD
exits 66 "a deadlock" "$foretrace" check "$work/open.std" -f list
shows "^f.c:3: deadlock of T1, T2 with f.c:8 \[certified\] D1$" "is in the list"
! grep -q refuted "$work/out"
report $? "what is refuted is not"
sed 's/cache.c:18/&:7/' examples/cache.std >"$work/cache.std"
exits 66 "-v" "$foretrace" check "$work/cache.std" -f list -v
shows "^cache.c:18:7: pair on 'table' with cache.c:32 \[refuted\] R2$" "lists it, with the column"
sed "s/(x)/(\\x1b[31m\"'\\xff)/; s/hidden\\.c/a b\\x1b[2J.c/" examples/hidden.std >"$work/evil.std"
exits 66 "names that a terminal would obey" "$foretrace" check "$work/evil.std" -f list
! LC_ALL=C grep -q "$(printf '\033')" "$work/out" && iconv -f UTF-8 -t UTF-8 "$work/out" >/dev/null
report $? "are harmless"
"$foretrace" check examples/hidden.std -f json -o "$work/races.json"
exits 0 "a baseline" "$foretrace" check examples/hidden.std -f list --baseline "$work/races.json"
shows '\[certified, known\] R1$' "is told"

# ---- saved results of a trace ----------------------------------------------------

"$foretrace" check "$work/open.std" -f json -o "$work/open.json"
for format in text list json sarif html svcomp perfetto junit; do
  export SOURCE_DATE_EPOCH=1
  run "$foretrace" check "$work/open.std" -f $format -v
  without_seconds <"$work/out" | sed -E 's/[0-9.]+ s\b//g; s/time="[0-9.]*"//g' >"$work/checked"
  exits 66 "report --format $format" "$foretrace" report "$work/open.json" -f $format -v
  without_seconds <"$work/out" | sed -E 's/[0-9.]+ s\b//g; s/time="[0-9.]*"//g' >"$work/again"
  if [ $format != html ] && [ $format != text ]; then
    cmp -s "$work/checked" "$work/again"
    report $? "is what the check says"
  fi
done
cp examples/hidden.std "$work/t.std"
(cd "$work" && "$foretrace" check t.std -f json -o t.json)
exits 66 "a trace beside its results" "$foretrace" report "$work/t.json" -f list
exits 66 "-o" "$foretrace" report "$work/t.json" -f html -o "$work/t.html"
[ -s "$work/t.html" ] && [ ! -s "$work/out" ]
report $? "is a file"
exits 0 "suppressions" "$foretrace" report "$work/t.json" \
  --suppressions <(echo 'variable:x')
rm "$work/t.std"
exits 65 "a trace that is gone" "$foretrace" report "$work/t.json" -o "$work/none"
says "its trace 't.std' is not here.*foretrace merge TRACE" "says what to do"
[ ! -e "$work/none" ]
report $? "and writes nothing"
cp examples/cache.std "$work/t.std"
exits 65 "another trace" "$foretrace" report "$work/t.json"
says 'another number of events' "is noticed"
"$foretrace" check --input-format std - -f json <examples/hidden.std >"$work/stdin.json"
exits 65 "results of standard input" "$foretrace" report "$work/stdin.json"
exits 65 "no results" "$foretrace" report examples/hidden.std
says 'not JSON' "says so"
exits 65 "nothing there" "$foretrace" report "$work/nothing"
exits 65 "a directory without results" "$foretrace" report "$work"
says 'has no results.*foretrace check' "says how to make them"
exits 65 "JSON of something else" "$foretrace" report <(echo '{"schema": "other/1"}')
exits 64 "no argument" "$foretrace" report

# ---- those of a run --------------------------------------------------------------

if [ -x "$build/bin/foretrace-cc" ] && [ -z "${FT_SAN:-}" ]; then
  cp examples/hidden.c "$work"
  cd "$work" || exit 1
  "$build/bin/foretrace-cc" -g -pthread hidden.c -o hidden
  exits 66 "run" "$foretrace" run -d recorded -n 2 -f list -- ./hidden
  shows "^hidden.c:15:5: data race on 'x' with hidden.c:23:5 \[certified, confirmed 2/2\] R1$" \
    "lists what was confirmed"
  run "$foretrace" report recorded -f list
  [ "$status" -eq 66 ] && grep -q 'hidden.c:15:5.*confirmed 2/2. R1$' out
  report $? "report DIR knows it, too"
  (cd / && "$foretrace" report "$work/recorded" >"$work/out")
  shows '#0 writer1' "from anywhere, with stacks"
  (cd "$here" && valid foretrace-results-1 "$work/recorded/results.json")
  report $? "the results are of the schema"
  cp -r recorded "it's \$(id)"
  run "$foretrace" report "it's \$(id)" --witness-dir 'w d'
  shows "replay: foretrace replay 'it'.''s ..id.' R1 --gdb" \
    "commands are for a shell, whatever the name"
  shows "verify 'it'.''s ..id.' 'w d/R1.json'" "the check of a schedule, too"
  rm "it's \$(id)/results.json"
  exits 65 "results that are gone" "$foretrace" report "it's \$(id)"
  says "-o 'it'.''s ..id./results.json'" "are made by a command for a shell"
  head -c 100 recorded/results.json >cut.json
  exits 65 "results that are cut" "$foretrace" report cut.json
  says "expected what 'check --format json' wrote" "how they are made"
  "$foretrace" record -q -o recorded -- ./hidden
  [ ! -e recorded/results.json ]
  report $? "another recording in the same place has none"
else
  skip "no recorder: recorded runs are not reported"
fi
