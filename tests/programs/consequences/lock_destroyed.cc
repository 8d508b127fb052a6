// CONSEQUENCE: one-order

// The destructor of a lock comes while its last owner has still to unlock it, and does nothing
// before that (see lock_destroyed.c).

#include <mutex>
#include <new>
#include <pthread.h>
#include <thread>

namespace {

class Lock {
public:
  void lock () {
    pthread_mutex_lock (&mutex);
  }
  void unlock () {
    pthread_mutex_unlock (&mutex);
  }
  ~Lock () {
    pthread_mutex_destroy (&mutex);
  }

private:
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};

alignas (Lock) char place[sizeof (Lock)];
Lock *of_worker;
std::mutex done_lock;
bool done;

void work () {
  std::lock_guard<Lock> guard (*of_worker);
  std::lock_guard<std::mutex> done_guard (done_lock);
  done = true;
}

bool is_done () {
  std::lock_guard<std::mutex> guard (done_lock);
  return done;
}

} // namespace

int main () {
  of_worker = new (place) Lock;
  std::thread worker (work);
  while (!is_done ())
    ;
  of_worker->~Lock ();
  worker.join ();
}
