// Message queues (mq_overview); interposed by symbol, as the calls of libc_wait.c.
//
// When a thread comes back from a queue, and whether its deadline was faster, is in no
// schedule.  Light recordings keep what it found (receive_again.h).

#include <errno.h>
#include <mqueue.h>
#include <stddef.h>

#include "runtime/cancel.h"
#include "runtime/libc_access.h"
#include "runtime/receive_again.h"

static ft_thread *begin (ft_input_call *in, bool *again) {
  ft_thread *t = ft_wrapper_enter ();
  if (t)
    ft_cancellation_point (t);
  if (t)
    ft_scheduling_point (t);
  *again = ft_input_replay (in, t, FT_WIRE_INPUT_QUEUE);
  int error = errno;
  if (t)
    ft_channel_send_any (t);
  if (t && !*again)
    ft_blocking_begin (t);
  errno = error;
  return t;
}

static void end (ft_thread *t) {
  ft_channel_receive_any (t);
  if (t)
    ft_scheduling_point (t);
}

// ---- sending -------------------------------------------------------------------

static int end_send (ft_thread *t, ft_input_call *in, int q, int result) {
  if (t)
    ft_blocking_end_fd_no_stop (t, true);
  if (ft_receipt_is_kept (t, q, true, in))
    ft_input_record (in, result, NULL, 0);
  end (t);
  return result;
}

#define SENDS(name, parameters, ...)                                           \
  FT_EXPORT int name parameters {                                              \
    ft_input_call in;                                                          \
    bool again;                                                                \
    ft_thread *t = begin (&in, &again);                                        \
    if (!again)                                                                \
      return end_send (                                                        \
          t, &in, q, FT_CALL_AGAIN (t != NULL, t, FT_REAL_OF (name) (__VA_ARGS__))); \
    ft_queue_send_again (t, q, &in, m, n, p);                                  \
    end (t);                                                                   \
    return (int)in.result;                                                     \
  }

SENDS (mq_send, (mqd_t q, const char *m, size_t n, unsigned p), q, m, n, p)
SENDS (mq_timedsend,
       (mqd_t q, const char *m, size_t n, unsigned p, const struct timespec *time), q,
       m, n, p, time)

// ---- receiving -----------------------------------------------------------------

static ssize_t end_receive (ft_thread *t, ft_input_call *in, int q,
                            ssize_t result, char *m, unsigned *p) {
  struct iovec parts[] = {{p, p ? sizeof *p : 0},
                          {m, result > 0 ? (size_t)result : 0}};
  if (t)
    ft_blocking_end_fd_no_stop (t, true);
  if (ft_receipt_is_kept (t, q, true, in))
    ft_input_record_iovec (in, result, parts, 2,
                           result < 0 ? 0
                                      : parts[0].iov_len + parts[1].iov_len);
  end (t);
  return result;
}

static ssize_t receive_again (ft_thread *t, ft_input_call *in, int q, char *m,
                              size_t n, unsigned *p) {
  struct iovec parts[] = {{p, p ? sizeof *p : 0}, {m, n}};
  ft_receipt_again (t, q, in, false);
  int error = errno;
  ft_input_scatter (in, parts, 2);
  end (t);
  errno = error;
  return in->result;
}

#define RECEIVES(name, parameters, ...)                                        \
  FT_EXPORT ssize_t name parameters {                                          \
    ft_input_call in;                                                          \
    bool again;                                                                \
    ft_thread *t = begin (&in, &again);                                        \
    if (again)                                                                 \
      return receive_again (t, &in, q, m, n, p);                               \
    return end_receive (                                                       \
        t, &in, q,                                                             \
        FT_CALL_AGAIN (t != NULL, t, FT_REAL_OF (name) (__VA_ARGS__)), m, p);  \
  }

RECEIVES (mq_receive, (mqd_t q, char *m, size_t n, unsigned *p), q, m, n, p)
RECEIVES (mq_timedreceive,
          (mqd_t q, char *restrict m, size_t n, unsigned *restrict p,
           const struct timespec *restrict time),
          q, m, n, p, time)
