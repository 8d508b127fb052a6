// RACE-FREE
// WHY: a deque whose owner and thieves agree on the last item by an exchange

#include <pthread.h>
#include <stdatomic.h>

#define ITEMS 6
atomic_int top, bottom;
int items[ITEMS], done[ITEMS];

int take (void) {
  int b = atomic_fetch_sub (&bottom, 1) - 1, t = atomic_load (&top);
  if (t < b)
    return b;
  int won = t == b && atomic_compare_exchange_strong (&top, &t, t + 1);
  atomic_store (&bottom, b + 1);
  return won ? b : -1;
}

int steal (void) {
  int t = atomic_load (&top);
  if (t >= atomic_load (&bottom))
    return -1;
  return atomic_compare_exchange_strong (&top, &t, t + 1) ? t : -1;
}

void *owner (void *a) {
  for (int i = 0; i < ITEMS; i++) {
    items[i] = i;
    atomic_fetch_add (&bottom, 1);
  }
  for (int i; (i = take ()) >= 0;)
    done[items[i]]++;
  return a;
}

void *thief (void *a) {
  for (int tries = 0; tries < 4; tries++) {
    int i = steal ();
    if (i >= 0)
      done[items[i]]++;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, owner, 0);
  pthread_create (&u, 0, thief, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  for (int i = 0; i < ITEMS; i++)
    if (done[i] > 1)
      return 1;
}
