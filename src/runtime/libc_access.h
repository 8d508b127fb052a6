// Memory that library functions access: records of ranges, and the beginning of
// every wrapper of libc_*.c.
//
// A wrapper passes its scheduling point, logs the ranges that the function
// reads and writes, and calls the function; nothing else runs in between.  So
// the records may come before the accesses, and the function finds strings of
// the lengths that the wrapper measured.  Only a call that may block logs its
// writes afterwards, with the token again.

#ifndef FT_RUNTIME_LIBC_ACCESS_H
#define FT_RUNTIME_LIBC_ACCESS_H

#include <stdio.h>

#include "runtime/sync_state.h"

// Definition of __foretrace_NAME, to which instrumented code is renamed.
#define FT_WRAP(type, name, ...)                                               \
  type __foretrace_##name (__VA_ARGS__);                                       \
  FT_EXPORT type __foretrace_##name (__VA_ARGS__)

// The calling thread after its scheduling point, or NULL.
static inline ft_thread *ft_wrapper_enter (void) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  return t;
}

// The same in a function that only accesses memory: in a parallel recording it
// needs no token (parallel.h).
ft_thread *ft_wrapper_enter_local (void);

// No effect if the thread is NULL or there are no bytes.
static inline void ft_log_read_range (ft_thread *t, const volatile void *p,
                                      size_t bytes) {
  if (t && bytes)
    ft_log_record1 (t, FT_WIRE_READ_RANGE, ft_address (p), bytes);
}

static inline void ft_log_write_range (ft_thread *t, const volatile void *p,
                                       size_t bytes) {
  if (t && bytes)
    ft_log_record1 (t, FT_WIRE_WRITE_RANGE, ft_address (p), bytes);
}

// The same of a write of one value to all bytes.
static inline void ft_log_fill (ft_thread *t, const volatile void *p, int byte,
                                size_t bytes) {
  if (t && bytes)
    ft_log_record1 (t, FT_WIRE_WRITE_RANGE, ft_address (p),
                    (bytes & FT_WIRE_PAYLOAD) | FT_WIRE_FILL (byte));
}

// Log a string with the zero at its end; NULL is no string.
void ft_log_read_string (ft_thread *, const char *);

// Allocates as malloc does, and logs it, without a scheduling point unless the
// program has a malloc of its own.
void *ft_allocate (ft_thread *, size_t bytes);
void ft_log_record_alloc (ft_thread *, const void *, size_t bytes);
void ft_log_record_free (ft_thread *, const void *);

// Around a call that may block on a descriptor: gives the token away unless the
// descriptor is ready for 'events' of poll; with no events, unless it is a
// file, which never blocks for long.  Returns whether it did.
// 'ft_blocking_end_fd' logs EXTERNAL in either case, and is a scheduling point;
// 'ft_blocking_end_fd_no_stop' is none.
bool ft_blocking_begin_fd (ft_thread *, int fd, short events);
bool ft_blocking_begin_write (ft_thread *, int fd, size_t bytes);
void ft_blocking_end_fd (ft_thread *, bool gave_token);
void ft_blocking_end_fd_no_stop (ft_thread *, bool gave_token);

// The same around FT_CALL_AGAIN, with the flags of recv or send.  A call that does not
// wait is made before the token is given away: so what it finds follows from the order
// in which threads have the token.
bool ft_call_begin_fd (ft_thread *, int fd, short events, int flags);
bool ft_call_begin_write (ft_thread *, int fd, size_t bytes, int flags);

// Behind 'ft_blocking_begin': whether the call fails since a signal interrupts
// it, as in the recording that is replayed.  Then sets errno.
bool ft_call_fails_again (ft_thread *);
// Behind the call, of whose result nothing changes.
long ft_call_made (ft_thread *, long result);
// The result of a call that may wait, which is not made if it fails again.
#define FT_CALL_AGAIN(waits, t, call)                                          \
  ((waits) && ft_call_fails_again (t)                                          \
       ? -1                                                                    \
       : (__typeof__ (call))ft_call_made (t, (call)))

