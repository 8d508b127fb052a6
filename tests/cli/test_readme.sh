# What the README shows is what the program prints, apart from the time.
. "$(dirname "$0")/lib.sh"

strip_seconds() {
  sed -E 's/[0-9]+\.[0-9] s$/S s/'
}

# The lines after '$ COMMAND' in a code block of the README.
quoted() {
  awk -v command="\$ $1" '
    $0 == command { on = 1; next }
    on && /^(```|\$ )/ { exit }
    on { print }' README.md
}

commands=$(sed -n 's/^\$ \(foretrace .*\)/\1/p' README.md)
while read -r command; do
  # shellcheck disable=SC2086
  (cd "$work" && ln -sfn "$OLDPWD/examples" examples &&
    timeout 60 $build/bin/$command >out 2>err </dev/null)
  [ -s "$work/out" ] &&
    diff <(quoted "$command" | strip_seconds) \
      <(strip_seconds <"$work/out") >"$work/err"
  report $? "README: $command"
done <<<"$commands"
for path in $(grep -oE '\]\([a-zA-Z./_-]+\)' README.md | tr -d ']()'); do
  [ -e "$path" ]
  report $? "README links to $path, which exists"
done
FT=$build/bin/foretrace
run sh scripts/demo "$FT"
[ "$status" -eq 0 ] && grep -q CERTIFIED "$work/out"
report $? "the demo runs and shows a certified race"
[ "$test_number" -gt 0 ]
