// Second frees: what a call of 'free' would do if another thread had freed the
// block is an alternative path that ends in a failure mark.  So is what an access of
// a path does if its block was freed.
//
// Each block has a variable, 0 at first, which its free sets to 1.  A second free
// reads it, and fails if it is 1, and so does an access.  An address names a block
// only if no other block of the run ever has its memory (ft_freed_block).  Where the
// address of a free may be another one in another schedule, those of the blocks that
// other threads freed last are tried: a branch on whether the address is this one
// comes before the read.

#include "symex/altpath/own_block.h"
#include "symex/exec/emit_event.h"
#include "trace/assumed.h"

#include <stdio.h>
#include <string.h>

enum { TRIED = 4 }; // addresses of other blocks

// ---- the variable of a block -----------------------------------------------

static ft_step_event event_of (ft_machine *m, ft_id site, ft_id number,
                               enum ft_kind kind, bool freed, ft_detail *d) {
  char name[40];
  int n = snprintf (name, sizeof name, FT_FREED "block %u", number);
  ft_step_event e = ft_altpath_make_event (m, site, 0);
  d->pointers_known = d->operands_known = true;
  d->initial_known = true;
  e.event.kind = (uint8_t)kind;
  e.event.mask = 0xff;
  e.event.order = FT_ORDER_RELAXED;
  e.event.flags = FT_HAS_VALUE;
  e.event.value = freed;
  e.event.target =
      ft_tables_add (m->out->tables, FT_CLASS_VARIABLE, name, (size_t)n);
  e.event.detail = (ft_id)m->out->tables->details.size;
  FT_PUSH (m->out->tables->details, *d);
  m->added++;
  return e;
}

static bool is_freed (const ft_machine *m, ft_id number) {
  for (size_t i = 0; i < m->frees.size; i++)
    if (m->frees.begin[i].number == number)
      return true;
  return false;
}

// Whether the block was freed before.
static ft_value look (ft_machine *m, ft_id site, ft_id number) {
  ft_value v = ft_value_concrete (is_freed (m, number));
  ft_detail d = FT_DETAIL_NONE;
  v.symbol = ft_emit_symbol (m);
  d.result = ft_emit_symbol_name (m, v.symbol);
  FT_PUSH (m->out->before,
           event_of (m, site, number, FT_ATOMIC_READ, v.word, &d));
  return v;
}

void ft_altpath_note_free (ft_machine *m) {
  const ft_run_record *r = m->out->record;
  const ft_memory_reuses *x = m->out->environment->reuses;
  ft_id number =
      ft_map_get (&x->freed_at, ft_tick_number (r->thread->number, r->tick));
  bool symbolic = m->frees_symbolic;
  m->frees_symbolic = false;
  if (number == FT_NO_ID || !ft_follows_altpaths (m) ||
      x->freed.begin[number].again ||
      !(symbolic || x->freed.begin[number].elsewhere))
    return;
  ft_detail d = FT_DETAIL_NONE;
  ft_value one = ft_value_concrete (1);
  d.op = FT_OP_COPY;
  ft_emit_operands (m, &d, &one, 1);
  ft_id site = r->thread->frames.size ? FT_TOP (r->thread->frames).call
                                      : FT_NO_ID;
  FT_PUSH (m->out->after,
           event_of (m, site, number, FT_ATOMIC_WRITE, true, &d));
  FT_PUSH (m->frees, ((ft_noted_free){number, m->thread}));
}

// ---- a free ----------------------------------------------------------------

// Frees the block: a branch on whether it was freed before.
static bool test_freed (ft_machine *m, ft_id site, ft_id number) {
  ft_value two[2] = {look (m, site, number), ft_value_concrete (0)};
  bool freed = two[0].word;
  ft_emit_branch (m, site, FT_OP_NE, 8, freed, two, 2);
  return freed;
}

// The path on which the address is that of the block, which was freed before.
static void add_path (ft_machine *m, const ft_exec_frame *f,
                      const ft_instruction *i, ft_id site, ft_value address,
                      ft_id number) {
  ft_step_events before = m->out->before;
  bool has_read = m->thread->has_read;
  ft_value two[2] = {
      address,
      ft_value_concrete (
          m->out->environment->reuses->freed.begin[number].address)};
  ft_emit_branch (m, site, FT_OP_EQ, 8, false, two, 2);
  before = m->out->before;
  memset (&m->out->before, 0, sizeof m->out->before);
  test_freed (m, site, number);
  FT_PUSH (m->out->before, ft_altpath_make_mark (m, f, i, FT_MARK_FREED));
  ft_step_events path = m->out->before;
  m->out->before = before;
  m->thread->has_read = has_read;
  ft_altpath_add_failing (m, path.begin, path.size);
  FT_RELEASE (path);
}

