// RACE: 15 28
// WHY: the blocks of an exception and of its text are the library's own: that the
//      second thread gets those that the first one freed orders nothing

#include <malloc.h>
#include <pthread.h>
#include <stdexcept>
#include <string.h>

int x;

static char text[2000]; // more than a thread keeps of what it frees

static void *first (void *a) {
  x = 1;
  try {
    throw std::runtime_error (text);
  } catch (const std::exception &e) {
  }
  return a;
}

static void *second (void *a) {
  try {
    throw std::runtime_error (text);
  } catch (const std::exception &e) {
  }
  x = 2;
  return a;
}

int main () {
  pthread_t t, u;
  mallopt (M_ARENA_MAX, 1);
  memset (text, 'a', sizeof text - 1);
  pthread_create (&t, nullptr, first, nullptr);
  pthread_create (&u, nullptr, second, nullptr);
  pthread_join (t, nullptr);
  pthread_join (u, nullptr);
}
