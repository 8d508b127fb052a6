// RACE: 16 17
// TINY
// WHY: the old object is deleted under a reader

#include <memory>
#include <thread>

struct object {
  long unused[4];
  int value;
};

int main () {
  auto p = std::make_unique<object> ();
  object *raw = p.get ();
  std::thread t ([raw] { raw->value = 1; });
  p.reset ();
  t.join ();
}
