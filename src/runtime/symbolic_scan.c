// scanf and related functions in runs with symbolic inputs.  The records have
// the format, the text and the results; re-execution parses the text again to
// relate both (symex/libc/model_scan.c).  For formats with conversions that are
// not modelled, only the writes are recorded.
//
// Text from a stream is recorded at the buffer of the thread to which it was
// copied.

#include <string.h>

#include "runtime/printf_format.h"
#include "runtime/symbolic.h"

static bool is_simple (const char *format) {
  for (;;) {
    struct ft_format_conversion c = ft_format_next (&format, true);
    if (!c.letter)
      return !*format;
    if (!strchr ("diuoxXnc%s[", c.letter) || c.gets || c.numbered || c.stars ||
        !c.width || (c.size && strchr ("cs[", c.letter)))
      return false;
  }
}

bool ft_symbolic_scanf_is_modelled (const ft_thread *t, const char *format) {
  return t && ft_locale_is_c () && is_simple (format);
}

static void log_text (ft_thread *t, const struct ft_format_conversion *c,
                      const char *to) {
  size_t width = c->width > 0 ? (size_t)c->width : 1;
  ft_log_write_range (t, to, c->letter == 'c' ? width : strlen (to) + 1);
}

static void log_results (ft_thread *t, const char *format, int count,
                         struct ft_format_arguments *list) {
  for (int records = 1; count > 0 || ft_format_next_is_count (format);
       records++) {
    struct ft_format_conversion c = ft_format_next (&format, true);
    if (!c.letter)
      return;
    if (c.letter == '%' || c.skipped)
      continue;
    void *to = va_arg (list->list, void *);
    if (strchr ("cs[", c.letter))
      log_text (t, &c, to);
    else
      ft_log_scanf_number (t, to, ft_format_integer_bytes (c.size));
    count -= c.letter != 'n';
    if (records % 8 == 0)
      ft_scheduling_point (t);
  }
}

// A text that is too long for the buffer is not recorded, only the results are.
static void log_consumed (ft_thread *t, const char *text, size_t size,
                          ft_source_position from) {
  if (from.source < 0) {
    ft_log_read_range (t, text, size + 1);
    return;
  }
  char *room = ft_symbolic_buffer (t, size);
  if (room && size)
    ft_log_symbolic_consumed (t, memcpy (room, text, size), size, from);
}

void ft_log_symbolic_scanf (ft_thread *t, const char *format, int count,
                            struct ft_format_arguments *list, const char *text,
                            size_t size, ft_source_position from) {
  ft_log_value (t, format, strlen (format) + 1);
  ft_log_result (t, count);
  ft_log_read_string (t, format);
  log_consumed (t, text, size, from);
  ft_scheduling_point (t);
  log_results (t, format, count, list);
}
