#include "symex/exec/address_name.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "symex/altpath/execute.h"
#include "symex/exec/call.h"
#include "symex/exec/emit_event.h"
#include "symex/libc/libc_call.h"
#include "trace/assumed.h"

enum {
  MOST_NAMES = 32,
  MOST_MAPPINGS = 256
}; // of a thread; the others count
   // as used

// ---- events ----------------------------------------------------------------

// A variable: what all mappings have left, or one of a block or a mapping.
typedef struct variable {
  const char *what;
  ft_id number; // FT_NO_ID: there is only one
} variable;

#define PLACES ((variable){"places of mappings", FT_NO_ID})
#define PLACE(number) ((variable){"place of mapping", number})
#define GIVEN_BACK(number) ((variable){"memory given back", number})

static ft_step_event event_of (ft_machine *m, variable v, enum ft_kind kind,
                               const ft_detail *d) {
  char text[48];
  int length =
      v.number == FT_NO_ID
          ? snprintf (text, sizeof text, FT_SYSTEM "%s", v.what)
          : snprintf (text, sizeof text, FT_SYSTEM "%s %u", v.what, v.number);
  ft_tables *tables = m->out->tables;
  const ft_run_thread *t = m->out->record->thread;
  ft_step_event e = {FT_EVENT_NONE, FT_NO_ID, 0, FT_NO_ID, 0};
  if (t->frames.size)
    e.site = FT_TOP (t->frames).call;
  e.event.kind = (uint8_t)kind;
  e.event.mask = 0xff;
  e.event.order = FT_ORDER_RELAXED;
  e.event.target =
      ft_tables_add (tables, FT_CLASS_VARIABLE, text, (size_t)length);
  e.event.detail = (ft_id)tables->details.size;
  FT_PUSH (tables->details, *d);
  m->added++;
  return e;
}

// The value rests on a symbol, if that is not 0.  Behind the end of a thread
// nothing of it comes.
static void leave (ft_machine *m, variable v, uint32_t symbol) {
  ft_detail d = FT_DETAIL_NONE;
  ft_value on = {.symbol = symbol};
  d.pointers_known = true;
  ft_emit_operands (m, &d, &on, symbol ? 1 : 0);
  ft_step_event e = event_of (m, v, FT_ATOMIC_WRITE, &d);
  if (m->out->record->code == FT_WIRE_THREAD_END)
    FT_PUSH (m->out->before, e);
  else
    FT_PUSH (m->out->after, e);
}

static uint32_t look (ft_machine *m, variable v) {
  ft_detail d = FT_DETAIL_NONE;
  uint32_t symbol = ft_emit_symbol (m);
  d.pointers_known = d.operands_known = true;
  d.result = ft_emit_symbol_name (m, symbol);
  FT_PUSH (m->out->before, event_of (m, v, FT_ATOMIC_READ, &d));
  m->thread->has_read = true;
  return symbol;
}

// ---- uses ------------------------------------------------------------------

static void use (ft_machine *m, size_t i) {
  ft_address_name name = m->thread->names.begin[i];
  m->thread->names.begin[i] = FT_POP (m->thread->names);
  variable of = name.is_placed ? PLACE (name.number) : GIVEN_BACK (name.number);
  ft_value v = {.symbol = name.symbol ? name.symbol : look (m, of)};
  if (name.is_placed && !name.symbol && m->out->environment->finding)
    *ft_map_at (&m->out->environment->compared, name.number + 1ull) = 1;
  if (ft_is_symbolic (m, &v))
    ft_emit_concretize (m, FT_CONCRETIZE_ADDRESS_NAME, &v, 1);
}

// The address of a variable of the thread itself is one of its stack.
static bool is_of_frame (const ft_value *v) {
  return v->object || (!v->known && v->provenance == FT_PROVENANCE_STACK);
}

static bool is_in (const ft_address_name *name, const ft_value *v) {
  if (!v->known || v->object)
    return name->is_stack && is_of_frame (v);
  return v->word >= name->first && v->word <= name->last;
}

// A value of which nothing is known may be the thread's identifier.
static bool may_be_in (const ft_address_name *name, const ft_value *v) {
  return is_in (name, v) || (name->is_stack && !v->known && !v->symbol);
}

// Where a mapping is placed matters only to who compares or computes with it;
// an address that is kept or passed on is as good as any other.
static bool is_placed (const ft_machine *m, size_t i) {
  return m->thread->names.begin[i].is_placed;
}

void ft_address_name_use_known (ft_machine *m, const ft_value *v) {
  for (size_t i = m->thread->names.size; i--;)
    if (!is_placed (m, i) && is_in (m->thread->names.begin + i, v))
      use (m, i);
}

// Mappings have the same lowest bits, wherever they are.
void ft_address_name_use_bits (ft_machine *m, unsigned width,
                               const ft_value *v) {
  enum { PAGE_BITS = 12 };
  for (size_t i = m->thread->names.size; i--;)
    if ((!is_placed (m, i) || width > PAGE_BITS) &&
        is_in (m->thread->names.begin + i, v))
      use (m, i);
}

