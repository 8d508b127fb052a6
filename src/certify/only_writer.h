// What the orders of a constraint graph leave of the writers that could give a
// read its value: those that may be executed, do not come after the read, and that
// no write overwrites which comes between the two.
//
// Where one is left the read returns it in every answer; where none is there is no
// answer.  Cost: per read the writes of its variable, as far as they are few, times
// the threads that write it.  Tested as 'closure.h' is.

#ifndef FT_CERTIFY_ONLY_WRITER_H
#define FT_CERTIFY_ONLY_WRITER_H

#include "certify/graph.h"

typedef struct ft_writers_left {
  unsigned count; // 0, 1; 2: several, or not known
  ft_id writer;   // FT_NO_ID: the initial value
} ft_writers_left;

// Of a read whose bytes come from one writer.  The graph is that of the events which
// the pair needs; the cone knows what all events need.
ft_writers_left ft_only_writer_find (const ft_graph *, ft_id read);

#endif
