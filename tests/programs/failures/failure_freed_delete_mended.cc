// WHY: who deletes the object looks in the same section whether it is there

#include <mutex>
#include <thread>

static std::mutex lock;

struct item {
  int uses = 1;
  ~item () { uses = 0; }
};

static item *only = new item;
static bool gone;

static void drop () {
  std::lock_guard<std::mutex> guard (lock);
  if (!gone) {
    delete only;
    gone = true;
  }
}

int main () {
  std::thread t (drop), u (drop);
  t.join ();
  u.join ();
  return 0;
}
