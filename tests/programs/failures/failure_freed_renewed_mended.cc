// WHY: an object is deleted and another one created, which may lie at the same address, in one section of a lock

#include <mutex>
#include <thread>

static std::mutex lock;
static int *data = new int[2]();
static int seen;

static void use () {
  std::lock_guard<std::mutex> guard (lock);
  seen = data[0];
}

static void renew () {
  std::lock_guard<std::mutex> guard (lock);
  delete[] data;
  data = new int[2]{5, 6};
}

int main () {
  std::thread a (use);
  std::thread b (renew);
  a.join ();
  b.join ();
  delete[] data;
  return 0;
}
