// Channels: pipes, files and sockets, each with the words of what is sent through
// it and taken from it (libc_channel.c, channel_taken.c).

#ifndef FT_RUNTIME_CHANNELS_H
#define FT_RUNTIME_CHANNELS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "runtime/rtl.h"

// The threads that receive from a channel, if it is not one.
enum { FT_NOBODY = -1, FT_SEVERAL = -2 };

typedef struct ft_channel {
  uint64_t device, inode;
  uint64_t sent, taken, flags;
  uint64_t bytes, writes; // that were sent, in how many calls
  uint64_t got;           // the bytes of each receipt, if 'same'
  bool same;              // all receipts were equal, and of all that was wanted
  long taker;             // number of the only thread that receives
  uint64_t watchers; // a bit for each epoll descriptor (watched.c)
  uint32_t number; // from 1
  uint64_t due, early; // what is received by threads that wait for their turn, and
                       // what of that they have taken by now (receive_again.c)
  unsigned receivers; // threads that receive from it now (ft_channel_receiving)
  bool is_pipe;
  bool is_counter; // an event counter that the program has made
  bool was_full;   // a counter had no room for one more; another channel may
                   // have been full before its size was changed
  bool is_memory; // of this process: /proc/self/mem
  bool is_lent;   // pages of the program are in it
} ft_channel;

// Standard input and output as the process began with them.
bool ft_channel_is_standard (int fd);

// Whether a call would not wait: for POLLIN, POLLOUT.
bool ft_channel_is_ready (int fd, short events);

// False also for files through which nothing comes from one thread to another
// (inherited_files.h).
bool ft_channel_status (int fd, struct stat *);

// The channel of a descriptor with this status; NULL: there are too many.
ft_channel *ft_channel_node (int fd, const struct stat *);

// ---- for watched.c ----------------------------------------------------------------

struct ft_watched_channel {
  ft_channel *channel;  // NULL: not known
  const uint64_t *sent; // NULL: all that it brings comes from outside
  bool is_inside;       // no other process has an end of it
};
struct ft_watched_channel ft_channel_watched (int fd);

// Whether all ends of the channels that the program has made are in this process,
// and of no other connection both are.
bool ft_channel_ends_are_known (void);

// The records of a wait: whatever was sent, or nothing; what other processes may
// have answered; what was sent to nobody knows whom; through one channel; what was
// taken from it.
void ft_channel_receive_if (ft_thread *, bool any);
void ft_channel_receive_answer (ft_thread *, bool any);
void ft_channel_look_at_unknown (ft_thread *, bool any);
void ft_channel_look_at (ft_thread *, const uint64_t *sent);
void ft_channel_look_at_taken (ft_thread *, const ft_channel *);

// The thread gives the token away for a call that may take something from the channel
// of the descriptor; -1: it has said what it has taken.  Meanwhile another thread may
// find the room that it has made, and has to come behind it.
void ft_channel_receiving (ft_thread *, int fd);
// Whether another thread is in such a call.
bool ft_channel_others_receive (const ft_thread *, int fd);
bool ft_channel_any_receive (const ft_thread *);
// The thread begins or ends a call in which the kernel moves what comes through one
// channel to another one.
void ft_channel_relays (ft_thread *, bool begins);
// Whether one is in the kernel to send through any; for a thread with the token.
bool ft_channel_others_send (void);

#endif
