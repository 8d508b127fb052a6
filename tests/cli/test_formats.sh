# The formats that other tools read: SARIF, JUnit, SV-COMP, Perfetto.  Each is checked by a
# schema or by a program that is not ours.
. "$(dirname "$0")/lib.sh"
validators=tests/validators

# The SARIF validator, in the build directory; its absence is one skipped test.
multitool() {
  local at=$build/validators
  local tool=$at/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
  if ! cmp -s $validators/package-lock.json "$at/package-lock.json" ||
    [ ! -e "$tool" ]; then
    command -v npm >/dev/null || return 1
    mkdir -p "$at" && cp $validators/package*.json "$at" &&
      timeout "$patience" npm ci --prefix "$at" --ignore-scripts --no-audit --no-fund \
        >/dev/null 2>&1 || { rm -f "$at/package-lock.json"; return 1; }
    chmod u+x "$tool" || return 1
  fi
  echo "$tool"
}
tool=$(multitool) || tool=

# sarif_is_valid FILE TEXT: by the schema, and by the validator without a word
# of warning but that we have no home page.
sarif_is_valid() {
  /usr/bin/python3 - $validators/sarif-2.1.0.json "$1" 2>"$work/err" <<'PY'
import json, sys
import jsonschema
with open(sys.argv[1]) as s, open(sys.argv[2]) as d:
    jsonschema.Draft202012Validator(json.load(s)).validate(json.load(d))
PY
  report $? "$2: of the schema"
  if [ -z "$tool" ]; then
    skip "$2: sarif-multitool could not be installed with npm"
    return
  fi
  cp "$1" "$work/validated.sarif"
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 timeout "$patience" "$tool" validate \
    "$work/validated.sarif" >"$work/out" 2>"$work/err" &&
    ! grep -E '(warning|error) [A-Z]' "$work/out" | grep -qv SARIF2005
  report $? "$2: the validator has nothing to say"
}

# junit_is_valid FILE TEXT
junit_is_valid() {
  xmllint --noout --schema $validators/junit.xsd "$1" 2>"$work/err"
  report $? "$2: of the schema"
  local suite='//testsuite[@tests = count(testcase)]
    [@failures = count(testcase/failure)][@skipped = count(testcase/skipped)]'
  [ "$(xmllint --xpath "count($suite)" "$1")" = 1 ]
  report $? "$2: its counts are right"
}

# python_says_valid PROGRAM FILE TEXT: run where the sources are.
python_says_valid() {
  (cd examples && /usr/bin/python3 "../$validators/$1.py" "$2" 2>"$work/err")
  report $? "$3"
}

# Names with markup, placeholders, links, quotes, escapes, invalid UTF-8.
sed "s/(x)/(<b>\"\&'{0}[y\\\\\\\\](\\xff\\x1b[31m]]>x)/; s/hidden\\.c/a b%<\\x1b\\xfe>.c/" \
  examples/hidden.std >"$work/evil.std"
printf 'T1|w(x)|1\n' >"$work/nothing.std"
cat >"$work/cycle.std" <<'STD'
T0|fork(T1)|0
T1|acq(a)|dir/file.c:1
T1|acq(b)|dir/file.c:2
T1|rel(b)|dir/file.c:3
T1|rel(a)|dir/file.c:4
T2|acq(b)|5
T2|acq(a)|6
T2|rel(a)|7
T2|rel(b)|8
STD

