// Wrappers of functions that look at a text and at more, of which there is no
// record: the text is read whole, or its first byte.  Of each only what every
// version of the library reads for any contents is recorded: a byte too many
// would be a race that is none.

#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <envz.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <getopt.h>
#include <glob.h>
#include <iconv.h>
#include <locale.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <regex.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wctype.h>
#include <wordexp.h>

#include "runtime/libc_access.h"

static void log_first (ft_thread *t, const char *s) {
  if (s)
    ft_log_read_range (t, s, 1);
}

#define LOOKS(type, name, log, parameters, ...)                                \
  type __foretrace_##name parameters;                                          \
  FT_EXPORT type __foretrace_##name parameters {                               \
    ft_thread *t = ft_wrapper_enter ();                                        \
    log;                                                                       \
    return name (__VA_ARGS__);                                                 \
  }

#define WHOLE(type, name, s, parameters, ...)                                  \
  LOOKS (type, name, ft_log_read_string (t, s), parameters, __VA_ARGS__)

#define FIRST(type, name, s, parameters, ...)                                  \
  LOOKS (type, name, log_first (t, s), parameters, __VA_ARGS__)

// Where nothing is read unless the call succeeds.
#define SUCCEEDS(type, name, succeeds, log, parameters, ...)                   \
  type __foretrace_##name parameters;                                          \
  FT_EXPORT type __foretrace_##name parameters {                               \
    ft_thread *t = ft_wrapper_enter ();                                        \
    type result = name (__VA_ARGS__);                                          \
    if (t && (succeeds)) {                                                     \
      log;                                                                     \
    }                                                                          \
    return result;                                                             \
  }

// ---- the environment and the locale ----------------------------------------

WHOLE (char *, getenv, environ ? s : NULL, (const char *s), s)
WHOLE (char *, secure_getenv, environ && !getauxval (AT_SECURE) ? s : NULL,
       (const char *s), s)
SUCCEEDS (int, setenv, !result, {
  ft_log_read_string (t, s);
  ft_log_read_string (t, replace ? value : NULL);
}, (const char *s, const char *value, int replace), s, value, replace)
SUCCEEDS (int, unsetenv, !result, ft_log_read_string (t, s), (const char *s), s)

enum { ALL_CATEGORIES = LC_ALL_MASK };

FIRST (char *, setlocale,
       category >= LC_CTYPE && category <= LC_IDENTIFICATION ? s : NULL,
       (int category, const char *s), category, s)
FIRST (locale_t, newlocale,
       categories && !(categories & ~ALL_CATEGORIES) ? s : NULL,
       (int categories, const char *s, locale_t base), categories, s, base)

// ---- patterns --------------------------------------------------------------

WHOLE (int, regcomp, s, (regex_t * to, const char *s, int flags), to, s, flags)
WHOLE (int, regexec, flags & ~(REG_NOTBOL | REG_NOTEOL) ? NULL : s,
       (const regex_t *pattern, const char *s, size_t n, regmatch_t to[],
        int flags),
       pattern, s, n, to, flags)

// Where a byte is a character, a matcher is given the end of the string.
LOOKS (int, fnmatch,
       {
         log_first (t, pattern);
         ft_log_read_string (t, MB_CUR_MAX == 1 ? s : NULL);
       },
       (const char *pattern, const char *s, int flags), pattern, s, flags)

enum {
  GLOB_FLAGS = GLOB_ERR | GLOB_MARK | GLOB_NOSORT | GLOB_DOOFFS | GLOB_NOCHECK |
               GLOB_APPEND | GLOB_NOESCAPE | GLOB_PERIOD | GLOB_ALTDIRFUNC |
               GLOB_BRACE | GLOB_NOMAGIC | GLOB_TILDE | GLOB_ONLYDIR |
               GLOB_TILDE_CHECK
};

FIRST (int, glob, to && !(flags & ~GLOB_FLAGS) ? s : NULL,
       (const char *s, int flags, int (*failed) (const char *, int),
        glob_t *to),
       s, flags, failed, to)
FIRST (int, wordexp, flags & (WRDE_DOOFFS | WRDE_REUSE) ? NULL : s,
       (const char *s, wordexp_t *to, int flags), s, to, flags)
FIRST (int, rpmatch, s, (const char *s), s)

// ---- characters and encodings ----------------------------------------------

