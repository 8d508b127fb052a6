// Which reads matter (rule 3), decided while the schedule runs.
//
// A wrong read is allowed as long as no later event of its thread depends on
// it.  So a thread remembers one wrong read, and each local the wrong read that
// its value was computed from; an event that depends on a wrong read is
// refused.
//
// - Without any branch in the trace a branch is assumed before every event:
//   each event depends on all earlier reads of its thread, and so does its
//   end: a join depends on all reads of the thread that it waits for.
// - With branches, an access depends on the locals of its address.  A write, a
//   branch, and a division, which may end the program, depend on their operands
//   too.  A list that was not recorded, and a local that no recorded event
//   defines, stand for all earlier reads of the thread.  Other kinds depend on
//   nothing.
// - The write of an atomic read-modify-write depends on its own read, unless it
//   is one of the racing accesses.  If the event has an operator, or its own
//   result among its operands, the read may be wrong as long as nothing depends
//   on the value read: it then spoils the value written, and whoever reads that
//   reads wrong, too.  Otherwise, or in a trace without branches, a wrong read
//   is refused.

#include "witness/checker_state.h"

bool ft_checker_exchanges (const ft_checker *c, const ft_event *e) {
  return c->facts.has_branches && ft_event_is_exchange (&c->trace->tables, e);
}

// 'own' is a local that does not count, FT_NO_ID for none.
static ft_wrong_read wrong_in_list (ft_checker *c, ft_tid thread, bool known,
                                    uint32_t first, uint32_t count,
                                    ft_id own) {
  const ft_checker_thread *t = ft_checker_thread_now (c, thread);
  ft_wrong_read any = t->wrong;
  if (!known || t->fixed)
    return any;
  for (uint32_t i = first; i < first + count; i++) {
    ft_id local = c->trace->tables.operands.begin[i].local;
    if (local == FT_NO_ID || local == own)
      continue;
    ft_id slot = ft_recorded_local (&c->facts, thread, local);
    bool defined = slot != FT_NO_ID && c->locals[slot].stamp == c->run;
    ft_wrong_read wrong = defined ? c->locals[slot].wrong : any;
    if (wrong.read != FT_NO_ID)
      return wrong;
  }
  return FT_NO_WRONG_READ;
}

// What an exchange reads itself is no operand that it needs.
static ft_wrong_read wrong_in_operands (ft_checker *c, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  return wrong_in_list (c, e->thread, d && d->operands_known,
                        d ? d->operands : 0, d ? d->operand_count : 0,
                        ft_checker_exchanges (c, e) ? d->result : FT_NO_ID);
}

static ft_wrong_read wrong_in_pointers (ft_checker *c, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  return wrong_in_list (c, e->thread, d && d->pointers_known,
                        d ? d->pointers : 0, d ? d->pointer_count : 0,
                        FT_NO_ID);
}

ft_wrong_read ft_needs_wrong (ft_checker *c, const ft_event *e, bool racing) {
  ft_wrong_read wrong = FT_NO_WRONG_READ;
  if (!c->facts.has_branches) {
    wrong = ft_checker_thread_now (c, e->thread)->wrong;
    return wrong.read == FT_NO_ID && e->kind == FT_JOIN
               ? ft_checker_thread_now (c, e->target)->wrong
               : wrong;
  }
  if (ft_kind_accesses (e->kind) || e->kind == FT_FREE)
    wrong = wrong_in_pointers (c, e);
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  bool computes = ft_kind_writes (e->kind) || e->kind == FT_BRANCH ||
                  (e->kind == FT_LOCAL && d && ft_operator_divides (d->op));
  if (wrong.read == FT_NO_ID && computes && !racing)
    wrong = wrong_in_operands (c, e);
  return wrong;
}

// Refuses an event that depends on a value which the trace does not have.
static bool refuse_unknown (ft_checker *c, ft_id event, ft_id dependent) {
  if (event == dependent)
    return ft_refuse (c, "%s depends on a value that is unknown or undefined",
                      ft_describe (c->trace, dependent).text);
  return ft_refuse (c,
                    "the value of %s is unknown or not as in the trace; "
                    "%s depends on it",
                    ft_describe (c->trace, event).text,
                    ft_describe (c->trace, dependent).text);
}

