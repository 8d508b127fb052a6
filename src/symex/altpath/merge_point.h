// Merge points: where an alternative path comes back to the path that the run
// took.

#ifndef FT_SYMEX_ALTPATH_MERGE_POINT_H
#define FT_SYMEX_ALTPATH_MERGE_POINT_H

#include "symex/exec/machine.h"

// The state in which an alternative path arrives at its merge point; the run
// may arrive there, too.
struct ft_merge_point {
  uint32_t altpath;     // number of the alternative path
  uint32_t from, block; // the block of the branch, and the one where they merge
  uint32_t merge_epoch; // of the thread, when the path was executed
  uint32_t unknown_stores; // of the frame, at the branch
  bool stored_unknown;     // the path stores unknown values in objects
  ft_value *values;        // owned; of the frame, at the end of the path
  FT_STACK (ft_memory_object) objects; // owned; the same of its objects
};

// The block where paths from the frame's block on merge, UINT32_MAX if they do
// not.
uint32_t ft_merge_point_block (const ft_exec_frame *);

// A copy of the frame's values, for 'values'.
ft_value *ft_merge_point_values (const ft_exec_frame *);

// Whether an alternative path may still merge in some frame of the thread.
bool ft_merge_points_pending (const ft_machine *);

void ft_merge_point_release (ft_merge_point *);
void ft_merge_points_release (ft_exec_frame *);

// The frame has entered a block: merges the alternative paths that end there.
void ft_merge_paths (ft_machine *, ft_exec_frame *);

#endif
