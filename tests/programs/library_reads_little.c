// RACE-FREE
// FLAGS: -Wno-unused-value
// WHY: library functions read a text up to its end, or up to where they know enough
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <iconv.h>
#include <locale.h>
#include <net/if.h>
#include <pthread.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

// Behind the texts are bytes that the first thread changes.
static char text[64] = "12a", name[64] = "NOPE", number[64] = "12",
            date[64] = "1999 abc", path[64] = "a/b", base[64] = "a/b",
            made[64] = "/tmp/ftb-XXXXXX", far[64] = "zaaaaaa",
            same[64] = "aaaaaa", list[64] = "ro,rw,xyz", six[64] = "abcdefgh";
static wchar_t wide[32] = L"12ab", set[32] = L"1abc", folded[32] = L"ABx",
               other[32] = L"aby";
char *dirname (char *);
static locale_t c;
static regex_t compiled;
static unsigned short state[4];
static fd_set files;

static void *change (void *a) {
  char *const texts[] = {text, name, number, path};
  for (int i = 0; i < 4; i++)
    memset (texts[i] + strlen (texts[i]) + 1, 'x', 8);
  memset (base + 4, 'x', 8);
  memset (made + 16, 'x', 8);
  memset (date + 5, 'y', 3);
  memset (far + 1, 'y', 5);
  memset (same + 1, 'y', 5);
  memset (list + 3, 'y', 5);
  memset (six + 6, 'y', 2);
  wmemset (wide + 4, L'x', 1);
  wide[3] = L'c';
  set[1] = L'z';
  folded[3] = other[3] = L'z';
  state[3] = 1;
  FD_SET (70, &files);
  return a;
}


// Each in a thread of its own: what is assumed of a call orders those behind it.
// Calls of unknown effect are the last ones, for the same reason.
#define LOOK(number, call)                                                     \
  static void *look_##number (void *a) {                                       \
    regex_t r;                                                                 \
    glob_t g;                                                                  \
    struct tm tm = {0};                                                        \
    struct in_addr in;                                                         \
    wchar_t to[9], *rest;                                                      \
    mbstate_t m = {0};                                                         \
    const char *from = name;                                                   \
    const wchar_t *begin = wide;                                               \
    char out[32], *part = list, *value, *names[] = {"ro", 0}, *end;            \
    struct timespec none = {0};                                                \
    (void)&r, (void)&g, (void)&tm, (void)&in, (void)to, (void)&rest;           \
    (void)&m, (void)&from, (void)&begin, (void)out, (void)&part;               \
    (void)&value, (void)names, (void)&end, (void)&none;                        \
    call;                                                                      \
    return a;                                                                  \
  }

LOOK (0, getenv (name))
LOOK (1, setenv (name, number, 1))
LOOK (2, regexec (&compiled, text, 0, 0, 0))
LOOK (3, fnmatch (text, name, 0))
LOOK (4, glob (name, 0, 0, &g))
LOOK (5, inet_addr (number))
LOOK (6, inet_aton (number, &in))
LOOK (7, if_nametoindex (name))
LOOK (8, basename (path))
LOOK (9, dirname (base))
LOOK (10, mkstemp (made))
LOOK (11, memfd_create (name, 0))
LOOK (12, getsubopt (&part, names, &value))
LOOK (13, a64l (six))
LOOK (14, strtol_l (number, &end, 10, c))
LOOK (15, strtol_l (far, &end, 10, c))
LOOK (16, strcasecmp_l (far, same, c))
LOOK (17, strcoll (far, same))
LOOK (18, wcstol (wide, &rest, 10))
LOOK (19, wcsspn (L"1", set))
LOOK (20, wcscspn (wide, L"a"))
LOOK (21, wcscasecmp (folded, other))
LOOK (22, mbrtowc (to, far, 5, &m))
LOOK (23, mblen (far, 5))
LOOK (24, mbsrtowcs (to, &from, 2, &m))
LOOK (25, wcsrtombs (out, &begin, 2, &m))
LOOK (26, erand48 (state))
LOOK (27, pselect (64, &files, 0, 0, &none, 0))
LOOK (28, access (path, F_OK))
LOOK (29, open (path, O_RDONLY))
LOOK (30, truncate (far, -1))
LOOK (31, regcomp (&r, text, 0))
LOOK (32, iconv_open (name, text))
LOOK (33, system (number))
LOOK (34, strptime (date, "%Y", &tm))
LOOK (35, strptime (far, "%Y", &tm))

static void *(*const looks[]) (void *) = {
    look_0,
    look_1,
    look_2,
    look_3,
    look_4,
    look_5,
    look_6,
    look_7,
    look_8,
    look_9,
    look_10,
    look_11,
    look_12,
    look_13,
    look_14,
    look_15,
    look_16,
    look_17,
    look_18,
    look_19,
    look_20,
    look_21,
    look_22,
    look_23,
    look_24,
    look_25,
    look_26,
    look_27,
    look_28,
    look_29,
    look_30,
    look_31,
    look_32,
    look_33,
    look_34,
    look_35,
};

int main (void) {
  enum { LOOKS = sizeof looks / sizeof *looks };
  pthread_t t, u[LOOKS];
  c = newlocale (LC_ALL_MASK, "C", 0);
  regcomp (&compiled, "1", 0);
  pthread_create (&t, 0, change, 0);
  for (int i = 0; i < LOOKS; i++)
    pthread_create (u + i, 0, looks[i], 0);
  pthread_join (t, 0);
  for (int i = 0; i < LOOKS; i++)
    pthread_join (u[i], 0);
  unlink (made);
  return 0;
}
