/* echo_server [epoll|poll|select] [PORT]: two threads, each with an event loop
   of its own, echo what clients send.  The main thread accepts two connections
   and hands each over through an event counter.  The race is on 'last'. */
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served, last;
static char how = 'e';
static struct worker {
  pthread_t thread;
  int wake, next;   /* event counter; connection that is handed over */
  int fds[2], count; /* what is waited for */
  int events;
} workers[2];

static void watch (struct worker *w, int fd) {
  struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};
  w->fds[w->count++] = fd;
  epoll_ctl (w->events, EPOLL_CTL_ADD, fd, &e);
}

static int wait_with_poll (const struct worker *w) {
  struct pollfd p[2] = {{w->fds[0], POLLIN, 0}, {w->fds[1], POLLIN, 0}};
  poll (p, (nfds_t)w->count, -1);
  return p[0].revents ? p[0].fd : p[1].fd;
}

static int wait_with_select (const struct worker *w) {
  fd_set set;
  FD_ZERO (&set);
  for (int i = 0; i < w->count; i++)
    FD_SET (w->fds[i], &set);
  select (w->fds[w->count - 1] + 1, &set, NULL, NULL, NULL);
  return FD_ISSET (w->fds[0], &set) ? w->fds[0] : w->fds[1];
}

static int wait_for_one (const struct worker *w) {
  struct epoll_event e = {0};
  if (how == 'p')
    return wait_with_poll (w);
  if (how == 's')
    return wait_with_select (w);
  epoll_wait (w->events, &e, 1, -1);
  return e.data.fd;
}

static ssize_t take (int fd, char *to, size_t size) {
#ifdef MESSAGES
  struct iovec parts[] = {{to, 2}, {to + 2, size - 2}};
  struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};
  return recvmsg (fd, &m, 0);
#else
  return read (fd, to, size);
#endif
}

static int echo (int fd) {
  char text[64];
  ssize_t n = take (fd, text, sizeof text);
  if (n <= 0) {
    close (fd);
    return 0;
  }
  if (write (fd, text, (size_t)n) != n)
    return 0;
  if (!memcmp (text, "count", 5)) {
    pthread_mutex_lock (&lock);
    served++;
    pthread_mutex_unlock (&lock);
  } else
    last = fd;
  return 1;
}

static void *work (void *a) {
  struct worker *w = a;
  for (int open = 1; open;) {
    int fd = wait_for_one (w);
    uint64_t count;
    if (fd != w->wake)
      open = echo (fd);
    else if (read (fd, &count, sizeof count) == sizeof count)
      watch (w, w->next);
  }
  return a;
}

static int listen_at (int port) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons ((unsigned short)port)};
  socklen_t size = sizeof address;
  int fd = socket (AF_INET, SOCK_STREAM, 0), one = 1;
  setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  if (bind (fd, (void *)&address, size) || listen (fd, 5) ||
      getsockname (fd, (void *)&address, &size))
    exit (1);
  FILE *file = fopen ("port.new", "w");
  fprintf (file, "%d\n", ntohs (address.sin_port));
  fclose (file);
  rename ("port.new", "port");
  return fd;
}

int main (int count, char **arguments) {
  if (count > 1)
    how = *arguments[1];
  int fd = listen_at (count > 2 ? atoi (arguments[2]) : 0);
  for (int i = 0; i < 2; i++) {
    struct worker *w = workers + i;
    w->events = epoll_create1 (0);
    w->wake = eventfd (0, 0);
    watch (w, w->wake);
    pthread_create (&w->thread, NULL, work, w);
  }
  for (int i = 0; i < 2; i++) {
    workers[i].next = accept (fd, NULL, NULL);
    uint64_t one = 1;
    if (write (workers[i].wake, &one, sizeof one) != sizeof one)
      return 2;
  }
  for (int i = 0; i < 2; i++)
    pthread_join (workers[i].thread, NULL);
  return served != 6;
}
