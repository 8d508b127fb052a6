// RACE: 10 19
// WHY: a singleton that nobody guards

#include <thread>

struct singleton {
  static singleton *instance;
  int value = 42;
  static singleton *get () {
    if (instance)
      return instance;
    return nullptr;
  }
};
singleton *singleton::instance;

int main () {
  std::thread t (singleton::get);
  singleton::instance = new singleton;
  t.join ();
  delete singleton::instance;
}