for trace in examples/hidden.std examples/cache.std "$work/evil.std" \
  "$work/nothing.std" "$work/cycle.std"; do
  name=$(basename "$trace" .std)
  wanted=66
  [ "$name" = nothing ] && wanted=0
  exits $wanted "$name, SARIF" "$foretrace" check "$trace" -f sarif -o "$work/$name.sarif"
  sarif_is_valid "$work/$name.sarif" "$name, SARIF"
  /usr/bin/python3 $validators/sarif_import.py "$work/$name.sarif" 2>"$work/err"
  report $? "$name: CodeChecker and DefectDojo lose no result"
  exits $wanted "$name, SARIF of undecided pairs, too" \
    "$foretrace" check "$trace" -v -f sarif -o "$work/$name.v.sarif"
  exits $wanted "$name, JUnit" "$foretrace" check "$trace" -f junit -o "$work/$name.xml"
  junit_is_valid "$work/$name.xml" "$name, JUnit"
  exits $wanted "$name, Perfetto" "$foretrace" check "$trace" -f perfetto -o "$work/$name.json"
  python_says_valid trace_events "$work/$name.json" "$name, Perfetto: slices nest"
  exits $wanted "$name, SV-COMP" "$foretrace" check "$trace" -f svcomp -o "$work/$name.yml"
  python_says_valid svcomp "$work/$name.yml" "$name, SV-COMP: valid"
  cat "$work/$name".{sarif,xml,json,yml} >"$work/all"
  ! grep -q $'[\x01-\x08\x0b-\x1f]' "$work/all" &&
    iconv -f utf-8 -t utf-8 "$work/all" >/dev/null
  report $? "$name: no control characters, nothing but UTF-8"
done

# SARIF says what the check found.
jq -e '.runs[0].results | length == 1 and
  (.[0] | .ruleId == "data-race" and .level == "error" and .kind == "fail" and
    .message.text == "Data race on '"'x'"': T1 writes x, [T2 writes x](1)." and
    .locations[0].physicalLocation ==
      {artifactLocation: {uri: "hidden.c", uriBaseId: "%SRCROOT%"},
       region: {startLine: 15}} and
    .relatedLocations[0].id == 1 and has("baselineState") == false)' \
  "$work/hidden.sarif" >/dev/null
report $? "hidden: the race"
jq -e '.runs[0].results[0].codeFlows[0].threadFlows |
  [.[].id] == ["T1", "T2", "main"] and
  ([.[0, 1].locations[-1].executionOrder] | .[0] == .[1]) and
  ([.[].locations[].executionOrder] | sort | unique | . == [range(0; 6)]) and
  all(.[]; [.locations[].executionOrder] | . == sort)' \
  "$work/hidden.sarif" >/dev/null
report $? "hidden: a flow per thread, the pair at once"
run "$foretrace" check examples/hidden.std -f json
[ "$(jq -r '.races[0].fingerprint' "$work/out")" = "$(jq -r \
  '.runs[0].results[0].partialFingerprints["foretraceFinding/v1"]' \
  "$work/hidden.sarif")" ]
report $? "hidden: the fingerprint of the JSON report"
jq -e '[.runs[0].results[] | select(.ruleId == "deadlock")] | length == 1 and
  ([.[0].codeFlows[0].threadFlows[].locations[-1].executionOrder] |
    sort | .[-1] == .[-2]) and
  .[0].locations[0].physicalLocation.artifactLocation.uri == "dir/file.c"' \
  "$work/cycle.sarif" >/dev/null
report $? "cycle: the deadlock"
jq -e '.runs[0].results[0] |
  (.message.text | contains("{{0}}") and contains("\\[") and (contains("\\]"))) and
  (.locations[0].physicalLocation.artifactLocation.uri |
    test("^[A-Za-z0-9%._~/-]*$") and startswith("a%20b%25"))' \
  "$work/evil.sarif" >/dev/null
report $? "evil: no links, no placeholders, URIs"

# Against a baseline.
"$foretrace" check examples/cache.std -f json -o "$work/base.json"
jq '.races = []' "$work/base.json" >"$work/empty.json"
run "$foretrace" check examples/cache.std -f sarif --baseline "$work/base.json"
jq -e '[.runs[0].results[].baselineState] | length > 0 and all(. == "unchanged")' \
  "$work/out" >/dev/null
report $? "baselineState: unchanged"
run "$foretrace" check examples/cache.std -f sarif --baseline "$work/empty.json"
jq -e '[.runs[0].results[].baselineState] | length > 0 and all(. == "new")' \
  "$work/out" >/dev/null
report $? "baselineState: new"
exits 0 "all known, JUnit" "$foretrace" check examples/cache.std -f junit \
  --baseline "$work/base.json"
