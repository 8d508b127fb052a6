#!/bin/bash
# Inputs: which writes bring them, what becomes of them in functions of the
# library, and runs that are given others.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

"$cc" -g -O1 -pthread tests/cli/symbolic.c -o "$work/symbolic" || exit 1
"${cc%cc}c++" -g -O1 -pthread tests/cli/symbolic_cxx.cc -o "$work/symbolic_cxx" || exit 1
program=symbolic

# trace NAME INPUTS FUNCTION: a run with these inputs, and its trace.
trace() {
  rm -rf "$work/$1.run"
  "$foretrace" record -q -o "$work/$1.run" --inputs "$2" -- \
    "$work/$program" "$3" . . >"$work/$1.out" 2>"$work/err" &&
    "$foretrace" convert "$work/$1.run" "$work/$1.jsonl" 2>>"$work/err"
}

# inputs FILE A B STDIN
inputs() {
  printf 'foretrace-inputs 1\n64 "%s" arg2\n64 "%s" arg3\n64 "%s\\x0a" stdin\n' \
    "$2" "$3" "$4" >"$1"
}

# pick NAME WORD...: the variable gets one of the words.  Not in a command
# substitution, where bash seeds RANDOM anew.
pick() {
  local -n picked=$1
  shift $((1 + RANDOM % ($# - 1)))
  picked=$1
}

# other NAME WORD: the variable gets one of the same length, since that is no input,
# with some bytes changed, most of them to digits.
other() {
  local -n text=$1
  local i byte
  text=
  for ((i = 0; i < ${#2}; i++)); do
    byte=${2:i:1}
    [ $((RANDOM % 3)) -ne 0 ] || pick byte 0 1 2 3 4 5 6 7 8 9 5 a x - = X
    text+=$byte
  done
}

# follows FUNCTION PAIRS: what the trace of one input says of another one is
# what the program makes of that; at least once it says something.
follows() {
  local function=$1 said=0 tried=0 wrong=
  while [ "$tried" -lt "$2" ] || { [ "$said" -eq 0 ] && [ "$tried" -lt 40 ]; }
  do
    tried=$((tried + 1))
    local a b c d e f
    pick a 12 57 7 -3 +45 55 015 5x ' 8' 123456 0x1a ab=12 =1X1=5 "$function"
    pick b 12 5 abc 57 "$a"
    pick c ab xyz12 q9 "12 a" a-word-that-is-long
    other d "$a"
    other e "$b"
    other f "$c"
    inputs "$work/one" "$a" "$b" "$c"
    inputs "$work/two" "$d" "$e" "$f"
    trace one "$work/one" "$function" && trace two "$work/two" "$function" ||
      { wrong="cannot record"; break; }
    run /usr/bin/python3 tests/cli/symbolic_twin.py "$work/one.jsonl" \
      "arg2=$d" "arg3=$e" "stdin=$f\\n"
    [ "$status" -eq 0 ] || { wrong="the twin itself: $(tail -n 1 "$work/err")"; break; }
    grep -q '^other way$' "$work/out" && continue
    said=$((said + 1))
    cmp -s "$work/out" "$work/two.out" ||
      { wrong="'$a' '$b' '$c' for '$d' '$e' '$f' (seed $seed)"; break; }
    run /usr/bin/python3 tests/cli/symbolic_twin.py "$work/one.jsonl"
    cmp -s "$work/out" "$work/one.out" ||
      { wrong="'$a' '$b' '$c' itself (seed $seed)"; break; }
  done
  [ -z "$wrong" ] && [ "$said" -gt 0 ]
  report $? "$function: its events are what it does, $said times${wrong:+; not $wrong}"
}

seed=${FT_SEED:-1}
RANDOM=$seed
pairs=4
[ -z "${FT_QUICK:-}" ] || pairs=1
[ -z "${FT_LONG:-}" ] || pairs=8 # 'make fuzz'
for function in atoi strtol0 strtol8 strtoul strlen strcmp strncmp memcmp \
  strchr memchr ctype table sscanf scanf strcpy strncpy strcat memcpy strdup getchar fgets read fread \
  strcasecmp strncasecmp strspn strcspn strpbrk strrchr strstr strcasestr memmem strtok strtok_r strsep \
  strtol16 strtol36 sscanf_key sscanf_hex scanf_hex getline getdelim; do
  follows "$function" "$pairs"
done
program=symbolic_cxx
for function in cin_int cin_short cin_word cin_line cin_until stoi; do
  follows "$function" "$pairs"
done
inputs "$work/large" 0 0 99999999999999999999
trace large "$work/large" cin_int
report $? "a number that is too large for std::cin"
run "$foretrace" info "$work/large.run"
shows ' 0 records differ' "the stream is what is returned, and not what was told"

# ---- runs that are given inputs --------------------------------------------

cat >"$work/given.c" <<'C'
#include <fcntl.h>
#include <foretrace/input.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int x;
static void *add (void *unused) {
  x++;
  return unused;
}
int main (int argc, char **argv) {
  char bytes[8] = "", line[8] = "";
  int n = 5;
  pthread_t t;
  pthread_create (&t, NULL, add, NULL);
  foretrace_input (&n, sizeof n, "count");
  int fd = open ("data.txt", O_RDONLY);
  FILE *file = fopen ("./data.txt", "r");
  if (fd < 0 || read (fd, bytes, 4) != 4 || !file || !fgets (line, 8, file))
    return 3;
  const char *home = getenv ("GIVEN");
  int wanted = argc > 1 ? atoi (argv[1]) : 0;
  if (n == 7 && bytes[1] == 'Z' && home && home[0] == 'q' && wanted == 42)
    x = 1;
  pthread_join (t, NULL);
  printf ("%d %s %s %s %s\n", n, bytes, line, home, argv[1]);
  return 0;
}
C
build_program given -O1
cd "$work" || exit 1
printf 'abcd' >data.txt
export GIVEN=there
sources=arg1:2,env:GIVEN,file:data.txt,input

exits 0 "inputs are asked for" "$foretrace" record -q -o first \
  --symbolic "$sources" -- ./given 1
shows '^5 abcd abcd there 01$' "and are as they were, but for zeros before a number"
run "$foretrace" convert first first.jsonl
for source in '"arg1","at":0' '"env:GIVEN","at":0' '"file:data.txt","at":0' \
  '"input:count","at":0'; do
  grep -q "\"op\":\"write\".*\"input\":$source" first.jsonl
  report $? "the trace has a write of $source"
done
grep -q '"op":"branch".*"operator":"ult","operands":\["%[0-9]*",10\]' first.jsonl
report $? "that each byte of a number is a digit is a branch"
run "$foretrace" convert first.jsonl again.jsonl
cmp -s first.jsonl again.jsonl
report $? "the trace is read as it is written"

cat >second.txt <<'TEXT'
foretrace-inputs 1
2 "42" arg1
4096 "quiet" env:GIVEN
4096 "aZcd" file:data.txt
4096 "\x07\x00\x00\x00" input:count
TEXT
exits 66 "other inputs are given, and their race is found" "$foretrace" run \
  -n 3 -d second --inputs second.txt -- ./given 1
shows '^7 aZcd aZcd quiet 42$' "the program gets them"
shows 'CONFIRMED 3/3' "replays get them, too"
[ "$(cat data.txt)" = abcd ]
report $? "the file itself stays as it is"
mv second moved
exits 0 "a run that was moved is replayed with its inputs" "$foretrace" replay \
  moved R1 -n 1
unset GIVEN

exits 0 "without --symbolic" "$foretrace" record -q -o plain -- ./given 1
run "$foretrace" convert plain plain.jsonl
! grep -q '"input"' plain.jsonl && [ ! -e plain/symbolic ] &&
  [ ! -e plain/sources ]
report $? "nothing is told of inputs"
gcc -w -pthread -I"$OLDPWD/include" given.c -o other 2>err && run ./other 1
shows '^5 abcd abcd ' "other compilers make nothing of foretrace_input"

# ---- what is refused -------------------------------------------------------

exits 64 "no such source" "$foretrace" record --symbolic arg1,nothing -- ./given 1
says "'nothing': expected stdin, arg1" "it says what there is"
exits 64 "no such argument" "$foretrace" record --symbolic arg2 -- ./given 1
exits 64 "a source twice" "$foretrace" record --symbolic arg1,arg1:3 -- ./given 1
exits 64 "a variable that is not set" "$foretrace" record --symbolic env:GIVEN \
  -- ./given 1
exits 65 "a file that is not there" "$foretrace" record \
  --symbolic file:nothing.txt -- ./given 1
exits 69 "a light recording" "$foretrace" record --mode light --symbolic arg1 \
  -- ./given 1
says 'a light recording has no symbolic inputs' "it says so"

# refuses LINE PATTERN: a line of a set that is none.
refuses() {
  printf 'foretrace-inputs 1\n4 "ab" arg1\n%s\n' "$1" >bad.txt
  exits 65 "'$1'" "$foretrace" record --inputs bad.txt -- ./given 1
  says "bad.txt:3: $2" "it says where and why"
}
refuses 'x "a" arg2' 'expected a number of bytes'
refuses '4 a arg2' "expected '-' or bytes in quotes"
refuses '4 "a arg2' 'expected .".'
refuses '4 "\x4" arg2' "a '.' begins"
refuses '4 "a" nothing' 'no source is called that'
refuses '4 "a" arg1' 'the source is there already'
printf 'something\n' >bad.txt
exits 65 "another file" "$foretrace" record --inputs bad.txt -- ./given 1

# ---- races on what a function looks at ---------------------------------------

cat >looked.c <<'C'
#include <pthread.h>
#include <string.h>
static char text[16] = "key=1";
static void *change (void *unused) {
  text[2] = 'z';
  return unused;
}
int main (int argc, char **argv) {
  pthread_t t;
  text[6] = argv[argc - 1][0];
  pthread_create (&t, NULL, change, NULL);
  int found = strstr (text, "ey") != NULL;
  pthread_join (t, NULL);
  return found - 1;
}
C
"$cc" -g -O1 -pthread looked.c -o looked
exits 66 "a race on the second byte that a call reads" "$foretrace" run -n 3 \
  --symbolic arg1 -- ./looked ab
shows 'CONFIRMED 3/3' "it is replayed, though its call cannot be stopped in between"
