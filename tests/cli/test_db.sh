#!/bin/bash
# 'foretrace db': findings of many reports in one file.
. "$(dirname "$0")/lib.sh"
db=$work/races.db

# results FILE FINGERPRINT NAME...: a report with these certified races.
results() {
  local file=$1
  shift
  {
    printf '{"schema": "foretrace-results/1", "races": ['
    while [ $# -gt 0 ]; do
      printf '{"fingerprint": "%s", "verdict": "certified", "kind": "data-race", "title": "%s",
        "pair": [{"op": "read", "variable": "v", "location": "a.c:1"},
                 {"op": "write", "variable": "v", "location": "b.c:2"}]}' "$1" "$2"
      shift 2
      [ $# -eq 0 ] || printf ', '
    done
    printf '], "deadlocks": []}\n'
  } >"$file"
}
# state FINGERPRINT: as the database has it.
state() { "$foretrace" db show "$db" "$1" --format json | jq -r .state; }
is_state() {
  [ "$(state "$1")" = "$2" ]
  report $? "$3"
}

# ---- from new to returned --------------------------------------------------------

"$foretrace" check -q examples/hidden.std --format json -o "$work/hidden.json"
results "$work/one.json" 00000000000000aa "stats.hits" 00000000000000bb "slots[3]"
exits 66 "what is new" "$foretrace" db add "$db" "$work/one.json" "$work/hidden.json" --build v1
shows '2 reports added, 0 there already: 3 new, 0 known, 0 returned' "and how many"
exits 0 "the same file again" "$foretrace" db add "$db" "$work/one.json"
shows '0 reports added, 1 there already: 0 new' "is not counted"
is_state 00000000000000aa new "a finding is new"
results "$work/two.json" 00000000000000aa "stats.hits"
exits 0 "another report of it" "$foretrace" db add "$db" "$work/two.json"
is_state 00000000000000aa known "makes it known"
exits 0 "fixed" "$foretrace" db set "$db" 00000000000000aa --state fixed --reason "takes the lock"
is_state 00000000000000aa fixed "somebody says so"
run "$foretrace" db baseline "$db"
! grep -q 00000000000000aa "$work/out" && grep -q 00000000000000bb "$work/out"
report $? "the baseline has all but what is fixed"
results "$work/three.json" 00000000000000aa "stats.hits" 00000000000000cc '<b>&\u001b[31m'
exits 66 "seen after that" "$foretrace" db add "$db" "$work/three.json" --label 'seed 7'
shows '1 new, 0 known, 1 returned' "it has returned"
exits 0 "show" "$foretrace" db show "$db" 00000000000000aa
shows '^state: returned' "says the state"
shows 'fixed  reason takes the lock' "the history"
shows "three.json.*label seed 7" "and where it was seen"
exits 0 "list" "$foretrace" db list "$db" --state returned,new --since 1
shows '^00000000000000aa  returned .* 3x  data race on .stats.hits.: read at a.c:1, write at b.c:2' \
  "with a title"
! grep -q 00000000000000bb "$work/out" || [ "$(state 00000000000000bb)" = new ]
report $? "and only of the states asked for"
exits 0 "what is known" "$foretrace" check -q examples/hidden.std --baseline \
  <("$foretrace" db baseline "$db")
exits 64 "seconds" "$foretrace" db list "$db" --since 7s
says "since: expected days" "are not what --since counts"
exits 0 "suppressed" "$foretrace" db set "$db" 00000000000000bb --state suppressed --who me
results "$work/four.json" 00000000000000bb "slots[3]"
exits 0 "and seen again" "$foretrace" db add "$db" "$work/four.json"
is_state 00000000000000bb suppressed "stays suppressed"
run "$foretrace" db trend "$db" --format json
[ "$(jq -c 'map ([.reports, .seen]) | add' "$work/out")" != null ]
report $? "trend as JSON"
exits 0 "trend as a page" "$foretrace" db trend "$db" --html -o "$work/trend.html"
grep -q '&lt;b&gt;&amp;' "$work/trend.html" && ! grep -q 'https*://' "$work/trend.html"
report $? "which escapes names and loads nothing"

# ---- several databases, several writers -------------------------------------------

other=$work/other.db
results "$work/five.json" 00000000000000aa "stats.hits" 00000000000000dd "here alone"
"$foretrace" db add "$other" "$work/five.json" "$work/one.json" >/dev/null
exits 0 "merge" "$foretrace" db merge "$db" "$other"
shows 'other.db: 1 report added' "adds what is not there yet"
[ "$("$foretrace" db show "$db" 00000000000000aa --format json | jq '.reports | length')" = 4 ]
report $? "and no report twice"
is_state 00000000000000aa returned "a state that was said later stays"
exits 0 "merging again" "$foretrace" db merge "$db" "$other"
shows 'other.db: 0 reports added' "changes nothing"

many=$work/many.db
for i in $(seq 100 139); do
  results "$work/many-$i.json" 00000000000000ee shared "0000000000000$i" "v$i"
done
for k in 10 11 12 13; do
  for i in "$work/many-$k"?.json; do "$foretrace" db add "$many" "$i" >/dev/null; done &
done
wait
[ "$("$foretrace" db list "$many" --format json | jq -c '[length, (map (.reports) | add)]')" = '[41,80]' ]
report $? "four processes add forty reports to a new file: nothing is lost"

# Killed while it adds, at whatever moment: all of a command or nothing.
broken=$work/broken.db
"$foretrace" db add "$broken" "$work/one.json" >/dev/null
for n in 1 2 3 4 5 6; do
  "$foretrace" db add "$broken" "$work"/many-*.json >/dev/null 2>&1 &
  writer=$!
  sleep 0.00$n
  { kill -9 $writer && wait $writer; } 2>/dev/null
  count=$("$foretrace" db list "$broken" --format json | jq length)
  [ "$count" = 2 ] || [ "$count" = 43 ]
  report $? "killed: all or nothing ($count findings)"
done
(
  trap '' XFSZ
  ulimit -f 16
  exec "$foretrace" db add "$work/full.db" "$work/one.json" "$work"/many-*.json
) >"$work/out" 2>"$work/err" </dev/null
[ $? -eq 69 ] && [ -s "$work/err" ]
report $? "a file that cannot grow is an error"
run "$foretrace" db add "$work/full.db" "$work/one.json"
[ "$status" -eq 66 ]
report $? "and the next command works"

# A file of the first version: what it has is there, and can be added to.
/usr/bin/python3 - "$work/first.db" <<'PY'
import sqlite3, sys
c = sqlite3.connect (sys.argv[1])
c.executescript ("""
CREATE TABLE report (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL, time INTEGER NOT NULL, build TEXT, revision TEXT, host TEXT, label TEXT);
CREATE TABLE finding (fingerprint TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL,
  class TEXT, document TEXT NOT NULL, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,
  state TEXT NOT NULL, reason TEXT, who TEXT, changed INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sighting (fingerprint TEXT NOT NULL REFERENCES finding,
  report INTEGER NOT NULL REFERENCES report, confirmed INTEGER NOT NULL,
  PRIMARY KEY (fingerprint, report)) WITHOUT ROWID;
CREATE TABLE change (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, time INTEGER NOT NULL,
  state TEXT NOT NULL, reason TEXT, who TEXT);
CREATE INDEX change_of ON change (fingerprint);
CREATE INDEX sighting_in ON sighting (report);
INSERT INTO report VALUES (1, 'x', 'a.json', 86400, 'v1', NULL, 'a', NULL),
  (2, 'y', 'b.json', 172800, 'v2', NULL, 'b', NULL);
INSERT INTO finding VALUES ('00000000000000bb', 'data race', 'one', 'crash', '{"a":1}', 86400,
  172800, 'known', NULL, NULL, 172800), ('00000000000000aa', 'deadlock', 'two', NULL, '{}',
  172800, 172800, 'fixed', 'why', 'me', 172801);
INSERT INTO sighting VALUES ('00000000000000bb', 1, 0), ('00000000000000bb', 2, 1),
  ('00000000000000aa', 2, 1);
INSERT INTO change VALUES (1, '00000000000000bb', 86400, 'new', NULL, NULL),
  (2, '00000000000000bb', 172800, 'known', NULL, NULL);
PRAGMA application_id = 0x46544442; PRAGMA user_version = 1;""")
PY
cp "$work/first.db" "$work/version-1.db"
[ "$("$foretrace" db list "$work/first.db" --format json |
  jq -c '[.[] | [.fingerprint, .title, .state, .reason, .reports, .confirmed]]')" = \
  '[["00000000000000bb","one","known",null,2,1],["00000000000000aa","two","fixed","why",1,1]]' ]
report $? "a file of the first version is brought up to date"
exits 0 "show" "$foretrace" db show "$work/first.db" 00000000000000bb
shows "b.json.*build v2.*confirmed" "with its reports"
exits 66 "is added to" "$foretrace" db add "$work/first.db" "$work/one.json"
shows '0 new, 1 known, 1 returned' "and knows its findings"
[ "$("$foretrace" db trend "$work/first.db" --format json |
  jq -c '.[0:2] | map ([.day, .reports, .seen, .first_seen])')" = \
  '[["1970-01-02",1,1,1],["1970-01-03",1,2,1]]' ]
report $? "its days are counted"

# ---- what is wrong ----------------------------------------------------------------

exits 69 "no such database" "$foretrace" db list "$work/none.db"
says "'foretrace db add' makes one" "says what makes one"
[ ! -e "$work/none.db" ]
report $? "and none is made"
echo "not a database, but longer than the header of one: it has more than a hundred bytes, for sure" >"$work/text.db"
exits 65 "no database" "$foretrace" db list "$work/text.db"
/usr/bin/python3 -c 'import sqlite3, sys
c = sqlite3.connect (sys.argv[1]); c.execute ("create table t (x)"); c.commit ()' "$work/foreign.db"
exits 65 "a database of something else" "$foretrace" db add "$work/foreign.db" "$work/one.json"
says "not a database of findings" "is left alone"
cp "$other" "$work/later.db"
/usr/bin/python3 -c 'import sqlite3, sys
c = sqlite3.connect (sys.argv[1]); c.execute ("pragma user_version = 99"); c.commit ()' "$work/later.db"
exits 65 "a later version" "$foretrace" db list "$work/later.db"
says "version 99" "is named"
for damage in "user_version = -1" "user_version = -2147483648" "user_version = 0"; do
  cp "$work/later.db" "$work/damaged.db"
  /usr/bin/python3 -c 'import sqlite3, sys
c = sqlite3.connect (sys.argv[1]); c.execute ("pragma " + sys.argv[2]); c.commit ()' "$work/damaged.db" "$damage"
  exits 65 "$damage" "$foretrace" db list "$work/damaged.db"
  says "is damaged: it says that it is of version" "is refused"
done
/usr/bin/python3 -c 'import sqlite3, sys
c = sqlite3.connect (sys.argv[1]); c.execute ("pragma application_id = -5"); c.commit ()' "$work/damaged.db"
exits 65 "application_id = -5" "$foretrace" db list "$work/damaged.db"
says "is not a database of findings" "is refused"
exits 65 "no results" "$foretrace" db add "$db" README.md
echo '{"schema": "foretrace-results/1", "races": [{"verdict": "certified"}]}' >"$work/odd.json"
before=$("$foretrace" db list "$db" --format json | md5sum)
results "$work/fine.json" 00000000000000ff fine
exits 65 "a finding without a fingerprint" "$foretrace" db add "$db" "$work/fine.json" "$work/odd.json"
[ "$("$foretrace" db list "$db" --format json | md5sum)" = "$before" ]
report $? "and nothing of that command is added"
exits 64 "no such finding" "$foretrace" db show "$db" 1234
exits 64 "too few digits" "$foretrace" db show "$db" 0000
exits 64 "no verb" "$foretrace" db nothing "$db"
exits 64 "set without a state" "$foretrace" db set "$db" 00000000000000aa
exits 64 "a state that follows from reports" "$foretrace" db set "$db" 00000000000000aa --state new
exits 64 "add nothing" "$foretrace" db add "$db"

# ---- owners ------------------------------------------------------------------------

tree=$work/tree
mkdir -p "$tree/src/net" "$tree/docs"
printf 'int a;\nint b;\n' >"$tree/src/net/a.c"
printf 'int c;\nint d;\n' >"$tree/b.c"
git -C "$tree" init -q
git -C "$tree" add .
git -C "$tree" -c user.name=Ann -c user.email=ann@example.org commit -qm first
printf '# who\n*.h @headers\n/src/ @sources\nsrc/net/ @net @"wide area"\n' >"$tree/CODEOWNERS"
cat >"$work/owned.json" <<'JSON'
{"schema": "foretrace-results/1", "races": [
 {"fingerprint": "00000000000000d1", "verdict": "certified", "kind": "data-race", "title": "x",
  "pair": [{"op": "read", "variable": "x", "file": "/other/place/src/net/a.c", "line": 1, "location": "a.c:1"},
           {"op": "write", "variable": "x", "location": "b.c:2"}]},
 {"fingerprint": "00000000000000d2", "verdict": "certified", "kind": "data-race", "title": "y",
  "pair": [{"op": "read", "variable": "y", "location": "gone.c:1"},
           {"op": "write", "variable": "y", "location": "../../etc/passwd:1"}]}], "deadlocks": []}
JSON
exits 66 "findings of a tree" "$foretrace" db add "$work/owned.db" "$work/owned.json"
exits 0 "owners" "$foretrace" db owners "$work/owned.db" "$tree"
shows '^1 of 2 findings have an owner$' "of what is in the tree"
exits 64 "digits that two findings have" "$foretrace" db show "$work/owned.db" 0000
run "$foretrace" db list "$work/owned.db"
shows '00000000000000d1 .* owner @net @"wide area", ann@example.org$' \
  "by CODEOWNERS, the last pattern that matches, and by blame"
! grep -q '00000000000000d2.*owner' "$work/out"
report $? "and of nothing outside of it"
printf '* caf\351 \033[31m\n' >"$tree/CODEOWNERS"
exits 0 "an owner in another encoding" "$foretrace" db owners "$work/owned.db" "$tree"
run "$foretrace" db list "$work/owned.db"
shows '00000000000000d1 .* owner caf.* \\x1b\[31m$' "is kept, and nothing that a terminal obeys"
mkdir "$work/bare"
exits 0 "a tree without git and CODEOWNERS" "$foretrace" db owners "$work/owned.db" "$work/bare"
shows "^0 of 2 findings have an owner there: neither CODEOWNERS nor" "says what it needs"
run "$foretrace" db list "$work/owned.db"
! grep -q ' owner ' "$work/out"
report $? "an old owner is gone where none is found any more"
mkfifo "$work/bare/CODEOWNERS"
exits 65 "a pipe as CODEOWNERS" "$foretrace" db owners "$work/owned.db" "$work/bare"
says "CODEOWNERS: is no regular file" "is not waited for"
rm "$work/bare/CODEOWNERS"
mkdir "$work/bare/CODEOWNERS"
exits 65 "a directory as CODEOWNERS" "$foretrace" db owners "$work/owned.db" "$work/bare"
exits 64 "a file as a tree" "$foretrace" db owners "$work/owned.db" "$tree/b.c"
exits 64 "a tree that is not there" "$foretrace" db owners "$work/owned.db" "$work/none"
exits 64 "no tree" "$foretrace" db owners "$work/owned.db"

# ---- read-only files -------------------------------------------------------------------

# Root may write everything, unless it gives the capability up.
as_user=()
[ "$(id -u)" -ne 0 ] || as_user=(setpriv --bounding-set=-all --inh-caps=-all)
mkdir "$work/fixed?100%"
frozen=$work/fixed?100%/races.db
cp "$work/owned.db" "$frozen"
"$foretrace" db list "$frozen" >"$work/list"
chmod 444 "$frozen"
chmod 555 "$work/fixed?100%"
if [ -z "${as_user[*]}" ] || command -v setpriv >/dev/null; then
  exits 0 "a read-only database" "${as_user[@]}" "$foretrace" db list "$frozen"
  cmp -s "$work/list" "$work/out"
  report $? "is listed"
  exits 0 "show" "${as_user[@]}" "$foretrace" db show "$frozen" 00000000000000d1
  exits 0 "trend" "${as_user[@]}" "$foretrace" db trend "$frozen" --html
  exits 0 "export" "${as_user[@]}" "$foretrace" db export "$frozen"
  exits 69 "set" "${as_user[@]}" "$foretrace" db set "$frozen" 00000000000000d1 --state known
  says "have to be writable|readonly" "says what is wrong"
  chmod 755 "$work/fixed?100%"
  echo x >"$frozen-wal"
  chmod 555 "$work/fixed?100%"
  exits 69 "with a log of another process" "${as_user[@]}" "$foretrace" db list "$frozen"
  says "copy both files" "says what to do"
  chmod 755 "$work/fixed?100%"
  rm "$frozen-wal"
  cp "$work/version-1.db" "$frozen.old"
  chmod 444 "$frozen.old"
  chmod 555 "$work/fixed?100%"
  exits 0 "an older one" "${as_user[@]}" "$foretrace" db list "$frozen.old"
  shows "^[0-9]+ findings?$" "is brought up to date in memory"
  cmp -s "$work/version-1.db" "$frozen.old"
  report $? "and stays"
else
  skip "root may write everything here"
fi

# ---- files that are no database ------------------------------------------------------

exits 64 "a database merged into itself" "$foretrace" db merge "$db" "$db"
says "is the database itself" "does not wait for itself"
exits 69 "no database" "$foretrace" db list "$work/none.db"
says "No such file or directory; 'foretrace db add' makes one" "says what makes one"
exits 69 "a directory that is not there" "$foretrace" db add "$work/no/x.db" "$work/one.json"
says "x.db: cannot be opened: No such file or directory$" "is named, and no such advice"
exits 69 "a directory as a database" "$foretrace" db add "$work" "$work/one.json"
says "cannot be opened: Is a directory" "is one"
printf 'notes' >"$work/notes.db"
exits 65 "another file" "$foretrace" db add "$work/notes.db" "$work/one.json"

# ---- results of other formats ------------------------------------------------------------

echo '{"version": "2.1.0", "runs": []}' >"$work/log.sarif"
exits 65 "SARIF as results" "$foretrace" db add "$work/owned.db" "$work/log.sarif"
says "log.sarif: .* found 'SARIF'; give what 'check --format json' wrote" "says what to give instead"
echo '{"schema": "foretrace-exploration/1"}' >"$work/exploration.json"
exits 65 "an exploration" "$foretrace" db add "$work/d.db" "$work/exploration.json"
says "exploration/1'; 'foretrace db add' takes the directory" "says what to give instead"
for bytes in 1 20 60 150 300 500; do
  head -c "$bytes" "$work/owned.json" >"$work/cut.json"
  exits 65 "cut after $bytes bytes" "$foretrace" db add "$work/owned.db" "$work/cut.json"
done

# ---- results that make no sense ----------------------------------------------------------

one='{"fingerprint": "00000000000000d9", "verdict": "certified", "title": "x",
  "pair": [{"op": "read", "variable": "v"}, {"op": "write", "variable": "v"}]'
before=$("$foretrace" db list "$work/owned.db")
# refuses NAME JSON MESSAGE
refuses() {
  printf '%b' "$2" >"$work/odd.json"
  exits 65 "$1" "$foretrace" db add "$work/owned.db" "$work/one.json" "$work/odd.json"
  says "odd.json:$3" "says what is wrong"
}
head='{"schema": "foretrace-results/1"'
refuses "no races" "$head}" " expected lists 'races' and 'deadlocks'"
refuses "no deadlocks" "$head, \"races\": []}" " expected lists 'races' and 'deadlocks'"
refuses "races that are no list" "$head, \"races\": 1, \"deadlocks\": []}" " expected a list as 'races'"
refuses "a race that is a number" "$head, \"races\": [7], \"deadlocks\": []}" " races\[0\]: expected a finding"
refuses "an unknown verdict" "$head, \"races\": [$one}, ${one/certified/guilty}}], \"deadlocks\": []}" \
  " races\[1\]: expected a verdict"
refuses "an unknown class" "$head, \"races\": [$one, \"consequence\": {\"class\": \"fire\", \"text\": \"\",
  \"orders\": [1, 2]}}], \"deadlocks\": []}" " races\[0\]: expected what a race does as 'consequence'"
refuses "a consequence without orders" "$head, \"races\": [$one, \"consequence\": {\"class\": \"crash\",
  \"text\": \"\"}}], \"deadlocks\": []}" " races\[0\]: expected what a race does as 'consequence'"
refuses "a replay that is a number" "$head, \"races\": [$one, \"replay\": 1}], \"deadlocks\": []}" \
  " races\[0\]: expected what replays showed, or null"
refuses "no UTF-8" "$head, \"races\": [${one/\"x\"/\"\\0377\"}}], \"deadlocks\": []}" "1: not JSON: unable to decode byte 0xff"
[ "$("$foretrace" db list "$work/owned.db")" = "$before" ]
report $? "and nothing of them is written"
mkfifo "$work/fifo"
exits 65 "a FIFO as results" "$foretrace" db add "$work/owned.db" "$work/fifo"
says "fifo: is a FIFO that nobody writes results to" "is not waited for"
exits 65 "a device as results" "$foretrace" db add "$work/owned.db" /dev/zero
says "/dev/zero: is no regular file and no pipe" "is not read"
exits 66 "a pipe with results" "$foretrace" db add "$work/piped.db" <(cat "$work/one.json")
exits 65 "a FIFO as a database" "$foretrace" db list "$work/fifo"
says "fifo: is no regular file; expected a database" "says what it is"

# ---- the worst class of all reports ----------------------------------------------------------

# seen FILE CLASS TEXT [EXTRA]: a report of one race that does that.
seen() {
  local consequence=
  [ -z "$2" ] || consequence=", \"consequence\": {\"class\": \"$2\", \"text\": \"$3\", \"orders\": [1, 2]}"
  printf '%s' "$head, \"races\": [${one/00d9/00e9}$consequence}], \"deadlocks\": [], \"n\": \"$1\"}" >"$work/$1.json"
}
# has CLASS TEXT MESSAGE: what the database says of it.
has() {
  [ "$("$foretrace" db show "$work/worst.db" 00000000000000e9 --format json |
    jq -r '[.class, .document.consequence.text, .document.consequence.class] | join (" ")')" = "$1 $2 $1" ]
  report $? "$3"
}
add() { "$foretrace" db add "$work/worst.db" "$@" >/dev/null; }
seen w1 not-tried budget
seen w2 output differs
seen w3 crash first
seen w4 not-tried budget
seen w5 none same
seen w6 "" ""
seen w7 crash second
add "$work/w1.json"
has not-tried budget "what was not tried"
add "$work/w2.json"
has output differs "gives way to what was seen"
add "$work/w3.json" "$work/w4.json"
has crash first "a report that was cut short says nothing against a crash"
add "$work/w5.json"
has crash first "nor does one without a difference"
add "$work/w6.json"
has crash first "nor one without consequences"
cp "$work/worst.db" "$work/worst-copy.db"
"$foretrace" db add "$work/mild.db" "$work/w2.json" >/dev/null
"$foretrace" db merge "$work/worst.db" "$work/mild.db" >/dev/null
has crash first "nor another database"
"$foretrace" db merge "$work/mild.db" "$work/worst-copy.db" >/dev/null
cp "$work/mild.db" "$work/worst.db"
has crash first "from which it is taken"
add "$work/w7.json"
has crash second "the last crash counts"

# Lists begin with the worst; what was not tried stands by its kind.
{
  printf '{"schema": "foretrace-results/1", "races": ['
  n=10
  for class in one-order none "" not-tried state output check hang freed memory crash; do
    kind=data-race named=$class
    [ "$class" != freed ] || kind=use-after-free named=not-tried
    [ $n -eq 10 ] || printf ', '
    printf '{"fingerprint": "00000000000000%d", "verdict": "certified", "kind": "%s",
      "title": "%s", "pair": [{"op": "read", "variable": "v", "location": "a.c:1"},
      {"op": "write", "variable": "v", "location": "b.c:2"}]' $n $kind "$class"
    [ -z "$named" ] ||
      printf ', "consequence": {"class": "%s", "text": "", "orders": [1, 2]}' $named
    printf '}'
    n=$((n + 1))
  done
  printf '], "deadlocks": []}\n'
} >"$work/classes.json"
"$foretrace" db add "$work/classes.db" "$work/classes.json" >/dev/null
"$foretrace" db list "$work/classes.db" --format json >"$work/out"
[ "$(jq -r '[.. | objects | select (has ("fingerprint")) | .fingerprint[14:]] | join (" ")' "$work/out")" = \
  "20 19 18 17 16 15 14 12 13 11 10" ]
report $? "a list is by consequence, the worst first"

# Pairs of one bug are one line; which of them leads may differ between reports.
entries() {
  printf '{"schema": "foretrace-results/1", "deadlocks": [], "races": ['
  comma=
  for pair in "$@"; do
    printf '%s{"fingerprint": "00000000000000%s", "verdict": "certified", "title": "v%s",
      "pair": [{"op": "read", "variable": "v", "location": "a.c:1"},
      {"op": "write", "variable": "v", "location": "b.c:2"}]' "$comma" "${pair%%:*}" "${pair%%:*}"
    [ "${pair#*:}" = "$pair" ] || printf ', "entry": "R%s"' "${pair#*:}"
    printf '}'
    comma=,
  done
  printf ']}\n'
}
entries a1 a2:1 a3:1 b1 >"$work/bugs.json"
"$foretrace" db add "$work/bugs.db" "$work/bugs.json" >/dev/null
exits 0 "a list of bugs" "$foretrace" db list "$work/bugs.db"
shows "00000000000000a1 .* and 2 more pairs" "counts the pairs of a bug"
shows "4 findings of 2 bugs; --all" "and the bugs"
[ "$(grep -c '^0000' "$work/out")" -eq 2 ]
report $? "of which each is a line"
exits 0 "all of them" "$foretrace" db list "$work/bugs.db" --all
[ "$(grep -c '^0000' "$work/out")" -eq 4 ]
report $? "are listed on request"
"$foretrace" db list "$work/bugs.db" --format json >"$work/out"
[ "$(jq -r '[.. | objects | select (.leader?) | .fingerprint[14:] + .leader[14:]] | sort | join (" ")' \
  "$work/out")" = "a2a1 a3a1" ]
report $? "JSON says which leads"
of_bugs() { # the states, by the ends of fingerprints
  "$foretrace" db list "$1" --format json | jq -r '[.[] | .fingerprint[14:] + "=" + .state] | sort | join (" ")'
}
cp "$work/bugs.db" "$work/set.db"
exits 0 "what leads is set" "$foretrace" db set "$work/set.db" 00000000000000a2 --state known
[ "$(of_bugs "$work/set.db")" = "a1=new a2=known a3=new b1=new" ]
report $? "a pair that another one leads is set alone"
"$foretrace" db set "$work/set.db" 00000000000000a3 --state suppressed
"$foretrace" db set "$work/set.db" 00000000000000a1 --state known --alone
[ "$(of_bugs "$work/set.db")" = "a1=known a2=known a3=suppressed b1=new" ]
report $? "--alone sets the named one"
"$foretrace" db set "$work/set.db" 00000000000000a1 --state fixed --reason 'takes the lock'
[ "$(of_bugs "$work/set.db")" = "a1=fixed a2=fixed a3=suppressed b1=new" ]
report $? "else its open pairs are set with it"
[ "$("$foretrace" db show "$work/set.db" 00000000000000a2 --format json |
  jq -r '.history[-1] | .state + ": " + .reason')" = "fixed: takes the lock" ]
report $? "and have that in their history"
entries a2 a1:1 b1 >"$work/bugs-2.json"
"$foretrace" db add "$work/bugs.db" "$work/bugs-2.json" >/dev/null
entries a3 a2:1 >"$work/bugs-3.json"
"$foretrace" db add "$work/bugs.db" "$work/bugs-3.json" >/dev/null
exits 0 "another leader" "$foretrace" db list "$work/bugs.db"
shows "00000000000000a3 .* and 2 more pairs" "is followed"
entries a1 a3:1 >"$work/bugs-4.json"
"$foretrace" db add "$work/bugs.db" "$work/bugs-4.json" >/dev/null
entries a2 a1:1 >"$work/bugs-5.json"
"$foretrace" db add "$work/bugs.db" "$work/bugs-5.json" >/dev/null
exits 0 "each time another one" "$foretrace" db list "$work/bugs.db"
shows "4 findings of 2 bugs" "has an end"
entries a1:7 a2:0 a3:x b1:99999999999999999999 >"$work/bugs-6.json"
exits 66 "entries that are not there" "$foretrace" db add "$work/bugs-6.db" "$work/bugs-6.json"
exits 0 "are none" "$foretrace" db list "$work/bugs-6.db"
shows "^4 findings$" "each finding stands alone"
"$foretrace" db set "$work/bugs.db" 00000000000000a1 --state fixed
[ "$(of_bugs "$work/bugs.db" | tr ' ' '\n' | grep -c fixed)" = 1 ]
report $? "in a circle a finding is set alone"
"$foretrace" db merge "$work/bugs-6.db" "$work/bugs.db" >/dev/null
[ "$("$foretrace" db list "$work/bugs-6.db" | grep -c '^0000')" -le 4 ]
report $? "a merged database lists them, too"

# ---- what is no good ------------------------------------------------------------

cp "$work/mild.db" "$work/damaged.db"
head -c 8192 /dev/zero | tr '\0' x | dd of="$work/damaged.db" bs=4096 seek=2 conv=notrunc 2>/dev/null
cp "$work/worst.db" "$work/into.db"
exits 65 "merging a damaged file" "$foretrace" db merge "$work/into.db" "$work/damaged.db"
says "damaged.db: " "which is named"
cmp -s "$work/into.db" "$work/worst.db"
report $? "and nothing is changed"
id=$("$foretrace" db list "$work/mild.db" -f json | jq -r '.findings[0].fingerprint')
exits 64 "a reason that is no UTF-8" "$foretrace" db set "$work/mild.db" "$id" --state known --reason $'a\xff'
says "expected UTF-8" "is refused"

[ "$test_number" -gt 0 ]
