/* Stands for the header of compiler-rt's tests. */
#include <stdarg.h>
#include <stdio.h>
static inline void
print_address (const char *text, int n, ...)
{
  va_list list;
  va_start (list, n);
  fprintf (stderr, "%s", text);
  while (n--)
    fprintf (stderr, "%p ", va_arg (list, void *));
  fprintf (stderr, "\n");
  va_end (list);
}
