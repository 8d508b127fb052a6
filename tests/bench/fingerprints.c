// Two threads that share tables without a lock: a program for scripts/bench-fingerprints,
// which builds it with the sources of fifty commits.
#include <pthread.h>
#include <string.h>

#include "base/error.h"
#include "base/ranges.h"
#include "base/strbuf.h"
#include "trace/tables.h"
#include "trace/trace.h"

static ft_tables tables;
static ft_strbuf text;
static ft_ranges ranges;
static ft_error error;
static ft_trace *trace;

static void *work (void *name) {
  uint64_t at = strlen (name);
  for (int i = 0; i < 2; i++) {
    ft_id id = ft_tables_add (&tables, FT_CLASS_VARIABLE, name, at);
    ft_tables_name (&tables, FT_CLASS_VARIABLE, id);
    ft_strbuf_add (&text, "%s", (char *)name);
    ft_ranges_insert (&ranges, 10 * at + 1000 * i, 10 * at + 1000 * i + 5, id);
    ft_ranges_find (&ranges, 10 * at);
    ft_error_set (&error, FT_EXIT_USAGE, "%s", (char *)name);
    ft_trace_push (trace, (ft_event){0});
    ft_trace_name (trace, FT_CLASS_VARIABLE, FT_NO_ID);
  }
  return name;
}

int main (void) {
  pthread_t t, u;
  trace = ft_trace_new ("trace", "std");
  pthread_create (&t, 0, work, "one");
  pthread_create (&u, 0, work, "four");
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
