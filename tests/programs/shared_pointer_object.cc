// RACE: 13 14
// WHY: the count is atomic, the object is not

#include <memory>
#include <thread>

struct object {
  int value = 0;
};

int main () {
  auto p = std::make_shared<object> ();
  std::thread t ([p] { p->value = 1; });
  p->value = 2;
  t.join ();
}
