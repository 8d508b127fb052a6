// BUG: MySQL 4.0.19 (3596): SHOW PROCESSLIST prints a thread's proc_info that the thread clears after the test
// FIRST: data race on 'thd->proc_info'.*CRASH

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct thd {
  const char *proc_info;
};

static struct thd *thd;
static size_t printed;

static void *show_processlist (void *a) {
  if (thd->proc_info)
    printed += strlen (thd->proc_info);
  return a;
}

static void *execute (void *a) {
  thd->proc_info = "Sending data";
  thd->proc_info = NULL;
  return a;
}

int main (void) {
  pthread_t t, u;
  thd = calloc (1, sizeof *thd);
  thd->proc_info = "Locked";
  pthread_create (&t, 0, show_processlist, 0);
  pthread_create (&u, 0, execute, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (thd);
  return 0;
}
