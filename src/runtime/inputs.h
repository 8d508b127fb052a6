// Inputs: results of calls that come from outside of the program (clocks,
// random bytes, pipes and sockets to other processes, devices).  They are kept
// in DIR/inputs, and a replay returns them again.
//
// A wrapper first asks for the recorded result, makes the call only when there
// is none, and records the result:
//   ft_input_call in;
//   if (ft_input_replay (&in, t, FT_WIRE_INPUT_TIME))
//     return in.result;
//   time_t result = real (NULL);
//   ft_input_record (&in, result, NULL, 0);
//
// Each thread of a replay has a queue of the recorded results of its calls. The
// next entry is the result of a call of its kind at its tick; a call at an
// earlier tick was not kept in the recording either.  When a call does not
// match the entry, the thread has diverged, and from then on its calls are
// real.  So are all calls after the end of the replay schedule.  Replays keep
// their inputs as well, so that an expanded recording has them.

#ifndef FT_RUNTIME_INPUTS_H
#define FT_RUNTIME_INPUTS_H

#include <stdio.h>
#include <sys/uio.h>

#include "runtime/rtl.h"

typedef struct ft_input_call ft_input_call;

struct ft_input_call {
  ft_thread *thread; // NULL: not under the scheduler
  enum ft_wire_input_kind kind;
  uint64_t tick;
  bool peeks; // it leaves there what it receives
  // the recorded result, in a replay
  unsigned flags;
  int64_t result;
  const unsigned char *bytes;
  size_t size;
};

// Begins a call, with the token.  True when the recording has the result; errno
// is then the recorded one, if the result is negative.
bool ft_input_replay (ft_input_call *, ft_thread *, enum ft_wire_input_kind);
// The tick of the thread's next recorded signal, at which the thread has to stop;
// UINT64_MAX for none.
uint64_t ft_input_signal_tick (const ft_thread *);
// In a replay: makes recorded signals pending whose handler began at this tick,
// or should have before; 'waits': also those that came while the thread waited
// here.  Whether one of them made the call fail.
bool ft_input_signals (ft_thread *, bool waits);
// Whether a recorded signal came while the thread waited at this tick.
bool ft_input_interrupts (const ft_thread *);
// The signal of the program's own that interrupted the call at this tick in the
// recording, 0 for none; and that it has come.
int ft_input_own_signal (const ft_thread *);
void ft_input_own_came (const ft_thread *);
// Whether the handlers of this thread run as the recording has them.
bool ft_input_has_signals (const ft_thread *);

// Copies the next bytes of the recorded result, as many as exist and fit.
void ft_input_copy (ft_input_call *, void *to, size_t);
void ft_input_scatter (ft_input_call *, const struct iovec *, int count);

// Appends the result of a real call to DIR/inputs, with the token again.  Keeps
// errno.
void ft_input_record (const ft_input_call *, int64_t result, const void *bytes,
                      size_t);
void ft_input_record_iovec (const ft_input_call *, int64_t result,
                            const struct iovec *, int count, size_t bytes);

// The same for streams, whose end-of-file and error flags are part of the
// result.
bool ft_input_stream_replay (ft_input_call *, ft_thread *,
                             enum ft_wire_input_kind, FILE *);
void ft_input_stream_record (ft_input_call *, FILE *, int64_t result,
                             const void *bytes, size_t);
// Whether the thread's last read of the stream was a recorded result, so that
// the stream itself must not be changed.
bool ft_input_stream_is_replayed (const ft_thread *, const FILE *);

// Whether bytes read from the descriptor come from outside of the program: the
// descriptor is neither a file, which a replay reads again, nor written by the
// program itself.
bool ft_fd_is_external (int fd);
// The same for sockets alone; and for those that the listening one will accept.
bool ft_fd_is_external_socket (int fd);
bool ft_fd_accepts_external (int fd);
// Whether the descriptor is a signalfd.  The signals that it brings may come from
// timers and from other processes, which a replay does not have.
bool ft_fd_is_signals (int fd);
// Before the process connects to the address, or sends to it: whether that is
// its own.
struct sockaddr;
void ft_fd_connects (const struct sockaddr *, unsigned size);
// Whether the process may have both ends of a connection, or children that may.
bool ft_fd_may_talk_to_itself (void);
// Whether this is one end of a pipe, or of a pair of sockets, that the program has
// made, an event counter or a timer: as long as it hands none on, nothing comes
// through it from other processes.
struct stat;
bool ft_fd_is_own (int fd, const struct stat *);
// Event counters that the program has made, from 1 on; 0: unknown, or none.
uint32_t ft_counter_number (int fd);
void ft_counter_same (int fd, int to);
void ft_counter_closed (int fd);
// Whether the program has never made a channel of its own.
bool ft_fd_all_are_external (void);

// Whether the recording has connections that other processes made.
bool ft_inputs_have_connections (void);
// Whether the recording has receipts: what a thread received from a channel of the
// program's own, or a message.
bool ft_inputs_have_receipts (void);
// Whether the thread still gets recorded results.
bool ft_inputs_are_replayed (const ft_thread *);

void ft_inputs_load (void); // reads the inputs of the recording, for a replay
void ft_inputs_trim (void); // cuts the file to its true length
void ft_inputs_after_fork (void);

#endif