// Tries the addresses of blocks that others have freed last.
static void try_others (ft_machine *m, const ft_exec_frame *f,
                        const ft_instruction *i, ft_id site,
                        ft_value address) {
  int tried = 0;
  const ft_memory_reuses *x = m->out->environment->reuses;
  for (size_t k = m->frees.size; k-- > 0 && tried < TRIED;) {
    ft_noted_free other = m->frees.begin[k];
    if (other.thread == m->thread ||
        x->freed.begin[other.number].address == address.word)
      continue;
    add_path (m, f, i, site, address, other.number);
    tried++;
  }
}

static bool may_fail (ft_machine *m, const ft_exec_frame *f,
                      const ft_instruction *i, const ft_value *address) {
  return ft_follows_altpaths (m) && m->out->environment->reuses && i->site &&
         address->known && !address->object && ft_altpath_may_begin (m, f, i);
}

void ft_altpath_check_free (ft_machine *m, const ft_exec_frame *f) {
  ft_value address =
      f->arguments.size ? f->arguments.begin[0] : FT_VALUE_UNKNOWN;
  m->frees_symbolic = ft_is_symbolic (m, &address);
  if (m->frees_symbolic && may_fail (m, f, f->call, &address))
    try_others (m, f, f->call, f->function->site + f->call->site - 1, address);
}

// Whether the run has freed the block before.
static bool is_known_freed (const ft_machine *m, ft_value address) {
  const ft_memory_reuses *x = m->out->environment->reuses;
  bool known = x && address.known && !address.object;
  ft_id number = known ? ft_memory_reuses_freed (x, address.word) : FT_NO_ID;
  return number != FT_NO_ID && is_freed (m, number);
}

// Ends the path in a failure if another thread freed the block whose address, by
// the values of the run, the path frees.  Whether the path goes on.
static bool fail_if_freed (ft_machine *m, const ft_exec_frame *f,
                           const ft_instruction *i, ft_id site,
                           ft_value address) {
  ft_value two[2] = {address, ft_value_concrete (address.word)};
  ft_id number = ft_memory_reuses_freed (m->out->environment->reuses,
                                         address.word);
  if (number == FT_NO_ID)
    return true;
  ft_emit_branch (m, site, FT_OP_EQ, 8, true, two, 2);
  ft_step_event mark = ft_altpath_make_mark (m, f, i, FT_MARK_FREED);
  bool freed = test_freed (m, site, number);
  if (freed)
    FT_PUSH (m->out->before, mark);
  else
    ft_altpath_add_failing (m, &mark, 1);
  return !freed;
}

// The path frees a block of the run.  No event says so: who uses it later reads
// something that the path has written, or has an error that the run does not show.
static bool free_of_run (ft_machine *m, ft_altpath_state *s, ft_value address) {
  if (!address.known || address.object || ft_is_own_block (address.word) ||
      ft_altpath_has_freed (s, address.word))
    return false;
  ft_emit_concretize (m, FT_CONCRETIZE_LIBRARY_CALL, &address, 1);
  FT_PUSH (s->freed, address.word);
  return true;
}

// Whether the free is of a block that the path has allocated, or of NULL; the address
// must be as it is, then.
static bool free_own (ft_machine *m, ft_altpath_state *s, ft_value address) {
  if (!address.known || address.object)
    return false;
  const ft_own_block *own = ft_own_block_at (m, address.word);
  if (address.word && (!own || own->address != address.word ||
                       ft_altpath_has_freed (s, own->address)))
    return false;
  ft_emit_concretize (m, FT_CONCRETIZE_LIBRARY_CALL, &address, 1);
  if (own)
    FT_PUSH (s->freed, own->address);
  return true;
}

bool ft_altpath_step_free (ft_machine *m, ft_altpath_state *s,
                           const ft_instruction *i) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value address =
      i->count > 1 ? ft_altpath_operand (s, i, 1) : FT_VALUE_UNKNOWN;
  bool fails = may_fail (m, f, i, &address);
  ft_id site = f->function->site + i->site - 1;
  if (fails && ft_is_symbolic (m, &address))
    try_others (m, f, i, site, address);
  if (free_own (m, s, address))
    return true;
  if (fails ? !fail_if_freed (m, f, i, site, address)
            : is_known_freed (m, address))
    return false;
  return free_of_run (m, s, address);
}

// ---- an access --------------------------------------------------------------

bool ft_altpath_passes_freed (ft_machine *m, ft_altpath_state *s,
                              const ft_instruction *i) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value address = ft_altpath_operand (s, i, 0);
  ft_id number = !address.known || address.object
                     ? FT_NO_ID
                     : ft_environment_freed_block (m->out->environment,
                                                   address.word,
                                                   (unsigned)i->constant);
  if (number == FT_NO_ID || !is_freed (m, number) ||
      !may_fail (m, f, i, &address))
    return true;
  ft_id site = f->function->site + i->site - 1;
  ft_value two[2] = {address, ft_value_concrete (address.word)};
  ft_emit_branch (m, site, FT_OP_EQ, 8, true, two, 2);
  test_freed (m, site, number);
  FT_PUSH (m->out->before, ft_altpath_make_mark (m, f, i, FT_MARK_USED));
  return false;
}
