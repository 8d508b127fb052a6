// Calls of functions that are modelled: what they read, byte by byte, and what
// they write of it (see 'model.h').
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"
#include "symex/libc/model.h"

// Longer ranges are pinned, as in calls of other functions.
enum { MOST_BYTES = 1024 };

static ft_libc_call *now (ft_machine *m) {
  if (!m->thread->libc_call)
    m->thread->libc_call = FT_NEW (ft_libc_call);
  return m->thread->libc_call;
}

void ft_libc_call_release (ft_libc_call *c) {
  if (!c)
    return;
  FT_RELEASE (c->bytes);
  FT_RELEASE (c->ranges);
  FT_RELEASE (c->items);
  free (c);
}

static void forget (ft_libc_call *c) {
  FT_CLEAR (c->bytes);
  FT_CLEAR (c->ranges);
}

// What it has read has its recorded value, after all; and so has what it
// returns, which may be told.
static void give_up (ft_machine *m, ft_libc_call *c) {
  ft_emit_concretize (m, c->bytes.begin, c->bytes.size);
  c->kind = c->kind >= FT_LIBC_MODEL_RECORDED_RESULT ? FT_LIBC_MODEL_RECORDED_RESULT : FT_LIBC_MODEL_NONE;
  forget (c);
}

// The call that the thread is in at this depth, if it is one of these.
static ft_libc_call *current (ft_machine *m, size_t depth) {
  ft_libc_call *c = m->thread->libc_call;
  return c && c->kind != FT_LIBC_MODEL_NONE && c->depth == depth ? c : NULL;
}

static void leave (ft_machine *m, ft_libc_call *c) {
  give_up (m, c);
  c->kind = FT_LIBC_MODEL_NONE;
}

static void begin (ft_machine *m, ft_libc_call *c, enum ft_libc_model kind) {
  c->kind = (uint8_t)kind;
  c->depth = m->thread->frames.size;
  c->shaped = c->told = false;
  c->extracts = kind >= FT_LIBC_MODEL_EXTRACT;
}

static bool is_told (const ft_machine *m) {
  const ft_libc_call *c = m->thread->libc_call;
  const ft_run_record *r = m->out->record;
  return (c && c->kind >= FT_LIBC_MODEL_RECORDED_RESULT && c->told) ||
         (m->models_libc && r->code == FT_WIRE_VALUE &&
          r->word[1] & FT_WIRE_RESULT);
}

bool ft_libc_is_fully_recorded (const ft_machine *m, uint64_t callee) {
  enum ft_libc_model kind = ft_libc_of (m, callee)->model;
  return kind != FT_LIBC_MODEL_NONE &&
         (kind < FT_LIBC_MODEL_EXTRACT || is_told (m));
}

void ft_libc_begin (ft_machine *m, uint64_t callee) {
  enum ft_libc_model kind = ft_libc_of (m, callee)->model;
  bool is_modelled = m->models_libc && callee &&
                     kind > FT_LIBC_MODEL_CONCRETIZE && ft_follows_altpaths (m);
  if (!is_modelled && !m->thread->libc_call)
    return;
  ft_libc_call *c = now (m);
  leave (m, c); // a call that a handler came in, say
  if (is_modelled)
    begin (m, c, kind);
}

void ft_libc_result_recorded (ft_machine *m) {
  if (!m->models_libc || !ft_follows_altpaths (m))
    return;
  ft_libc_call *c = now (m);
  if (!current (m, m->thread->frames.size) || c->kind < FT_LIBC_MODEL_RECORDED_RESULT) {
    give_up (m, c);
    begin (m, c, FT_LIBC_MODEL_RECORDED_RESULT);
  }
  c->told = true;
  c->before = c->ranges.size;
  c->result = m->out->record->word[0];
}

// ---- reads -----------------------------------------------------------------

static bool begin_split (ft_machine *m, int n) {
  const ft_run_access *t = m->out->accesses + n;
  ft_step_dependence *said = m->out->dependence + n;
  if (!t->bytes || t->bytes > MOST_BYTES)
    return false;
  said->split = true;
  said->first = (uint32_t)m->out->bytes.size;
  said->count = (uint32_t)t->bytes;
  return true;
}

