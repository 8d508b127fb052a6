// Receipts from the program's own channels, for the replay that expands a light
// recording.
//
// While a thread waits in the kernel to receive, others run, and when it has taken
// what, and how much of it, is in no schedule.  A light recording therefore keeps what
// it received.  The replay gives that again, and takes as much from the channel at the
// thread's turn, whatever that is by then: in the end the channel holds what it should,
// and a writer finds room.

#ifndef FT_RUNTIME_RECEIVE_AGAIN_H
#define FT_RUNTIME_RECEIVE_AGAIN_H

#include "runtime/inputs.h"

// Behind a call that received, or failed, and gave the token away for that if
// 'waited': whether its answer is to be kept although it comes from the program itself.
// Sets the flags of the input.
bool ft_receipt_is_kept (ft_thread *, int fd, bool waited, ft_input_call *);

// Behind one that has received descriptors: whether they are of another process, so that
// no replay could give them again.
bool ft_receipt_is_lost (ft_thread *, int fd, ft_input_call *);

// In place of such a call.  'peeks': it has left there what it received.  Logs EXTERNAL;
// returns whether the recorded call gave the token away.
bool ft_receipt_again (ft_thread *, int fd, const ft_input_call *, bool peeks);

// The same of bytes that only this thread has received up to then, so that they come
// again in their order: puts them into the parts.
bool ft_receipt_counted (ft_thread *, int fd, const ft_input_call *,
                         const struct iovec *parts, int count);

// In place of a call that has sent a message to a queue, or failed.  A message whose
// receiver comes to its turn first is sent before that.
void ft_queue_send_again (ft_thread *, int fd, const ft_input_call *,
                          const char *message, size_t, unsigned priority);

#endif
