// RACE-FREE
// WHY: a read of what the library wrote stands right behind a branch that has an
// WHY: alternative path; the recording was refused
#include <filesystem>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static std::filesystem::path path;
static int x;

static void *appends (void *argument) {
  x = 1;
  pthread_mutex_lock (&m);
  path /= "b";
  pthread_mutex_unlock (&m);
  return argument;
}

static void *looks (void *argument) {
  pthread_mutex_lock (&m);
  bool seen = path.filename () == "b";
  pthread_mutex_unlock (&m);
  if (seen)
    x = 2;
  return argument;
}

int main () {
  pthread_t t, u;
  pthread_create (&t, nullptr, appends, nullptr);
  pthread_create (&u, nullptr, looks, nullptr);
  pthread_join (t, nullptr);
  pthread_join (u, nullptr);
  return x ? 0 : 3; // 1 or 2: either thread may be first
}
