#include "db/severity.h"

#include <string.h>

// FT_CONSEQUENCE_COUNT: none of those that there are.
static enum ft_consequence_class class_named (const char *name) {
  int c = 0;
  while (c < FT_CONSEQUENCE_COUNT && name &&
         strcmp (name, ft_consequence_name ((enum ft_consequence_class)c)))
    c++;
  return name ? (enum ft_consequence_class)c : FT_CONSEQUENCE_COUNT;
}

int ft_severity_of_class (const char *name) {
  enum ft_consequence_class class = class_named (name);
  return class == FT_CONSEQUENCE_COUNT       ? FT_CONSEQUENCE_COUNT + 1
         : class == FT_CONSEQUENCE_NOT_TRIED ? FT_CONSEQUENCE_COUNT
                                             : (int)class;
}

int ft_severity_of_finding (const char *name, const char *kind) {
  enum ft_consequence_class class = class_named (name);
  if (class < FT_CONSEQUENCE_COUNT && class != FT_CONSEQUENCE_NOT_TRIED)
    return 2 * (int)class;
  return !kind                               ? 2 * FT_CONSEQUENCE_NOT_TRIED
         : !strcmp (kind, "double free") ||
               !strcmp (kind, "use after free") ||
               !strcmp (kind, "double-free") ||
               !strcmp (kind, "use-after-free") || !strcmp (kind, "bounds")
             ? 2 * FT_CONSEQUENCE_MEMORY + 1
         : !strcmp (kind, "abort") || !strcmp (kind, "null") ||
               !strcmp (kind, "crash") ||
               !strcmp (kind, "arithmetic") ? 2 * FT_CONSEQUENCE_CRASH + 1
         : !strcmp (kind, "assertion") || !strcmp (kind, "exit status")
             ? 2 * FT_CONSEQUENCE_CHECK + 1
         : !strcmp (kind, "deadlock") || !strcmp (kind, "lost-wakeup") ||
               !strcmp (kind, "hang")
             ? 2 * FT_CONSEQUENCE_HANG
             : 2 * FT_CONSEQUENCE_NOT_TRIED;
}

enum ft_consequence_class ft_severity_class (const char *class, const char *kind) {
  return (enum ft_consequence_class)(ft_severity_of_finding (class, kind) / 2);
}

// ---- SQL -------------------------------------------------------------------

static const char *text_of (sqlite3_value *value) {
  return (const char *)sqlite3_value_text (value);
}

static void of_class (sqlite3_context *context, int count,
                      sqlite3_value **values) {
  (void)count;
  sqlite3_result_int (context, ft_severity_of_class (text_of (values[0])));
}

static void of_finding (sqlite3_context *context, int count,
                        sqlite3_value **values) {
  (void)count;
  sqlite3_result_int (context, ft_severity_of_finding (text_of (values[0]),
                                                       text_of (values[1])));
}

bool ft_severity_register (sqlite3 *handle) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  return sqlite3_create_function (handle, "class_severity", 1, flags, NULL,
                                  of_class, NULL, NULL) == SQLITE_OK &&
         sqlite3_create_function (handle, "finding_severity", 2, flags, NULL,
                                  of_finding, NULL, NULL) == SQLITE_OK;
}
