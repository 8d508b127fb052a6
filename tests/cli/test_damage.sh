#!/bin/bash
# Damaged files of a recorded run: each is an error with its name.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

ulimit -c 0
cat >"$work/keeper.c" <<'C'
#include <pthread.h>
#include <stdio.h>
static int x;
static void *add (void *a) { x++; return a; }
int main (void) {
  pthread_t t;
  FILE *notes = fopen ("notes", "a");
  pthread_create (&t, NULL, add, NULL);
  add (NULL);
  pthread_join (t, NULL);
  fprintf (notes, "%d %c\n", x, getchar ());
  return fclose (notes);
}
C
build_program keeper -O1
cd "$work" || exit 1
seq 1000 >notes
head -c 5000 "$foretrace" >input
record() {
  rm -rf run
  "$foretrace" record -q -o run -- ./keeper <input 2>/dev/null
}

# damage FILE: changes a byte in its middle.
damage() {
  local size
  size=$(stat -c %s "$1")
  /usr/bin/python3 -c 'import sys
f = open(sys.argv[1], "r+b")
f.seek(int(sys.argv[2]))
b = f.read(1)
f.seek(int(sys.argv[2]))
f.write(bytes([b[0] ^ 0x10]))' "$1" $((size / 2))
}

record
grep -q '^[0-9a-f]\{16\} objects$' run/checksums && grep -q ' files/1$\| files/0$' run/checksums
report $? "a recording has checksums, of the user's files, too"
exits 66 "an undamaged run" "$foretrace" check -q run
for file in schedule objects modules libraries thread-0.zst checksums run.json status.json; do
  record
  damage "run/$file"
  exits 65 "a damaged $file" "$foretrace" check -q run
  says "run/$file:" "is named"
done

# What is written and not counted: a signal may end the process between the two.
cat >"$work/ended.c" <<'C'
#include <signal.h>
int main (int argc, char **argv) {
  (void)argv;
  return argc > 1 ? raise (SIGTERM) : 0;
}
C
build_program ended
for file in objects schedule; do
  for signal in '' more; do
    rm -rf run
    { "$foretrace" record -q -o run -- ./ended $signal; } 2>/dev/null
    rm run/checksums # the file is whole, as far as they know
    printf 'not counted' >>run/$file
    if [ -n "$signal" ]; then
      exits 0 "$file goes on in a run that a signal ended" "$foretrace" check -q run
    else
      exits 65 "$file goes on in a run that ended by itself" "$foretrace" check -q run
      says "run/$file: byte [0-9]+: the file goes on" "it is named"
    fi
  done
done

# Texts that are cut off, at the end of a line, too.
lines() { wc -l <"$1"; }
for file in checksums run.json status.json; do
  for left in 0 1 half all-but-one; do
    record
    case $left in
    half) left=$(($(lines "run/$file") / 2)) ;;
    all-but-one) left=$(($(lines "run/$file") - 1)) ;;
    esac
    head -n "$left" "run/$file" >part && cp part "run/$file"
    exits 65 "$left lines of $file" "$foretrace" check -q run
    says "run/$file:[0-9]*: .*record again" "are no whole file"
    exits 65 "for a replay as well" "$foretrace" replay -q run R1
    says "run/$file:[0-9]*: .*record again" "and the place is named"
  done
done
record
sed -i 's/"program"/"porgram"/' run/run.json
exits 65 "a run.json that is JSON, but not as it was" "$foretrace" check -q run
says "run/run.json: is damaged" "is named"
record
sed -i 's/"seconds": [0-9.e-]*/"seconds": 4711/' run/status.json
exits 65 "a status.json with another duration" "$foretrace" replay -q run R1
says "run/status.json: is damaged" "is named"
record
sed -i '/ objects$/d' run/checksums
exits 65 "checksums without a line" "$foretrace" check -q run
says "run/checksums:[0-9]*: the lines before are damaged" "say so"

# A recorder that is killed leaves its last files whole or not at all.
record
rm run/checksums
exits 66 "a recording without checksums" "$foretrace" check -q run
rm run/status.json
exits 66 "and without a status" "$foretrace" check -q run
exits 0 "is replayed, too" "$foretrace" replay -q run R1
cp run/run.json whole.json
head -n 5 whole.json >run/run.json
exits 65 "half a run.json without checksums" "$foretrace" check -q run
says "run/run.json:[0-9]*: is damaged" "is damage all the same"
echo '{"schema": "foretrace-results/1"}' >run/run.json
exits 65 "another document in its place" "$foretrace" check -q run
says "run/run.json:1: is damaged: expected a document with" "as well"
cp whole.json run/run.json
printf '{"schema": "foretrace-status/1",' >run/status.json
exits 65 "half a status.json without checksums" "$foretrace" check -q run
says "run/status.json:1: is damaged" "as well"

for file in inputs files/list $(cd run && echo files/[0-9]*); do
  [ -f "run/$file" ] || continue
  record
  damage "run/$file"
  exits 66 "a damaged $file matters to no check" "$foretrace" check -q run
  exits 65 "but to a replay" "$foretrace" replay -q run R1
  says "run/$file: is damaged" "and is named"
done

record
rm run/modules
exits 65 "a missing file" "$foretrace" check -q run
says "run/modules: is missing" "is named"
record
sed -i '2i 0123 objects' run/checksums
exits 65 "a damaged list of checksums" "$foretrace" check -q run
says "run/checksums:2: expected" "is named"
record
echo "0123 objects" >>run/checksums
exits 65 "a list that goes on" "$foretrace" check -q run
says "run/checksums:[0-9]*: the file goes on" "is named"
