// RACE: 15 23
// EXIT: 139
// WHY: an object is deleted under a call of a member function; in the recorded
// run its pointer to the vtable is the allocator's by then

#include <thread>

struct base {
  virtual int run () {
    return 1;
  }
  virtual ~base () {
  }
};
struct derived : base {
  int run () override {
    return 2;
  }
};

int main () {
  base *object = new derived;
  std::thread t ([object] { object->run (); });
  delete object;
  t.join ();
}
