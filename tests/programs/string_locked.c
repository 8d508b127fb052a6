// RACE-FREE

#include <pthread.h>
#include <stdio.h>
#include <string.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
char name[64] = "x";

void *work (void *text) {
  pthread_mutex_lock (&l);
  strcat (name, text);
  char *found = strstr (name, text);
  char copy[64];
  snprintf (copy, sizeof copy, "%s-%s", name, found);
  strcpy (name, copy);
  pthread_mutex_unlock (&l);
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, "a");
  pthread_create (&u, 0, work, "b");
  pthread_join (t, 0);
  pthread_join (u, 0);
  return strchr (name, 'a') == 0;
}