cp "$work/out" "$work/known.xml"
junit_is_valid "$work/known.xml" "all known, JUnit"
! grep -q '<failure' "$work/known.xml" && grep -q 'in the baseline' "$work/known.xml"
report $? "known races do not fail"
exits 0 "only new, SARIF" "$foretrace" check examples/cache.std -f sarif \
  --baseline "$work/base.json" --new-only -o "$work/new.sarif"
sarif_is_valid "$work/new.sarif" "only new, SARIF"
jq -e '.runs[0].results == []' "$work/new.sarif" >/dev/null
report $? "--new-only leaves known ones out"

# Suppressions are part of SARIF.
echo 'variable:hits' >"$work/rules"
exits 0 "suppressed, SARIF" "$foretrace" check examples/cache.std -f sarif \
  --suppressions "$work/rules" --baseline "$work/empty.json" -o "$work/rules.sarif"
sarif_is_valid "$work/rules.sarif" "suppressed, SARIF"

# GitHub refuses results of more than 10,000 steps.
awk 'BEGIN { print "T0|fork(T1)|a.c:1"; print "T0|fork(T2)|a.c:1"
  for (i = 0; i < 12000; i++) print "T" 1 + i % 2 "|w(v" i % 2 ")|" i
  print "T1|w(x)|a.c:1"; print "T2|w(x)|a.c:2" }' >"$work/long.std"
exits 66 "long schedule" "$foretrace" check "$work/long.std" -f sarif -o "$work/long.sarif"
sarif_is_valid "$work/long.sarif" "long schedule"
jq -e '.runs[0].results[0] | [.codeFlows[].threadFlows[].locations[]] |
  length <= 1002' "$work/long.sarif" >/dev/null &&
  jq -e '.runs[0].results[0].codeFlows[0].message.text | test("without its first")' \
    "$work/long.sarif" >/dev/null
report $? "long schedule: the last steps, and it says so"

# A witness needs the source: of hidden.std it is in the same directory, of
# others it is not there, and comments say so.
export SOURCE_DATE_EPOCH=1700000000
run "$foretrace" check examples/hidden.std -f svcomp
cp "$work/out" "$work/witness.yml"
python_says_valid svcomp "$work/witness.yml" "hidden, SV-COMP: valid again"
shows 'creation_time: "2023-11-14T22:13:20Z"' "SOURCE_DATE_EPOCH sets the clock"
[ "$(grep -c 'type: target' "$work/out")" -eq 2 ] && grep -q 'thread_id: 2' "$work/out"
report $? "hidden, SV-COMP: two targets"
run "$foretrace" check examples/hidden.std -f svcomp
cmp -s "$work/out" "$work/witness.yml"
report $? "hidden, SV-COMP: the same bytes"
run "$foretrace" check "$work/long.std" -f svcomp
says 'warning: 1 race is without a witness' "no source, no witness"
shows '^# R1: cannot be read.*a\.c' "a comment says why"
shows '^\[\]$' "an empty list"

# The schedule of a race has both accesses at one time; sections that are not
# nested are cut.
jq -e '[.traceEvents[] | select(.cat == "finding")] | length == 2 and
  .[0].ts == .[1].ts and .[0].tid != .[1].tid' "$work/hidden.json" >/dev/null
report $? "hidden, Perfetto: the pair at one time"
cat >"$work/cut.std" <<'STD'
T0|fork(T1)|0
T0|acq(a)|1
T0|acq(b)|2
T0|w(x)|3
T0|rel(a)|4
T0|w(y)|5
T0|rel(b)|6
T1|r(x)|7
STD
exits 66 "sections across each other" "$foretrace" check "$work/cut.std" -f perfetto -o "$work/cut.json"
python_says_valid trace_events "$work/cut.json" "sections across each other nest"
jq -e '[.traceEvents[] | select(.pid == 1 and .ph == "B") | .name] == ["a", "b", "b"] and
  any(.traceEvents[]; .ph == "s" and .name == "reads from")' "$work/cut.json" >/dev/null
report $? "sections across each other: one is cut; reads-from"
exits 66 "long schedule, Perfetto" "$foretrace" check "$work/long.std" -f perfetto -o "$work/long.json"
python_says_valid trace_events "$work/long.json" "long schedule, Perfetto: valid"
[ "$test_number" -gt 0 ]
