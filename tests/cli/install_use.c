// A user of the installed library; built by test_install.sh.

#include <foretrace/foretrace.h>
#include <stdio.h>

int main (int argc, char **argv) {
  char why[256];
  foretrace_trace *trace =
      foretrace_open (argc > 1 ? argv[1] : "", why, sizeof why);
  if (!trace) {
    printf ("refused: %s\n", why);
    return 1;
  }
  foretrace_options options = {.timeout_seconds = 5};
  foretrace_results *results = foretrace_check (trace, &options);
  for (size_t i = 0; i < foretrace_race_count (results); i++) {
    const foretrace_race *r = foretrace_race_at (results, i);
    printf ("%d %s %s %s %s %llu %llu %zu\n", (int)r->verdict, r->variable,
            r->access[0].thread, r->access[1].op, r->access[1].location,
            (unsigned long long)r->access[0].event,
            (unsigned long long)r->access[1].event, r->schedule_size);
  }
  for (size_t i = 0; i < foretrace_deadlock_count (results); i++) {
    const foretrace_deadlock *d = foretrace_deadlock_at (results, i);
    printf ("deadlock %d %zu %s %s %s\n", (int)d->verdict, d->wait_count,
            d->waits[0].acquire.thread, d->waits[0].lock, d->waits[1].lock);
  }
  if (!foretrace_is_complete (results))
    puts ("not complete");
  printf ("%s %llu\n", foretrace_version (),
          (unsigned long long)foretrace_event_count (trace));
  foretrace_results_free (results);
  foretrace_close (trace);
  return 0;
}
