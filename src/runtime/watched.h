// What epoll descriptors watch: what an epoll_wait depends on.
//
// A wait finds a channel ready because another thread of the program has sent
// something through it, or because another process answers what the program has
// sent to the outside.  A wait finds no channel ready because nobody has sent
// anything, or because another thread has taken what there was.  Of each epoll
// descriptor the runtime keeps what was ever
// added: the words of the channels whose other end is the program's own, and the
// data of their events and of all others.  Nothing is ever
// dropped, since a channel that was closed, or deleted while another thread
// waited, may have been what the wait found.
//
// Where that is not known (it watches another epoll descriptor, or something else
// that is no channel) a wait comes behind all that was sent, and behind the changes
// of all epoll descriptors; in a process that starts others, hands descriptors to
// them or connects to itself, behind all that was sent.

#ifndef FT_RUNTIME_WATCHED_H
#define FT_RUNTIME_WATCHED_H

#include <sys/epoll.h>

#include "runtime/channels.h"
#include "runtime/rtl.h"

// The number is that of a new epoll descriptor; it stands for the same as another
// one (dup); it is closed, or may be.
void ft_watched_opened (int fd);
void ft_watched_same (int fd, int to);
void ft_watched_closed (int fd);

// Before a call of epoll_ctl.  No records if the thread is NULL.
void ft_watched_changes (ft_thread *, int fd, int what, int other,
                         const struct epoll_event *);

// After an epoll_wait that has not failed, or its recorded answer: the records are
// as many, whatever it depends on.  'outside': nothing was ever the program's own.
void ft_watched_found (ft_thread *, int fd, const struct epoll_event *, int n,
                       bool outside);

// After a poll or a select that has asked about the descriptor: whether an epoll
// descriptor is ready depends on what it watches, and on who has got its events.
void ft_watched_polled (ft_thread *, int fd);

// A thread, its last taker or one of several, has received from the channel.
void ft_watched_taken (const ft_channel *);

#endif
