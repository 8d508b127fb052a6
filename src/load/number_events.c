// Events of numbers of descriptors that are given out again (see
// 'run/taken_numbers.h').
//
// Each number has a variable, which is 1 while the number is taken: an opening
// finds 0 there and leaves 1, and a closing leaves 0.  So the rule of the kernel is
// the rule of reads and writes: of two openings that return the same number one
// comes behind the closing of the other.  Nothing is assumed, and a pair may be
// refuted by it.  The closing comes before the call that closes, and the opening
// behind the call that opens: the calls may be closer together than their events.
//
// There are such events only in a run of a program that uses numbers as values: for
// others another number would do.

#include "load/load_inside.h"
#include "trace/assumed.h"

static ft_event number_event (ft_load *n, ft_tables *tables, enum ft_kind kind,
                              uint32_t number) {
  ft_event e = ft_load_event (n, tables, kind);
  char name[64];
  int length = snprintf (name, sizeof name, FT_TAKEN "number of descriptor %u",
                         number);
  e.target = ft_tables_add (tables, FT_CLASS_VARIABLE, name, (size_t)length);
  e.mask = 0xff;
  e.flags = FT_HAS_VALUE; // 0, which an opening finds and a closing leaves
  e.order = kind == FT_ATOMIC_RMW ? FT_ORDER_ACQ_REL : FT_ORDER_RELEASE;
  return e;
}

// What the thread does behind the opening depends on the number.
static void depend_on (ft_load *n, ft_tables *tables, const ft_event *opening,
                       ft_id local) {
  ft_event branch = FT_EVENT_NONE;
  ft_detail d = FT_DETAIL_NONE;
  ft_operand o = {local, 0};
  branch.kind = FT_BRANCH;
  branch.thread = opening->thread;
  d.operands_known = true;
  d.operands = (uint32_t)tables->operands.size;
  d.operand_count = 1;
  FT_PUSH (tables->operands, o);
  ft_load_push_detail (tables, &branch, &d);
  FT_PUSH (n->queue, branch);
}

void ft_load_queue_number (ft_load *n, ft_tables *tables) {
  uint32_t number;
  if (!n->uses_numbers || n->records_alone ||
      !ft_taken_number_changes (&n->record, &number) ||
      !ft_taken_numbers_know (&n->shared.numbers, number))
    return;
  bool opens = n->record.code == FT_WIRE_DESCRIPTOR_OPEN;
  ft_event e = number_event (n, tables, opens ? FT_ATOMIC_RMW : FT_ATOMIC_WRITE,
                             number);
  ft_detail d = FT_DETAIL_NONE;
  d.pointers_known = d.operands_known = true;
  d.written = d.written_known = opens;
  if (opens)
    d.result = ft_tables_add (tables, FT_CLASS_LOCAL, "%taken", 6);
  ft_load_push_detail (tables, &e, &d);
  FT_PUSH (n->queue, e);
  if (opens && n->machine)
    depend_on (n, tables, &e, d.result);
}
