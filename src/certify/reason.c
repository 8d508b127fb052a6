#include "certify/reason.h"

#include <assert.h>

// More steps than this are not written in one line.
#define MOST_STEPS 8

const char *ft_proof_step_name (enum ft_proof_step_kind kind) {
  static const char *const names[] = {
#define S(NAME, text) text,
      FT_PROOF_STEPS (S)
#undef S
  };
  return names[kind];
}

void ft_reason_release (ft_reason *r) {
  FT_RELEASE (r->steps);
  FT_RELEASE (r->premises);
  FT_RELEASE (r->conclusion);
  *r = (ft_reason){0};
}

uint32_t ft_reason_add (ft_reason *r, enum ft_proof_step_kind kind, ft_id first,
                        ft_id second, ft_id about) {
  uint32_t end = (uint32_t)r->premises.size;
  ft_proof_step step = {kind, first, second, about, end, end};
  FT_PUSH (r->steps, step);
  return (uint32_t)r->steps.size - 1;
}

void ft_describe_event (const ft_trace *trace, ft_id e, ft_strbuf *buf) {
  const ft_event *event = trace->events + e;
  ft_strbuf_add (buf, "%s's %s",
                 ft_trace_name (trace, FT_CLASS_THREAD, event->thread),
                 ft_kind_name (ft_event_shown_kind (event)));
  if (ft_kind_class (event->kind) != FT_CLASS_NONE && event->target != FT_NO_ID)
    ft_strbuf_add (buf, " of %s", ft_trace_target_name (trace, event));
  ft_strbuf_add (buf, " (event %u)", e);
}

// ---- steps ---------------------------------------------------------------

// '%e' in a pattern is replaced by the step's first event, '%f' by its second
// and '%g' by the event 'about'; '%t' and '%u' by the threads of the first two,
// '%p' by the premises.
struct step_writer {
  const ft_reason *reason;
  const ft_trace *trace;
  const ft_proof_step *step;
  ft_strbuf *buf;
};

static void write_thread (const struct step_writer *t, ft_id event) {
  ft_tid thread = t->trace->events[event].thread;
  ft_strbuf_add (t->buf, "%s",
                 ft_trace_name (t->trace, FT_CLASS_THREAD, thread));
}

static void write_premises (const struct step_writer *t) {
  const ft_proof_step *s = t->step;
  ft_strbuf_add (t->buf, "(");
  if (s->premises == s->end)
    ft_strbuf_add (t->buf, "in program order");
  for (uint32_t i = s->premises; i < s->end; i++)
    ft_strbuf_add (t->buf, "%s%u", i == s->premises ? "by " : ", ",
                   t->reason->premises.begin[i] + 1);
  ft_strbuf_add (t->buf, ")");
}

static void write_pattern (const struct step_writer *t, const char *pattern) {
  const ft_proof_step *s = t->step;
  for (const char *p = pattern; *p; p++) {
    if (*p != '%') {
      ft_strbuf_add_bytes (t->buf, p, 1);
      continue;
    }
    switch (*++p) {
    case 'e':
      ft_describe_event (t->trace, s->first, t->buf);
      break;
    case 'f':
      ft_describe_event (t->trace, s->second, t->buf);
      break;
    case 'g':
      ft_describe_event (t->trace, s->about, t->buf);
      break;
    case 't':
      write_thread (t, s->first);
      break;
    case 'u':
      write_thread (t, s->second);
      break;
    case 'p':
      write_premises (t);
      break;
    }
  }
}

static bool is_wake (const ft_facts *f, ft_id event) {
  return f->trace->events[event].kind == FT_WAKE;
}

