// The grammar of a compressed trace, whole, without its values.

#ifndef FT_GRAMMAR_SLP_LOAD_H
#define FT_GRAMMAR_SLP_LOAD_H

#include "trace/slp.h"
#include "trace/tables.h"

typedef struct ft_slp_file {
  ft_slp slp;       // checked
  ft_tables tables; // names, and the ranges of ALLOC and FREE
} ft_slp_file;

// What became of reading it.
enum ft_slp_loaded {
  FT_SLP_FAILED, // with an error
  FT_SLP_READ,
  FT_SLP_OTHER, // it is a trace of another format, or cannot be read twice
  FT_SLP_DENSE, // there are nearly as many items as events: reading stopped
};

// 'events' for each item there must be; fewer are dense.  (ft_slp_file){0} is
// empty, and to be released whatever became of it.
enum ft_slp_loaded ft_slp_load (ft_slp_file *, const char *path,
                                uint64_t events, ft_error *);
void ft_slp_file_release (ft_slp_file *);

#endif
