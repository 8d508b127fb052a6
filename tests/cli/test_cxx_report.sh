# Races in the C++ library's headers are reported in terms of the program: its
# objects and types, what it called, its lines.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

cat >"$work/words.cc" <<'C'
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

std::map<std::string, int> counts;

struct Log {
  std::vector<std::string> lines;
  void add (const std::string &line) { lines.push_back (line); }
};

static void work (Log *log, const char *word) {
  counts[word]++;
  log->add (word);
}

int main () {
  auto log = std::make_unique<Log> ();
  counts["first"] = 0;
  std::thread t (work, log.get (), "apple"), u (work, log.get (), "pear");
  t.join ();
  u.join ();
}
C
"$build/bin/foretrace-c++" -g -std=c++17 -pthread "$work/words.cc" -o "$work/words"
report "$?" "built"
run "$foretrace" record -o "$work/run" -- "$work/words"
report "$status" "recorded"
exits 66 "text" "$foretrace" check "$work/run"
shows "^R[0-9]+  data race on '(node of )?counts' \(std::map<std::string, int>, " \
  "the object and its type as the program has them"
shows '^    … [0-9]+ frames? of the C\+\+ library \(std::map<std::string, int>::operator\[\]\)$' \
  "frames of the library are one line, with what was called"
shows "^R[0-9]+  use after free on 'element of log->lines' \(std::vector<std::string>, " \
  "a member of an object, by the worst of its races"
shows '^    … [0-9]+ frames? of the C\+\+ library \(std::thread\)$' \
  "and with what called"
shows '^    #[0-9]+ work  .*words\.cc:15:3' "frames of the program stay"
shows '^      >    15 |   counts\[word\]\+\+;' "with their lines"
! grep -Eq "_Rb_tree|std::less|char_traits([^.]|$)|__cxx11|'\*?__|'this'" "$work/out"
report $? "nothing of the library's insides"
[ "$(grep -c '^R.* data race on' "$work/out")" -le 4 ]
report $? "pairs of the same lines are one entry"
run "$foretrace" record --schedule random --seed 2 -o "$work/other" -- "$work/words"
exits 66 "another schedule" "$foretrace" check "$work/other"
! grep -E "'this'|'\*?__" "$work/out" >"$work/err"
report $? "names objects of the program in the order of a failure, too"
exits 66 "all" "$foretrace" check "$work/run" -v
shows '^    #[0-9]+ std::_Rb_tree<…>::_M_insert_node  .*stl_tree\.h:' \
  "-v shows each frame"
exits 66 "JSON" "$foretrace" check "$work/run" --format json
valid foretrace-results-1 "$work/out" 2>"$work/err"
report $? "results fit their schema"
holds "$work/out" '(lambda sides:
  {"std::map<std::string, int>::operator[]",
   "std::vector<std::string>::push_back"} <=
    {s.get("operation") for s in sides} and
  any(s.get("object") == "counts" for s in sides) and
  all(s["stack"][0]["library"] for s in sides if "operation" in s) and
  any(f["function"].startswith("std::_Rb_tree<std::string") for s in sides
    for f in s["stack"]))([s for r in d["races"] for s in r["pair"]])' \
  "JSON has all frames, the operation and the object"
[ "$test_number" -gt 0 ]