static const char *pattern_of (const ft_proof_step *s, const ft_facts *f) {
  switch (s->kind) {
  case FT_PROOF_STEP_NEED_FORK:
    return "%f needs %e, which starts its thread";
  case FT_PROOF_STEP_NEED_JOIN:
    return "%f needs %t to be over, and so %e";
  case FT_PROOF_STEP_NEED_WRITE:
    return s->about == s->second ? "%f returns %e, which so must run"
                                 : "%f depends on %g, which returns %e, which "
                                   "so must run";
  case FT_PROOF_STEP_NEED_ONLY:
    return s->about == s->second
               ? "%f returns %e, which so must run, since other writes of that "
                 "value come too early or too late"
               : "%f depends on %g, which returns %e, which so must run, since "
                 "other writes of that value come too early or too late";
  case FT_PROOF_STEP_NEED_WRITERS:
    return s->about == s->second
               ? "%f returns a value that nothing writes without %e, which so "
                 "must run"
               : "%f depends on %g, which returns a value that nothing writes "
                 "without %e, which so must run";
  case FT_PROOF_STEP_NEED_ALLOC:
    return "%f needs %e, which allocates its memory";
  case FT_PROOF_STEP_NEED_RELEASE:
    return "%g comes before the end of the section of %f, so that section "
           "must be over before, and %e must run";
  case FT_PROOF_STEP_NEED_LAST:
    return "%u still holds the lock of %f at the end, so the "
           "section of %g must be over before, and %e must run";
  case FT_PROOF_STEP_NEED_ROUND:
    return "%f needs %e, since nobody leaves a barrier before all have arrived";
  case FT_PROOF_STEP_NEED_POST:
    return "%f needs %e, since the other posts are too few";
  case FT_PROOF_STEP_NEED_ENABLER:
    return is_wake (f, s->second)
               ? "%f needs %e, since no earlier signal or broadcast can come "
                 "between the wait and it"
               : "%f needs %e, since nobody else can hold the lock then";
  case FT_PROOF_STEP_NEED_RECORDED:
    return "%f needs %e, as recorded";
  case FT_PROOF_STEP_FORK:
    return "%e comes before %f, whose thread it starts";
  case FT_PROOF_STEP_JOIN:
    return "%e comes before %f, which waits for its thread to end";
  case FT_PROOF_STEP_READ:
    return s->about == s->second
               ? "%f returns %e, so that write comes before that read"
               : "%f depends on %g, which returns %e, so that write comes "
                 "before %f";
  case FT_PROOF_STEP_ALLOC:
    return "%e comes before %f, whose memory it allocates";
  case FT_PROOF_STEP_ROUND:
    return "%e comes before %f, since nobody leaves a barrier before all have "
           "arrived";
  case FT_PROOF_STEP_POST:
    return "%e comes before %f, since the other posts are too few";
  case FT_PROOF_STEP_FIRST_ENABLER:
    return is_wake (f, s->second)
               ? "%e comes before %f, since no earlier signal or broadcast can "
                 "come between the wait and it %p"
               : "%e comes before %f, since nobody else can hold the lock "
                 "before %p";
  case FT_PROOF_STEP_LAST_ENABLER:
    return is_wake (f, s->about)
               ? "%e comes before %f, since no later signal or broadcast can "
                 "wake it %p"
               : "%e comes before %f, since nobody else can hold the lock "
                 "later %p";
  case FT_PROOF_STEP_RECORDED:
    return "%e comes before %f, as recorded";
  case FT_PROOF_STEP_EARLIER_WRITE:
    return "%e comes before %g %p, which returns %f, so %e comes before %f";
  case FT_PROOF_STEP_LATER_WRITE:
    return s->about == FT_NO_ID
               ? "%e returns the initial value, so it comes before %f"
               : "%e returns %g, which comes before %f %p, so %e comes before "
                 "%f";
  case FT_PROOF_STEP_SECTION:
    return f->index->match[s->second] == FT_NO_ID
               ? "%g comes before %f %p, so %e does, which ends that section"
               : "%g comes before the end of the section of %f %p, so %e, "
                 "which gives the lock back, comes before %f";
  case FT_PROOF_STEP_LAST_SECTION:
    return "%u still holds the lock of %f at the end, so %e "
           "comes before %f";
  case FT_PROOF_STEP_MUST_SUCCEED:
    return "beside %f, which does not write, %e races only if it writes, and "
           "so finds what it found";
  case FT_PROOF_STEP_RETURNS:
    return s->about == FT_NO_ID ? "%e returns what it returned"
                                : "%e returns %g";
  case FT_PROOF_STEP_APART:
    return "the sections that begin with %e and %f do not overlap";
  case FT_PROOF_STEP_LIFETIME:
    return "what %e frees is not used afterwards";
  case FT_PROOF_STEP_OBJECT:
    switch (f->trace->events[s->first].kind) {
    case FT_WAKE:
      return "a signal or broadcast comes between the wait and %e";
    case FT_TRY_FAILED:
      return "another thread holds the lock at %e";
    default:
      return "%e comes when its barrier or semaphore lets it";
    }
  }
  return "";
}

void ft_reason_step (const ft_reason *r, const ft_facts *f, uint32_t step,
                     ft_strbuf *buf) {
  assert (step < r->steps.size);
  struct step_writer t = {r, f->trace, r->steps.begin + step, buf};
  write_pattern (&t, pattern_of (t.step, f));
}

// ---- conclusions ---------------------------------------------------------

static void write_numbers (const ft_reason *r, ft_strbuf *buf) {
  for (size_t i = 0; i < r->conclusion.size; i++)
    ft_strbuf_add (buf, "%s%u", i ? ", " : "", r->conclusion.begin[i] + 1);
}

static void conclude_needs (const ft_reason *r, const ft_trace *t,
                            ft_strbuf *buf) {
  ft_describe_event (t, r->event, buf);
  if (r->bound == FT_NO_ID)
    ft_strbuf_add (buf, " lies beyond the window");
  else if (r->event == r->bound)
    ft_strbuf_add (buf, " is itself still to come");
  else {
    ft_strbuf_add (buf, " comes after ");
    ft_describe_event (t, r->bound, buf);
    ft_strbuf_add (buf, t->events[r->bound].kind == FT_FREE
                            ? ", which frees the memory"
                            : ", which is still to come");
  }
}