bool ft_refuse_wrong_read (ft_checker *c, ft_wrong_read wrong,
                           ft_id dependent) {
  if (wrong.found == FT_NO_ID && wrong.recorded == FT_NO_ID)
    return refuse_unknown (c, wrong.read, dependent);
  bool found = wrong.found != FT_NO_ID, recorded = wrong.recorded != FT_NO_ID;
  if (wrong.found == wrong.recorded)
    return ft_refuse (c, "%s reads from %s, which leaves another value than in "
                         "the trace; %s depends on it",
                      ft_describe (c->trace, wrong.read).text,
                      ft_describe (c->trace, wrong.found).text,
                      ft_describe (c->trace, dependent).text);
  return ft_refuse (
      c, "%s reads %s%s, but in the trace it read %s%s; %s depends on it",
      ft_describe (c->trace, wrong.read).text,
      found ? "from " : "the initial value",
      found ? ft_describe (c->trace, wrong.found).text : "",
      recorded ? "from " : "the initial value",
      recorded ? ft_describe (c->trace, wrong.recorded).text : "",
      ft_describe (c->trace, dependent).text);
}

bool ft_needs_hold (ft_checker *c, ft_id event, bool racing) {
  ft_wrong_read wrong = ft_needs_wrong (c, c->trace->events + event, racing);
  return wrong.read == FT_NO_ID || ft_refuse_wrong_read (c, wrong, event);
}

static void define_local (ft_checker *c, const ft_event *e,
                          ft_wrong_read wrong) {
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  if (!d || d->result == FT_NO_ID)
    return;
  ft_id slot = ft_recorded_local (&c->facts, e->thread, d->result);
  c->locals[slot] = (ft_checker_local){.stamp = c->run, .wrong = wrong};
}

bool ft_needs_note (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  if (e->kind == FT_LOCAL)
    define_local (c, e, wrong_in_operands (c, e));
  if (!ft_kind_reads (e->kind))
    return true;
  ft_wrong_read wrong;
  bool right = ft_memory_reads_right (c, event, &wrong);
  if (!right && e->kind == FT_ATOMIC_RMW && !ft_checker_exchanges (c, e))
    return ft_refuse_wrong_read (c, wrong, event);
  if (!right && ft_exchange_depends (&c->trace->tables, e))
    c->spoiled[event] = c->run;
  if (!right)
    ft_checker_thread_now (c, e->thread)->wrong = wrong;
  define_local (c, e, wrong);
  return true;
}

// ---- data flow ----

// A branch without operator, or one of an alternative path, has made constants of its
// operands: all that the thread computes afterwards may follow from them.  A thread may
// pass on what it has read to one that it starts, or to one that waits for its end.
static void flow_unseen (ft_checker *c, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&c->trace->tables, e);
  ft_checker_thread *to = ft_checker_thread_now (c, e->thread);
  ft_wrong_read wrong = FT_NO_WRONG_READ;
  if (e->kind == FT_FORK)
    wrong = to->wrong, to = ft_checker_thread_now (c, e->target);
  else if (e->kind == FT_JOIN)
    wrong = ft_checker_thread_now (c, e->target)->wrong;
  else if (e->kind == FT_BRANCH &&
           (!d || d->op == FT_OP_NONE || e->flags & FT_ALTPATH))
    wrong = wrong_in_operands (c, e);
  if (wrong.read != FT_NO_ID)
    to->wrong = wrong, to->fixed = true;
}

void ft_needs_flow (ft_checker *c, ft_id event, ft_wrong_read own) {
  const ft_event *e = c->trace->events + event;
  if (own.read != FT_NO_ID)
    ft_checker_thread_now (c, e->thread)->wrong = own;
  ft_wrong_read operands = wrong_in_operands (c, e);
  if (ft_kind_writes (e->kind) &&
      (own.read != FT_NO_ID || operands.read != FT_NO_ID))
    c->spoiled[event] = c->run;
  if (ft_kind_reads (e->kind) || e->kind == FT_LOCAL)
    define_local (c, e, e->kind == FT_LOCAL ? operands : own);
  flow_unseen (c, e);
}