static void use_if_it_may_be (ft_machine *m, const ft_value *v) {
  for (size_t i = m->thread->names.size; i--;)
    if (!is_placed (m, i) && may_be_in (m->thread->names.begin + i, v))
      use (m, i);
}

// Blocks without a read yet belong to a library, which reveals no address of
// them, or are stacks.
void ft_address_name_use_all (ft_machine *m) {
  for (size_t i = m->thread->names.size; i--;)
    if (!is_placed (m, i) && (m->thread->names.begin[i].symbol ||
                              m->thread->names.begin[i].is_stack))
      use (m, i);
}

static bool is_constant (const ft_value *v, uint64_t most) {
  return v->known && !v->object && v->word <= most;
}

// True if two addresses in a block are both of that block.  An address that was
// read from shared memory may be of the block that was there before, and so may
// an address that is equal to the other one.
static bool are_own (const ft_machine *m, const ft_value two[2]) {
  if (is_of_frame (two) && is_of_frame (two + 1))
    return true;
  return !ft_is_symbolic (m, two) && !ft_is_symbolic (m, two + 1) &&
         two[0].known && two[1].known && two[0].word != two[1].word;
}

// The kernel puts mappings next to each other: what begins behind one may be
// another one.
static bool are_first_and_end (const ft_address_name *name,
                               const ft_value two[2]) {
  uint64_t end = name->last + 1;
  return two[0].known && two[1].known &&
         ((two[0].word == name->first && two[1].word == end) ||
          (two[1].word == name->first && two[0].word == end));
}

static bool compares (enum ft_operator op) {
  return op == FT_OP_SUB || op == FT_OP_USUB || op == FT_OP_XOR ||
         (op >= FT_OP_EQ && op <= FT_OP_GE) ||
         (op >= FT_OP_ULT && op <= FT_OP_UGE);
}

// Not an address, nor an end of one.
static bool is_null_or_failed (const ft_value *v) {
  return v->known && !v->object && (!v->word || v->word == UINT64_MAX);
}

// Blocks have other addresses than null and MAP_FAILED, and the same alignment;
// the distance within a block is the same everywhere.
void ft_address_name_use_both (ft_machine *m, enum ft_operator op,
                               const ft_value two[2]) {
  if (is_null_or_failed (two) || is_null_or_failed (two + 1) ||
      (op == FT_OP_AND && is_constant (two + 1, 15)))
    return;
  for (size_t i = m->thread->names.size; i--;) {
    ft_address_name name = m->thread->names.begin[i];
    bool a = is_in (&name, two), b = is_in (&name, two + 1);
    if (compares (op)) {
      a = may_be_in (&name, two);
      b = may_be_in (&name, two + 1);
    }
    bool meet = is_placed (m, i) && are_first_and_end (&name, two);
    name.last++; // an address behind the block
    bool within = is_in (&name, two) && is_in (&name, two + 1) &&
                  are_own (m, two) && !meet;
    if ((a || b) && !within)
      use (m, i);
  }
}

// ---- records ---------------------------------------------------------------

static bool is_guid_of (uint64_t callee, const char *name) {
  return callee == ft_guid (name, strlen (name));
}

// True if a function of the C or C++ library allocates the block for itself:
// the buffer of a stream, an exception, a destructor of the thread's own.  The
// address of such a block is no value of the program, unless a value in its
// range shows up; 'use' then emits the read, as it does for a stack.
static bool is_private (const ft_machine *m) {
  const ft_exec_thread *t = m->thread;
  if (m->out->record->code == FT_WIRE_MAP || FT_EMPTY (t->frames) ||
      FT_TOP (t->frames).state != FT_FRAME_IN_CALL)
    return false;
  const ft_exec_frame *f = &FT_TOP (t->frames);
  return ft_map_get (&m->owners, f->callee) != FT_NO_ID ||
         (ft_call_is_fully_recorded (m, f) &&
          ft_libc_of (m, f->callee)->allocates == FT_LIBC_ALLOCATES_NONE);
}

void ft_address_name_call (ft_machine *m, const ft_exec_frame *f) {
  const ft_libc_function *row = ft_libc_of (m, f->callee);
  if (row->model == FT_LIBC_MODEL_COMPARE) {
    ft_address_name_use_all (m);
    return;
  }
  if (row->effect == FT_LIBC_EFFECT_STARTS_THREAD ||
      !ft_call_is_fully_recorded (m, f) ||
      is_guid_of (f->callee, "pthread_equal") ||
      is_guid_of (f->callee, "thrd_equal"))
    for (size_t n = 0; n < f->arguments.size; n++)
      use_if_it_may_be (m, f->arguments.begin + n);
}

bool ft_address_name_is_thread (uint64_t callee) {
  return is_guid_of (callee, "pthread_self") ||
         is_guid_of (callee, "thrd_current");
}

