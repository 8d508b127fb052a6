#include "report/text_unfinished.h"

#include <inttypes.h>

static const char *cause_of (enum ft_truncation cut) {
  return cut == FT_TRUNCATION_INTERRUPT ? "Interrupted" : "Out of time";
}

static void write_beginning (const ft_text_writer *w, const ft_phase_end *end) {
  const ft_results *x = w->report->results;
  const ft_trace *t = w->report->trace;
  fprintf (w->file,
           "Only the first %" PRIu64 " of %s%" PRIu64
           " events were looked at; what they do not show is undecided "
           "(--expand N looks at more).\n",
           end->done, end->about || t->begins ? "about " : "", end->total);
  if (end->about)
    fputs ("There was no time to list what may race in the others; --budget S "
           "gives more.\n",
           w->file);
  if (x->unreached)
    fprintf (w->file,
             "%zu more pair%s of locations may race, but not in them; "
             "'foretrace filter --order hybrid' lists all.\n",
             x->unreached, x->unreached == 1 ? "" : "s");
}

static void write_reading (const ft_text_writer *w, const ft_phase_end *end) {
  FILE *file = w->file;
  if (end->cut == FT_TRUNCATION_LIMIT) {
    write_beginning (w, end);
    return;
  }
  fprintf (file, "%s while reading the trace, after %" PRIu64 " events",
           cause_of (end->cut), end->done);
  if (end->total > end->done)
    fprintf (file, " of about %" PRIu64, end->total);
  fputs (end->used ? ": only these were looked at.\n"
                   : ": nothing was looked for.\n",
         file);
}

static void write_indexing (FILE *file, const ft_phase_end *end) {
  fprintf (file,
           "%s while indexing %" PRIu64 " events: nothing was looked for.\n",
           cause_of (end->cut), end->total);
}

static void write_listing (FILE *file, const ft_phase_end *end,
                           uint64_t candidates) {
  switch (end->cut) {
  case FT_TRUNCATION_NONE:
    return;
  case FT_TRUNCATION_TIME:
  case FT_TRUNCATION_SHARE:
  case FT_TRUNCATION_INTERRUPT:
    fprintf (file,
             "%s while listing pairs (half of what is left of the budget is "
             "for that): %" PRIu64 " of %" PRIu64 " variables were looked at",
             cause_of (end->cut), end->done, end->total);
    break;
  case FT_TRUNCATION_LIMIT:
    fprintf (file,
             "Not all pairs were looked at: the list is full after %" PRIu64
             " of %" PRIu64 " variables",
             end->done, end->total);
    break;
  case FT_TRUNCATION_CLASSES:
    fputs ("Not all pairs were looked at: some variable is accessed in too "
           "many different ways to compare all of them",
           file);
    break;
  }
  fprintf (file,
           "; %" PRIu64 " candidates were listed, and there may be more.\n",
           candidates);
}

static void write_ordering (FILE *file, const ft_phase_end *end) {
  fprintf (file,
           "%s while ordering candidates: what leaves them unordered is known "
           "for %" PRIu64 " of %" PRIu64 ".\n",
           cause_of (end->cut), end->done, end->total);
}

static void write_cycles (FILE *file, const ft_phase_end *end) {
  if (end->cut == FT_TRUNCATION_LIMIT)
    fputs ("There may be more deadlocks: the search for cycles of locks looks "
           "at up to ten threads and has a limit.\n",
           file);
  else
    fprintf (file,
             "%s while looking for cycles of locks: %" PRIu64
             " were found, and there may be more.\n",
             cause_of (end->cut), end->done);
}

static void write_failures (FILE *file, const ft_phase_end *end) {
  if (end->cut == FT_TRUNCATION_SHARE) {
    fprintf (file,
             "Failures had their part of the time: %" PRIu64 " of %" PRIu64
             " places were asked about by then; --budget S gives them more.\n",
             end->done, end->total);
    return;
  }
  fprintf (file,
           "There may be more failures: %" PRIu64
           " places were listed, and of a block's accesses the last ones.\n",
           end->done);
}

static void write_certifying (FILE *file, const ft_phase_end *end) {
  fprintf (file,
           "%s while certifying: %" PRIu64 " of %" PRIu64
           " candidates were decided or given up by then.\n",
           cause_of (end->cut), end->done, end->total);
}

static void write_replaying (FILE *file, const ft_phase_end *end) {
  fprintf (file,
           "%s while replaying%s, after %" PRIu64 " of at most %" PRIu64
           " replays; those that it left out are made by 'foretrace replay RUN ID'.\n",
           cause_of (end->cut),
           end->cut == FT_TRUNCATION_TIME ? " (--replay-budget S)" : "",
           end->done, end->total);
}

static void write_continuing (FILE *file, const ft_phase_end *end) {
  fprintf (file,
           "%s while looking what races do%s, after %" PRIu64
           " of at most %" PRIu64 " continuations.\n",
           cause_of (end->cut),
           end->cut == FT_TRUNCATION_TIME ? " (--consequence-budget S)" : "",
           end->done, end->total);
}

static void write_merging (FILE *file, const ft_phase_end *end) {
  fprintf (file,
           "Only %" PRIu64 " of %" PRIu64
           " shards are there: the candidates of the others are missing.\n",
           end->done, end->total);
}

static void write_phase (const ft_text_writer *w, enum ft_phase phase) {
  const ft_results *x = w->report->results;
  const ft_phase_end *end = x->phases.of + phase;
  switch (phase) {
  case FT_PHASE_READING:
    write_reading (w, end);
    return;
  case FT_PHASE_INDEXING:
    write_indexing (w->file, end);
    return;
  case FT_PHASE_LISTING:
    write_listing (w->file, end, x->candidates);
    return;
  case FT_PHASE_ORDERING:
    write_ordering (w->file, end);
    return;
  case FT_PHASE_CYCLES:
    write_cycles (w->file, end);
    return;
  case FT_PHASE_FAILURES:
    write_failures (w->file, end);
    return;
  case FT_PHASE_CERTIFYING:
    write_certifying (w->file, end);
    return;
  case FT_PHASE_REPLAYING:
    write_replaying (w->file, end);
    return;
  case FT_PHASE_CONTINUING:
    write_continuing (w->file, end);
    return;
  case FT_PHASE_MERGING:
    write_merging (w->file, end);
    return;
  }
}

void ft_text_unfinished (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  for (int p = 0; p < FT_PHASE_COUNT; p++)
    if (x->phases.of[p].cut)
      write_phase (w, (enum ft_phase)p);
  if (x->interrupted)
    fputs ("Interrupted: this is what was decided until then.\n", w->file);
  if (x->out_of_budget)
    fprintf (w->file,
             "The budget of %g s ran out; --budget S allows for more.\n",
             w->report->options->budget);
}

void ft_text_warn_unfinished (const char *path, const ft_phase_ends *ends) {
  for (int p = 0; p < FT_PHASE_COUNT; p++) {
    ft_strbuf text = {0};
    if (!ends->of[p].cut)
      continue;
    ft_phase_describe (&text, (enum ft_phase)p, ends->of + p);
    fprintf (stderr,
             "foretrace: warning: %s: not everything was looked at: %s\n", path,
             ft_strbuf_text (&text));
    ft_strbuf_release (&text);
  }
}
