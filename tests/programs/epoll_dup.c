// RACE-FREE
// WHY: two numbers of one epoll descriptor: what is added by one is announced by the other

#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

int x, ends[2], one, other;

void *add (void *a) {
  struct epoll_event e = {.events = EPOLLIN};
  x = 1;
  return epoll_ctl (one, EPOLL_CTL_ADD, ends[0], &e) ? 0 : a;
}

int main (void) {
  pthread_t t;
  struct epoll_event e;
  one = epoll_create1 (0);
  other = dup (one);
  if (pipe (ends) || write (ends[1], "a", 1) != 1)
    return 1;
  pthread_create (&t, 0, add, 0);
  if (epoll_wait (other, &e, 1, -1) == 1)
    x = 2;
  pthread_join (t, 0);
  return x != 2;
}
