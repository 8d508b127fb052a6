// Calling contexts: call stacks as nodes of one tree (Ammons, Ball, Larus
// 1997).
//
// A stack is one number, however deep it is; equal prefixes of stacks are
// stored once.

#ifndef FT_LOAD_CONTEXTS_H
#define FT_LOAD_CONTEXTS_H

#include "run/run_reader.h"

typedef struct ft_context { // a frame and its caller
  ft_id caller;             // FT_NO_ID for the outermost frame
  const ft_run_function *function;
  ft_id site; // current site of the frame, FT_NO_ID if unknown
} ft_context;

typedef struct ft_contexts {
  FT_STACK (ft_context) list;
  ft_map callees[2]; // (caller, site or function) to 'list'
} ft_contexts;

void ft_contexts_release (ft_contexts *); // (ft_contexts){0} is empty

// The context of a thread, with its innermost frame at 'site' or, for FT_NO_ID,
// at its current call; FT_NO_ID for an empty stack.
ft_id ft_contexts_add (ft_contexts *, const ft_run_code *,
                       const ft_run_thread *, ft_id site);

// The frames of a context, outermost first, each at its call, the innermost at
// '*site'; the caller frees.
ft_run_frame *ft_contexts_frames (const ft_contexts *, ft_id context,
                                  size_t *depth, ft_id *site);

#endif
