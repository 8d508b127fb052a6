// Frames of a library in a stack: those between two frames of the program are
// one line, which names what the program called.

#ifndef FT_REPORT_LIBRARY_FRAMES_H
#define FT_REPORT_LIBRARY_FRAMES_H

#include "base/strbuf.h"
#include "load/describe.h"

// The end of the library's frames that begin at a frame; that frame itself if
// it is the program's.
size_t ft_library_frames_end (const ft_backtrace *, size_t from);

// Adds "    … 7 frames of the C++ library (std::map<std::string, int>::at)" for
// some frames of a library.
void ft_library_frames_add (ft_strbuf *, const ft_backtrace *, size_t from,
                            size_t to);

// Adds the name of a function or a type; the template arguments of a long name
// are left out: "std::map<…>::operator[]".
void ft_library_frames_function (ft_strbuf *, const char *name);

#endif
