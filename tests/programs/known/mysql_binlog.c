// BUG: MySQL 4.0.12 (791): a statement is not logged while another thread rotates the binary log
// FIRST: data race on 'mysql_bin_log\.log_type'.*DIFFERENT OUTPUT

#include <pthread.h>
#include <stdio.h>

enum { LOG_CLOSED, LOG_BIN };

static struct {
  pthread_mutex_t lock;
  int log_type, events;
} mysql_bin_log = {PTHREAD_MUTEX_INITIALIZER, LOG_BIN, 0};

static void *flush_logs (void *a) {
  pthread_mutex_lock (&mysql_bin_log.lock);
  mysql_bin_log.log_type = LOG_CLOSED;
  mysql_bin_log.log_type = LOG_BIN;
  pthread_mutex_unlock (&mysql_bin_log.lock);
  return a;
}

static void *insert (void *a) {
  if (mysql_bin_log.log_type != LOG_CLOSED) {
    pthread_mutex_lock (&mysql_bin_log.lock);
    mysql_bin_log.events++;
    pthread_mutex_unlock (&mysql_bin_log.lock);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, flush_logs, 0);
  pthread_create (&u, 0, insert, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  printf ("%d events\n", mysql_bin_log.events);
  return 0;
}
