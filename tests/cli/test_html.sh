# The report as a page: what is in the file; tests/html looks at it in a
# browser.
. "$(dirname "$0")/lib.sh"

page=$work/page.html

# data ID: what the page has of a finding, or of all with ID "page".
data() {
  sed -n "s|^<script type=\"application/json\" id=\"data-$1\">\(.*\)</script>\$|\1|p" "$page"
}

exits 66 "--format html" "$foretrace" check examples/hidden.std -f html -o "$page"
[ ! -s "$work/out" ] && [ ! -s "$work/err" ]
report $? "the page is in the file, and nothing elsewhere"

data page | jq -e '.schema == "foretrace-page/1" and .trace.events == 11 and
  (.findings | length) == 1 and .findings[0].id == "R1" and
  .findings[0].verdict == "certified" and .findings[0].variable == "x"' >"$work/out"
report $? "the list has the race"

data R1 | jq -e '.picture.pending as $pair | .picture.events as $all |
  ([$pair[] | $all[.][2]] == ["write", "write"]) and
  (.picture.witness.steps | length) == .picture.witness.total and
  (.accesses[0].held[0].name == "l") and (.accesses[1].held == []) and
  (.recorded | test("released l before T2 took it"))' >"$work/out"
report $? "the race has its picture, its locks and the reason"

"$foretrace" check examples/hidden.std -f json -o "$work/results.json"
data R1 | jq -S '[.fingerprint, .pair, .unordered_by, .certifier]' >"$work/out"
jq -S '.races[0] | [.fingerprint, .pair, .unordered_by, .certifier]' "$work/results.json" | cmp - "$work/out"
report $? "what it says of the race is what the JSON report says"

! grep -oE '<(script|link|img|iframe)[^>]* (src|href)=|url\([^#]|@import|https?://[^"]*' "$page" |
  grep -v 'http://www.w3.org/2000/svg' >"$work/out"
report $? "the page asks for nothing else"

"$foretrace" check examples/hidden.std -f html | without_seconds | sed -E 's/"seconds":[0-9.e+-]+/S/g' >"$work/one"
"$foretrace" check examples/hidden.std -f html -j 1 | without_seconds | sed -E 's/"seconds":[0-9.e+-]+/S/g' >"$work/out"
cmp "$work/one" "$work/out" 2>"$work/err"
report $? "the same trace gives the same page"

# Random traces, against the definitions.
seed=${FT_SEED:-1}
run /usr/bin/python3 tests/html/pictures.py "$foretrace" "$seed" "$([ -n "${FT_QUICK:-}" ] && echo 10 || echo 60)" "$work"
report "$status" "pictures of random traces, from seed $seed"

# ---- sources of a recorded program ----------------------------------------
if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "sources: no foretrace-cc here"
  exit 0
fi
cp examples/hidden.c "$work/it's <b>.c"
touch -d '1 hour ago' "$work/it's <b>.c"
"$build/bin/foretrace-cc" -g -pthread "$work/it's <b>.c" -o "$work/prog"
exits 66 "a recorded program" "$foretrace" run -d "$work/run's" -n 2 -f html -o "$page" -- "$work/prog"
data R1 | jq -e '[.accesses[].excerpt | .state, .line, .lines[.line - .first]] ==
  ["current", 15, "  x = 0;", "current", 23, "  x = 1;"] and
  ([.pair[].stack[0].function] == ["writer1", "writer2"]) and
  (.accesses[0].created.by == "main") and (.about | test("int, global"))' >"$work/out"
report $? "both sides have the lines of the source, stacks and creators"
line=$(data R1 | jq -r '.commands[] | select(.does == "replay").line')
[ "$line" != "" ] && (eval "set -- $line" && [ "$2 $4 $5" = "replay R1 --gdb" ] && [ "$3" = "$work/run's" ])
report $? "the command to replay is what a shell takes"

states() {
  "$foretrace" check "$work/run's" -f html -o "$page"
  data R1 | jq -c '[.accesses[].excerpt | .state, (.lines | length)]'
}
touch "$work/it's <b>.c"
[ "$(states)" = '["current",7,"current",7]' ]
report $? "a source with the same bytes shows its lines, whenever it was written"
sed -i '1i // one more line' "$work/it's <b>.c"
touch -d '1 hour ago' "$work/it's <b>.c"
[ "$(states)" = '["changed",0,"changed",0]' ]
report $? "one that has changed shows none, however old it looks"
"$foretrace" check "$work/run's" >"$work/out"
! grep -q 'x = 0;' "$work/out" && grep -q 'has changed since the program was built' "$work/out"
report $? "in the text report neither"
rm "$work/it's <b>.c"
[ "$(states)" = '["missing",0,"missing",0]' ]
report $? "nor does one that is gone"
