// Inputs: results of calls that come from outside of the program (clocks,
// random bytes, pipes and sockets to elsewhere, devices), kept in DIR/inputs
// and given again in a replay.
//
// A wrapper asks first, makes the call only when there is no answer, and keeps
// the result:
//   ft_input_call in;
//   if (ft_input_replay (&in, t, FT_WIRE_INPUT_TIME))
//     return in.result;
//   time_t result = real (NULL);
//   ft_input_record (&in, result, NULL, 0);
//
// Each thread of a replay has a queue of what its calls gave in the recording.
// The next entry is the answer to a call of its kind at its very place; a call
// at an earlier place was not kept when it was recorded, either.  When a call
// does not fit, the thread goes another way, and its calls are real from there
// on; so are all calls after the end of the plan.  Replays keep their inputs,
// too, so that an expanded recording has them.

#ifndef FT_RUNTIME_INPUTS_H
#define FT_RUNTIME_INPUTS_H

#include <stdio.h>
#include <sys/uio.h>

#include "runtime/rtl.h"

typedef struct ft_input_call ft_input_call;

struct ft_input_call {
  ft_thread *thread; // NULL: not under the scheduler
  enum ft_wire_input_kind kind;
  uint64_t place;
  // the answer
  unsigned flags;
  int64_t result;
  const unsigned char *bytes;
  size_t size;
};

// Begins a call, with the baton.  True when the recording has the answer;
// errno is then as it was, if the result is negative.
bool ft_input_replay (ft_input_call *, ft_thread *, enum ft_wire_input_kind);
// Copies the next bytes of the answer, as many as there are and fit.
void ft_input_copy (ft_input_call *, void *to, size_t);
void ft_input_scatter (ft_input_call *, const struct iovec *, int count);

// With the baton again.  'flags' are those of the input.  Keeps errno.
void ft_input_record (const ft_input_call *, int64_t result, const void *bytes,
                    size_t);
void ft_input_record_iovec (const ft_input_call *, int64_t result,
                          const struct iovec *, int count, size_t bytes);

// Of streams: the flags of the stream are part of the answer.
bool ft_input_stream_replay (ft_input_call *, ft_thread *, enum ft_wire_input_kind,
                            FILE *);
void ft_input_stream_record (ft_input_call *, FILE *, int64_t result,
                           const void *bytes, size_t);
// What the thread read last from the stream was an answer, so the stream
// itself is not to be changed.
bool ft_input_stream_is_replayed (const ft_thread *, const FILE *);

// Whether what is read from the descriptor comes from outside: neither a file,
// which a replay reads again, nor something that the program writes itself.
bool ft_fd_is_external (int fd);
// Whether the program has made channels of its own, ever.
bool ft_fd_all_are_external (void);

// Whether the thread gets answers.
bool ft_inputs_are_replayed (const ft_thread *);

void ft_inputs_load (void); // what the replay gives again
void ft_inputs_trim (void); // true length of the file
void ft_inputs_after_fork (void);

#endif
