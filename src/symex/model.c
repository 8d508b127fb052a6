// Calls of functions that are modelled: what they read, byte by byte, and what
// they write of it (see 'model.h').
#include "symex/model.h"

// Longer ranges are pinned, as in calls of other functions.
enum { MOST_BYTES = 1024 };

static ft_modelled *now (ft_machine *m) {
  if (!m->thread->modelled)
    m->thread->modelled = FT_NEW (ft_modelled);
  return m->thread->modelled;
}

void ft_model_release (ft_modelled *c) {
  if (!c)
    return;
  FT_RELEASE (c->bytes);
  FT_RELEASE (c->ranges);
  free (c);
}

static void forget (ft_modelled *c) {
  FT_CLEAR (c->bytes);
  FT_CLEAR (c->ranges);
}

// What it has read has its recorded value, after all.
static void give_up (ft_machine *m, ft_modelled *c) {
  ft_emit_pin (m, c->bytes.begin, c->bytes.size);
  c->kind = FT_ROUTINE_NONE;
  forget (c);
}

void ft_model_begin (ft_machine *m, uint64_t callee) {
  uint32_t kind = ft_map_get (&m->libraries, callee);
  bool is_modelled = m->models && callee && kind != FT_NO_ID &&
                     kind > FT_ROUTINE_PLAIN && m->out->resolve;
  if (!is_modelled && !m->thread->modelled)
    return;
  ft_modelled *c = now (m);
  give_up (m, c); // a call that a handler came in, say
  if (is_modelled) {
    c->kind = (uint8_t)kind;
    c->depth = m->thread->frames.size;
    c->shaped = false;
  }
}

void ft_model_told (ft_machine *m) {
  if (!m->models || !m->out->resolve)
    return;
  ft_modelled *c = now (m);
  give_up (m, c);
  c->kind = FT_ROUTINE_TOLD;
  c->depth = m->thread->frames.size;
  c->result = m->out->record->word[0];
}

// The call that the thread is in at this depth, if it is one of these.
static ft_modelled *current (ft_machine *m, size_t depth) {
  ft_modelled *c = m->thread->modelled;
  return c && c->kind != FT_ROUTINE_NONE && c->depth == depth ? c : NULL;
}

// ---- reads -----------------------------------------------------------------

