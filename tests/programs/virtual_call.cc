// RACE-FREE
// TINY
// WHY: the table of an object is there before the thread that calls

#include <memory>
#include <thread>

struct base {
  virtual int run () = 0;
  virtual ~base () = default;
};
struct derived : base {
  int value = 1;
  int run () override {
    return ++value;
  }
};

int main () {
  std::unique_ptr<base> object = std::make_unique<derived> ();
  std::thread t ([&] { object->run (); });
  t.join ();
  return object->run () != 3;
}
