#include "report/replayed.h"

#include "report/row.h"
#include "report/text_race.h"

void ft_replayed_label (ft_strbuf *line, const ft_replayed *r) {
  if (r->reached)
    ft_strbuf_add (line, ", CONFIRMED %u/%u", r->reached, r->runs);
  else if (r->runs)
    ft_strbuf_add (line, ", NOT REACHED 0/%u", r->runs);
  else if (r->why)
    ft_strbuf_add (line, ", NOT REPLAYED");
}

bool ft_replayed_late (const ft_results *x, const ft_replayed *r) {
  return x->phases.of[FT_PHASE_REPLAYING].cut && !r->runs && !r->why;
}

void ft_replayed_verdict (ft_strbuf *line, const ft_replayed *r) {
  if (!r->runs)
    ft_strbuf_add (line, "not replayed");
  else if (r->reached == r->runs)
    ft_strbuf_add (line, "always (%u of %u)", r->reached, r->runs);
  else if (r->reached)
    ft_strbuf_add (line, "%u of %u", r->reached, r->runs);
  else
    ft_strbuf_add (line, "never (0 of %u)", r->runs);
}

const char *ft_replayed_color (const ft_replayed *r) {
  return ft_text_verdict_color (r->reached ? FT_CERTIFIED : FT_UNDECIDED);
}

static const char *what_next (enum ft_replay_failure miss) {
  switch (miss) {
  case FT_REPLAY_FAILURE_DIVERGED:
    return "something that the recording does not have decided otherwise: "
           "files, a server, the environment, a library; make it the same, or "
           "record again with another --schedule or --seed";
  case FT_REPLAY_FAILURE_ENDED:
    return "see what it says when it ends: foretrace replay -n 1";
  case FT_REPLAY_FAILURE_HUNG:
    return "give it more time: foretrace replay --timeout S; or it waits for "
           "something that is not in the trace";
  case FT_REPLAY_FAILURE_ELSEWHERE:
    return "the same lines ran with other data; look at it there: foretrace "
           "replay --gdb";
  case FT_REPLAY_FAILURE_NO_PLAN:
    return "the schedule can be checked, not enforced: check --witness-dir "
           "and verify";
  }
  return "";
}

void ft_replayed_next (FILE *file, enum ft_replay_failure miss) {
  fprintf (file, "  Next: %s.\n", what_next (miss));
}

void ft_replayed_why (FILE *file, const ft_replayed *r) {
  if (!r->why)
    return;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  Replays: ");
  ft_replayed_verdict (&line, r);
  ft_strbuf_add (&line, "; ");
  ft_row_name (&line, r->why);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
  if (ft_replayed_failed (r))
    ft_replayed_next (file, r->miss);
}

static void count (ft_replay_counts *n, enum ft_verdict verdict,
                   enum ft_model model, const ft_replayed *r) {
  if (verdict != FT_CERTIFIED)
    return;
  bool missed = ft_replayed_failed (r);
  n->confirmed += r->reached > 0;
  n->missed += missed;
  n->open += !r->reached && !missed;
  n->models[model].confirmed += r->reached > 0;
  n->models[model].tried += r->reached || missed;
}

ft_replay_counts ft_replay_count (const ft_results *x) {
  ft_replay_counts n = {0};
  for (size_t i = 0; i < x->size; i++)
    count (&n, x->races[i].verdict, x->races[i].model, &x->races[i].replayed);
  for (size_t i = 0; i < x->deadlock_count; i++)
    count (&n, x->deadlocks[i].verdict, x->deadlocks[i].witness.model,
           &x->deadlocks[i].replayed);
  for (size_t i = 0; i < x->failure_count; i++)
    count (&n, x->failures[i].verdict, x->failures[i].model,
           &x->failures[i].replayed);
  return n;
}

bool ft_replayed_relaxed (const ft_replay_counts *n) {
  for (int model = FT_MODEL_MCM + 1; model < FT_MODEL_COUNT; model++)
    if (n->models[model].tried)
      return true;
  return false;
}

void ft_replayed_by_model (ft_strbuf *text, const ft_replay_counts *n) {
  const char *between = "";
  for (int model = 0; model < FT_MODEL_COUNT; model++) {
    if (!n->models[model].tried)
      continue;
    ft_strbuf_add (text, "%s%s: %zu of %zu", between, ft_model_name (model),
                   n->models[model].confirmed, n->models[model].tried);
    between = ", under ";
  }
}

void ft_replayed_head (FILE *file) {
  fputs ("--- Certified, not confirmed by replay ---\n"
         "Proven for each: a schedule of the recorded events that the rules of "
         "the trace allow\nand that ends in the race or deadlock.  Not shown: "
         "that the program takes that way; no\nreplay of it got there.  This "
         "is no sign of a false alarm, nor is it a confirmation.\n",
         file);
}
