# Man pages, the page of options and completions of shells, which the programs' own
# tables make.
. "$(dirname "$0")/lib.sh"

run sh scripts/man "$foretrace" "$work/man"
report "$status" "the man pages are made"
"$foretrace" --list-commands | cut -f1 >"$work/commands"
while read -r command; do
  page=$work/man/foretrace-$command.1
  "$foretrace" "$command" --list-options | cut -f1 |
    sed 's/-/\\-/g' >"$work/options"
  [ -s "$work/options" ] && [ "$(grep -coFf "$work/options" "$page")" -ge "$(grep -c . "$work/options")" ] &&
    grep -q '^\.SH EXAMPLES' "$page" && grep -q "foretrace..$command (1)" "$work/man/foretrace.1"
  report $? "foretrace-$command(1) has all options and an example"
done <"$work/commands"
! grep -l '@[A-Z]*@' "$work"/man/*.1 >"$work/err"
report $? "no page has a gap"

page=docs/reference/options.md
run sh scripts/options-table "$foretrace"
cp "$work/out" "$work/page"
report "$status" "the page of options is made"
run diff "$page" "$work/page"
report "$status" "$page is up to date (scripts/options-table build/bin/foretrace >$page)"

if command -v groff >/dev/null; then
  for page in "$work"/man/*.1; do groff -man -ww -z -Tutf8 "$page"; done >"$work/err" 2>&1
  [ ! -s "$work/err" ]
  report $? "groff has nothing to say of them"
else
  skip "no groff"
fi

# completes WORDS WANTED TEXT: the last word is the one at the cursor.
completes() {
  PATH=$build/bin:$PATH bash -c '
    . scripts/completions/foretrace.bash
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _foretrace
    printf "%s\n" "${COMPREPLY[@]}"' bash $1 ${4-} >"$work/out" 2>"$work/err"
  [ "$(tr '\n' ' ' <"$work/out")" = "$2 " ] && [ ! -s "$work/err" ]
  report $? "bash completes $3"
}
completes "foretrace che" "check" "commands"
completes "foretrace check --wit" "--witness-dir" "options"
completes "foretrace check --format h" "html" "choices"
completes "foretrace check -f svc" "svcomp" "choices of a letter"
completes "foretrace check --format = js" "json" "choices behind ="
completes "foretrace help explai" "explain" "commands that help is about"
completes "foretrace run -- ./prog --wit" "" "nothing for another program"

for shell in zsh fish; do
  file=$([ $shell = zsh ] && echo _foretrace || echo foretrace.fish)
  if command -v $shell >/dev/null; then
    exits 0 "$shell reads its completion" $shell -n "scripts/completions/$file"
  else
    skip "no $shell"
  fi
done
