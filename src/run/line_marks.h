// The marks of the lines of a recorded run (run/line_mark.h), by location.

#ifndef FT_RUN_LINE_MARKS_H
#define FT_RUN_LINE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ft_line_marks ft_line_marks;

// The marks of a recorded run; NULL: its code cannot be read.
ft_line_marks *ft_line_marks_read (const char *run);
void ft_line_marks_free (ft_line_marks *);

// The mark of the line of a location, "file.c:12:3", 0 if it is not known.  Of a line in a
// header of a library, "main.cpp:12:5 (stl_vector.h:1189:6)", the mark is of both.
uint64_t ft_line_marks_at (const ft_line_marks *, const char *location);

// Whether any line with this mark, "file.c:12", is one that is looked for.  Lines in headers of
// libraries are not among them.
bool ft_line_marks_any (const ft_line_marks *, uint64_t mark,
                        bool (*is_wanted) (void *context, const char *line), void *context);

#endif
