#include "report/json_deadlock.h"

#include "report/json_value.h"
#include "report/json_source.h"
#include "report/json_witness.h"
#include "report/suppressed.h"

static json_t *acquires_value (const ft_deadlock *d) {
  json_t *list = json_array ();
  for (uint32_t i = 0; i < d->length; i++)
    json_array_append_new (list, json_integer (d->acquires[i]));
  return list;
}

json_t *ft_json_deadlock (const ft_report *r, const ft_deadlock *d,
                          size_t number) {
  bool certified = d->verdict == FT_CERTIFIED;
  char id[32], fingerprint[32];
  snprintf (id, sizeof id, "D%zu", number);
  snprintf (fingerprint, sizeof fingerprint, "%016llx",
            (unsigned long long)d->fingerprint);
  json_t *head = json_pack (
      "{s:s, s:s, s:o, s:I, s:s, s:o, s:o}", "id", id, "fingerprint", fingerprint,
      "acquires", acquires_value (d), "instances", (json_int_t)d->instances,
      "verdict", ft_verdict_name (d->verdict),
      "certifier", ft_json_text (d->certifier), "reason",
      ft_json_text (certified ? NULL : d->reason));
  if (r->results->compared)
    json_object_set_new (head, "baseline", json_boolean (d->known));
  if (d->suppressed)
    json_object_set_new (head, "suppressed", ft_suppressed_json (d->suppressed));
  return head;
}

static void write_deadlock (FILE *file, const ft_report *r,
                            const ft_deadlock *d, size_t number) {
  bool certified = d->verdict == FT_CERTIFIED;
  json_t *tail =
      json_pack ("{s:o, s:o}", "replay", ft_json_replayed (&d->replayed),
                 "seconds", ft_json_seconds (d->seconds));
  fputc ('{', file);
  ft_json_write_members (file, ft_json_deadlock (r, d, number));
  ft_json_write_witness (file, certified ? &d->witness : NULL);
  ft_json_write_members (file, tail);
  fputc ('}', file);
}

void ft_json_write_deadlocks (FILE *file, const ft_report *r) {
  const ft_results *x = r->results;
  size_t written = 0;
  fputs (" \"deadlocks\": [", file);
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (!ft_report_omits_deadlock (r, x->deadlocks + i)) {
      fputs (written++ ? ",\n  " : "\n  ", file);
      write_deadlock (file, r, x->deadlocks + i, i + 1);
    }
  fputs (written ? "\n ],\n" : "],\n", file);
}
