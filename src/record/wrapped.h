// Functions of the C library that touch memory which they are given: the
// instrumenter renames references to NAME to '__foretrace_NAME', which the
// runtime defines (src/record/libc_*.c) and which calls NAME when nothing is
// recorded.  Not by symbol interposition, so that libraries that were not
// built with foretrace-cc keep calling what they always called.
//
// Every NAME here has a definition of the same type in the runtime.  memcpy,
// memmove and memset are no calls but records of their own (FT_SITE_COPY, SET).

#ifndef FT_RECORD_WRAPPED_H
#define FT_RECORD_WRAPPED_H

#define FT_WRAPPED(W)                                                          \
  W (memcmp) W (memchr) W (bcmp)                                               \
  W (strlen) W (strnlen) W (strcpy) W (strncpy) W (stpcpy)                     \
  W (strcat) W (strncat) W (strcmp) W (strncmp)                                \
  W (strcasecmp) W (strncasecmp)                                               \
  W (strchr) W (strrchr) W (strstr) W (strdup) W (strndup)                     \
  W (atoi) W (atol) W (atoll)                                                  \
  W (strtol) W (strtoul) W (strtoll) W (strtoull) W (strtod)                   \
  W (printf) W (fprintf) W (sprintf) W (snprintf)                              \
  W (vprintf) W (vfprintf) W (vsprintf) W (vsnprintf)                          \
  W (puts) W (fputs) W (fwrite) W (fread) W (fgets)                            \
  W (read) W (write) W (pread) W (pwrite) W (recv) W (send)                    \
  W (qsort) W (bsearch) W (sscanf)

#endif
