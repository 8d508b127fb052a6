#!/bin/bash
# Litmus programs under --memory-model c11: each line "// RACY: FLAGS" or
# "// FREE: FLAGS" of tests/programs/litmus is a variant.  Of a racy one a race is
# certified, on lines that name data, and confirmed; of a free one nothing is.
# "// WEAK: FLAGS" is one of which the race is in no interleaving, but in an execution
# graph: certified and confirmed under rc11, and nothing under c11.  Of "// STALE: FLAGS"
# it is on a path to which only an older store of another value leads, which a replay
# has to make a load return.  All variants of these sources are run under rc11.
# Every sixth variant of all sources is run, of a quick run every 24th, with FT_LITMUS='ring*' each variant of
# these and with FT_LITMUS='*' all, as `make fuzz` does.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

# build SOURCE FLAGS
build() {
  local compiler="$build/bin/foretrace-cc -std=gnu11" flags
  [ "${1%.cc}" = "$1" ] || compiler="$build/bin/foretrace-c++"
  read -ra flags <<<"$(sed -n 's,^// FLAGS: ,,p' "$1") $2"
  $compiler -g -O1 -pthread -o "$work/program" "$1" "${flags[@]}" 2>"$work/err"
}

# elsewhere SOURCE: prints certified races with a line that names no data.
elsewhere() {
  jq -r '.races[] | select (.verdict == "certified") | .pair[].location' \
    "$work/out" | while IFS=: read -r _ line _; do
    sed -n "${line}p" "$1" | grep -qi data || echo "$line"
  done
}

# judge SOURCE VERDICT
judge() {
  local wanted=66
  [ "$2" = FREE ] && wanted=0
  [ "$status" -eq "$wanted" ] || return 1
  [ "$2" = FREE ] || jq -e '[.races[] | select (.verdict == "certified")] |
    length > 0 and all (.replay.reached == .replay.runs)' "$work/out" \
    >"$work/err" || return 1
  elsewhere "$1" >"$work/err"
  [ ! -s "$work/err" ]
}

every=6 count=0
[ -z "${FT_QUICK-}" ] || every=24
[ -z "${FT_LITMUS-}${FT_LONG-}" ] || every=1
for source in tests/programs/litmus/${FT_LITMUS:-*}.c*; do
  name=$(basename "$source")
  sed -n 's,^// \(RACY\|FREE\|WEAK\|STALE\): *\(.*\)$,\1 \2,p' "$source" >"$work/variants"
  model=(c11)
  weak=(--model mcm)
  grep -q ^STALE "$work/variants" && weak=()
  grep -q -e ^WEAK -e ^STALE "$work/variants" && model=(rc11 "${weak[@]}")
  while read -r verdict flags; do
    count=$((count + 1))
    [ $((count % every)) -eq 0 ] || [ "$verdict" = WEAK ] || [ "$verdict" = STALE ] || continue
    rm -rf "$work/run"
    status=none
    build "$source" "$flags" &&
      run "$foretrace" run --memory-model "${model[@]}" -n 1 --format json -d "$work/run" \
        -- "$work/program" </dev/null
    judge "$source" "$verdict"
    report $? "$name $flags: $verdict"
    [ "$verdict" = WEAK ] || [ "$verdict" = STALE ] || continue
    run "$foretrace" check --memory-model c11 "${weak[@]}" --format json "$work/run"
    [ "$status" -eq 0 ] && judge "$source" FREE
    report $? "$name $flags: nothing under c11"
  done <"$work/variants"
done
