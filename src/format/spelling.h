// Two spellings of one thread's name.
//
// Published STD traces write 'fork(151)' for the thread that acts as 'T151'.
// Taken literally, such forks order nothing, and false races multiply.  So a
// target of a fork or join that is spelt as digits, with or without a 'T',
// means the thread that acts under the other spelling, unless some thread acts
// under this one.  Threads that act are never confused with each other: a trace
// in which both '1' and 'T1' act keeps them apart, and is refused if a target
// was taken for the wrong one.

#ifndef FT_FORMAT_SPELLING_H
#define FT_FORMAT_SPELLING_H

#include "format/text_format.h"

typedef struct ft_spellings {
  ft_intern texts;
  FT_STACK (struct ft_spelling {
    ft_tid thread;
    bool acts; // the thread of an event is spelt like this
  })
  uses; // parallel to 'texts'
} ft_spellings;

void ft_spellings_release (ft_spellings *); // (ft_spellings){0} is empty

// The thread of an event; FT_NO_ID and an error if ambiguous.
ft_tid ft_spellings_actor (ft_spellings *, const ft_trace_line *, ft_span name,
                           ft_error *);

// The thread that acted before under this name (with its 'ft_intern_key_of'),
// or FT_NO_ID.
static inline ft_tid ft_spellings_known (const ft_spellings *s,
                                         ft_intern_key key, ft_span name) {
  ft_id id = ft_intern_find_key (&s->texts, key, name.begin, name.size);
  return id == FT_NO_ID || !s->uses.begin[id].acts ? FT_NO_ID
                                                   : s->uses.begin[id].thread;
}

// The thread that 'actor' (as spelt in the event) forks or joins.
ft_tid ft_spellings_target (ft_spellings *, const ft_trace_line *,
                            ft_span actor, ft_span name);

#endif
