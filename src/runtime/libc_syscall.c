// syscall: futexes go to the scheduler, and system calls that may block give
// the scheduler token away.  Which memory they map is recorded; what they read and
// write is not.  What a call does depends on whatever other threads have done, and
// other threads may see what it does, unless it is known that neither is so.

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/descriptor_objects.h"
#include "runtime/happens_before.h"
#include "runtime/inputs.h"
#include "runtime/kernel_files.h"
#include "runtime/process_ids.h"
#include "runtime/syscall.h"
#include "runtime/sync_ops.h"
#include "runtime/libc_access.h"

struct request {
  long number;
  long argument[6];
};

static long result_of (long kernel) {
  if (kernel >= 0 || kernel < -4095)
    return kernel;
  errno = (int)-kernel;
  return -1;
}

static long perform (const struct request *r) {
  const long *a = r->argument;
  return ft_syscall (r->number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// FUTEX_WAIT has a relative time, FUTEX_WAIT_BITSET an absolute one.
static long wait (ft_thread *t, const struct request *r) {
  int operation = (int)r->argument[1];
  bool is_absolute = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
  bool realtime = operation & FUTEX_CLOCK_REALTIME;
  struct ft_wait_deadline d =
      ft_wait_deadline_read (t, realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC,
                             (const void *)r->argument[3]);
  if (d.limited && !is_absolute && !ft_wait_deadline_check (d)) {
    struct timespec now;
    FT_SYSCALL (clock_gettime, d.clock, &now, 0, 0, 0, 0);
    d.time.tv_sec += now.tv_sec;
    d.time.tv_nsec += now.tv_nsec;
    d.time.tv_sec += d.time.tv_nsec >= 1000000000;
    d.time.tv_nsec -= d.time.tv_nsec >= 1000000000 ? 1000000000 : 0;
  }
  uint32_t mask = is_absolute ? (uint32_t)r->argument[5] : UINT32_MAX;
  if (!mask)
    return -EINVAL;
  return -ft_futex_wait (t, (const uint32_t *)r->argument[0],
                         (uint32_t)r->argument[2], d, mask);
}

// Other sleepers may be in the kernel: another process, or a thread that is not
// under the scheduler.
static long wake (ft_thread *t, const struct request *r) {
  bool has_mask = (r->argument[1] & FUTEX_CMD_MASK) == FUTEX_WAKE_BITSET;
  uint32_t mask = has_mask ? (uint32_t)r->argument[5] : UINT32_MAX;
  int count = (int)r->argument[2];
  if (!mask)
    return -EINVAL;
  int woken = ft_futex_wake (t, (const uint32_t *)r->argument[0], count, mask);
  struct request rest = *r;
  rest.argument[2] = count - woken;
  long kernel = woken < count ? perform (&rest) : 0;
  return kernel < 0 ? kernel : woken + kernel;
}

// The kernel changes the memory and wakes its own sleepers.  All sleepers of
// the scheduler are woken, which a sleeper on a futex must always expect.
static long wake_everybody (ft_thread *t, const struct request *r) {
  ft_scheduling_point (t);
  long result = perform (r);
  if (result < 0)
    return result;
  result += ft_futex_wake (t, (const uint32_t *)r->argument[0], INT32_MAX,
                           UINT32_MAX);
  return result + ft_futex_wake (t, (const uint32_t *)r->argument[4], INT32_MAX,
                                 UINT32_MAX);
}

static long perform_blocking (ft_thread *t, const struct request *r) {
  if (r->number == SYS_connect)
    ft_fd_connects ((const void *)r->argument[1], (unsigned)r->argument[2]);
  ft_scheduling_point (t);
  ft_channel_send_any (t);
  ft_blocking_begin (t);
  long result = perform (r);
  ft_blocking_end (t);
  ft_channel_receive_any (t);
  return result;
}

static long perform_mapping (ft_thread *t, const struct request *r) {
  ft_scheduling_point (t);
  long result = perform (r);
  ft_map_syscall (t, r->number, r->argument, result);
  return result;
}

static long futex (ft_thread *t, const struct request *r) {
  switch (r->argument[1] & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    return wait (t, r);
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    return wake (t, r);
  case FUTEX_REQUEUE:
  case FUTEX_CMP_REQUEUE:
  case FUTEX_WAKE_OP:
    return wake_everybody (t, r);
  default:
    return perform_blocking (t, r);
  }
}

// Calls about the thread or the process alone, or of what no other thread changes.
static bool is_private (long number) {
  switch (number) {
  case SYS_gettid:
  case SYS_getpid:
  case SYS_getppid:
  case SYS_getuid:
  case SYS_geteuid:
  case SYS_getgid:
  case SYS_getegid:
  case SYS_getcpu:
  case SYS_getrandom:
  case SYS_clock_gettime:
  case SYS_clock_getres:
  case SYS_gettimeofday:
  case SYS_set_robust_list:
  case SYS_get_robust_list:
  case SYS_set_tid_address:
  case SYS_rt_sigprocmask:
  case SYS_exit:
  case SYS_exit_group:
    return true;
  default:
    return false;
  }
}

static int signal_of (const struct request *r) {
  switch (r->number) {
  case SYS_kill:
  case SYS_tkill:
  case SYS_rt_sigqueueinfo:
    return (int)r->argument[1];
  case SYS_tgkill:
  case SYS_rt_tgsigqueueinfo:
    return (int)r->argument[2];
  default:
    return 0;
  }
}

static long perform_other (ft_thread *t, const struct request *r) {
  ft_scheduling_point (t);
  ft_signal_sent (t, signal_of (r));
  ft_channel_send_any (t);
  long result = perform (r);
  ft_look_at_everything (t);
  return result;
}

static long scheduled (ft_thread *t, const struct request *r) {
  switch (r->number) {
  case SYS_futex:
    return futex (t, r);
#ifdef __x86_64__
  case SYS_poll:
  case SYS_select:
  case SYS_epoll_wait:
  case SYS_pause:
  case SYS_accept:
#endif
  case SYS_read:
  case SYS_write:
  case SYS_readv:
  case SYS_writev:
  case SYS_recvfrom:
  case SYS_sendto:
  case SYS_recvmsg:
  case SYS_sendmsg:
  case SYS_recvmmsg:
  case SYS_sendmmsg:
  case SYS_splice:
  case SYS_tee:
  case SYS_vmsplice:
  case SYS_semop:
  case SYS_semtimedop:
  case SYS_msgrcv:
  case SYS_msgsnd:
  case SYS_mq_timedreceive:
  case SYS_mq_timedsend:
  case SYS_io_getevents:
  case SYS_epoll_pwait2:
  case SYS_accept4:
  case SYS_connect:
  case SYS_ppoll:
  case SYS_pselect6:
  case SYS_epoll_pwait:
  case SYS_nanosleep:
  case SYS_clock_nanosleep:
  case SYS_wait4:
  case SYS_waitid:
  case SYS_flock:
  case SYS_fcntl:
  case SYS_rt_sigtimedwait:
  case SYS_rt_sigsuspend:
  case SYS_sched_yield:
    return perform_blocking (t, r);
  case SYS_mmap:
  case SYS_munmap:
  case SYS_mremap:
  case SYS_shmat:
  case SYS_shmdt:
    return perform_mapping (t, r);
  default:
    return is_private (r->number) ? perform (r) : perform_other (t, r);
  }
}

// ---- descriptors -------------------------------------------------------------

static void note_closing (const struct request *r) {
  unsigned long first = (unsigned long)r->argument[0];
  unsigned long second = (unsigned long)r->argument[1];
  switch (r->number) {
  case SYS_close:
    ft_descriptor_closes_untold (first, first);
    break;
  case SYS_close_range:
    ft_descriptor_closes_untold (first, second);
    break;
#ifdef SYS_dup2
  case SYS_dup2:
#endif
  case SYS_dup3:
    ft_descriptor_closes_untold (second, second);
    break;
  case SYS_unshare:
    if (first & CLONE_FILES)
      ft_descriptor_closes_untold (0, ULONG_MAX);
    break;
  default:
    break;
  }
}

// ---- ids of processes and threads ----------------------------------------------

// How many of the first arguments are ids.
static int count_ids (const struct request *r) {
  switch (r->number) {
  case SYS_kill:
  case SYS_tkill:
  case SYS_rt_sigqueueinfo:
  case SYS_pidfd_open:
  case SYS_getpgid:
  case SYS_getsid:
  case SYS_wait4:
  case SYS_process_vm_readv:
  case SYS_process_vm_writev:
  case SYS_sched_getaffinity:
  case SYS_sched_setaffinity:
  case SYS_sched_getscheduler:
  case SYS_sched_setscheduler:
  case SYS_sched_getparam:
  case SYS_sched_setparam:
  case SYS_sched_rr_get_interval:
  case SYS_prlimit64:
    return 1;
  case SYS_tgkill:
  case SYS_rt_tgsigqueueinfo:
  case SYS_setpgid:
    return 2;
  default:
    return 0;
  }
}

static bool returns_id (long number) {
  switch (number) {
  case SYS_getpid:
  case SYS_gettid:
  case SYS_getppid:
  case SYS_getpgid:
  case SYS_getsid:
  case SYS_setsid:
  case SYS_wait4:
#ifdef __x86_64__
  case SYS_getpgrp:
#endif
    return true;
  default:
    return false;
  }
}

static void use_real_ids (struct request *r) {
  for (int i = 0, n = count_ids (r); i < n; i++)
    r->argument[i] = ft_id_real ((pid_t)r->argument[i]);
}

static long with_seen_id (const struct request *r, long result) {
  return result > 0 && returns_id (r->number) ? ft_id_seen ((pid_t)result)
                                              : result;
}

#define READ_ARGUMENTS(r)                                                      \
  struct request r = {.number = number};                                       \
  va_list list;                                                                \
  va_start (list, number);                                                     \
  for (int i = 0; i < 6; i++)                                                  \
    (r).argument[i] = va_arg (list, long);                                     \
  va_end (list);                                                               \
  use_real_ids (&(r));                                                         \
  note_closing (&(r));

FT_WRAP (long, syscall, long number, ...) {
  READ_ARGUMENTS (r)
  ft_thread *t = ft_recorded_thread ();
  return result_of (with_seen_id (&r, t ? scheduled (t, &r) : perform (&r)));
}

// Called by libraries.
FT_EXPORT long syscall (long number, ...) {
  READ_ARGUMENTS (r)
  return result_of (with_seen_id (&r, perform (&r)));
}
