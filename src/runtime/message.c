// Messages of the runtime on standard error, each in one system call, and the
// end of a process that cannot go on.

#include "runtime/files.h"
#include "runtime/rtl.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"

static void print_message (const char *format, va_list arguments) {
  char line[1024];
  ft_text text = FT_TEXT (line);
  ft_text_add (&text, "foretrace: ");
  ft_text_vadd (&text, format, arguments);
  ft_text_add (&text, "\n");
  ft_sys_write (2, line, text.size);
}

// Whether the format was not used before.  Formats are compared by address:
// each is a literal of its own.
static bool is_new (const char *format) {
  static const char *said[64];
  for (unsigned i = 0; i < sizeof said / sizeof *said; i++) {
    const char *none = NULL;
    if (__atomic_compare_exchange_n (&said[i], &none, format, false,
                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return true;
    if (none == format)
      return false;
  }
  return false;
}

void ft_warn (const char *format, ...) {
  if (!is_new (format))
    return;
  va_list arguments;
  va_start (arguments, format);
  print_message (format, arguments);
  va_end (arguments);
}

// The program's own errors, which the C library would notice, end with the
// status of SIGABRT.
static bool is_of_recorder (int status) {
  return status < 128;
}

_Noreturn void ft_fail (int status, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  print_message (format, arguments);
  va_end (arguments);
  if (is_of_recorder (status)) {
    va_start (arguments, format);
    ft_files_fail (format, arguments);
    va_end (arguments);
  }
  for (;;)
    FT_SYSCALL (exit_group, status, 0, 0, 0, 0, 0);
}