void ft_reason_conclusion (const ft_reason *r, const ft_facts *f,
                           ft_strbuf *buf) {
  switch (r->kind) {
  case FT_REASON_NONE:
    break;
  case FT_REASON_NEEDS:
    conclude_needs (r, f->trace, buf);
    break;
  case FT_REASON_CYCLE:
    ft_strbuf_add (buf, "each of these would come before itself: ");
    write_numbers (r, buf);
    ft_strbuf_add (buf, " form a cycle");
    break;
  case FT_REASON_INITIAL:
    ft_describe_event (f->trace, r->event, buf);
    ft_strbuf_add (buf, " returns the initial value, but ");
    ft_describe_event (f->trace, r->bound, buf);
    ft_strbuf_add (buf, " would come before it");
    break;
  case FT_REASON_OPEN:
    ft_strbuf_add (buf, "the section of ");
    ft_describe_event (f->trace, r->event, buf);
    ft_strbuf_add (buf, " would have to end before ");
    ft_describe_event (f->trace, r->bound, buf);
    ft_strbuf_add (buf, ", and cannot");
    break;
  case FT_REASON_STARVED:
    ft_strbuf_add (buf, is_wake (f, r->event)
                            ? "no signal or broadcast can come between its "
                              "wait and "
                            : "nobody else can hold the lock at ");
    ft_describe_event (f->trace, r->event, buf);
    break;
  case FT_REASON_CORE:
    ft_strbuf_add (buf, "no order of the events that the accesses need, or "
                        "might use, meets these conditions together");
    break;
  }
}

// ---- in one line ---------------------------------------------------------

static void write_some (const ft_reason *r, const ft_facts *f, size_t n,
                        const uint32_t *steps, ft_strbuf *buf) {
  for (size_t i = 0; i < n && i < MOST_STEPS; i++) {
    struct step_writer t = {r, f->trace,
                            r->steps.begin + (steps ? steps[i] : i), buf};
    switch (t.step->kind) {
    case FT_PROOF_STEP_EARLIER_WRITE:
      write_pattern (&t, "%e comes before %f, or %g would return it");
      break;
    case FT_PROOF_STEP_LATER_WRITE:
      write_pattern (
          &t, "%e comes before %f, which would overwrite what it returns");
      break;
    case FT_PROOF_STEP_SECTION:
    case FT_PROOF_STEP_LAST_SECTION:
      write_pattern (&t, "%e comes before %f, which needs the lock");
      break;
    case FT_PROOF_STEP_NEED_FORK:
    case FT_PROOF_STEP_NEED_JOIN:
    case FT_PROOF_STEP_NEED_WRITE:
    case FT_PROOF_STEP_NEED_ONLY:
    case FT_PROOF_STEP_NEED_WRITERS:
    case FT_PROOF_STEP_NEED_ALLOC:
    case FT_PROOF_STEP_NEED_RELEASE:
    case FT_PROOF_STEP_NEED_LAST:
    case FT_PROOF_STEP_NEED_ROUND:
    case FT_PROOF_STEP_NEED_POST:
    case FT_PROOF_STEP_NEED_ENABLER:
    case FT_PROOF_STEP_NEED_RECORDED:
    case FT_PROOF_STEP_ROUND:
    case FT_PROOF_STEP_POST:
    case FT_PROOF_STEP_FIRST_ENABLER:
    case FT_PROOF_STEP_LAST_ENABLER:
    case FT_PROOF_STEP_OBJECT:
    case FT_PROOF_STEP_FORK:
    case FT_PROOF_STEP_JOIN:
    case FT_PROOF_STEP_READ:
    case FT_PROOF_STEP_ALLOC:
    case FT_PROOF_STEP_RECORDED:
    case FT_PROOF_STEP_MUST_SUCCEED:
    case FT_PROOF_STEP_RETURNS:
    case FT_PROOF_STEP_APART:
    case FT_PROOF_STEP_LIFETIME:
      write_pattern (&t, pattern_of (t.step, f));
      break;
    }
    ft_strbuf_add (buf, "; ");
  }
  if (n > MOST_STEPS)
    ft_strbuf_add (buf, "and %zu more; ", n - MOST_STEPS);
}

void ft_reason_brief (const ft_reason *r, const ft_facts *f, ft_strbuf *buf) {
  if (r->kind == FT_REASON_CYCLE) {
    write_some (r, f, r->conclusion.size, r->conclusion.begin, buf);
    ft_strbuf_add (buf, "which is a cycle");
    return;
  }
  write_some (r, f, r->steps.size, NULL, buf);
  if (r->kind == FT_REASON_NEEDS || r->kind == FT_REASON_STARVED)
    ft_strbuf_add (buf, "but ");
  ft_reason_conclusion (r, f, buf);
}
