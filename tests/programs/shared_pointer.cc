// RACE-FREE
// WHY: copies of a shared pointer may go away in any thread

#include <memory>
#include <thread>

struct object {
  int left = 0, right = 0;
  ~object () {
    left += right;
  }
};

int main () {
  auto p = std::make_shared<object> ();
  std::weak_ptr<object> weak = p;
  std::thread t ([p] () mutable {
    p->left = 1;
    p.reset ();
  });
  std::thread u ([p] () mutable {
    p->right = 1;
    p.reset ();
  });
  p.reset ();
  t.join ();
  u.join ();
  return weak.lock () != nullptr;
}
