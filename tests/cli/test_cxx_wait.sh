# Waits of C++ that do not freeze what a thread has read: a pair behind them is
# decided.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

cat >"$work/future.cc" <<'C'
#include <future>
#include <string>
#include <thread>

std::string text;

int main () {
  std::promise<int> made;
  auto result = made.get_future ();
  std::thread t ([&] {
    text = "a text that is longer than its object";
    made.set_value (1);
  });
  int n = result.get ();
  bool fine = text.size () > 30 && n == 1;
  t.join ();
  return !fine;
}
C
cat >"$work/spin.cc" <<'C'
#include <atomic>
#include <thread>

std::atomic<int> step;
int data, other;

static void wait_for (int n) {
  int seen;
  do {
    seen = step.load ();
#ifdef __x86_64__
    __builtin_ia32_pause ();
#endif
    std::this_thread::yield ();
  } while (seen < n);
}

int main () {
  std::thread t ([] {
    wait_for (1);
    other = data;
    step.store (2);
  });
  data = 1;
  step.store (1);
  wait_for (2);
  int n = other;
  t.join ();
  return n - 1;
}
C
for name in future spin; do
  "$build/bin/foretrace-c++" -g -std=c++17 -pthread "$work/$name.cc" \
    -o "$work/$name"
  report "$?" "$name: built"
  run "$foretrace" record -o "$work/$name.run" -- "$work/$name"
  report "$status" "$name: recorded"
  exits 0 "$name" "$foretrace" check --model mcm --strict "$work/$name.run"
  shows "^0 races certified, 0 undecided, " "$name: each pair is decided"
done
[ "$test_number" -gt 0 ]
