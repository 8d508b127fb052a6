// dynamic_cast, which reads the pointer to the virtual table that the object
// begins with.  What the library reads behind that pointer is constant.

#include <stddef.h>

#include "runtime/libc_access.h"

__attribute__ ((weak)) void *__dynamic_cast (const void *, const void *,
                                             const void *, ptrdiff_t);

FT_WRAP (void *, __dynamic_cast, const void *object, const void *from,
         const void *to, ptrdiff_t offset) {
  ft_log_read_range (ft_wrapper_enter (), object, sizeof (void *));
  return __dynamic_cast (object, from, to, offset);
}
