# 'foretrace compare': the table, JSON, the picture, exit status.
. "$(dirname "$0")/lib.sh"

trace=tests/traces/injected/treeset-130.std

exits 66 "windows against unbounded" "$foretrace" compare "$trace" \
  --windows 50,200,unbounded --timeouts 1,10 --plot "$work/plot.svg"
shows '^window +\| +certified +undecided +seconds \| +certified' "columns for each limit"
[ "$(grep -cE '^(50|200|unbounded) +\|' "$work/out")" -eq 3 ]
report $? "a row for each window"
shows 'too far apart +across boundary +open within +limit' "why windows miss races"
shows 'candidates?, [0-9]+ certified, 0 undecided, [0-9]+ impossible in this trace' "summary"

/usr/bin/python3 - "$work/plot.svg" 2>"$work/err" <<'PY'
import sys
import xml.etree.ElementTree as E
svg = "{http://www.w3.org/2000/svg}"
root = E.parse(sys.argv[1]).getroot()
assert root.tag == svg + "svg"
assert root.find(svg + "title").text.startswith("What windows cost: treeset")
assert "unbounded" in root.find(svg + "desc").text
words = [t.text for t in root.iter(svg + "text")]
for word in "Certified races", "unbounded", "50", "200", "1 s per candidate":
    assert word in words, word
# A mark per cell and panel, and one per limit in the legend.
assert len([p for p in root.iter(svg + "path")
            if p.get("class", "").startswith("mark")]) == 2 * 6 + 2
for text in root.iter(svg + "text"):
    assert 0 < float(text.get("x")) < 980 and 0 < float(text.get("y")) < 440
assert not [e for e in root.iter() if "href" in "".join(e.attrib)]
PY
report $? "the picture is whole, has its words, and needs nothing else"

exits 66 "JSON" "$foretrace" compare "$trace" -f json -w unbounded,100,20 -t 10,1
cp "$work/out" "$work/one.json"
valid foretrace-compare-1 "$work/one.json" 2>"$work/err"
report $? "the JSON report is of its schema"
jq -e '[.rows[] | [.window, .timeout]] ==
  [[20, 1], [20, 10], [100, 1], [100, 10], ["unbounded", 1], ["unbounded", 10]]' \
  "$work/one.json" >/dev/null
report $? "rows by window, then by limit"
jq -e '(.rows[0].certified <= .rows[4].certified) and
  (.rows[2].certified <= .rows[4].certified) and
  (.rows[4].certified > .rows[0].certified) and
  ([.rows[].candidates] | unique | length == 1) and
  (keys_unsorted[0] == "schema")' "$work/one.json" >/dev/null
report $? "same candidates; windowed at most as many as unbounded"
run "$foretrace" check "$trace" --format json
jq -e --slurpfile check "$work/out" '.rows[5] |
  .certified == $check[0].summary.certified and
  .candidates == $check[0].summary.candidates' "$work/one.json" >/dev/null
report $? "unbounded is what 'check' says"
run "$foretrace" compare "$trace" -f json -w unbounded,100,20 -t 10,1 -j 1
cmp -s <(without_seconds <"$work/out") <(without_seconds <"$work/one.json")
report $? "-j 1 gives the same bytes"

exits 66 "race by race" "$foretrace" compare examples/hidden.std -v -w 4,6,unbounded
shows '^  4 +missed: too far apart for 4 events$' "too far apart"
shows '^  6 +missed: a boundary of windows lies between$' "across a boundary"
shows '^  unbounded +certified by graph' "certified unbounded"
exits 0 "nothing certified" "$foretrace" compare examples/hidden.std -w 4
exits 66 "quiet" "$foretrace" compare examples/hidden.std -q
! grep -qE 'missed|---' "$work/out"
report $? "-q prints the table only"

exits 0 "no budget" "$foretrace" compare examples/hidden.std -w 4,unbounded -b 0.000000001
shows '^4 +\| +0 +1\*' "rows that are not complete are marked"
shows '^The budget was used up' "and it says why"
exits 0 "no budget, JSON" "$foretrace" compare examples/hidden.std -w 4,unbounded \
  -b 0.000000001 -t 10 -f json
jq -e '[.rows[].complete] == [false, false] and
  [.unfinished[] | [.phase, .by, .done, .total]] == [["certifying", "time", 0, 2]]' \
  "$work/out" >/dev/null
report $? "JSON says what is not complete"
valid foretrace-compare-1 "$work/out" 2>"$work/err"
report $? "and is of its schema"

exits 64 "an empty window" "$foretrace" compare examples/hidden.std -w 500,,10
says "windows.*500,,10" "names the list"
exits 64 "a window of none" "$foretrace" compare examples/hidden.std -w 0
exits 64 "a limit of none" "$foretrace" compare examples/hidden.std -t 0
exits 64 "one file for both" "$foretrace" compare examples/hidden.std -o x --plot x
exits 64 "no trace" "$foretrace" compare
exits 65 "a bad trace" "$foretrace" compare tests/malformed/rr-three-arguments.rr
exits 69 "a picture that cannot be written" \
  "$foretrace" compare examples/hidden.std --plot "$work/none/plot.svg"
[ ! -s "$work/out" ]
report $? "is known before the search"
if [ -w /dev/full ]; then
  exits 69 "a full disk" "$foretrace" compare examples/hidden.std --plot /dev/full
fi
[ -z "$(find "$work" -name '*.tmp')" ]
report $? "no temporary file is left behind"
[ "$test_number" -gt 0 ]
