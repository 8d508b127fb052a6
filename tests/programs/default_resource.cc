// RACE: 10 15
// The getter reads the pointer that the setter stores, and nothing that the
// write behind the setter changes.
#include <memory_resource>
#include <pthread.h>
static int x;
static std::pmr::memory_resource *y;
static void *first (void *a) {
  std::pmr::set_default_resource (std::pmr::null_memory_resource ());
  x = 1;
  return a;
}
static void *second (void *a) {
  y = std::pmr::get_default_resource ();
  x = 2;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