static ft_step_byte plain_byte (void) {
  ft_step_byte b = {.detail = FT_DETAIL_NONE};
  b.detail.operands_known = b.detail.pointers_known = true;
  return b;
}

static ft_value read_byte (ft_machine *m, uint64_t address) {
  ft_step_byte b = plain_byte ();
  ft_value s = FT_VALUE_UNKNOWN;
  s.known = ft_concrete_word (m, address, 1, &s.word);
  b.valued = s.known;
  b.value = (uint8_t)s.word;
  if (ft_environment_is_traced (m->out->environment, address)) {
    m->thread->has_read = true;
    s.symbol = ft_emit_symbol (m);
    b.detail.operands_known = false;
    b.detail.result = ft_emit_symbol_name (m, s.symbol);
  }
  FT_PUSH (m->out->bytes, b);
  return s;
}

static bool read_range (ft_machine *m, ft_libc_call *c, int n) {
  const ft_run_access *t = m->out->accesses + n;
  if (!begin_split (m, n))
    return false;
  FT_PUSH (c->ranges, c->bytes.size);
  for (uint64_t i = 0; i < t->bytes; i++)
    FT_PUSH (c->bytes, read_byte (m, t->address + i));
  return true;
}

// ---- writes ----------------------------------------------------------------

static void write_byte (ft_machine *m, uint64_t address, ft_value s) {
  ft_step_byte b = plain_byte ();
  b.valued = s.known;
  b.value = (uint8_t)s.word;
  b.share = ft_is_symbolic (m, &s);
  b.detail.op = FT_OP_COPY;
  if (b.share && !ft_environment_is_traced (m->out->environment, address))
    b.detail.initial_known = ft_concrete_word (m, address, 1, &b.detail.initial);
  ft_emit_operands (m, &b.detail, &s, 1);
  FT_PUSH (m->out->bytes, b);
}

// So many of the bytes that were read, and zeros behind them.
static bool write_range (ft_machine *m, const ft_libc_call *c, int n,
                         size_t first, size_t count) {
  const ft_run_access *t = m->out->accesses + n;
  if (!begin_split (m, n))
    return false;
  for (uint64_t i = 0; i < t->bytes; i++)
    write_byte (m, t->address + i,
                i < count ? c->bytes.begin[first + i] : ft_value_concrete (0));
  return true;
}

// Of those that were read last.
static bool copy_range (ft_machine *m, const ft_libc_call *c, int n) {
  if (FT_EMPTY (c->ranges))
    return false;
  size_t first = FT_TOP (c->ranges);
  return write_range (m, c, n, first, c->bytes.size - first);
}

static bool copies (const ft_libc_call *c) {
  return c->kind == FT_LIBC_MODEL_COPY || c->kind == FT_LIBC_MODEL_COPY_TEXT;
}

static bool scans (const ft_libc_call *c) {
  return c->kind == FT_LIBC_MODEL_SCAN || c->kind == FT_LIBC_MODEL_SCAN_STREAM ||
         c->kind >= FT_LIBC_MODEL_EXTRACT;
}

// ---- scanf -----------------------------------------------------------------

static bool write_number (ft_machine *m, const ft_libc_item *item) {
  ft_step_dependence *said = m->out->dependence;
  unsigned bytes = (unsigned)m->out->accesses[0].bytes;
  const ft_run_record *r = m->out->record;
  if (!item->number || bytes != item->size ||
      ft_low_bits (item->value.word, 8 * bytes) != r->word[0])
    return false;
  said->known = true;
  said->share = ft_is_symbolic (m, &item->value);
  said->detail.pointers_known = true;
  said->detail.op = FT_OP_COPY;
  if (said->share && m->out->traced[0] == FT_TRACED_NONE)
    said->detail.initial_known =
        ft_concrete_word (m, r->payload, bytes, &said->detail.initial);
  ft_emit_operands (m, &said->detail, &item->value, 1);
  return true;
}

static bool write_word (ft_machine *m, const ft_libc_call *c,
                        const ft_libc_item *item) {
  m->out->dependence[0].known = true;
  return !item->number && m->out->accesses[0].bytes == item->size &&
         write_range (m, c, 0, item->first, item->count);
}

