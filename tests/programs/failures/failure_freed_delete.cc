// FAILURE: use-after-free 11
// WHY: two owners that each find the object there delete it: the destructor writes to it before the second free

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
  bool mine;
  {
    std::lock_guard<std::mutex> guard (lock);
    mine = !gone;
  }
  if (mine) {
    std::lock_guard<std::mutex> guard (lock);
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
