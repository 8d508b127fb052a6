#include "report/finding.h"

#include <assert.h>

#include "report/consequence_note.h"
#include "report/failure_order.h"
#include "report/race_kind.h"
#include "report/row.h"
#include "report/text_race.h"
#include "report/title.h"

static void view_race (ft_finding *f, const ft_race *race, size_t number) {
  *f = (ft_finding){.letter = 'R',
                    .number = number,
                    .race = race,
                    .events = race->pair,
                    .count = 2,
                    .verdict = race->verdict,
                    .model = race->model,
                    .certifier = race->certifier,
                    .reason = race->reason,
                    .witness = &race->witness,
                    .fingerprint = race->fingerprint,
                    .known = race->known,
                    .suppressed = race->suppressed,
                    .replayed = &race->replayed,
                    .seconds = race->seconds};
}

static void view_deadlock (ft_finding *f, const ft_deadlock *d, size_t number) {
  *f = (ft_finding){.letter = 'D',
                    .number = number,
                    .deadlock = d,
                    .events = d->acquires,
                    .count = d->length,
                    .verdict = d->verdict,
                    .model = d->witness.model,
                    .certifier = d->certifier,
                    .reason = d->reason,
                    .witness = &d->witness,
                    .fingerprint = d->fingerprint,
                    .known = d->known,
                    .suppressed = d->suppressed,
                    .replayed = &d->replayed,
                    .seconds = d->seconds};
}

static void view_failure (ft_finding *f, const ft_failure *failure,
                          size_t number) {
  *f = (ft_finding){.letter = 'F',
                    .number = number,
                    .failure = failure,
                    .own = {failure->fails, failure->freed},
                    .count = failure->freed == FT_NO_ID ? 1 : 2,
                    .verdict = failure->verdict,
                    .model = failure->model,
                    .certifier = failure->certifier,
                    .reason = failure->reason,
                    .witness = &failure->witness,
                    .fingerprint = failure->fingerprint,
                    .known = failure->known,
                    .suppressed = failure->suppressed,
                    .replayed = &failure->replayed,
                    .seconds = failure->seconds};
  f->events = f->own;
}

bool ft_finding_next (const ft_report *r, size_t *at, ft_finding *f) {
  const ft_results *x = r->results;
  for (; *at < x->size; ++*at)
    if (!ft_report_omits (r, r->ranked[r->shown[*at]])) {
      view_race (f, r->ranked[r->shown[*at]], r->shown[*at] + 1);
      ++*at;
      return true;
    }
  for (; *at < x->size + x->deadlock_count; ++*at) {
    size_t i = *at - x->size;
    if (!ft_report_omits_deadlock (r, x->deadlocks + i)) {
      view_deadlock (f, x->deadlocks + i, i + 1);
      ++*at;
      return true;
    }
  }
  size_t first = x->size + x->deadlock_count;
  for (; *at - first < x->failures_certified + x->failures_undecided; ++*at) {
    size_t i = *at - first;
    if (!ft_report_omits_failure (r, x->failures + i)) {
      view_failure (f, x->failures + i, i + 1);
      ++*at;
      return true;
    }
  }
  return false;
}

static void add_thread (ft_strbuf *out, const ft_trace *t, ft_id event) {
  ft_row_name (out,
               ft_trace_name (t, FT_CLASS_THREAD, t->events[event].thread));
}

void ft_finding_title (ft_strbuf *out, const ft_report *r,
                       const ft_finding *f) {
  ft_finding_name (out, r, f);
  if (f->race && f->race->consequence.known) {
    ft_strbuf_add (out, " (");
    ft_consequence_label (out, r, f->race);
    ft_strbuf_add (out, ")");
  }
}

void ft_finding_name (ft_strbuf *out, const ft_report *r,
                      const ft_finding *f) {
  bool certified = f->verdict == FT_CERTIFIED;
  if (f->race) {
    ft_strbuf_add (
        out, "%s '",
        certified ? ft_race_kind_words (
                        ft_race_kind_of (r->trace, f->race->pair))
                  : "pair on");
    ft_title_variable (out, r, f->race);
    ft_strbuf_add (out, "'");
    return;
  }
  if (f->failure) {
    ft_failure_title (out, r, f->failure);
    return;
  }
  ft_strbuf_add (out, "%s of ", certified ? "deadlock" : "cycle of locks");
  for (uint32_t i = 0; i < f->count; i++) {
    ft_strbuf_add (out, i ? ", " : "");
    add_thread (out, r->trace, f->events[i]);
  }
}

void ft_finding_event (ft_strbuf *out, const ft_report *r, const ft_finding *f,
                       uint32_t i) {
  assert (i < f->count);
  const ft_event *e = r->trace->events + f->events[i];
  if (f->failure) {
    ft_failure_add_event (out, r, f->failure, i);
    return;
  }
  add_thread (out, r->trace, f->events[i]);
  ft_strbuf_add (out, " %s ",
                 f->race ? ft_text_verb (r->trace, e) : "waits for");
  if (f->race)
    ft_title_variable (out, r, f->race);
  else
    ft_row_name (out, ft_trace_target_name (r->trace, e));
}

char *ft_finding_text (const ft_report *r, const ft_index *index,
                       const ft_finding *f) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = ft_open_memory (&text, &size);
  ft_text_style style = {0};
  ft_text_writer w = {file, r, index, &style};
  assert (f->number && !!f->race + !!f->deadlock + !!f->failure == 1);
  size_t i = f->number - 1;
  if (f->failure)
    ft_text_failure (&w, i, true);
  else if (f->deadlock)
    ft_text_deadlock (&w, i, true);
  else if (f->verdict == FT_CERTIFIED)
    ft_text_race_full (&w, i);
  else
    ft_text_race_brief (&w, i);
  fclose (file);
  return text;
}
