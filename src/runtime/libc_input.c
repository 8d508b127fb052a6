// Clocks, random bytes and other answers of the system.  Interposed by symbol,
// so that libraries (std::chrono, std::random_device) get the recorded answers
// in a replay, too.  Where instrumented code calls these functions, wrappers
// record what they write (libc_time.c).

#include <errno.h>
#include <sys/random.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "runtime/inputs.h"
#include "runtime/libc_access.h"

FT_EXPORT time_t time (time_t *to) {
  ft_input_call in;
  bool replayed =
      ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_TIME);
  time_t result = replayed ? in.result : FT_REAL_OF (time) (NULL);
  if (!replayed)
    ft_input_record (&in, result, NULL, 0);
  if (to)
    *to = result;
  return result;
}

static int record_filled (const ft_input_call *in, int result,
                          const void *bytes, size_t size) {
  ft_input_record (in, result, bytes, result ? 0 : size);
  return result;
}

FT_EXPORT int gettimeofday (struct timeval *restrict to, void *restrict zone) {
  ft_input_call in;
  struct iovec parts[] = {{to, sizeof *to},
                          {zone, zone ? sizeof (struct timezone) : 0}};
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_TIME_OF_DAY)) {
    ft_input_scatter (&in, parts, 2);
    return (int)in.result;
  }
  int result = FT_REAL_OF (gettimeofday) (to, zone);
  size_t size = parts[0].iov_len + parts[1].iov_len;
  ft_input_record_iovec (&in, result, parts, 2, result ? 0 : size);
  return result;
}

FT_EXPORT int clock_gettime (clockid_t clock, struct timespec *to) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_CLOCK_TIME)) {
    ft_input_copy (&in, to, sizeof *to);
    return (int)in.result;
  }
  int result = FT_REAL_OF (clock_gettime) (clock, to);
  return record_filled (&in, result, to, sizeof *to);
}

FT_EXPORT int timespec_get (struct timespec *to, int base) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_CLOCK_TIME)) {
    ft_input_copy (&in, to, sizeof *to);
    return (int)in.result;
  }
  int result = FT_REAL_OF (timespec_get) (to, base);
  ft_input_record (&in, result, to, result ? sizeof *to : 0);
  return result;
}

FT_EXPORT clock_t clock (void) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_CPU))
    return in.result;
  clock_t result = FT_REAL_OF (clock) ();
  ft_input_record (&in, result, NULL, 0);
  return result;
}

// The instruction rdtsc of instrumented code.
FT_WRAP (uint64_t, __builtin_ia32_rdtsc, void) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_CPU))
    return (uint64_t)in.result;
  uint64_t result = __builtin_ia32_rdtsc ();
  ft_input_record (&in, (int64_t)result, NULL, 0);
  return result;
}

FT_EXPORT clock_t times (struct tms *to) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_TIMES)) {
    ft_input_copy (&in, to, sizeof *to);
    return in.result;
  }
  clock_t result = FT_REAL_OF (times) (to);
  ft_input_record (&in, result, to, to && result != -1 ? sizeof *to : 0);
  return result;
}

FT_EXPORT ssize_t getrandom (void *to, size_t size, unsigned flags) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_RANDOM)) {
    ft_input_copy (&in, to, size);
    return in.result < (ssize_t)size ? in.result : (ssize_t)size;
  }
  ssize_t result = FT_REAL_OF (getrandom) (to, size, flags);
  ft_input_record (&in, result, to, result > 0 ? (size_t)result : 0);
  return result;
}

FT_EXPORT int getentropy (void *to, size_t size) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_RANDOM)) {
    ft_input_copy (&in, to, size);
    return (int)in.result;
  }
  int result = FT_REAL_OF (getentropy) (to, size);
  return record_filled (&in, result, to, size);
}

// The values of other names are the same in every run on this machine.
FT_EXPORT long sysconf (int name) {
  ft_input_call in;
  if (name != _SC_NPROCESSORS_ONLN)
    return FT_REAL_OF (sysconf) (name);
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_SYSTEM))
    return in.result;
  long result = FT_REAL_OF (sysconf) (name);
  ft_input_record (&in, result, NULL, 0);
  return result;
}

FT_EXPORT int get_nprocs (void) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_SYSTEM))
    return (int)in.result;
  int result = FT_REAL_OF (get_nprocs) ();
  ft_input_record (&in, result, NULL, 0);
  return result;
}

// A replay has other files than a terminal.
FT_EXPORT int isatty (int fd) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_SYSTEM)) {
    if (!in.result)
      errno = ENOTTY;
    return in.result != 0;
  }
  int result = FT_REAL_OF (isatty) (fd);
  ft_input_record (&in, result, NULL, 0);
  return result;
}

// std::random_device, which asks the processor.  Weak: C programs do not link
// it.
#define DEVICE _ZNSt13random_device9_M_getvalEv

__attribute__ ((weak)) unsigned DEVICE (void *);

FT_WRAP (unsigned, _ZNSt13random_device9_M_getvalEv, void *this) {
  ft_input_call in;
  if (ft_input_replay (&in, ft_recorded_thread (), FT_WIRE_INPUT_DEVICE))
    return (unsigned)in.result;
  unsigned result = DEVICE (this);
  ft_input_record (&in, result, NULL, 0);
  return result;
}
