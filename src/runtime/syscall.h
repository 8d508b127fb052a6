// System calls without the C library: its functions are cancellation points,
// set errno, and may be interposed in this very program.  Results are as the
// kernel gives them: a negative errno for failure.

#ifndef FT_RUNTIME_SYSCALL_H
#define FT_RUNTIME_SYSCALL_H

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/kept_directory.h"

static inline long ft_syscall (long number, long a, long b, long c, long d,
                               long e, long f) {
#if defined __x86_64__
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined __aarch64__
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
#else
#error "the recorder knows the system calls of x86-64 and aarch64 only"
#endif
}

#define FT_SYSCALL(name, a, b, c, d, e, f)                                     \
  ft_syscall (SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d),          \
              (long)(e), (long)(f))

static inline int ft_sys_open (const char *path, int flags) {
  int at = ft_kept_directory_of (&path);
  return (int)FT_SYSCALL (openat, at, path, flags | O_CLOEXEC, 0666, 0, 0);
}

static inline void ft_sys_close (int fd) {
  FT_SYSCALL (close, fd, 0, 0, 0, 0, 0);
}

static inline long ft_sys_write (int fd, const void *bytes, size_t size) {
  return FT_SYSCALL (write, fd, bytes, size, 0, 0, 0);
}

static inline int ft_sys_mkdir (const char *path) {
  int at = ft_kept_directory_of (&path);
  return (int)FT_SYSCALL (mkdirat, at, path, 0777, 0, 0, 0);
}

static inline long ft_sys_truncate (const char *path, uint64_t bytes) {
  if (ft_kept_directory_of (&(const char *){path}) == AT_FDCWD)
    return FT_SYSCALL (truncate, path, bytes, 0, 0, 0, 0);
  int fd = ft_sys_open (path, O_WRONLY);
  if (fd < 0)
    return fd;
  long result = FT_SYSCALL (ftruncate, fd, bytes, 0, 0, 0, 0);
  ft_sys_close (fd);
  return result;
}

static inline long ft_sys_rename (const char *path, const char *to) {
  int at = ft_kept_directory_of (&path), to_at = ft_kept_directory_of (&to);
  return FT_SYSCALL (renameat2, at, path, to_at, to, 0, 0);
}

// The number of bytes of the program's address space that the recorder has mapped.
extern uint64_t ft_mapped_bytes;
// Where its next mapping is to be.
extern uint64_t ft_own_mappings;

// An address for a mapping of the recorder, far from those that the kernel gives the
// program: stacks and large blocks have the same addresses in recordings of all modes
// and in their replays, and a program that hashes them goes the same way.  If there
// is something else the kernel chooses.
static inline uint64_t ft_sys_own_place (size_t bytes) {
  uint64_t pages = (bytes + 4095) & ~(uint64_t)4095;
  return __atomic_fetch_add (&ft_own_mappings, pages, __ATOMIC_RELAXED);
}

// NULL when it fails.
static inline void *ft_sys_mmap (size_t bytes, int fd, uint64_t offset) {
  uint64_t place = ft_sys_own_place (bytes);
  long result = FT_SYSCALL (mmap, place, bytes, PROT_READ | PROT_WRITE,
                            fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED,
                            fd, offset);
  if (result < 0 && result > -4096)
    return NULL;
  __atomic_fetch_add (&ft_mapped_bytes, bytes, __ATOMIC_RELAXED);
  return (void *)result;
}

static inline void ft_sys_munmap (void *at, size_t bytes) {
  __atomic_fetch_sub (&ft_mapped_bytes, bytes, __ATOMIC_RELAXED);
  FT_SYSCALL (munmap, at, bytes, 0, 0, 0, 0);
}

static inline int ft_sys_getpid (void) {
  return (int)FT_SYSCALL (getpid, 0, 0, 0, 0, 0, 0);
}

static inline int ft_sys_gettid (void) {
  return (int)FT_SYSCALL (gettid, 0, 0, 0, 0, 0, 0);
}

// Waits until the word differs from 'value', is woken, a signal arrives or the
// absolute deadline comes (NULL for none).  Returns the kernel's result.
static inline long ft_sys_futex_wait (const volatile void *word, uint32_t value,
                                      clockid_t clock,
                                      const struct timespec *until) {
  int realtime = clock == CLOCK_REALTIME ? FUTEX_CLOCK_REALTIME : 0;
  return FT_SYSCALL (futex, word,
                     FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG | realtime, value,
                     until, 0, FUTEX_BITSET_MATCH_ANY);
}

static inline void ft_sys_futex_wake (const volatile void *word, int count) {
  FT_SYSCALL (futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count, 0, 0, 0);
}

static inline uint64_t ft_monotonic_nanoseconds (void) {
  struct timespec now;
  FT_SYSCALL (clock_gettime, CLOCK_MONOTONIC, &now, 0, 0, 0, 0);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