LOOKS (iconv_t, iconv_open,
       {
         ft_log_read_string (t, from);
         ft_log_read_string (t, to);
       },
       (const char *to, const char *from), to, from)
FIRST (wctype_t, wctype, s, (const char *s), s)
FIRST (wctrans_t, wctrans, s, (const char *s), s)

// ---- a locale that is named -------------------------------------------------

static void log_folded (ft_thread *t, const char *a, const char *b, size_t n,
                        locale_t locale) {
  const unsigned char *x = (const void *)a, *y = (const void *)b;
  size_t i = 0;
  if (!t || a == b || !n)
    return;
  while (i < n - 1 && x[i] && tolower_l (x[i], locale) == tolower_l (y[i], locale))
    i++;
  ft_log_read_range (t, a, i + 1);
  ft_log_read_range (t, b, i + 1);
}

LOOKS (int, strcasecmp_l, log_folded (t, a, b, SIZE_MAX, locale),
       (const char *a, const char *b, locale_t locale), a, b, locale)
LOOKS (int, strncasecmp_l, log_folded (t, a, b, n, locale),
       (const char *a, const char *b, size_t n, locale_t locale), a, b, n,
       locale)
LOOKS (int, strcoll_l,
       {
         log_first (t, a);
         log_first (t, b);
       },
       (const char *a, const char *b, locale_t locale), a, b, locale)

// ---- addresses and hosts ---------------------------------------------------

FIRST (in_addr_t, inet_addr, s, (const char *s), s)
FIRST (in_addr_t, inet_network, s, (const char *s), s)
FIRST (int, inet_aton, s, (const char *s, struct in_addr *to), s, to)
FIRST (int, inet_pton, family == AF_INET || family == AF_INET6 ? s : NULL,
       (int family, const char *s, void *to), family, s, to)
FIRST (struct ether_addr *, ether_aton, s, (const char *s), s)
FIRST (struct ether_addr *, ether_aton_r, s,
       (const char *s, struct ether_addr *to), s, to)
FIRST (unsigned, if_nametoindex, s, (const char *s), s)
FIRST (struct hostent *, gethostbyname, s, (const char *s), s)
LOOKS (int, getaddrinfo,
       {
         log_first (t, host);
         log_first (t, service);
       },
       (const char *host, const char *service, const struct addrinfo *hints,
        struct addrinfo **to),
       host, service, hints, to)

// ---- names of files --------------------------------------------------------

// The GNU one, which <libgen.h> hides; the other one is __xpg_basename there.
extern char *__xpg_basename (char *);
extern char *dirname (char *);

WHOLE (char *, basename, s, (const char *s), s)
WHOLE (char *, __xpg_basename, s, (char *s), s)
WHOLE (char *, dirname, s, (char *s), s)

// The X at the end of the template become a name.
#define TEMPLATE(type, name, fails, behind, parameters, ...)                   \
  SUCCEEDS (type, name, result != (fails), {                                   \
    size_t length = strlen (s);                                                \
    ft_log_read_range (t, s, length + 1);                                      \
    ft_log_write_range (t, s + length - 6 - (size_t)(behind), 6);              \
  }, parameters, __VA_ARGS__)

TEMPLATE (int, mkstemp, -1, 0, (char *s), s)
TEMPLATE (int, mkstemp64, -1, 0, (char *s), s)
TEMPLATE (int, mkostemp, -1, 0, (char *s, int flags), s, flags)
TEMPLATE (int, mkostemp64, -1, 0, (char *s, int flags), s, flags)
TEMPLATE (int, mkstemps, -1, behind, (char *s, int behind), s, behind)
TEMPLATE (int, mkostemps, -1, behind, (char *s, int behind, int flags), s,
          behind, flags)
TEMPLATE (char *, mkdtemp, NULL, 0, (char *s), s)

FIRST (long, pathconf, s, (const char *s, int which), s, which)

SUCCEEDS (int, memfd_create, result >= 0, ft_log_read_string (t, s),
          (const char *s, unsigned flags), s, flags)

// Older C libraries have these in other libraries.
FT_WRAP (int, shm_open, const char *s, int flags, mode_t mode) {
  ft_log_read_string (ft_wrapper_enter (), s);
  return FT_REAL_OF (shm_open) (s, flags, mode);
}

FT_WRAP (int, shm_unlink, const char *s) {
  ft_log_read_string (ft_wrapper_enter (), s);
  return FT_REAL_OF (shm_unlink) (s);
}