// The next of what it writes.
static bool write_item (ft_machine *m, ft_libc_call *c) {
  if (!ft_libc_constrain (m, &FT_TOP (m->thread->frames), c) ||
      c->given == c->items.size)
    return false;
  const ft_libc_item *item = c->items.begin + c->given++;
  return m->out->record->code == FT_WIRE_SYMBOLIC ? write_number (m, item)
                                                  : write_word (m, c, item);
}

// ---- records ---------------------------------------------------------------

static bool is_source (const ft_run_record *r) {
  return r->code == FT_WIRE_SYMBOLIC &&
         FT_WIRE_SOURCE_NUMBER (r->word[1]) < FT_WIRE_NUMBER;
}

static bool is_constant (const ft_run_record *r) {
  return r->code == FT_WIRE_SYMBOLIC &&
         FT_WIRE_SOURCE_NUMBER (r->word[1]) == FT_WIRE_NO_SOURCE;
}

static bool access_read (ft_machine *m, ft_libc_call *c) {
  m->out->dependence[0].known = true;
  return (!c->shaped || c->kind == FT_LIBC_MODEL_RECORDED_RESULT) && read_range (m, c, 0);
}

// True if what the record writes was dealt with; false with '*fine': it is as
// any write of a library.
static bool access_write (ft_machine *m, ft_libc_call *c, bool *fine) {
  const ft_exec_frame *f = &FT_TOP (m->thread->frames);
  *fine = true;
  if (is_source (m->out->record) || c->kind == FT_LIBC_MODEL_RECORDED_RESULT ||
      c->kind == FT_LIBC_MODEL_LINE || c->kind == FT_LIBC_MODEL_LINE_TO)
    return false;
  if (scans (c) && !is_constant (m->out->record))
    return *fine = write_item (m, c);
  *fine = ft_libc_constrain (m, f, c);
  if (*fine && copies (c) && m->out->record->code == FT_WIRE_WRITE_RANGE) {
    m->out->dependence[0].known = true;
    return *fine = copy_range (m, c, 0);
  }
  return false;
}

bool ft_libc_access (ft_machine *m) {
  ft_libc_call *c = current (m, m->thread->frames.size);
  const ft_run_record *r = m->out->record;
  bool reads = r->code == FT_WIRE_READ_RANGE, fine = false;
  if (!c || r->at ||
      (!reads && r->code != FT_WIRE_WRITE_RANGE && r->code != FT_WIRE_SYMBOLIC))
    return false;
  if (reads ? access_read (m, c) : access_write (m, c, &fine))
    return true;
  if (!fine)
    give_up (m, c);
  return false;
}

// What a copy that the program makes itself reads and writes.
bool ft_libc_copy (ft_machine *m) {
  ft_libc_call *c = m->models_libc && ft_follows_altpaths (m) ? now (m) : NULL;
  if (!c || m->out->accesses[0].bytes > MOST_BYTES)
    return false;
  leave (m, c);
  m->out->dependence[0].known = m->out->dependence[1].known = true;
  bool fine = read_range (m, c, 0) && copy_range (m, c, 1);
  forget (c); // nothing but the copy depends on it
  return fine;
}

// A frame that returns is on the stack no more.
static size_t depth_of (const ft_machine *m, const ft_exec_frame *f) {
  size_t depth = m->thread->frames.size;
  return depth && f == &FT_TOP (m->thread->frames) ? depth : depth + 1;
}

bool ft_libc_end (ft_machine *m, const ft_exec_frame *f, ft_value *result) {
  ft_libc_call *c = current (m, depth_of (m, f));
  if (!c)
    return false;
  bool fine = ft_libc_constrain (m, f, c) && ft_libc_result (m, f, c, result);
  if (!fine)
    give_up (m, c);
  if (!fine && c->kind == FT_LIBC_MODEL_RECORDED_RESULT)
    fine = ft_libc_result (m, f, c, result);
  c->kind = FT_LIBC_MODEL_NONE;
  forget (c);
  return fine;
}
