# What the README and the guide show is what the program prints, apart from time and
# memory.
. "$(dirname "$0")/lib.sh"

strip_seconds() {
  sed -E 's/[0-9]+\.[0-9] s(, peak [0-9]+ MiB)?$/S s/'
}

# The lines after '$ COMMAND' in a code block of the page $2.
quoted() {
  awk -v command="\$ $1" '
    $0 == command { on = 1; next }
    on && /^(```|\$ )/ { exit }
    on { print }' "$2"
}

# Programs are built first, as the README says.
ln -sfn "$PWD/examples" "$work/examples"
builds=$(sed -n 's/^\$ \(foretrace-cc .*\)/\1/p' README.md)
records=yes
[ -x "$build/bin/foretrace-cc" ] || records=
while [ -n "$records" ] && read -r command; do
  # shellcheck disable=SC2086
  (cd "$work" && $build/bin/$command >out 2>err </dev/null)
  report $? "README: $command"
done <<<"$builds"
for page in README.md docs/guide/reading.md docs/guide/ci.md; do
  while read -r command; do
    [ "${command#foretrace run}" = "$command" ] || [ -n "$records" ] || continue
    # shellcheck disable=SC2086
    (cd "$work" && ln -sfn "$OLDPWD/examples" examples &&
      timeout "$patience" $build/bin/$command >out 2>err </dev/null)
    [ -s "$work/out" ] &&
      diff <(quoted "$command" "$page" | strip_seconds) \
        <(strip_seconds <"$work/out") >"$work/err"
    report $? "$page: $command"
  done < <(sed -n 's/^\$ \(foretrace .*\)/\1/p' "$page")
done
# The other commands, in order, on a program and traces of these names.
mkdir -p "$work/all/bin"
printf '#!/bin/sh\n' >"$work/all/bin/gdb"
chmod +x "$work/all/bin/gdb"
cp examples/hidden.std "$work/all/run.std"
cp examples/cache.std "$work/all/next.std"
[ -z "$records" ] || cp "$work/cache" "$work/all/prog"
awk '/^```/ { on = !on; next } on && sub (/^foretrace /, "") && sub (/ *#.*|$/, "")' \
  README.md >"$work/others"
while read -r command; do
  case $command in
    *run.std* | *run.ftz* | *next.std*) ;;
    *) [ -n "$records" ] || continue ;;
  esac
  (cd "$work/all" && PATH=$work/all/bin:$PATH eval "timeout $patience $foretrace $command") \
    >"$work/out" 2>"$work/err" </dev/null
  status=$?
  [ $status -eq 0 ] || [ $status -eq 66 ]
  report $? "README: foretrace $command"
done <"$work/others"
[ "$(wc -l <"$work/others")" -gt 20 ]
report $? "README: all of them"
# What it says of the other two examples.
for pair in ${records:+cache:hits spin:stat}; do
  run "$foretrace" run -n 3 -d "$work/${pair%:*}.run" -- "$work/${pair%:*}"
  [ "$status" -eq 66 ] && [ "$(grep -c '^R[0-9]' "$work/out")" -eq 1 ] &&
    grep -q "^R1 .*'${pair#*:}'.*CONFIRMED 3/3" "$work/out"
  report $? "examples/${pair%:*}.c: the race on ${pair#*:}, and no other"
done
for path in $(grep -oE '\]\([a-zA-Z0-9./_-]+\)' README.md | tr -d ']()'); do
  [ -e "$path" ]
  report $? "README links to $path, which exists"
done
# The trace of docs/internals/filters.md is what the text around it says.
sed -n '/^```std$/,/^```$/p' docs/internals/filters.md | grep -v '^```' >"$work/own.std"
for row in hb:0 wcp:1 dc:1 hybrid:1; do
  run "$foretrace" filter "$work/own.std" --order "${row%:*}"
  shows "^${row%:*}: ${row#*:} racy of 10 events" "docs/internals/filters.md: ${row%:*}"
done
exits 66 "docs/internals/filters.md: the pair races" "$foretrace" check "$work/own.std"
# Relative links of all pages, and the headings that they name.
heading() { # of FILE, as an anchor: NAME
  sed -nE 's/^#+ //p' "$1" | tr -d '`:,.' | tr 'A-Z ' 'a-z-' | grep -qx -- "$2"
}
while IFS=: read -r page link; do
  [ -n "${link%%#*}" ] || continue
  path=$(dirname "$page")/${link%%#*}
  [ -e "$path" ] && { [ "${link#*#}" = "$link" ] || heading "$path" "${link#*#}"; }
  report $? "$page links to $link, which exists"
done < <(grep -oE '\]\([^):]+\)' docs/*.md docs/*/*.md | tr -d ']()' | sort -u)
# Measured numbers are in docs/performance.md alone, in tables without empty cells.
run grep -nE '<!-- bench' README.md docs/*/*.md
[ "$status" -eq 1 ]
report $? "measured tables are in docs/performance.md"
run grep -nE '\|[[:space:]]*\|' docs/performance.md
[ "$status" -eq 1 ]
report $? "docs/performance.md: no empty cell"
FT=$build/bin/foretrace
run sh scripts/demo "$FT"
[ "$status" -eq 0 ] && grep -q CERTIFIED "$work/out"
report $? "the demo runs and shows a certified race"
[ "$test_number" -gt 0 ]
