// Library functions by their other names do what they do by their own.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/futex.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static void memory (void) {
  char a[32] = "abcdefghij", b[32] = "";
  printf ("%s ", (char *)memcpy (b, a, 11));
  printf ("%s ", (char *)memmove (b + 2, b, 9));
  printf ("%td ", (char *)mempcpy (b, a, 5) - b);
  printf ("%td ", (char *)memchr (a, 'd', 10) - a);
  printf ("%td ", (char *)memrchr (a, 'd', 10) - a);
  printf ("%td ", (char *)rawmemchr (a, 'j') - a);
  printf ("%td ", (char *)memmem (a, 10, "efg", 3) - a);
  printf ("%td ", (char *)memccpy (b, a, 'c', 10) - b);
  printf ("%d %d ", memcmp (a, b, 10) > 0, memcmp (a, a, 10));
  memset (b, 'z', 4);
  bzero (b + 4, 1);
  swab (a, b + 5, 4);
  printf ("%s %.4s\n", b, b + 5);
}

static void strings (void) {
  char a[64] = "one,two;three", b[64], *rest = NULL;
  printf ("%s %s %td ", strcpy (b, a), strcat (b, "!"), stpcpy (b, "xy") - b);
  printf ("%s %s ", strncat (b, "zzzz", 2), strncpy (b, "q", 3));
  printf ("%d %d %d %d ", strcmp ("a", "b") < 0, strncmp ("ab", "ac", 1),
          strcasecmp ("Ab", "aB"), strncasecmp ("aBc", "AbD", 2));
  printf ("%zu %zu %zu %zu ", strlen (a), strnlen (a, 4), strspn (a, "eno"),
          strcspn (a, ";"));
  printf ("%s %s %s %s %s ", strchr (a, 't'), strrchr (a, 't'),
          strstr (a, "two"), strcasestr (a, "THREE"), strpbrk (a, ";,"));
  printf ("%td %d %d\n", strchrnul (a, '?') - a, strchr (a, '?') == NULL,
          strverscmp ("a9", "a10") < 0);
  for (char *t = strtok (a, ",;"); t; t = strtok (NULL, ",;"))
    printf ("[%s]", t);
  strcpy (a, ";;x;y");
  for (char *t = strtok_r (a, ";", &rest); t; t = strtok_r (NULL, ";", &rest))
    printf ("[%s]", t);
  char *s = strcpy (a, "p:q::r"), *part;
  while ((part = strsep (&s, ":")))
    printf ("[%s]", part);
  char *copy = strdup ("copied"), *half = strndup (copy, 3);
  printf (" %s %s %s\n", copy, half, strerror_r (ENOENT, b, sizeof b));
  free (copy);
  free (half);
}

static void numbers (void) {
  char *end;
  long n = strtol (" -42rest", &end, 10);
  printf ("%ld %s %d %ld %g ", n, end, atoi ("17x"), atol ("-3"),
          atof ("1.5e2"));
  printf ("%lu %lld %llu %g %d ", strtoul ("ff", NULL, 16),
          strtoll ("-9", &end, 0), strtoull ("077", NULL, 0),
          strtod ("2.25z", &end), *end);
  printf ("%" PRIdMAX " ", strtoimax ("5", NULL, 10));
  errno = 0;
  n = strtol ("99999999999999999999", NULL, 10);
  printf ("%ld %d\n", n, errno);
}

static void wide (void) {
  wchar_t a[32] = L"wide", b[32];
  char narrow[32];
  wcscpy (b, a);
  wcscat (b, L"r");
  printf ("%zu %d %td %ls ", wcslen (b), wcscmp (a, b) < 0,
          wcschr (b, L'd') - b, wcsstr (b, L"de"));
  printf ("%zu %s ", wcstombs (narrow, b, sizeof narrow), narrow);
  printf ("%zu %ls\n", mbstowcs (a, "back", 32), a);
}

static int forward (char *to, const char *format, ...) {
  va_list list;
  va_start (list, format);
  int result = vsprintf (to, format, list);
  va_end (list);
  return result;
}

static void printing (void) {
  char b[200], *made;
  int n;
  printf ("%d", snprintf (b, 5, "%s", "truncated"));
  printf (" %s %d %s", b,
          forward (b, "%*.*f|%-5s|%+d|%#x|%5.2s|%lc", 8, 2, 3.14159, "ab", 5,
                   255, "xyz", L'w'),
          b);
  printf (" %d",
          asprintf (&made, "%s-%Lf-%zu-%n-%%", "made", 1.5L, (size_t)9, &n));
  printf (" %s %d\n", made, n);
  free (made);
  printf ("%2$s %1$s %3$d\n", "second", "first", 3);
  printf ("%s %.*s %.3s\n", (char *)NULL, 2, "abc", "abcdef");
  char raw[3] = {'r', 'a', 'w'}; // no end
  printf ("%.3s %.*s\n", raw, 3, raw);
  errno = ENOENT;
  printf ("%m\n");
  puts ("puts");
  fputs ("fputs\n", stdout);
  putchar ('c');
  putc ('\n', stdout);
  fwrite ("fwrite\n", 1, 7, stdout);
  fflush (stdout);
  dprintf (1, "dprintf %d\n", 5);
  errno = 0;
}

