// Prints the races of a trace that are certified, each with its schedule, and
// leaves the schedules in race-1.json, race-2.json, ...: a user of libforetrace.

#include <foretrace/foretrace.h>
#include <inttypes.h>
#include <stdio.h>

static int show_progress (void *context, const char *phase, uint64_t done,
                          uint64_t total) {
  (void)context;
  fprintf (stderr, "%s %" PRIu64 "/%" PRIu64 "\n", phase, done, total);
  return 0; // go on
}

static void print_event (const char *what, const foretrace_access *e) {
  printf ("  %s%s %s", what, e->thread, e->op);
  if (e->target)
    printf (" %s", e->target);
  if (e->location)
    printf (" at %s", e->location);
  printf ("\n");
}

static void print_race (const foretrace_trace *trace, const foretrace_race *r) {
  printf ("race on %s, fingerprint %016" PRIx64 "\n", r->variable,
          r->fingerprint);
  for (size_t i = 0; i < r->schedule_size; i++) {
    foretrace_access e = foretrace_event_at (trace, r->schedule[i]);
    print_event ("", &e);
  }
  print_event ("then ", &r->access[0]);
  print_event ("and ", &r->access[1]);
  for (size_t i = 0; i < r->change_count; i++)
    if (!r->changes[i].is_branch && r->changes[i].is_known)
      printf ("  event %" PRIu64 " reads %" PRIu64 " instead\n",
              r->changes[i].event, r->changes[i].value);
}

static int keep (const foretrace_results *results, size_t i) {
  char path[64], why[256];
  snprintf (path, sizeof path, "race-%zu.json", i + 1);
  if (!foretrace_race_write (results, i, path, why, sizeof why))
    return 0;
  fprintf (stderr, "%s\n", why);
  return 1;
}

int main (int argc, char **argv) {
  char why[256];
  foretrace_trace *trace =
      foretrace_open (argc > 1 ? argv[1] : "-", why, sizeof why);
  if (!trace) {
    fprintf (stderr, "%s\n", why);
    return 65;
  }
  foretrace_options options = {.timeout_seconds = 5,
                               .progress = show_progress};
  foretrace_results *results = foretrace_check (trace, &options);
  size_t certified = 0, failed = 0;
  for (size_t i = 0; i < foretrace_race_count (results); i++) {
    const foretrace_race *r = foretrace_race_at (results, i);
    if (r->verdict != FORETRACE_CERTIFIED)
      continue;
    print_race (trace, r);
    failed += keep (results, i);
    certified++;
  }
  printf ("%zu of %zu pairs certified%s\n", certified,
          foretrace_race_count (results),
          foretrace_is_complete (results) ? "" : "; the search was cut short");
  foretrace_results_free (results);
  foretrace_close (trace);
  return failed ? 69 : certified ? 66 : 0;
}
