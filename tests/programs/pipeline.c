// RACE-FREE
// WHY: three stages, a buffer between every two

#include <pthread.h>
#include <semaphore.h>

struct stage {
  sem_t full, empty;
  int value;
} stages[2];
long total;

void put (struct stage *s, int value) {
  sem_wait (&s->empty);
  s->value = value;
  sem_post (&s->full);
}

int get (struct stage *s) {
  sem_wait (&s->full);
  int value = s->value;
  sem_post (&s->empty);
  return value;
}

void *source (void *a) {
  for (int i = 1; i <= 5; i++)
    put (&stages[0], i);
  return a;
}

void *square (void *a) {
  for (int i = 1; i <= 5; i++) {
    int value = get (&stages[0]);
    put (&stages[1], value * value);
  }
  return a;
}

void *sink (void *a) {
  for (int i = 1; i <= 5; i++)
    total += get (&stages[1]);
  return a;
}

int main (void) {
  for (int i = 0; i < 2; i++) {
    sem_init (&stages[i].full, 0, 0);
    sem_init (&stages[i].empty, 0, 1);
  }
  pthread_t t, u, v;
  pthread_create (&t, 0, source, 0);
  pthread_create (&u, 0, square, 0);
  pthread_create (&v, 0, sink, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
  return total != 55;
}
