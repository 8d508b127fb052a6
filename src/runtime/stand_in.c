#include "runtime/stand_in.h"

#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "runtime/syscall.h"

enum { BACKLOG = 4096, SPARE = 16 };

// Nobody accepts what is connected to these: one for each domain.
static struct nowhere {
  int domain;
  int fd; // 0: not made yet; -1: cannot be made
  socklen_t size;
  struct sockaddr_storage address;
} nowhere[] = {{.domain = AF_INET}, {.domain = AF_INET6}, {.domain = AF_UNIX}};

static int option_of (int fd, int option) {
  int value = 0;
  socklen_t size = sizeof value;
  return FT_SYSCALL (getsockopt, fd, SOL_SOCKET, option, &value, &size, 0)
             ? 0
             : value;
}

int ft_socket_domain (int fd) {
  return option_of (fd, SO_DOMAIN);
}

bool ft_socket_is_stream (int fd) {
  return option_of (fd, SO_TYPE) == SOCK_STREAM;
}

bool ft_socket_listens (int fd) {
  return option_of (fd, SO_ACCEPTCONN) > 0;
}

// Loopback, any port; for Unix sockets any abstract name.
static socklen_t any_address (int domain, struct sockaddr_storage *to) {
  *to = (struct sockaddr_storage){.ss_family = (sa_family_t)domain};
  if (domain == AF_INET) {
    ((struct sockaddr_in *)to)->sin_addr.s_addr =
        __builtin_bswap32 (INADDR_LOOPBACK);
    return sizeof (struct sockaddr_in);
  }
  if (domain != AF_INET6)
    return sizeof (sa_family_t);
  ((struct sockaddr_in6 *)to)->sin6_addr.s6_addr[15] = 1;
  return sizeof (struct sockaddr_in6);
}

bool ft_stand_in_bind (int fd) {
  struct sockaddr_storage address;
  socklen_t size = any_address (ft_socket_domain (fd), &address);
  return !FT_SYSCALL (bind, fd, &address, size, 0, 0, 0);
}

// Out of the way of the numbers that the program expects.
static int move_away (int fd) {
  struct rlimit limit = {0};
  FT_SYSCALL (prlimit64, 0, RLIMIT_NOFILE, 0, &limit, 0, 0);
  long most = limit.rlim_cur > INT32_MAX ? INT32_MAX : (long)limit.rlim_cur;
  long away = FT_SYSCALL (fcntl, fd, F_DUPFD_CLOEXEC, most - SPARE, 0, 0, 0);
  if (away < 0)
    return fd;
  ft_sys_close (fd);
  return (int)away;
}

static void make (struct nowhere *n) {
  long fd =
      FT_SYSCALL (socket, n->domain, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0, 0);
  n->fd = -1;
  if (fd < 0)
    return;
  n->size = sizeof n->address;
  bool fine = ft_stand_in_bind ((int)fd) &&
              !FT_SYSCALL (listen, fd, BACKLOG, 0, 0, 0, 0) &&
              !FT_SYSCALL (getsockname, fd, &n->address, &n->size, 0, 0, 0);
  if (fine)
    n->fd = move_away ((int)fd);
  else
    ft_sys_close ((int)fd);
}

void ft_stand_in_connect (int fd) {
  int domain = ft_socket_domain (fd);
  for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
    struct nowhere *n = nowhere + i;
    if (n->domain != domain || !ft_socket_is_stream (fd))
      continue;
    if (!n->fd)
      make (n);
    if (n->fd > 0)
      FT_SYSCALL (connect, fd, &n->address, n->size, 0, 0, 0);
  }
}

bool ft_stand_in_is (int fd) {
  struct sockaddr_storage peer = {0};
  socklen_t size = sizeof peer;
  if (FT_SYSCALL (getpeername, fd, &peer, &size, 0, 0, 0))
    return false;
  for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
    const struct nowhere *n = nowhere + i;
    if (n->fd > 0 && n->size == size &&
        !__builtin_memcmp (&n->address, &peer, size))
      return true;
  }
  return false;
}

// Under the number of the recording, if nothing else has it.
static int renumber (int fd, int wanted, int flags) {
  if (fd == wanted ||
      FT_SYSCALL (fcntl, wanted, F_GETFD, 0, 0, 0, 0) != -EBADF ||
      FT_SYSCALL (dup3, fd, wanted, flags & SOCK_CLOEXEC ? O_CLOEXEC : 0, 0, 0,
                  0) < 0)
    return fd;
  ft_sys_close (fd);
  return wanted;
}

int ft_stand_in_new (int wanted, int domain, int flags) {
  long fd = FT_SYSCALL (socket, domain, SOCK_STREAM | flags, 0, 0, 0, 0);
  if (fd < 0)
    return -1;
  ft_stand_in_connect ((int)fd);
  return renumber ((int)fd, wanted, flags);
}
