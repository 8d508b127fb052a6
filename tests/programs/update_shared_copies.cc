// RACE: 13 17
// WHY: copies of a shared pointer count references, and nobody looks at how many

#include <memory>
#include <thread>

static int data;

int main () {
  auto shared = std::make_shared<int> (4);
  std::shared_ptr<int> one, two;
  std::thread t ([&] {
    data = 1;
    one = shared;
  });
  std::thread u ([&] {
    two = shared, data = 2;
  });
  t.join ();
  u.join ();
}
