// Whether the bytes of a descriptor come from outside of the program.  A replay
// reads files again, and the program writes to its own pipes and sockets again;
// all other descriptors are external.
//
// Three kinds of sockets are not external: Unix sockets connected to this
// process, network sockets connected to this machine (possibly to this
// process), and unconnected sockets.  Event counters and similar descriptors,
// which have no file type, are not external either.

#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/inputs.h"
#include "runtime/libc_access.h"
#include "runtime/syscall.h"
#include "runtime/sync_state.h"

enum { PIPES = 4096, PROBES = 16 };

// Hash table of the pipes that the program made, with linear probing.
static struct { uint64_t device, inode; } pipes[PIPES];

static bool has_own_channels; // the program made pipes, sockets or the like
static bool table_is_full;    // then every pipe counts as its own

static bool status_of (int fd, struct stat *status) {
  return FT_SYSCALL (newfstatat, fd, "", status, AT_EMPTY_PATH, 0, 0) == 0;
}

static bool is_own_pipe (const struct stat *status) {
  for (size_t i = 0; i < PROBES; i++) {
    size_t at = (status->st_ino + i) % PIPES;
    if (pipes[at].inode == status->st_ino && pipes[at].device == status->st_dev)
      return true;
  }
  return table_is_full;
}

static void add_own_pipe (int fd) {
  struct stat status;
  has_own_channels = true;
  if (!status_of (fd, &status) || is_own_pipe (&status))
    return;
  for (size_t i = 0; i < PROBES; i++) {
    size_t at = (status.st_ino + i) % PIPES;
    if (!pipes[at].inode) {
      pipes[at].device = status.st_dev;
      pipes[at].inode = status.st_ino;
      return;
    }
  }
  table_is_full = true;
}

static int domain_of (int fd) {
  int domain = 0;
  socklen_t size = sizeof domain;
  long error =
      FT_SYSCALL (getsockopt, fd, SOL_SOCKET, SO_DOMAIN, &domain, &size, 0);
  return error ? 0 : domain;
}

static bool is_other_process (int fd) {
  struct ucred peer = {0};
  socklen_t size = sizeof peer;
  return !FT_SYSCALL (getsockopt, fd, SOL_SOCKET, SO_PEERCRED, &peer, &size,
                      0) &&
         peer.pid && peer.pid != ft_sys_getpid ();
}

static bool is_loopback (const struct sockaddr_in6 *a) {
  static const unsigned char mapped[] = {0, 0, 0, 0,    0,    0,  0,
                                         0, 0, 0, 0xff, 0xff, 127};
  const struct sockaddr_in *old = (const void *)a;
  if (a->sin6_family == AF_INET)
    return *(const unsigned char *)&old->sin_addr == 127;
  return IN6_IS_ADDR_LOOPBACK (&a->sin6_addr) ||
         !__builtin_memcmp (&a->sin6_addr, mapped, sizeof mapped);
}

static bool is_other_machine (int fd) {
  struct sockaddr_in6 peer = {0};
  socklen_t size = sizeof peer;
  return !FT_SYSCALL (getpeername, fd, &peer, &size, 0, 0, 0) &&
         !is_loopback (&peer);
}

static bool is_external_socket (int fd) {
  switch (domain_of (fd)) {
  case AF_UNIX:
    return is_other_process (fd);
  case AF_INET:
  case AF_INET6:
    return is_other_machine (fd);
  default:
    return false;
  }
}

bool ft_fd_is_external (int fd) {
  struct stat status;
  if (fd < 0 || !status_of (fd, &status))
    return false;
  switch (status.st_mode & S_IFMT) {
  case S_IFCHR:
    return true;
  case S_IFIFO:
    return !is_own_pipe (&status);
  case S_IFSOCK:
    return is_external_socket (fd);
  default:
    return false;
  }
}

bool ft_fd_all_are_external (void) {
  return !has_own_channels;
}

// ---- channels that the program makes ----------------------------------------

FT_EXPORT int pipe (int ends[2]) {
  int result = FT_REAL_OF (pipe) (ends);
  if (!result && ft_recorded_thread ())
    add_own_pipe (ends[0]);
  return result;
}

FT_EXPORT int pipe2 (int ends[2], int flags) {
  int result = FT_REAL_OF (pipe2) (ends, flags);
  if (!result && ft_recorded_thread ())
    add_own_pipe (ends[0]);
  return result;
}

FT_EXPORT int socketpair (int domain, int type, int protocol, int ends[2]) {
  has_own_channels = true;
  return FT_REAL_OF (socketpair) (domain, type, protocol, ends);
}

FT_EXPORT int eventfd (unsigned count, int flags) {
  has_own_channels = true;
  return FT_REAL_OF (eventfd) (count, flags);
}

// The other end may be in this process.
FT_EXPORT int listen (int fd, int most) {
  has_own_channels = true;
  int result = FT_REAL_OF (listen) (fd, most);
  if (result < 0)
    ft_channel_failed (ft_recorded_thread (), fd);
  return result;
}
