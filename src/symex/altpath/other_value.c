#include "symex/altpath/other_value.h"

#include "symex/altpath/execute.h"
#include "symex/exec/emit_event.h"

enum {
  MOST_ADDRESSES = 1 << 16, // of which values are noted
  MOST_VALUES = sizeof ((ft_seen_values *)0)->words / sizeof (uint64_t)
};

static bool is_noting (const ft_machine *m) {
  return ft_follows_altpaths (m) && m->out->environment->notes_reads &&
         !m->altpath;
}

// ---- values ----------------------------------------------------------------

static void note_value (ft_environment *e, uint64_t address, uint64_t word) {
  if (ft_map_get (&e->seen_at, address) == FT_NO_ID) {
    if (e->seen.size == MOST_ADDRESSES)
      return;
    *ft_map_at (&e->seen_at, address) = (uint32_t)e->seen.size;
    FT_PUSH (e->seen, ((ft_seen_values){0}));
  }
  ft_seen_values *seen = e->seen.begin + ft_map_get (&e->seen_at, address);
  for (uint32_t i = 0; i < seen->count; i++)
    if (seen->words[i] == word)
      return;
  if (seen->count < MOST_VALUES)
    seen->words[seen->count++] = word;
}

void ft_other_value_note (ft_machine *m) {
  const ft_run_record *r = m->out->record;
  if (!is_noting (m) || !m->out->count || !m->out->accesses[0].valued ||
      m->out->traced[0] != FT_TRACED_WHOLE)
    return;
  note_value (m->out->environment, r->payload, r->word[0]);
  if (r->at && (r->at->kind == FT_SITE_RMW || r->at->kind == FT_SITE_CAS))
    note_value (m->out->environment, r->payload, r->word[1]);
}

// ---- reads -----------------------------------------------------------------

static uint64_t tick_of (const ft_machine *m) {
  const ft_run_record *r = m->out->record;
  return ft_tick_number (r->thread->number, r->tick);
}

static uint64_t read_at (const ft_machine *m, const ft_value *s) {
  const ft_exec_thread *t = m->thread;
  return s->symbol < t->read_at.size ? t->read_at.begin[s->symbol] : 0;
}

static void set_read_at (ft_machine *m, uint32_t symbol, uint64_t tick) {
  FT_GROW (m->thread->read_at, (size_t)symbol + 1, 0);
  m->thread->read_at.begin[symbol] = tick;
}

void ft_other_value_depend (ft_machine *m, uint32_t symbol, const ft_value *s,
                            size_t n) {
  uint64_t tick = 0;
  for (size_t i = 0; is_noting (m) && i < n; i++) {
    if (!ft_is_symbolic (m, s + i))
      continue;
    if (!read_at (m, s + i) || (tick && tick != read_at (m, s + i)))
      return;
    tick = read_at (m, s + i);
  }
  if (tick)
    set_read_at (m, symbol, tick);
}

void ft_other_value_note_address (ft_machine *m, const ft_value *s, size_t n) {
  for (size_t i = 0; is_noting (m) && i < n; i++)
    if (ft_is_symbolic (m, s + i) && read_at (m, s + i))
      *ft_map_at (&m->out->environment->address_reads, read_at (m, s + i) - 1) = 1;
}

// A null pointer has a path of its own where it is used.
static bool is_null (const ft_instruction *i, uint64_t word) {
  return i->width == 64 && word < FT_NULL_PAGE;
}

static void execute (ft_machine *m, ft_exec_frame *f, const ft_instruction *i,
                     ft_value read) {
  const ft_environment *e = m->out->environment;
  uint32_t at = ft_map_get (&e->seen_at, m->out->record->payload);
  if (at == FT_NO_ID || ft_map_get (&e->address_reads, tick_of (m)) == FT_NO_ID)
    return;
  const ft_seen_values *seen = e->seen.begin + at;
  for (uint32_t n = 0; n < seen->count; n++) {
    ft_value two[2] = {read,
                       ft_value_concrete (ft_low_bits (seen->words[n], i->width))};
    if (two[1].word == read.word || is_null (i, two[1].word))
      continue;
    ft_emit_branch_after (m, FT_OP_EQ, ft_bytes_of_width (i->width), 0, two, 2);
    ft_altpath_execute_load (m, f, i, two + 1);
  }
}

void ft_other_value_read (ft_machine *m, ft_exec_frame *f, const ft_instruction *i,
                          ft_value read) {
  if (!read.known || !ft_is_symbolic (m, &read) || !i->width)
    return;
  if (is_noting (m))
    set_read_at (m, read.symbol, tick_of (m) + 1);
  else if (ft_follows_altpaths (m))
    execute (m, f, i, read);
}