FT_WRAP (sem_t *, sem_open, const char *s, int flags, ...) {
  va_list list;
  ft_log_read_string (ft_wrapper_enter (), s);
  if (!(flags & O_CREAT))
    return FT_REAL_OF (sem_open) (s, flags);
  va_start (list, flags);
  mode_t mode = va_arg (list, mode_t);
  unsigned value = va_arg (list, unsigned);
  va_end (list);
  return FT_REAL_OF (sem_open) (s, flags, mode, value);
}

FT_WRAP (int, sem_unlink, const char *s) {
  ft_log_read_string (ft_wrapper_enter (), s);
  return FT_REAL_OF (sem_unlink) (s);
}

// ---- commands --------------------------------------------------------------

// Only what is opened to read or to write has a command.
LOOKS (FILE *, popen,
       {
         bool opens = (*how == 'r' || *how == 'w') && !how[1 + (how[1] == 'e')];
         ft_log_read_string (t, opens ? s : NULL);
         ft_log_read_string (t, opens ? how : NULL);
       },
       (const char *s, const char *how), s, how)
WHOLE (int, system, s, (const char *s), s)

// ---- options ----------------------------------------------------------------

// A new list of arguments begins with its first one.
static void log_arguments (ft_thread *t, int count, char *const arguments[],
                           const char *options) {
  log_first (t, count > 0 ? options : NULL);
  if (!optind && count > 1)
    log_first (t, arguments[1]);
}

FT_WRAP (int, getopt, int count, char *const arguments[], const char *options) {
  log_arguments (ft_wrapper_enter (), count, arguments, options);
  return getopt (count, arguments, options);
}

// A long option with a flag writes it and has the result 0; which option it was
// is written where the caller wants it.
#define LONG_OPTIONS(name)                                                     \
  FT_WRAP (int, name, int count, char *const arguments[], const char *options, \
           const struct option *names, int *which) {                           \
    ft_thread *t = ft_wrapper_enter ();                                        \
    int found = -1;                                                            \
    log_arguments (t, count, arguments, options);                              \
    int result = name (count, arguments, options, names, &found);              \
    if (found >= 0 && which) {                                                 \
      ft_log_write_range (t, which, sizeof *which);                            \
      *which = found;                                                          \
    }                                                                          \
    if (found >= 0 && !result && names[found].flag)                            \
      ft_log_write_range (t, names[found].flag, sizeof (int));                 \
    return result;                                                             \
  }

LONG_OPTIONS (getopt_long)
LONG_OPTIONS (getopt_long_only)

// ---- times -----------------------------------------------------------------

// Whether the format begins with what must be in the text.
static bool wants_byte (const char *format) {
  return *format == '%'
             ? format[1] && strchr ("CDFHIMRSTYdejklmy", format[1])
             : *format && !isspace ((unsigned char)*format);
}

FT_WRAP (char *, strptime, const char *s, const char *format, struct tm *to) {
  ft_thread *t = ft_wrapper_enter ();
  char *end = strptime (s, format, to);
  if (!end) {
    log_first (t, wants_byte (format) ? s : NULL);
    log_first (t, format);
  } else {
    ft_log_read_string (t, format);
    ft_log_read_range (t, s, (size_t)(end - s));
  }
  return end;
}

// ---- vectors and parts of texts --------------------------------------------

WHOLE (char *, strfry, s, (char *s), s)
LOOKS (size_t, argz_count,
       ft_log_read_range (t, s, n && !s[n - 1] ? n : 0),
       (const char *s, size_t n), s, n)
LOOKS (char *, envz_get,
       {
         ft_log_read_range (t, s, n > 0);
         ft_log_read_range (t, name, n > 0);
       },
       (const char *s, size_t n, const char *name), s, n, name)

// Up to the comma.
LOOKS (int, getsubopt,
       {
         ft_log_read_range (t, s, sizeof *s);
         ft_log_read_range (t, *s, strcspn (*s, ",") + 1);
       },
       (char **restrict s, char *const *restrict names, char **restrict value),
       s, names, value)

// Six digits at most.
static size_t digits64 (const char *s) {
  static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz";
  size_t n = 0;
  while (n < 6 && s[n] && strchr (digits, s[n]))
    n++;
  return n < 6 ? n + 1 : n;
}

LOOKS (long, a64l, ft_log_read_range (t, s, digits64 (s)), (const char *s), s)
