#!/bin/bash
# Witnesses of recorded runs: a check leaves the trace, and the checker, which
# cannot load runs, reads it.
. "$(dirname "$0")/lib.sh"
verify=$build/bin/foretrace-verify

# ---- what the checker is made of ----------------------------------------------

# defines FILE...: the names of functions and data that others may use.
defines() {
  nm --defined-only -g "$@" 2>/dev/null |
    awk '$2 ~ /[TDBR]/ && $3 ~ /^ft_/ { print $3 }' | sort -u
}

defines "$verify" >"$work/linked"
all=$(find "$build/obj/src" "$build/obj/encoders" -name '*.o')
checker='/src/(base|trace|format|witness)/|/src/cli/verify_main'
# shellcheck disable=SC2046
defines $(grep -E "$checker" <<<"$all") >"$work/own"
# shellcheck disable=SC2046
defines $(grep -vE "$checker|/src/(runtime|cc|instrument)/" <<<"$all") >"$work/other"
[ "$(wc -l <"$work/linked")" -gt 100 ] && [ "$(wc -l <"$work/other")" -gt 1000 ]
report $? "there are names to look at"
[ -z "$(comm -12 "$work/linked" "$work/other")" ]
report $? "foretrace-verify has nothing of the loader, the search or the reports"
[ -z "$(comm -23 "$work/linked" "$work/own")" ]
report $? "all of it is of base, trace, format and witness"
exits 0 "its size is known" sh scripts/checker-size "$build"
[ "$(awk '$2 == "code" { print $1 }' "$work/out")" -lt 13500 ]
report $? "it is below 13,500 lines of code"

# ---- a run -----------------------------------------------------------------

. "$(dirname "$0")/recorder.sh"
run=$work/it.run
for name in hidden branch_nested; do
  cp "examples/$name.c" "$work" 2>/dev/null || cp "tests/programs/$name.c" "$work"
  build_program "$name" -O1
done

# accepts TRACE WITNESS TEXT: both programs do, and say the same.
accepts() {
  exits 0 "$3" "$verify" "$1" "$2"
  cp "$work/out" "$work/said"
  run "$foretrace" verify "$1" "$2"
  [ "$status" -eq 0 ] && grep -q '^accepted' "$work/out" &&
    cmp -s "$work/out" "$work/said"
  report $? "$3, as a subcommand"
}

"$foretrace" record -q -o "$run" -- "$work/hidden" 2>/dev/null
[ ! -e "$run/trace.ftp" ]
report $? "a recording is no trace yet"
exits 66 "a check of the run" "$foretrace" check "$run" --witness-dir "$work/w" \
  --format json -o "$work/r.json"
[ -s "$run/trace.ftp" ]
report $? "leaves its trace"
accepts "$run" "$work/w/R1.json" "a witness"
accepts "$run" "$work/r.json" "a report"
accepts "$run/trace.ftp" "$work/w/R1.json" "the file by its name"
"$foretrace" convert "$run" "$work/it.ftp"
accepts "$work/it.ftp" "$work/w/R1.json" "the run, packed"
"$foretrace" convert "$run" "$work/it.jsonl"
accepts "$work/it.jsonl" "$work/w/R1.json" "the run as text"
stamp=$(stat -c '%i %y' "$run/trace.ftp")
"$foretrace" check "$run" >"$work/out"
[ "$(stat -c '%i %y' "$run/trace.ftp")" = "$stamp" ]
report $? "the trace is written once"
(cd "$run" && ls) | grep -q tmp
[ $? -ne 0 ]
report $? "nothing else is left"

# ---- what does not belong together --------------------------------------------

sed 's/"schedule": \[/"schedule": [0, /' "$work/w/R1.json" >"$work/bad.json"
exits 65 "a bad schedule" "$verify" "$run" "$work/bad.json"
shows '^rejected' "is rejected"
sed 's/"digest": "[0-9a-f]*"/"digest": "0123456789abcdef"/' "$work/w/R1.json" \
  >"$work/other.json"
