// RACE: 19 30
// RACE: 18 30
// WHY: the object goes while another thread still has to lock its mutex

#include <atomic>
#include <mutex>
#include <thread>
#include <unistd.h>

struct queue {
  std::mutex m;
  int size = 0;
};

static std::atomic<bool> go;

static void use (queue *q) {
  std::lock_guard<std::mutex> held (q->m);
}

int main () {
  queue *q = new queue;
  std::thread t ([q] {
    use (q);
    go = true;
  });
  std::thread u ([] {});
  u.join ();
  usleep (1000);
  delete q;
  t.join ();
}
