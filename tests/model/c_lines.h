// The lines of a random thread (see 'c_source.h').

#ifndef FT_MODEL_C_LINES_H
#define FT_MODEL_C_LINES_H

#include "tests/model/c_source.h"

typedef enum ft_c_role { FT_C_ANY, FT_C_PUBLISHER, FT_C_FOLLOWER } ft_c_role;

void ft_c_thread_random (ft_c_thread *, ft_rng *, int id, ft_c_role,
                         bool waits);

// ---- single lines (c_lines.c), of which blocks are made (c_blocks.c) ------

typedef struct ft_c_maker {
  ft_c_thread *thread;
  ft_rng *rng;
  int depth, held; // locks below 'held' are not to be taken
  int id;
  bool waits; // 'main' calls 'publish'
} ft_c_maker;

unsigned ft_c_below (ft_c_maker *, unsigned n);
const char *ft_c_local (ft_c_maker *); // the name of one
const char *ft_c_data (ft_c_maker *);
void ft_c_add (ft_c_maker *, int block, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
void ft_c_add_read (ft_c_maker *); // of what is shared
void ft_c_add_write (ft_c_maker *);
void ft_c_add_data (ft_c_maker *); // what races
void ft_c_add_sum (ft_c_maker *);
void ft_c_add_call (ft_c_maker *);
void ft_c_add_form (ft_c_maker *, const char *const *forms, unsigned count);
void ft_c_add_typed (ft_c_maker *); // other types, shared
void ft_c_add_own (ft_c_maker *);   // and the thread's own

// ---- what orders threads beside mutexes (c_sync.c) -------------------------

extern const char ft_c_sync_top[]; // what the program needs for it

void ft_c_add_exchange (ft_c_maker *);
void ft_c_add_exchanged (ft_c_maker *); // begins a block: what one has found

// Begins a section of a lock that is never waited for with another one; its
// number.  One that 'tries' may be of a lock that the thread has.
unsigned ft_c_begin_other (ft_c_maker *, bool tries);
void ft_c_end_other (ft_c_maker *, unsigned);

#endif
