// Headers and sources of libraries, which a programmer did not write, by their
// paths.

#ifndef FT_BASE_SYSTEM_HEADER_H
#define FT_BASE_SYSTEM_HEADER_H

#include <stdbool.h>

// Whether the path is that of a header of the system or of the C++ library, or of
// a source file of Rust's.
bool ft_is_system_header (const char *path);

// Whether it is one of the C++ library.
bool ft_is_cxx_header (const char *path);

// Whether the path is that of a source file of Rust's standard library, as in
// /rustc/HASH/library/std/src/thread/mod.rs.
bool ft_is_rust_library (const char *path);

// Whether the path is that of a source file of the OpenMP runtime (src/openmp).
bool ft_is_openmp_runtime (const char *path);

#endif