// Whether a thread is created whose identifier goes, before the FORK, to memory
// that other threads read: what the first argument leads to.
static bool shows_thread (const ft_machine *m) {
  const ft_exec_thread *t = m->thread;
  if (m->out->record->code != FT_WIRE_FORK || FT_EMPTY (t->frames))
    return false;
  const ft_exec_frame *f = &FT_TOP (t->frames);
  if (f->state != FT_FRAME_IN_CALL || !f->arguments.size)
    return true;
  const ft_value *to = f->arguments.begin;
  if (!to->known || to->object)
    return !is_of_frame (to);
  return ft_environment_is_traced (m->out->environment, to->word);
}

static void push_name (ft_machine *m, ft_address_name name) {
  const ft_exec_thread *t = m->thread;
  size_t count = 0, oldest = 0;
  FT_PUSH (m->thread->names, name);
  for (size_t i = t->names.size; i--;)
    if (is_placed (m, i) == name.is_placed) {
      count++;
      oldest = i;
    }
  if (count > (name.is_placed ? MOST_MAPPINGS : MOST_NAMES))
    use (m, oldest);
}

static void take (ft_machine *m, const ft_memory_reuse *reuse) {
  unsigned code = m->out->record->code;
  ft_address_name name = {reuse->first,
                          reuse->last,
                          reuse->number,
                          0,
                          code == FT_WIRE_FORK || code == FT_WIRE_THREAD_START,
                          false};
  if (!name.is_stack && !is_private (m))
    name.symbol = look (m, GIVEN_BACK (reuse->number));
  push_name (m, name);
  if (shows_thread (m))
    use (m, m->thread->names.size - 1);
}

// ---- places of mappings
// ------------------------------------------------------
//
// The kernel chooses an address that no other mapping has.  So each mapping
// reads what the mappings before it have left, which matters if the address is
// compared or computed with.

static bool is_place (const ft_machine *m) {
  static const char *const names[] = {"mmap", "mmap64", "mremap", "shmat"};
  const ft_exec_thread *t = m->thread;
  if (FT_EMPTY (t->frames) || FT_TOP (t->frames).state != FT_FRAME_IN_CALL)
    return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (is_guid_of (FT_TOP (t->frames).callee, names[i]))
      return true;
  return false;
}

static void note_place (ft_machine *m) {
  const ft_run_record *r = m->out->record;
  if (r->code == FT_WIRE_UNMAP)
    leave (m, PLACES, 0);
  if (r->code != FT_WIRE_MAP || !is_place (m))
    return;
  ft_exec_frame *f = &FT_TOP (m->thread->frames);
  if (!f->allocated)
    f->allocated = r->payload;
  uint64_t last = r->payload + (r->word[0] & ~7u) - 1;
  ft_id number = (ft_id)m->mappings.size;
  uint32_t symbol = look (m, PLACES);
  push_name (m,
             (ft_address_name){r->payload, last, number, symbol, false, true});
  leave (m, PLACES, 0);
  if (ft_map_get (&m->out->environment->compared, number + 1ull) != FT_NO_ID)
    leave (m, PLACE (number), symbol);
  FT_PUSH (m->mappings, ((ft_placed_mapping){r->payload, last, m->thread}));
}

// Mappings of other threads, whose addresses the thread may know from now on.
void ft_address_name_see_mappings (ft_machine *m) {
  for (; m->thread->mappings_seen < m->mappings.size;
       m->thread->mappings_seen++) {
    size_t i = m->thread->mappings_seen;
    const ft_placed_mapping *p = m->mappings.begin + i;
    if (p->thread != m->thread)
      push_name (
          m, (ft_address_name){p->first, p->last, (ft_id)i, 0, false, true});
  }
}

// The address of a block that a library allocates is not followed.
static bool is_followed (const ft_machine *m) {
  const ft_exec_thread *t = m->thread;
  return !FT_EMPTY (t->frames) &&
         FT_TOP (t->frames).allocated == m->out->record->payload;
}

void ft_address_name_record (ft_machine *m) {
  const ft_run_record *r = m->out->record;
  const ft_environment *e = m->out->environment;
  if (r->at || !e || !e->reuses)
    return;
  uint64_t tick = ft_tick_number (r->thread->number, r->tick);
  ft_id number = ft_map_get (&e->reuses->given_back, tick);
  if (number != FT_NO_ID)
    leave (m, GIVEN_BACK (number), 0);
  ft_altpath_note_free (m);
  ft_id i = ft_map_get (&e->reuses->taken, tick);
  for (; i != FT_NO_ID; i = e->reuses->list.begin[i].next)
    take (m, e->reuses->list.begin + i);
  note_place (m);
  bool allocates = r->code == FT_WIRE_ALLOC || r->code == FT_WIRE_MAP;
  if (allocates && !is_followed (m) && ft_has_address_names (m) &&
      FT_TOP (m->thread->names).first >> 3 == r->payload >> 3)
    ft_address_name_use_all (m);
}
