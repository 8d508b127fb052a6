// The schedule of a job, from what earlier runs left.

#ifndef FT_EXPLORE_COURSE_H
#define FT_EXPLORE_COURSE_H

#include "base/error.h"
#include "explore/knowledge.h"

// False without an error when there is none that was not tried: improve
// returned none.
bool ft_course (const ft_explore_options *, const ft_knowledge *, const ft_job *,
                ft_schedule *, ft_error *);

#endif
