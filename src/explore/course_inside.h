// For the files of the course alone.

#ifndef FT_EXPLORE_COURSE_INSIDE_H
#define FT_EXPLORE_COURSE_INSIDE_H

#include "explore/course.h"

// What was tried is a schedule, known by a digest, with an input.
bool ft_course_is_new (const ft_knowledge *, const ft_job *, ft_course *,
                       uint64_t schedule);

bool ft_course_improve (const ft_explore_options *, const ft_knowledge *,
                        const ft_job *, ft_course *, ft_error *);

#endif
