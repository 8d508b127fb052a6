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
for file in schedule objects modules libraries thread-0.zst; do
  record
  damage "run/$file"
  exits 65 "a damaged $file" "$foretrace" check -q run
  says "run/$file: " "is named"
done

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
echo "0123 objects" >>run/checksums
exits 65 "a damaged list of checksums" "$foretrace" check -q run
says "run/checksums:[0-9]*: expected" "is named"
record
rm run/checksums
exits 66 "a recording without one, as that of a killed recorder" "$foretrace" check -q run
