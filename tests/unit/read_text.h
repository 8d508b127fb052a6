// A trace read from a string.

#ifndef FT_TESTS_READ_TEXT_H
#define FT_TESTS_READ_TEXT_H

#include "tests/unit/scratch.h"
#include "trace/trace.h"
#include "load/open.h"

// 'format' is the suffix as well.  Fails the test on an error.
static inline ft_trace *read_text (const char *format, const char *text) {
  char name[32];
  snprintf (name, sizeof name, "text.%s", format);
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (scratch_text (name, text), (ft_read_options){0},
                               NULL, NULL, &error);
  if (!t)
    fail_msg ("%s", error.message);
  return t;
}

// The first note of a text that has it, or NULL.
static inline const ft_note *find_note (const ft_trace *t, const char *text) {
  for (size_t i = 0; i < t->notes.list.size; i++)
    if (strstr (t->notes.list.begin[i].text, text))
      return t->notes.list.begin + i;
  return NULL;
}

static inline void expect_event (const ft_trace *t, ft_id i, const char *thread,
                                 enum ft_kind kind, const char *target,
                                 const char *location) {
  assert_true (i < t->size);
  const ft_event *e = t->events + i;
  assert_string_equal (ft_trace_name (t, FT_CLASS_THREAD, e->thread), thread);
  assert_int_equal (e->kind, kind);
  assert_string_equal (ft_trace_target_name (t, e), target);
  assert_string_equal (ft_trace_name (t, FT_CLASS_LOCATION, e->location),
                       location);
}

#endif
