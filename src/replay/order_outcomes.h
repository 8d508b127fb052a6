// The outcomes of the continuations of a race, by the order of its accesses,
// and whether that order decides a part of them (consequences.h).

#ifndef FT_REPLAY_ORDER_OUTCOMES_H
#define FT_REPLAY_ORDER_OUTCOMES_H

#include "base/stack.h"
#include "base/strbuf.h"
#include "replay/final_files.h"
#include "results/consequence.h"

// Why a bad end is no consequence of the race (mixed_ends.h).
enum ft_discount {
  FT_DISCOUNT_NOT,          // it is one
  FT_DISCOUNT_BOTH,         // the other order has it, too
  FT_DISCOUNT_CHANCE,       // the same continuation did not end so again
  FT_DISCOUNT_NOT_REPEATED, // time was over
};

// What one continuation showed.
typedef struct ft_continued {
  enum ft_consequence_class class;  // of the continuation alone: NONE, or worse
  ft_strbuf ended;                  // how it ended, in words
  ft_strbuf status, written, state; // what is compared between the orders
  ft_strbuf memory;                 // all values at the end, a line each
  ft_strbuf reads;  // of heap bytes, a line each (heap_reads.h)
  ft_final_files files;
  ft_strbuf overrun; // an access behind the end of a block, or ""
  unsigned round;    // which of the continuations of its order it is
  bool timed_out;
  double seconds; // its time limit if it timed out, else its duration
  bool own;         // a crash at an access of the race
  bool as_recorded; // it ended as the recorded run did
  bool of_other;    // it is the sure consequence of another race
  bool repeated;    // a mixed end of which 'discount' is known
  enum ft_discount discount;
  bool of_both;     // it ended so in the other order, too (ft_orders_mark_alike)
} ft_continued;

void ft_continued_release (ft_continued *);

typedef FT_STACK (ft_continued) ft_continued_list;

typedef struct ft_order_outcomes {
  ft_continued_list all;     // of continuations that reached the race
  ft_continued_list control; // the first of them again, or nothing
  ft_continued_list discounted; // continuations that are none of 'all'
  ft_strbuf accesses;        // "T2 writes first"
  unsigned tried;
  bool frees; // an access of the pair frees the block of the other one
  bool unsure; // the only continuation was killed before it could be said to hang
} ft_order_outcomes;

void ft_order_outcomes_release (ft_order_outcomes *); // {0} is empty

// A part of an outcome that is compared as text.
typedef const ft_strbuf *ft_continued_part (const ft_continued *);
ft_continued_part ft_continued_status, ft_continued_written, ft_continued_state;

bool ft_continued_texts_equal (const ft_strbuf *, const ft_strbuf *);

// Whether the outcomes of the order have one text alone, and whether all have
// one.
bool ft_order_has_one (const ft_order_outcomes *, ft_continued_part *);
bool ft_order_is_known (const ft_order_outcomes *, ft_continued_part *);

// Whether the order of the accesses decides the part: no outcome is seen in
// both, or one order has one alone and the other has others.
bool ft_orders_decide (const ft_order_outcomes[2], ft_continued_part *);

// Two outcomes that differ, one of each order; false: there are none.
bool ft_orders_find_pair (const ft_order_outcomes[2], ft_continued_part *,
                          const ft_continued *pair[2]);

// Whether two runs of the order agreed on the part.  Else the clock, say, may
// decide it.
bool ft_order_is_steady (const ft_order_outcomes *, ft_continued_part *);

// Whether both ended with the same class and the same words, but for the thread
// that a signal ended: of two frees of one block, the order in which they reach
// the allocator decides which of them aborts, not the schedule.
bool ft_continued_ends_equal (const ft_continued *, const ft_continued *);

// Marks the outcomes that do not depend on the order: the continuation of the
// other order that went on in the same way (its round) ended alike; if there is
// none of that round, any other.  A crash at an access of the race is its own in both
// orders.  A pair that frees has no such outcomes: of two
// frees the second one is an error in both orders.
void ft_orders_mark_alike (ft_order_outcomes[2]);

// Whether a difference between the orders counts only if the first continuation
// of this one does the same again.
bool ft_order_wants_control (const ft_order_outcomes[2], unsigned order);

#endif
