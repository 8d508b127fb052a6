// Events as lines of STD (docs/reference/trace-format.md).

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "format/print.h"

enum ft_mark ft_event_mark (const ft_event *e) {
  if (!(e->flags & FT_DROPPED) || (e->flags & FT_REPEATED))
    return FT_MARK_COUNT;
  bool mark = e->kind == FT_FENCE && e->order == FT_ORDER_PLAIN &&
              e->value < FT_MARK_COUNT;
  return mark ? (enum ft_mark)e->value : FT_MARK_SKIP;
}

bool ft_print_refused (ft_error *error, ft_pos position, const char *format,
                       ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "event %llu %s",
                (unsigned long long)position, text);
  return false;
}

static void add (ft_strbuf *line, const char *text) {
  ft_strbuf_add_bytes (line, text, strlen (text));
}

// The operation in STD, NULL for kinds that STD does not have.
static const char *operation (enum ft_kind kind) {
  switch (kind) {
  case FT_READ:
    return "r";
  case FT_WRITE:
    return "w";
  case FT_ACQUIRE:
    return "acq";
  case FT_RELEASE:
    return "rel";
  case FT_FORK:
    return "fork";
  case FT_JOIN:
    return "join";
  case FT_BRANCH:
    return "branch";
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_FENCE:
  case FT_ACQUIRE_SHARED:
  case FT_RELEASE_SHARED:
  case FT_TRY_FAILED:
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
  case FT_ALLOC:
  case FT_FREE:
  case FT_LOCAL:
    break;
  }
  return NULL;
}

// The part of an event that STD cannot express, NULL if none.
static const char *find_inexpressible (const ft_tables *tables,
                                       const ft_event *e, ft_pos position) {
  if (ft_origins_at (&tables->origins, position))
    return "writes input";
  if (e->condition != FT_NO_ID)
    return "starts a wait";
  if (e->flags & FT_HAS_VALUE)
    return e->kind == FT_BRANCH ? "has an outcome" : "has a value";
  if (e->mask != 0xff)
    return "has a size";
  if (e->detail != FT_NO_ID)
    return "has operands, pointers or a result";
  return NULL;
}

static bool is_blank (char c) {
  return c == ' ' || c == '\t';
}

// Whether a field is the same when it is read again.
static bool field_fits (const char *text) {
  size_t n = strlen (text);
  return n && !strpbrk (text, "|\r\n") && !is_blank (text[0]) &&
         !is_blank (text[n - 1]);
}

static bool thread_fits (const char *text) {
  return field_fits (text) && text[0] != '#' && strncmp (text, "//", 2);
}

static bool check (const ft_tables *tables, const ft_event *e, ft_pos position,
                   ft_error *error) {
  enum ft_class class = ft_kind_class (e->kind);
  const char *thread = ft_tables_name (tables, FT_CLASS_THREAD, e->thread);
  const char *target = ft_tables_name (tables, class, e->target);
  const char *at = ft_tables_name (tables, FT_CLASS_LOCATION, e->location);
  const char *bad = !thread_fits (thread)  ? thread
                    : !field_fits (target) ? target
                    : !field_fits (at)     ? at
                                           : NULL;
  const char *more = find_inexpressible (tables, e, position);
  if (!operation (e->kind))
    return ft_print_refused (error, position,
                             "has the operation %s, which STD has no word for; "
                             "write JSON lines (.jsonl) instead",
                             ft_kind_name (e->kind));
  if (more)
    return ft_print_refused (error, position,
                             "%s, which STD has no place for; write JSON "
                             "lines (.jsonl) instead",
                             more);
  if (bad)
    return ft_print_refused (error, position,
                             "has the name '%.100s', which STD cannot hold; "
                             "write JSON lines (.jsonl) instead",
                             bad);
  return true;
}

static void add_operation (ft_strbuf *line, const ft_tables *tables,
                           const ft_event *e) {
  enum ft_class class = ft_kind_class (e->kind);
  add (line, operation (e->kind));
  if (class == FT_CLASS_NONE)
    return;
  add (line, "(");
  add (line, ft_tables_name (tables, class, e->target));
  add (line, ")");
}

bool ft_print_std (ft_strbuf *line, const ft_tables *tables, const ft_event *e,
                   ft_pos position, ft_error *error) {
  enum ft_mark mark = ft_event_mark (e);
  if (mark == FT_MARK_COUNT && !check (tables, e, position, error))
    return false;
  add (line, ft_tables_name (tables, FT_CLASS_THREAD, e->thread));
  add (line, "|");
  if (mark == FT_MARK_COUNT)
    add_operation (line, tables, e);
  else // RAPID has no other operation without effect
    add (line, mark == FT_MARK_END ? "end" : "begin");
  add (line, "|");
  if (e->location != FT_NO_ID)
    add (line, ft_tables_name (tables, FT_CLASS_LOCATION, e->location));
  add (line, "\n");
  return true;
}
