// Vector clocks over dense thread ids.
//
// A clock maps every thread to a time; a thread that was never raised is at
// time zero.  So the empty clock is the bottom of the order, needs no memory,
// and a clock never has to know how many threads a trace has. HB, SHB, WCP and
// DC differ only in when they join clocks (see 'hb.c', 'shb.c', 'wcp.c',
// 'dc.c'); the meaning of a join is defined here, once.
//
// Clocks are tries of 16 times per leaf, whose nodes are counted and shared
// between clocks until one of them is written.  With at most 16 threads the
// trie is one leaf.  A copy costs nothing, and when 10^5 threads pass one lock
// round, each clock differs from the previous one in a path of five nodes:
// plain arrays took 10^10 words for that.
//
// The time of one thread, the one raised last, stands beside the trie.  Mostly
// it is the clock's own thread, whose time changes each time that the thread
// publishes something.  So publishing writes no node, only learning does.

#ifndef FT_ORDER_CLOCK_H
#define FT_ORDER_CLOCK_H

#include "base/ids.h"

typedef uint32_t ft_time;

enum { FT_CLOCK_BITS = 4, FT_CLOCK_WIDTH = 1 << FT_CLOCK_BITS };

typedef struct ft_clock ft_clock;

struct ft_clock {
  struct ft_clock_node *root; // shared; NULL: all threads are at zero
  uint32_t height;            // the root is a leaf at height zero
  ft_tid top;                 // thread whose time is in 'time'; the trie
  ft_time time;               // may have an older time of it
};

struct ft_clock_node {
  uint32_t references;
};

struct ft_clock_leaf {
  struct ft_clock_node node;
  ft_time times[FT_CLOCK_WIDTH];
};

#define FT_CLOCK_BOTTOM ((ft_clock){0})

void ft_clock_release (ft_clock *); // back to bottom

// Frees the memory that the calling thread of this process keeps for new
// clocks; for threads that end.
void ft_clock_forget_spare (void);

// slow path of ft_clock_copy
void ft_clock_copy_slow (ft_clock *c, const ft_clock *d);
// slow path of ft_clock_join
bool ft_clock_join_slow (ft_clock *c, const ft_clock *d);
// the time in the trie
ft_time ft_clock_search (const ft_clock *, ft_tid);

// The time of a thread.  This is the test that every filter ends in.
static inline ft_time ft_clock_at (const ft_clock *c, ft_tid t) {
  if (t == c->top)
    return c->time;
  if (c->height || t >= FT_CLOCK_WIDTH)
    return ft_clock_search (c, t);
  return c->root ? ((const struct ft_clock_leaf *)c->root)->times[t] : 0;
}

// c := d, in constant time.
static inline void ft_clock_copy (ft_clock *c, const ft_clock *d) {
  if (c->root == d->root)
    *c = *d;
  else
    ft_clock_copy_slow (c, d);
}

// c := c ⊔ d, pointwise maximum.  Returns whether 'c' changed, since a
// fixpoint must know when to stop.
static inline bool ft_clock_join (ft_clock *c, const ft_clock *d) {
  return !((d->root == c->root || !d->root) &&
           d->time <= ft_clock_at (c, d->top)) &&
         ft_clock_join_slow (c, d);
}

// c ⊑ d, pointwise.
bool ft_clock_leq (const ft_clock *c, const ft_clock *d);

// c[t] := max (c[t], time).
void ft_clock_raise (ft_clock *c, ft_tid t, ft_time time);

#endif
