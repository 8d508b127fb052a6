// RACE-FREE
// TINY
// WHY: a semaphore that memset makes again counts from zero
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
static struct {
  sem_t ready;
  int data;
} slot;
static void *give (void *a) {
  slot.data = 1;
  sem_post (&slot.ready);
  return a;
}
int main (void) {
  pthread_t t;
  sem_init (&slot.ready, 0, 0);
  sem_post (&slot.ready);
  memset (&slot, 0, sizeof slot);
  pthread_create (&t, NULL, give, NULL);
  sem_wait (&slot.ready);
  int seen = slot.data;
  pthread_join (t, NULL);
  return seen != 1;
}
