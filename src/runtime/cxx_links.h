// Links of containers whose library code is not instrumented: each access makes
// a record of its own, with a scheduling point before it, as an access by the
// program does.

#ifndef FT_RUNTIME_CXX_LINKS_H
#define FT_RUNTIME_CXX_LINKS_H

#include "runtime/libc_access.h"
#include "runtime/symbolic.h"

static inline void ft_link_access (ft_thread *t, const void *p, size_t bytes,
                                   unsigned code) {
  if (!t)
    return;
  ft_scheduling_point (t);
  ft_log_record1 (t, code, ft_address (p), bytes);
}

#define ft_link_read(t, link)                                                  \
  (ft_link_access (t, link, sizeof *(link), FT_WIRE_READ_RANGE), *(link))

#define ft_link_write(t, link, to)                                             \
  (ft_link_access (t, link, sizeof *(link), FT_WIRE_WRITE_RANGE),              \
   (void)(*(link) = (to)), ft_log_value (t, link, sizeof *(link)))

#endif
