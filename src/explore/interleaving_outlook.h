// What an interleaving promises: whether the program would fail, if it went on
// as recorded until a value makes it go elsewhere.

#ifndef FT_EXPLORE_INTERLEAVING_OUTLOOK_H
#define FT_EXPLORE_INTERLEAVING_OUTLOOK_H

#include "explore/interleavings.h"

enum ft_outlook {
  FT_OUTLOOK_FAILURE,   // a branch that decides over a failure takes its other
                        // side, or an access has a null pointer
  FT_OUTLOOK_DOUBTFUL,  // such a branch depends on a value that is not known
  FT_OUTLOOK_ELSEWHERE, // a thread goes elsewhere, which may lead to a failure
  FT_OUTLOOK_VALUE,     // a read returns another value
  FT_OUTLOOK_SAME       // no read does
};

// Takes the schedule to happen, then the rest of the trace in its order, but
// the thread of 'last', and those that join it, at the end, without regard to
// locks.  Values are
// computed anew by the operators of the trace; what is not recorded is unknown.
// A thread that goes elsewhere is followed no further, and what its recorded
// events would write is unknown.  'decides' as in 'ft_interleavings_list'.
// Cost: linear in the trace.
enum ft_outlook ft_interleaving_outlook (const ft_index *,
                                         const ft_event_list *, ft_tid last,
                                         const bool *decides);

#endif