static void scanning (void) {
  int a, c;
  char s[20], t[20], *m;
  double d;
  long double l;
  short h;
  int n = sscanf ("12 word 3.5 xyz 7 q 4.25", "%d %19s %lf %[x-z]%n %hd %c %Lf",
                  &a, s, &d, t, &c, &h, s + 10, &l);
  printf ("%d %d %s %g %s %d %d %c %Lg\n", n, a, s, d, t, c, h, s[10], l);
  n = sscanf ("skip 5 many", "%*s %d %ms", &a, &m);
  printf ("%d %d %s\n", n, a, m);
  free (m);
  printf ("%d\n", sscanf ("x", "%d", &a));
}

static void files (void) {
  char name[] = "/tmp/foretrace-test-XXXXXX", b[64] = "", *line = NULL;
  int fd = mkstemp (name);
  size_t size = 0;
  struct stat status;
  struct iovec v[2] = {{b, 3}, {b + 10, 4}};
  printf ("%zd %zd ", write (fd, "0123456789\n", 11), pwrite (fd, "AB", 2, 3));
  printf ("%zd %.5s ", pread (fd, b, 5, 1), b);
  lseek (fd, 0, SEEK_SET);
  printf ("%zd %.3s %.4s ", readv (fd, v, 2), b, b + 10);
  printf ("%zd ", writev (fd, v, 2));
  printf ("%d %ld ", fstat (fd, &status), (long)status.st_size);
  printf ("%d %d\n", stat (name, &status), stat ("/nonexistent", &status));
  FILE *f = fopen (name, "r+");
  printf ("%s", fgets (b, sizeof b, f));
  rewind (f);
  printf ("%zd %s", getline (&line, &size, f), line);
  rewind (f);
  int c = getc (f), a, n = fscanf (f, "%2d", &a);
  printf ("%c %d %d %zu\n", c, n, a, fread (b, 2, 3, f));
  free (line);
  fclose (f);
  close (fd);
  unlink (name);
  printf ("%zd %d\n", read (-1, b, 1), errno == EBADF);
}

static int ascending (const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static int ordered (const void *a, const void *b, void *sign) {
  return *(int *)sign * ascending (a, b);
}

static void arrays (void) {
  int a[] = {5, 3, 9, 1}, key = 9, sign = -1;
  qsort (a, 4, sizeof *a, ascending);
  int *found = bsearch (&key, a, 4, sizeof *a, ascending);
  printf ("%d %d %td ", a[0], a[3], found - a);
  qsort_r (a, 4, sizeof *a, ordered, &sign);
  printf ("%d %d\n", a[0], a[3]);
}

static void times (void) {
  time_t t = 86400 * 365, now = time (NULL);
  struct tm tm = *gmtime (&t);
  char b[64];
  struct timespec spec;
  strftime (b, sizeof b, "%Y-%m-%d", &tm);
  printf ("%s %d %s", b, timegm (&tm) == t, asctime_r (gmtime_r (&t, &tm), b));
  printf ("%d %d\n", clock_gettime (CLOCK_REALTIME, &spec),
          spec.tv_sec - now < 5);
}

static void maps (void) {
  long page = sysconf (_SC_PAGESIZE);
  char *p = mmap (NULL, (size_t)page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[0] = 7;
  p = mremap (p, (size_t)page, 4 * (size_t)page, MREMAP_MAYMOVE);
  printf ("%d %d ", p[0], p[3 * page]);
  printf ("%d %d\n", munmap (p, 4 * (size_t)page),
          mmap (NULL, 0, 0, 0, -1, 0) == MAP_FAILED);
}

static void heap (void) {
  void *p = NULL;
  int result = posix_memalign (&p, 3, 8);
  printf ("%d %d ", result == EINVAL, p == NULL);
  result = posix_memalign (&p, 64, 8);
  printf ("%d %d ", result, (int)((uintptr_t)p % 64));
  free (p);
  p = aligned_alloc (128, 256);
  printf ("%d ", (int)((uintptr_t)p % 128));
  p = realloc (p, 1000);
  printf ("%d ", malloc_usable_size (p) >= 1000);
  printf ("%d ", reallocarray (p, SIZE_MAX / 2, 4) == NULL && errno == ENOMEM);
  free (p);
  printf ("%d ", calloc (SIZE_MAX / 2, 4) == NULL);
  char *z = calloc (5, 5);
  printf ("%d %d\n", z[24], malloc (SIZE_MAX / 2) == NULL);
  free (z);
  free (realloc (NULL, 3));
  realloc (malloc (3), 0);
}

static unsigned word;

static void *changes (void *unused) {
  usleep (2000);
  __atomic_store_n (&word, 1, __ATOMIC_SEQ_CST);
  syscall (SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return unused;
}

static void calls (void) {
  pthread_t t;
  struct timespec soon = {0, 2000000};
  long result = syscall (SYS_futex, &word, FUTEX_WAIT, 5, NULL, NULL, 0);
  printf ("%ld %d ", result, errno == EAGAIN);
  result = syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &soon, NULL, 0);
  printf ("%ld %d ", result, errno == ETIMEDOUT);
  pthread_create (&t, NULL, changes, NULL);
  while (!__atomic_load_n (&word, __ATOMIC_SEQ_CST))
    syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  pthread_join (t, NULL);
  result = syscall (SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  printf ("%ld %d ", result, syscall (SYS_getpid) == getpid ());
  result = syscall (SYS_close, -1);
  printf ("%ld %d\n", result, errno == EBADF);
}

int main (void) {
  memory ();
  strings ();
  numbers ();
  wide ();
  printing ();
  scanning ();
  files ();
  arrays ();
  times ();
  maps ();
  heap ();
  calls ();
  return 0;
}
