// Wrappers of functions by which a process becomes another user.  Nothing but the
// run directory is changed: it has to be written to afterwards, too.

#include <unistd.h>

#include "runtime/files.h"
#include "runtime/libc_access.h"

#define BECOMES(name, user, parameters, ...)                                   \
  int __foretrace_##name parameters;                                           \
  FT_EXPORT int __foretrace_##name parameters {                                \
    ft_wrapper_enter ();                                                       \
    ft_files_give (user);                                                      \
    return name (__VA_ARGS__);                                                 \
  }

BECOMES (setuid, user, (uid_t user), user)
BECOMES (seteuid, user, (uid_t user), user)
BECOMES (setreuid, user, (uid_t real, uid_t user), real, user)
BECOMES (setresuid, user, (uid_t real, uid_t user, uid_t saved), real, user,
         saved)