// Channels between threads: bytes that are read from a pipe or a socket were
// written before.  'ft_channel_send' comes before a call that writes,
// 'ft_channel_receive' after a call that got bytes.
void ft_channel_send (ft_thread *, int fd);
void ft_channel_receive (ft_thread *, int fd);
void ft_channel_receive_stream (ft_thread *, int fd);
// What is received later may be what memory of the program holds by then.
void ft_channel_lends (ft_thread *, int fd);
// After a call that has received 'n' bytes of 'wanted' ones; NULL: not known.
void ft_channel_take (ft_thread *, int fd, const void *bytes, size_t n,
                      size_t wanted);
// The second number stands for the same open file description as the first one (dup).
void ft_channel_same_file (int fd, int to);
// The epoll descriptor gives some events to one thread alone (EPOLLET, EPOLLONESHOT,
// EPOLLEXCLUSIVE).
void ft_channel_events_once (int fd);
// After a wait for the events of an epoll descriptor: how many of 'most' there were.
void ft_channel_events (ft_thread *, int fd, int n, int most);
// After a call that asks what there is to receive.
void ft_channel_look (ft_thread *, int fd);
// After a call that has written so much, or failed, and whether it had to wait.
void ft_channel_sent (ft_thread *, int fd, long bytes, bool waited);
// Before a call that changes whether calls on the descriptor wait, and after one
// of those.
void ft_channel_flags (ft_thread *, int fd);
// Before one that changes how much the channel holds.
void ft_channel_resized (ft_thread *, int fd);
void ft_channel_waited (ft_thread *, int fd, bool waited);
// After a wait for these descriptors, or for some that only the kernel knows:
// whether it found that something can be sent, or nothing.
struct pollfd;
void ft_channel_polled (ft_thread *, const struct pollfd *, size_t count);
void ft_channel_polled_unknown (ft_thread *, bool depends);
// Before the thread, if it is not NULL, starts a child: it and those that wait for
// children come behind.  From now on children may pass on what is sent.
void ft_child_begins (ft_thread *);
bool ft_channel_has_children (void);
void ft_channel_passed_on (ft_thread *);
void ft_channel_connect (ft_thread *);
void ft_channel_accept (ft_thread *, int fd, bool waited);
// Before a descriptor is closed, which the other end sees.
void ft_channel_close (ft_thread *, int fd);
// After a call that failed on a descriptor: there is nothing yet, or it was
// closed before.  Leaves errno.
void ft_channel_failed (ft_thread *, int fd);
// After the opening of a file, which may make or cut it, or find that it is there
// or not; -1: it failed.
void ft_channel_open (ft_thread *, int fd, bool changes);
// Logs an access to this process's memory by a call that has read or written
// 'n' bytes of a file at an offset, or before its position (-1), if the file is
// this memory (/proc/self/mem), or is mapped there.  Behind the call.
void ft_log_memory_file (ft_thread *, int fd, long at, long n, bool writes);
// What a stream writes into a file that is mapped: the position before the call,
// -1 if nothing is to be logged, and the bytes that it has moved by.
long ft_stream_position (ft_thread *, FILE *);
void ft_log_stream_bytes (ft_thread *, FILE *, long from);
// The same for calls without a descriptor, or with one that only the kernel
// knows.
void ft_channel_send_any (ft_thread *);
void ft_channel_receive_any (ft_thread *);
// After a call that other processes may have made come to its end: what they may
// have seen was done before.
void ft_channel_receive_outside (ft_thread *);
// A message takes descriptors along, perhaps to another process.
void ft_channel_passes_descriptors (void);
// Whatever may have been sent to the thread, or through anything.
void ft_channel_receive_unknown (ft_thread *);

// Whether memory was mapped that other processes may have, too.
bool ft_memory_is_shared (void);
// A system call that maps memory, or unmaps it, has been made.
void ft_map_syscall (ft_thread *, long number, const long *arguments,
                     long result);

// As 'ft_wrapper_enter', and waits until no other thread holds the stream with
// flockfile.
ft_thread *ft_wrapper_enter_stream (const void *stream);

// The same where the call uses the descriptor of the stream, a FILE, if it has one of
// its own.  Calls for single bytes are left out, which are too many.
ft_thread *ft_wrapper_use_stream (void *stream);
// Behind a call that has printed bytes to the stream, and that has waited if the
// token was released.
void ft_wrapper_end_print (ft_thread *, void *stream, bool released, long bytes);

#endif
