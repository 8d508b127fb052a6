#!/bin/bash
# The table of library functions has a row for each function that the runtime
# stands before, and the documents say what the table says.
. "$(dirname "$0")/lib.sh"

page=docs/reference/library-functions.md
run scripts/libc-table
cp "$work/out" "$work/page"
report "$status" "the page is made"
run diff "$page" "$work/page"
report "$status" "$page is up to date (scripts/libc-table >$page)"

# rows WRAPPED INTERPOSED: names of rows with these columns, as patterns.
printf '%s\n' '#define FT_LIBC(name, wrapped, interposed, ...) @wrapped interposed name' \
  '#include "symex/libc/libc.def"' | cc -E -P -Isrc -x c - | sed -n 's/^ *@ *//p' >"$work/rows"
rows() {
  awk -v wrapped="^($1)$" -v interposed="^($2)$" \
    '$1 ~ wrapped && $2 ~ interposed { print $3 }' "$work/rows" | sort
}

# What the documents say is intercepted: whole names, not '_destroy' or 'mtx_*'.
sed -n '/^## What is intercepted/,$ p; /^| kept |/,/^$/ p' docs/internals/runtime.md |
  grep '^|' | cut -d'|' -f2 | grep -o '`[a-z_][a-z0-9_]*`' | tr -d '`' |
  grep -v '^_[a-z]' | sort -u >"$work/documented"
grep -vxE 'set|list|notify|pthread_atfork' "$work/documented" |
  comm -23 - <(rows '.*' '.*') >"$work/err"
[ "$(grep -c . "$work/documented")" -gt 100 ] && [ ! -s "$work/err" ]
report $? "each function that runtime.md names has a row"
{ rows 'C|CXX' '.*'; rows '.*' YES; echo memset; } | sort -u >"$work/seen"
grep -vxE 'set|list|notify|pthread_atfork' "$work/documented" |
  comm -23 - "$work/seen" >"$work/err"
[ ! -s "$work/err" ]
report $? "and the row says that its calls are seen"

runtime=$build/lib/libforetrace-rt.a
if [ ! -f "$runtime" ]; then
  skip "no recorder in this build"
  exit 0
fi
nm "$runtime" 2>/dev/null | awk '$2 == "T" || $2 == "W" { print $3 }' | sort -u >"$work/symbols"
sed -n 's/^__foretrace_//p' "$work/symbols" | sort >"$work/wrappers"
run diff <(rows 'C|CXX' '.*') "$work/wrappers"
report "$status" "each wrapper has a row that says so, and each such row a wrapper"
grep -v '^__foretrace_\|^ft_' "$work/symbols" >"$work/interposed"
run diff <(rows '.*' YES) "$work/interposed"
report "$status" "each interposed function has a row that says so, and each such row a function"
nm "$build/lib/libforetrace-inert.a" 2>/dev/null | sed -n 's/.* T __foretrace_//p' | sort >"$work/inert"
run diff "$work/wrappers" "$work/inert"
report "$status" "programs that cannot be recorded have all wrappers"
[ "$(rows 'C' '.*' | grep -c '^_Z')" -eq 0 ] && [ "$(rows CXX '.*' | grep -vc '^_Z\|^__dynamic_cast$')" -eq 0 ]
report $? "names of the C++ library are wrapped apart"
