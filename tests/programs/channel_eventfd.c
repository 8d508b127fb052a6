// RACE-FREE
// WHY: an event counter, by its own calls

#include <pthread.h>
#include <sys/eventfd.h>

int counter, data;

void *adder (void *a) {
  data = 42;
  eventfd_write (counter, 1);
  return a;
}

int main (void) {
  pthread_t t;
  eventfd_t value;
  counter = eventfd (0, 0);
  pthread_create (&t, 0, adder, 0);
  eventfd_read (counter, &value);
  data++;
  pthread_join (t, 0);
  return data != 43;
}
