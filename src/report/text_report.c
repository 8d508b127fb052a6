#include "report/text_report.h"

#include <inttypes.h>

#include "report/costs.h"
#include "report/iterations.h"
#include "report/missing_lock.h"
#include "report/publication.h"
#include "report/replayed.h"
#include "report/row.h"
#include "report/run_end.h"
#include "report/same_cause.h"
#include "report/sources.h"
#include "report/text_unfinished.h"
#include "report/text_race.h"

enum {
  MOST_FULL = 20,   // certified, with their schedules
  MOST_SHORT = 100, // certified, after those
  MOST_BRIEF = 20,  // undecided, likely ones
  FEW = 3,          // so many undecided ones are shown, likely or not
  MOST_CAUSES = 3,
  MOST_ALIKE = 4 // races of an entry that are named
};

static const char *plural (size_t n) {
  return n == 1 ? "" : "s";
}

// Writes the other races of an entry: "2 more pairs of the same variable and
// functions: R3 at a.c:12:3 and a.c:40:5, ..."
static void write_others (const ft_text_writer *w, size_t entry) {
  const ft_report *r = w->report;
  size_t n = ft_same_cause_others (r, entry), listed = 0;
  ft_strbuf line = {0};
  if (!n)
    return;
  ft_strbuf_add (&line,
                 "  %zu more pair%s of the same %s:", n, plural (n),
                 ft_publication_leads (r, entry)  ? "publication"
                 : ft_missing_lock_of (r, entry) ? "missing lock"
                                                 : "variable and functions");
  for (size_t i = 0; i < r->results->size && listed < MOST_ALIKE; i++) {
    const ft_id *pair = r->ranked[i]->pair;
    if (r->entries[i] != entry || i == entry)
      continue;
    ft_strbuf_add (&line, "%s R%zu at ", listed++ ? "," : "", i + 1);
    ft_row_location (&line, r->trace, r->trace->events[pair[0]].location);
    ft_strbuf_add (&line, " and ");
    ft_row_location (&line, r->trace, r->trace->events[pair[1]].location);
  }
  ft_strbuf_add (&line,
                 listed < n ? ", … (-v lists them)" : " (-v lists them)");
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

// Writes the certified races that no replay reached, or the others; 'shown'
// were written before.
static size_t write_races (const ft_text_writer *w, bool missed, size_t shown) {
  const ft_results *x = w->report->results;
  for (size_t k = 0; k < x->certified; k++) {
    size_t i = w->report->shown[k];
    const ft_race *race = w->report->ranked[i];
    if (ft_report_omits (w->report, race) ||
        ft_replayed_failed (&race->replayed) != missed ||
        (!w->style->verbose && !ft_same_cause_leads (w->report, i)))
      continue;
    if (shown < MOST_FULL || w->style->verbose)
      ft_text_race_full (w, i);
    else if (shown < MOST_FULL + MOST_SHORT)
      ft_text_race_brief (w, i);
    if (!w->style->verbose && shown < MOST_FULL + MOST_SHORT)
      write_others (w, i);
    shown++;
  }
  return shown;
}

static void write_more (const ft_text_writer *w, size_t shown) {
  if (shown > MOST_FULL + MOST_SHORT && !w->style->verbose)
    fprintf (w->file,
             "… %zu more certified (-v lists all, --format json has "
             "everything)\n",
             shown - MOST_FULL - MOST_SHORT);
}

// Writes the certified deadlocks that no replay reached, or the others.
static void write_deadlocks (const ft_text_writer *w, bool missed) {
  const ft_results *x = w->report->results;
  for (size_t i = 0; i < x->deadlocks_certified; i++)
    if (!ft_report_omits_deadlock (w->report, x->deadlocks + i) &&
        ft_replayed_failed (&x->deadlocks[i].replayed) == missed)
      ft_text_deadlock (w, i, w->style->verbose || i < MOST_FULL);
}

// Writes the certified failures that no replay reached, or the others.
static void write_failures (const ft_text_writer *w, bool missed) {
  const ft_results *x = w->report->results;
  for (size_t i = 0; i < x->failures_certified; i++)
    if (!ft_report_omits_failure (w->report, x->failures + i) &&
        ft_replayed_failed (&x->failures[i].replayed) == missed)
      ft_text_failure (w, i, w->style->verbose || i < MOST_FULL);
}

static void write_certified (const ft_text_writer *w) {
  write_failures (w, false);
  size_t shown = write_races (w, false, 0);
  write_deadlocks (w, false);
  if (ft_replay_count (w->report->results).missed) {
    ft_replayed_head (w->file);
    write_failures (w, true);
    shown = write_races (w, true, shown);
    write_deadlocks (w, true);
    fputs ("---\n", w->file);
  }
  write_more (w, shown);
}

// Writes ": 8 by --budget, 3 only as recorded", the most frequent causes.
static void write_causes (FILE *file, size_t by[FT_CAUSE_COUNT]) {
  const char *between = ": ";
  for (int k = 0; k < MOST_CAUSES; k++) {
    int most = 0;
    for (int c = 1; c < FT_CAUSE_COUNT; c++)
      if (by[c] > by[most])
        most = c;
    if (!by[most])
      break;
    fprintf (file, "%s%zu %s", between, by[most],
             ft_cause_words ((enum ft_cause)most));
    by[most] = 0;
    between = ", ";
  }
}

// Counts undecided findings that are not listed, by cause.
static void write_left (FILE *file, const char *what, size_t left, size_t shown,
                        size_t by[FT_CAUSE_COUNT]) {
  if (!left)
    return;
  fprintf (file, "%zu %s%s%s undecided", left, shown ? "more " : "", what,
           plural (left));
  write_causes (file, by);
  fputs (" (-v lists them)\n", file);
}

// Whether what a cause leaves undecided was asked about.
static bool was_asked (enum ft_cause cause) {
  return cause != FT_CAUSE_BUDGET && cause != FT_CAUSE_STAGES &&
         cause != FT_CAUSE_INTERRUPTED;
}

// Whether an undecided pair is worth a person's time: a relation that most
// races violate leaves it unordered, and it was asked about.
static bool is_likely (const ft_race *race) {
  return ft_funnel_stage_of (race->unordered_by) < FT_FUNNEL_HYBRID &&
         was_asked (race->cause);
}

// Writes likely undecided pairs, or all if they are few, and counts the others.
static void write_undecided (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  size_t all = 0, shown = 0, left = 0, by[FT_CAUSE_COUNT] = {0};
  for (size_t i = x->certified; i < x->certified + x->undecided; i++)
    all += !ft_report_omits (w->report, w->report->ranked[i]);
  for (size_t i = x->certified; i < x->certified + x->undecided; i++) {
    const ft_race *race = w->report->ranked[i];
    bool likely = is_likely (race) && shown < MOST_BRIEF;
    if (ft_report_omits (w->report, race))
      continue;
    if (w->style->verbose || all <= FEW || likely) {
      ft_text_race_brief (w, i);
      shown++;
    } else {
      by[race->cause]++;
      left++;
    }
  }
  write_left (w->file, "pair", left, shown, by);
}

// Writes undecided failures, all if they are few, otherwise those that were asked about;
// counts the others.
static void write_undecided_failures (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  size_t all = 0, shown = 0, left = 0, by[FT_CAUSE_COUNT] = {0};
  size_t end = x->failures_certified + x->failures_undecided;
  for (size_t i = x->failures_certified; i < end; i++)
    all += !ft_report_omits_failure (w->report, x->failures + i);
  for (size_t i = x->failures_certified; i < end; i++) {
    const ft_failure *f = x->failures + i;
    if (ft_report_omits_failure (w->report, f))
      continue;
    if (w->style->verbose || all <= FEW ||
        (was_asked (f->cause) && shown < MOST_BRIEF)) {
      ft_text_failure (w, i, false);
      shown++;
    } else {
      by[f->cause]++;
      left++;
    }
  }
  write_left (w->file, "failure", left, shown, by);
}

static void write_refuted_failures (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  for (size_t i = x->failures_certified + x->failures_undecided;
       i < x->failure_count; i++)
    if (!ft_report_omits_failure (w->report, x->failures + i))
      ft_text_failure (w, i, false);
}

static void write_refuted (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  for (size_t i = x->certified + x->undecided; i < x->size; i++)
    ft_text_race_brief (w, i);
}

// Writes the cycles; refuted ones only if verbose.
static void write_cycles (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  bool all = w->style->verbose;
  size_t open = x->deadlocks_certified + x->deadlocks_undecided;
  for (size_t i = x->deadlocks_certified; i < (all ? x->deadlock_count : open);
       i++)
    if (!ft_report_omits_deadlock (w->report, x->deadlocks + i))
      ft_text_deadlock (w, i, all || i < MOST_FULL);
}

static void write_replays (const ft_text_writer *w) {
  ft_replay_counts n = ft_replay_count (w->report->results);
  bool late = n.open && w->report->results->phases.of[FT_PHASE_REPLAYING].cut;
  if (!n.confirmed && !n.missed && !late)
    return;
  fprintf (w->file, "On the program itself: %zu confirmed", n.confirmed);
  if (n.missed)
    fprintf (w->file, ", %zu not reached by any replay", n.missed);
  if (n.open)
    fprintf (w->file, ", %zu not replayed", n.open);
  if (ft_replayed_relaxed (&n)) {
    ft_strbuf models = {0};
    ft_replayed_by_model (&models, &n);
    fprintf (w->file, " (certified under %s)", ft_strbuf_text (&models));
    ft_strbuf_release (&models);
  }
  fputs (".\n", w->file);
}

// Writes how many of the races without a difference have few continuations.
static void write_brief (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  size_t brief = 0;
  for (size_t i = 0; i < x->size; i++)
    brief += ft_consequence_is_brief (&x->races[i].consequence);
  if (brief)
    fprintf (w->file, " (%zu of them in fewer continuations than asked for)",
             brief);
}

// Writes how many races --fail-on leaves out since nothing is known of them.
static void write_not_counted (const ft_text_writer *w) {
  size_t n = ft_report_not_counted (w->report);
  if (n)
    fprintf (w->file,
             "%zu race%s not tried and do%s not count; --fail-on "
             "...,not-tried counts %s.\n",
             n, n == 1 ? " was" : "s were", n == 1 ? "es" : "",
             n == 1 ? "it" : "them");
}

// Writes how many races have each consequence.
static void write_consequences (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  size_t by[FT_CONSEQUENCE_COUNT] = {0}, known = 0;
  const char *between = "Consequences: ";
  for (size_t i = 0; i < x->size; i++)
    if (x->races[i].consequence.known) {
      by[x->races[i].consequence.class]++;
      known++;
    }
  if (!known)
    return;
  for (int c = 0; c < FT_CONSEQUENCE_COUNT; c++)
    if (by[c]) {
      fprintf (w->file, "%s%zu %s", between, by[c],
               ft_consequence_words ((enum ft_consequence_class)c));
      between = ", ";
      if (c == FT_CONSEQUENCE_NONE)
        write_brief (w);
    }
  fputs (".\n", w->file);
  write_not_counted (w);
}

// Writes that the first events of a compressed trace or of a run were enough.
static void write_expanded (const ft_text_writer *w) {
  const ft_trace *t = w->report->trace;
  const ft_results *x = w->report->results;
  if (t->whole && !x->phases.of[FT_PHASE_READING].cut)
    fprintf (w->file,
             "Looked at the first %" PRIu32 " of %" PRIu64
             " events: the rest has no other pairs of locations that may "
             "race.\n",
             t->size, t->whole);
  else if (t->begins && !x->phases.of[FT_PHASE_READING].cut)
    fprintf (w->file,
             "Loaded the first %" PRIu32
             " events, %.3g %% of the recording: the rest has no other pairs of "
             "locations that may race.\n",
             t->size, 100 * t->share);
}

static bool is_empty (const ft_report *r) {
  const ft_results *x = r->results;
  return !ft_iterations_race (r->iterations) && !x->certified && !x->undecided && !x->interrupted && !x->truncated &&
         !x->deadlocks_truncated && !x->deadlocks_certified &&
         !x->deadlocks_undecided && !x->failures_certified &&
         !x->failures_undecided;
}

static void write_none (const ft_text_writer *w) {
  fputs ("None predicted from this trace.\n", w->file);
  if (w->report->sources)
    fputs ("Other runs may do other things: with other input, or with "
           "--schedule random --seed 1.\n",
           w->file);
}

// Writes remarks on what the numbers of the summary leave open.
static void write_remarks (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  const ft_check_options *o = w->report->options;
  write_expanded (w);
  if (o->shard.of)
    fprintf (w->file,
             "This is shard %u of %u; 'foretrace merge' puts the JSON results "
             "of all together.\n",
             o->shard.number, o->shard.of);
  if (o->candidates != FT_REL_FORK_JOIN)
    fprintf (w->file,
             "Only candidates that %s leaves unordered were looked at; "
             "--candidates hybrid looks at all.\n",
             ft_relation_name (o->candidates));
  if (!o->shard.of && is_empty (w->report))
    write_none (w);
  if ((x->certified || x->deadlocks_certified || x->failures_certified) &&
      !w->style->witness_dir)
    fputs ("--witness-dir DIR keeps the schedules; foretrace verify checks "
           "them independently.\n",
           w->file);
}

// Writes the libraries of a recorded run that are not instrumented.
static void write_libraries (const ft_text_writer *w) {
  const ft_sources *s = w->report->sources;
  if (!s || !s->plain.size)
    return;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "Not built with foretrace-cc, so that what they do was "
                        "not seen: ");
  ft_row_name (&line, ft_strbuf_text (&s->plain));
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

// Writes at which calls paths ended: what is behind them is not known.
static void write_unfollowed (const ft_text_writer *w) {
  enum { MOST_NAMED = 3 };
  const ft_notes *notes = &w->report->trace->notes;
  const ft_check_options *o = w->report->options;
  uint64_t paths = 0;
  size_t functions = 0;
  ft_strbuf names = {0};
  for (size_t i = 0; i < notes->list.size; i++) {
    const ft_note *note = notes->list.begin + i;
    if (!ft_note_is_unfollowed (note))
      continue;
    paths += note->count;
    if (functions++ >= MOST_NAMED)
      continue;
    ft_strbuf_add (&names, functions > 1 ? ", " : "");
    ft_row_name (&names, note->text);
    ft_strbuf_add (&names, " (%" PRIu64 ")", note->count);
  }
  if (functions > MOST_NAMED)
    ft_strbuf_add (&names, ", %zu more", functions - MOST_NAMED);
  if (paths && o->model == FT_MODEL_PATH)
    fprintf (w->file,
             "Not followed: %" PRIu64 " path%s at calls of %s; %s behind them are "
             "not predicted.\n",
             paths, paths == 1 ? " ends" : "s end", ft_strbuf_text (&names),
             o->failures ? "races and failures" : "races");
  ft_strbuf_release (&names);
}

// " (1 new)" if there is a baseline.
static const char *news_text (const ft_results *x, size_t count,
                              char text[40]) {
  *text = '\0';
  if (x->compared)
    snprintf (text, 40, " (%zu new)", count);
  return text;
}

// Writes which pairs are impossible as recorded, and open where a relaxed model has no
// answer, with the three most frequent reasons.
static void write_left_open (const ft_text_writer *w) {
  size_t by[FT_CAUSE_COUNT];
  size_t n = ft_results_left_open (w->report->results, by);
  if (!n)
    return;
  fprintf (w->file,
           "%zu more pair%s impossible as recorded, and open where reads or "
           "branches change",
           n, n == 1 ? " is" : "s are");
  write_causes (w->file, by);
  fprintf (w->file, "%s.\n", w->style->verbose ? "" : " (-v lists them)");
}

// Writes how far each stage of the funnel came.
static void write_funnel (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  ft_strbuf stages = {0};
  if (x->size)
    ft_funnel_describe (&stages, x->funnel);
  if (stages.size)
    fprintf (w->file, "Stages: %s.\n", ft_strbuf_text (&stages));
  ft_strbuf_release (&stages);
}

static void write_suppressed (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  if (x->suppressed_certified + x->suppressed_undecided)
    fprintf (w->file,
             "Suppressed: %zu of the certified, %zu of the undecided%s.\n",
             x->suppressed_certified, x->suppressed_undecided,
             w->report->show_suppressed ? "" : " (-v lists them)");
}

static void write_summary (const ft_text_writer *w) {
  const ft_results *x = w->report->results;
  size_t by[FT_CAUSE_COUNT];
  size_t impossible = x->refuted - ft_results_left_open (x, by);
  char news[40];
  fprintf (w->file,
           "---\n%zu race%s certified%s, %zu undecided, %zu pair%s impossible "
           "in this trace. %.1f s",
           x->certified, plural (x->certified),
           news_text (x, x->certified - x->known, news), x->undecided,
           impossible, plural (impossible), x->seconds);
  if (x->peak)
    fprintf (w->file, ", peak %llu MiB", (unsigned long long)(x->peak >> 20));
  fputc ('\n', w->file);
  write_left_open (w);
  write_funnel (w);
  if (x->deadlock_count)
    fprintf (w->file,
             "%zu deadlock%s certified%s, %zu undecided, %zu cycle%s of locks "
             "impossible in this trace.\n",
             x->deadlocks_certified, plural (x->deadlocks_certified),
             news_text (x, x->deadlocks_certified - x->deadlocks_known, news),
             x->deadlocks_undecided, x->deadlocks_refuted,
             plural (x->deadlocks_refuted));
  if (x->failures_certified + x->failures_undecided)
    fprintf (w->file,
             "%zu failure%s certified%s, %zu undecided, %zu impossible in this "
             "trace.\n",
             x->failures_certified, plural (x->failures_certified),
             news_text (x, x->failures_certified - x->failures_known, news),
             x->failures_undecided, x->failures_refuted);
  write_unfollowed (w);
  write_suppressed (w);
}

// Writes the deadlock that the recorded run itself ended in.
static void write_ended (const ft_text_writer *w) {
  const ft_sources *s = w->report->sources;
  if (!ft_run_end_deadlocked (w->report))
    return;
  fprintf (w->file, "DEADLOCK: %s\n", ft_run_end_headline);
  for (size_t i = 0; i < s->deadlock.threads.size; i++) {
    ft_strbuf line = {0};
    ft_strbuf_add (&line, "  ");
    ft_run_end_add (&line, s->deadlock.threads.begin + i);
    ft_row_end (w->file, &line);
    ft_strbuf_release (&line);
  }
}

// Writes the crash that ended the recorded run, and the races in its stack.
static void write_crash (const ft_text_writer *w) {
  const ft_report *r = w->report;
  ft_strbuf line = {0};
  if (!ft_run_end_crashed (r))
    return;
  ft_strbuf_add (&line, "CRASH: ");
  ft_run_end_add_crash (&line, r);
  ft_row_end (w->file, &line);
  for (size_t i = 0; i < r->sources->ending.stack.size; i++) {
    const ft_ending_frame *f = r->sources->ending.stack.begin + i;
    ft_strbuf_add (&line, "    #%zu ", i);
    ft_row_name (&line, f->function);
    ft_strbuf_add (&line, "  ");
    ft_row_name (&line, f->location);
    ft_strbuf_add (&line, i ? "" : ", or behind");
    ft_row_end (w->file, &line);
  }
  ft_strbuf_add (&line, "  ");
  ft_run_end_add_races (&line, r);
  if (line.size > 2)
    ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

// Writes the signal from outside of the program that ended the recorded run.
static void write_signal (const ft_text_writer *w) {
  const ft_sources *s = w->report->sources;
  ft_strbuf line = {0};
  if (!s || !s->ending.signal || s->ending.crash)
    return;
  ft_strbuf_add (&line, "The recorded run was ended by ");
  ft_run_end_add_signal (&line, s->ending.signal);
  ft_strbuf_add (&line, ".");
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

// Writes how many threads the end of the process cut off: what they were still
// to do is in no trace.
static void write_cut_off (const ft_text_writer *w) {
  const ft_sources *s = w->report->sources;
  if (!s || !s->ending.cut_off || s->ending.signal)
    return;
  bool main = !strcmp (s->ending.thread, "main");
  fprintf (w->file, "%" PRIu32 " thread%s cut off when %s %s.\n",
           s->ending.cut_off, s->ending.cut_off == 1 ? " was" : "s were",
           s->ending.thread, main ? "returned or exited" : "exited");
}

void ft_report_text (FILE *file, const ft_report *report, const ft_index *index,
                     const ft_text_style *style) {
  ft_text_writer w = {file, report, index, style};
  write_ended (&w);
  write_crash (&w);
  if (!style->quiet) {
    write_certified (&w);
    write_undecided (&w);
    if (style->verbose)
      write_refuted (&w);
    write_cycles (&w);
    write_undecided_failures (&w);
    if (style->verbose)
      write_refuted_failures (&w);
  }
  write_summary (&w);
  if (report->iterations)
    ft_iterations_text (file, report->iterations);
  write_cut_off (&w);
  write_signal (&w);
  write_replays (&w);
  write_consequences (&w);
  ft_text_unfinished (&w);
  if (style->verbose && !style->quiet)
    ft_costs_text (file, &report->results->stages);
  if (!style->quiet) {
    write_libraries (&w);
    write_remarks (&w);
  }
}
