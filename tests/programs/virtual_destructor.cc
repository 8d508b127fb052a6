// RACE: 26 12
// WHY: a destructor sets the table back under a thread that calls

#include <exception>
#include <new>
#include <thread>

struct base {
  virtual int run () {
    return 1;
  }
  virtual ~base () {
    if (run () != 1)
      std::terminate ();
  }
};
struct derived : base {
  int run () override {
    return 2;
  }
};

int main () {
  alignas (derived) static char place[sizeof (derived)];
  base *object = new (place) derived;
  std::thread t ([object] { object->run (); });
  object->~base ();
  t.join ();
}