static bool begin_split (ft_machine *m, int n) {
  const ft_touch *t = m->out->touches + n;
  ft_step_touch *said = m->out->touch + n;
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

static ft_slot read_byte (ft_machine *m, uint64_t address) {
  ft_step_byte b = plain_byte ();
  ft_slot s = FT_SLOT_UNKNOWN;
  s.known = ft_known_word (m, address, 1, &s.word);
  b.valued = s.known;
  b.value = (uint8_t)s.word;
  if (m->out->keeps (m->out->native, address)) {
    m->thread->has_read = true;
    s.taint = ft_emit_serial (m);
    b.detail.operands_known = false;
    b.detail.result = ft_emit_name (m, s.taint);
  }
  FT_PUSH (m->out->bytes, b);
  return s;
}

static bool read_range (ft_machine *m, ft_modelled *c, int n) {
  const ft_touch *t = m->out->touches + n;
  if (!begin_split (m, n))
    return false;
  FT_PUSH (c->ranges, c->bytes.size);
  for (uint64_t i = 0; i < t->bytes; i++)
    FT_PUSH (c->bytes, read_byte (m, t->address + i));
  return true;
}

// ---- writes ----------------------------------------------------------------

// Byte k that is written, of those that were read last; what is written behind
// them is zero.
static ft_slot copied (const ft_modelled *c, size_t k) {
  size_t first = FT_TOP (c->ranges);
  return first + k < c->bytes.size ? c->bytes.begin[first + k]
                                   : ft_slot_word (0);
}

static void write_byte (ft_machine *m, uint64_t address, ft_slot s) {
  ft_step_byte b = plain_byte ();
  b.valued = s.known;
  b.value = (uint8_t)s.word;
  b.share = ft_tainted (m, &s);
  b.detail.op = FT_OP_COPY;
  if (b.share && !m->out->keeps (m->out->native, address))
    b.detail.initial_known = ft_known_word (m, address, 1, &b.detail.initial);
  ft_emit_operands (m, &b.detail, &s, 1);
  FT_PUSH (m->out->bytes, b);
}

static bool write_range (ft_machine *m, ft_modelled *c, int n) {
  const ft_touch *t = m->out->touches + n;
  if (FT_EMPTY (c->ranges) || !begin_split (m, n))
    return false;
  for (uint64_t i = 0; i < t->bytes; i++)
    write_byte (m, t->address + i, copied (c, (size_t)i));
  return true;
}

static bool copies (const ft_modelled *c) {
  return c->kind == FT_ROUTINE_COPY || c->kind == FT_ROUTINE_COPY_TEXT;
}

// ---- scanf -----------------------------------------------------------------

// What stands between numbers and words is as it is.
static void pin_unused (ft_machine *m, ft_modelled *c) {
  ft_emit_pin (m, c->bytes.begin, c->bytes.size);
  forget (c);
}

static bool write_number (ft_machine *m, ft_modelled *c) {
  ft_step_touch *said = m->out->touch;
  const ft_step_frame *f = &FT_TOP (m->thread->frames);
  unsigned bytes = (unsigned)m->out->touches[0].bytes;
  ft_slot value;
  if (FT_EMPTY (c->ranges) || bytes > 8 || (bytes & (bytes - 1)) ||
      !ft_model_shape_number (m, f, c) ||
      !ft_model_value_number (m, f, c, bytes, &value))
    return false;
  said->known = true;
  said->share = ft_tainted (m, &value);
  said->detail.pointers_known = true;
  said->detail.op = FT_OP_COPY;
  if (said->share && m->out->kept[0] == FT_KEPT_NOT)
    said->detail.initial_known = ft_known_word (m, m->out->record->payload,
                                                bytes, &said->detail.initial);
  ft_emit_operands (m, &said->detail, &value, 1);
  forget (c);
  return true;
}

static bool scan_access (ft_machine *m, ft_modelled *c) {
  const ft_record *r = m->out->record;
  bool fine = false;
  if (r->code == FT_WIRE_READ_RANGE) {
    pin_unused (m, c);
    m->out->touch[0].known = true;
    fine = read_range (m, c, 0);
  } else if (r->code == FT_WIRE_SYMBOLIC &&
             FT_WIRE_SOURCE_NUMBER (r->word[1]) == FT_WIRE_NUMBER) {
    fine = write_number (m, c);
  } else if (r->code == FT_WIRE_WRITE_RANGE) {
    m->out->touch[0].known = true;
    fine = ft_model_word (m, &FT_TOP (m->thread->frames), c) &&
           write_range (m, c, 0);
    if (fine)
      forget (c);
  }
  if (!fine)
    pin_unused (m, c);
  return fine;
}

bool ft_model_access (ft_machine *m) {
  ft_modelled *c = current (m, m->thread->frames.size);
  const ft_record *r = m->out->record;
  if (c && !r->at && c->kind == FT_ROUTINE_TOLD)
    return scan_access (m, c);
  if (!c || r->at ||
      (r->code != FT_WIRE_READ_RANGE && r->code != FT_WIRE_WRITE_RANGE))
    return false;
  m->out->touch[0].known = true;
  if (r->code == FT_WIRE_READ_RANGE && !c->shaped && read_range (m, c, 0))
    return true;
  bool fine = r->code == FT_WIRE_WRITE_RANGE &&
              ft_model_shape (m, &FT_TOP (m->thread->frames), c);
  if (fine && !copies (c))
    return false;
  if (fine && write_range (m, c, 0))
    return true;
  give_up (m, c);
  return false;
}

// What a copy that the program makes itself reads and writes.
bool ft_model_copy (ft_machine *m) {
  ft_modelled *c = m->models && m->out->resolve ? now (m) : NULL;
  if (!c || m->out->touches[0].bytes > MOST_BYTES)
    return false;
  give_up (m, c);
  m->out->touch[0].known = m->out->touch[1].known = true;
  bool fine = read_range (m, c, 0) && write_range (m, c, 1);
  forget (c); // nothing but the copy depends on it
  return fine;
}

// A frame that returns is on the stack no more.
static size_t depth_of (const ft_machine *m, const ft_step_frame *f) {
  size_t depth = m->thread->frames.size;
  return depth && f == &FT_TOP (m->thread->frames) ? depth : depth + 1;
}

bool ft_model_end (ft_machine *m, const ft_step_frame *f, ft_slot *result) {
  ft_modelled *c = current (m, depth_of (m, f));
  if (!c)
    return false;
  bool fine = ft_model_shape (m, f, c) && ft_model_result (m, f, c, result);
  if (!fine)
    give_up (m, c);
  c->kind = FT_ROUTINE_NONE;
  forget (c);
  return fine;
}
