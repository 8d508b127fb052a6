// Whether the bytes of a descriptor come from outside of the program.  A replay
// reads files again, and the program writes to its own pipes and sockets again;
// all other descriptors are external.
//
// Sockets are external when another process is at their other end.  Of a Unix
// socket the kernel says which one it is.  A connection to this machine may be
// one to this process, if the process ever connects to a port where it listens
// itself, or has children that may; until then it is not.  Unconnected sockets,
// event counters and similar descriptors, which have no file type, are not
// external; timers are.

#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/descriptor_objects.h"
#include "runtime/fd_status.h"
#include "runtime/inputs.h"
#include "runtime/libc_access.h"
#include "runtime/stand_in.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"
#include "runtime/sync_state.h"

enum { PIPES = 4096, PROBES = 16 };

// Hash table of the pipes and pairs of sockets that the program made, with linear
// probing.
static struct { uint64_t device, inode; } pipes[PIPES];

static bool has_own_channels; // the program made pipes, sockets or the like
static bool table_is_full;    // then every pipe counts as its own

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
  if (!ft_fd_status (fd, &status) || is_own_pipe (&status))
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

// ---- connections of the process to itself -----------------------------------

static unsigned char ports[65536 / 8]; // where the process has listened
static bool listens_to_paths;          // it has Unix sockets that listen
static bool talks_to_itself;

static unsigned port_of (const struct sockaddr *a, socklen_t size) {
  const struct sockaddr_in *inet = (const void *)a; // as in sockaddr_in6
  bool has_port = size >= sizeof *inet && (a->sa_family == AF_INET ||
                                           a->sa_family == AF_INET6);
  return has_port ? inet->sin_port : 0;
}

static void note_listening (int fd) {
  struct sockaddr_in6 own = {0};
  socklen_t size = sizeof own;
  FT_SYSCALL (getsockname, fd, &own, &size, 0, 0, 0);
  unsigned port = port_of ((const void *)&own, size);
  ports[port / 8] |= (unsigned char)(1 << port % 8);
  listens_to_paths |= ft_socket_domain (fd) == AF_UNIX;
}

void ft_fd_connects (const struct sockaddr *to, socklen_t size) {
  if (!to || size < sizeof to->sa_family)
    return;
  unsigned port = port_of (to, size);
  talks_to_itself |= to->sa_family == AF_UNIX
                         ? listens_to_paths
                         : port && ports[port / 8] >> port % 8 & 1;
}

bool ft_fd_may_talk_to_itself (void) {
  return talks_to_itself || ft_channel_has_children ();
}

bool ft_fd_accepts_external (int fd) {
  return ft_socket_is_stream (fd) && !ft_fd_may_talk_to_itself ();
}

static bool is_external_socket (int fd) {
  switch (ft_socket_domain (fd)) {
  case AF_UNIX:
    return is_other_process (fd);
  case AF_INET:
  case AF_INET6:
    return ft_fd_accepts_external (fd) || is_other_machine (fd);
  default:
    return false;
  }
}

// ---- descriptors -------------------------------------------------------------

static bool is_kind (int fd, unsigned kind) {
  return ft_descriptor_kind_of_unnamed (fd) == kind;
}

bool ft_fd_is_own (int fd, const struct stat *status) {
  switch (status->st_mode & S_IFMT) {
  case S_IFIFO:
  case S_IFSOCK:
    return !table_is_full && is_own_pipe (status);
  case 0:
    return ft_counter_number (fd) || is_kind (fd, FT_WIRE_DESCRIPTOR_TIMER);
  default:
    return false;
  }
}

bool ft_fd_is_signals (int fd) {
  struct stat status;
  return fd >= 0 && ft_fd_status (fd, &status) && !(status.st_mode & S_IFMT) &&
         is_kind (fd, FT_WIRE_DESCRIPTOR_SIGNALS);
}

bool ft_fd_is_external_socket (int fd) {
  struct stat status;
  return fd >= 0 && ft_fd_status (fd, &status) && S_ISSOCK (status.st_mode) &&
         is_external_socket (fd);
}

bool ft_fd_is_external (int fd) {
  struct stat status;
  if (fd < 0 || !ft_fd_status (fd, &status))
    return false;
  switch (status.st_mode & S_IFMT) {
  case S_IFCHR:
    return true;
  case S_IFIFO:
    return !is_own_pipe (&status);
  case S_IFSOCK:
    return is_external_socket (fd);
  case 0:
    return is_kind (fd, FT_WIRE_DESCRIPTOR_TIMER) || ft_fd_is_signals (fd);
  default:
    return false;
  }
}

bool ft_fd_all_are_external (void) {
  return !has_own_channels;
}

// ---- event counters ------------------------------------------------------------
//
// All have the same inode.

enum { NUMBERS = 1 << 16 };

static uint32_t counters[NUMBERS]; // which one the number stands for; 0: unknown

static void counter_opens (int fd) {
  static uint32_t count;
  if (fd >= 0 && fd < NUMBERS)
    counters[fd] = ++count;
}

uint32_t ft_counter_number (int fd) {
  return fd >= 0 && fd < NUMBERS ? counters[fd] : 0;
}

void ft_counter_same (int fd, int to) {
  if (to >= 0 && to < NUMBERS)
    counters[to] = ft_counter_number (fd);
}

void ft_counter_closed (int fd) {
  if (fd >= 0 && fd < NUMBERS)
    counters[fd] = 0;
}

// ---- channels that the program makes ----------------------------------------

static int open_both (ft_thread *t, const int ends[2], int result) {
  for (int i = 0; i < 2 && !result; i++)
    ft_descriptor_opened (t, ends[i]);
  return result;
}

FT_EXPORT int pipe (int ends[2]) {
  ft_thread *t = ft_wrapper_enter ();
  int result = FT_REAL_OF (pipe) (ends);
  if (!result && t)
    add_own_pipe (ends[0]);
  return open_both (t, ends, result);
}

FT_EXPORT int pipe2 (int ends[2], int flags) {
  ft_thread *t = ft_wrapper_enter ();
  int result = FT_REAL_OF (pipe2) (ends, flags);
  if (!result && t)
    add_own_pipe (ends[0]);
  return open_both (t, ends, result);
}

FT_EXPORT int socketpair (int domain, int type, int protocol, int ends[2]) {
  ft_thread *t = ft_wrapper_enter ();
  int result = FT_REAL_OF (socketpair) (domain, type, protocol, ends);
  has_own_channels = true;
  for (int i = 0; i < 2 && !result && t; i++)
    add_own_pipe (ends[i]);
  return open_both (t, ends, result);
}

FT_EXPORT int eventfd (unsigned count, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  has_own_channels = true;
  int result = FT_REAL_OF (eventfd) (count, flags);
  counter_opens (result);
  ft_descriptor_opened (t, result);
  return result;
}

// The other end may be in this process.
FT_EXPORT int listen (int fd, int most) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  has_own_channels = true;
  ft_channel_send_any (t); // others can connect from here on
  int result = FT_REAL_OF (listen) (fd, most);
  if (!result)
    note_listening (fd);
  else
    ft_channel_failed (t, fd);
  return result;
}
