// Whether the directory of an exploration can still be written to.  What a full
// disk does to a run looks like damage, or like a crash of the program.

#ifndef FT_EXPLORE_ROOM_H
#define FT_EXPLORE_ROOM_H

#include "base/error.h"
#include "explore/types.h"

// False and an error (69) when there is no room for a small run; nothing stays.
bool ft_disk_space_check (const ft_explore_options *, ft_error *);

#endif