exits 65 "a witness of another trace" "$verify" "$run" "$work/other.json"
says 'digest 0123456789abcdef, but that of .*/trace.ftp is .*; check the run again' \
  "says so, and what to do"
cp "$run/trace.ftp" "$work/kept.ftp"
"$foretrace" convert examples/cache.std "$run/trace.ftp"
exits 65 "the trace of something else" "$verify" "$run" "$work/w/R1.json"
says 'is for a trace of [0-9]+ events, but .*; check the run again' "is noticed"
"$foretrace" check "$run" >"$work/out"
accepts "$run" "$work/w/R1.json" "after one more check, a witness"
head -c 200 "$work/kept.ftp" >"$run/trace.ftp"
exits 65 "a damaged trace" "$verify" "$run" "$work/w/R1.json"
says 'trace.ftp: block .*; check the run again, which writes' "says so"
run "$verify" --lenient "$run" "$work/w/R1.json"
[ "$status" -eq 65 ]
report $? "also leniently"
"$foretrace" check "$run" >"$work/out"
accepts "$run" "$work/w/R1.json" "after one more check, which mends it, a witness"
middle=$(($(stat -c %s "$work/kept.ftp") / 2))
printf 'damaged!' |
  dd of="$run/trace.ftp" bs=1 seek="$middle" conv=notrunc status=none
"$foretrace" check "$run" >"$work/out"
cmp -s "$run/trace.ftp" "$work/kept.ftp"
report $? "damage in the middle is mended, too"
rm "$run/trace.ftp"
exits 65 "a run without its trace" "$verify" "$run" "$work/w/R1.json"
says "has no trace.ftp, .*foretrace convert $run run.ftp" "says what writes it"
exits 65 "a directory that is no run" "$verify" "$work" "$work/w/R1.json"
printf '{"schema": "foretrace-results/1", "trace": {}, "races": []}' \
  >"$work/none.json"
exits 0 "a report without races needs no trace" "$verify" "$run" "$work/none.json"
shows 'holds no witness' "and says so"

# A file that cannot be written is no fault of the check.
mkdir "$run/trace.ftp"
exits 66 "a check that cannot leave its trace" "$foretrace" check "$run"
[ ! -s "$work/err" ]
report $? "says nothing of it"
exits 65 "a directory instead of the trace" "$verify" "$run" "$work/w/R1.json"
says 'trace.ftp: is a directory instead of the trace; remove it' "is named"
rmdir "$run/trace.ftp"

# What is recorded again has no trace of what was there before.
"$foretrace" check "$run" >"$work/out"
"$foretrace" record -q -o "$run" -- "$work/branch_nested" 2>/dev/null
[ -e "$run/control" ] && [ ! -e "$run/trace.ftp" ]
report $? "recording again removes the trace"

# ---- alternative paths --------------------------------------------------------

exits 66 "a race on an alternative path" "$foretrace" check "$run" \
  --model path --witness-dir "$work/path" --format json -o "$work/path.json"
holds "$work/path.json" 'any(r.get("model") == "path" and
  max(r["witness"]["schedule"] + [p["event"] for p in r["pair"]]) >= d["trace"]["events"]
  for r in d["races"] if r["verdict"] == "certified")' \
  "its witness names events of it"
accepts "$run" "$work/path.json" "it"
exits 66 "a report of its results" "$foretrace" report "$work/path.json"
shows "branch(es)? go(es)? another way" "has its schedule"
exits 65 "a report with an event behind all paths" "$foretrace" report \
  <(jq '.races |= map (.pair[1].event += 4000000)' "$work/path.json")
"$foretrace" convert "$run" "$work/path.ftp"
accepts "$work/path.ftp" "$work/path.json" "it, packed"
"$foretrace" convert "$run" "$work/path.jsonl"
accepts "$work/path.jsonl" "$work/path.json" "it as text"
exits 66 "a check of the packed trace" "$foretrace" check "$work/path.ftp" \
  --model path --format json -o "$work/again.json"
accepts "$run" "$work/again.json" "what it certifies"
