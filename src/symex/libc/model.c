// Calls of modelled functions, record by record: the bytes that they read, and
// the bytes that they write as expressions over these ('model.h').
//
// A call that leaves the model is concretized: all bytes that it has read, and
// its result, have their recorded values.
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"
#include "symex/libc/model.h"

// Longer ranges are concretized, as in calls of functions without a model.
enum { MOST_BYTES = 1024 };

static ft_libc_call *call_of_thread (ft_machine *m) {
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

static void forget_bytes (ft_libc_call *c) {
  FT_CLEAR (c->bytes);
  FT_CLEAR (c->ranges);
}

// The call has left its model: the bytes that it has read, and its result, have
// their recorded values.  A record may still hold the result.
static void concretize_call (ft_machine *m, ft_libc_call *c) {
  ft_emit_concretize (m, FT_CONCRETIZE_LIBRARY_MODEL, c->bytes.begin,
                      c->bytes.size);
  c->model = c->model >= FT_LIBC_MODEL_RECORDED_RESULT
                 ? FT_LIBC_MODEL_RECORDED_RESULT
                 : FT_LIBC_MODEL_NONE;
  forget_bytes (c);
}

// The modelled call that the thread is in at this depth, or NULL.
static ft_libc_call *current_call (ft_machine *m, size_t depth) {
  ft_libc_call *c = m->thread->libc_call;
  return c && c->model != FT_LIBC_MODEL_NONE && c->depth == depth ? c : NULL;
}

static void end_call (ft_machine *m, ft_libc_call *c) {
  concretize_call (m, c);
  c->model = FT_LIBC_MODEL_NONE;
}

static void begin_call (ft_machine *m, ft_libc_call *c,
                        enum ft_libc_model model) {
  c->model = (uint8_t)model;
  c->depth = m->thread->frames.size;
  c->constrained = c->result_known = false;
  c->returns_stream = model >= FT_LIBC_MODEL_EXTRACT;
}

static bool is_result_recorded (const ft_machine *m) {
  const ft_libc_call *c = m->thread->libc_call;
  const ft_run_record *r = m->out->record;
  return (c && c->model >= FT_LIBC_MODEL_RECORDED_RESULT && c->result_known) ||
         (m->models_libc && r->code == FT_WIRE_VALUE &&
          r->word[1] & FT_WIRE_RESULT);
}

bool ft_libc_is_fully_recorded (const ft_machine *m, uint64_t callee) {
  enum ft_libc_model model = ft_libc_of (m, callee)->model;
  return model != FT_LIBC_MODEL_NONE &&
         (model < FT_LIBC_MODEL_EXTRACT || is_result_recorded (m));
}

void ft_libc_begin (ft_machine *m, uint64_t callee) {
  enum ft_libc_model model = ft_libc_of (m, callee)->model;
  bool is_modelled = m->models_libc && callee &&
                     model > FT_LIBC_MODEL_CONCRETIZE &&
                     ft_follows_altpaths (m);
  if (!is_modelled && !m->thread->libc_call)
    return;
  ft_libc_call *c = call_of_thread (m);
  end_call (m, c); // one that a signal handler interrupted, say
  if (is_modelled)
    begin_call (m, c, model);
}

void ft_libc_result_recorded (ft_machine *m) {
  if (!m->models_libc || !ft_follows_altpaths (m))
    return;
  ft_libc_call *c = call_of_thread (m);
  if (!current_call (m, m->thread->frames.size) ||
      c->model < FT_LIBC_MODEL_RECORDED_RESULT) {
    concretize_call (m, c);
    begin_call (m, c, FT_LIBC_MODEL_RECORDED_RESULT);
  }
  c->result_known = true;
  c->ranges_before = c->ranges.size;
  c->result = m->out->record->word[0];
}

// ---- reads -----------------------------------------------------------------

static bool begin_split (ft_machine *m, int n) {
  const ft_run_access *t = m->out->accesses + n;
  ft_step_dependence *dependence = m->out->dependence + n;
  if (!t->bytes || t->bytes > MOST_BYTES)
    return false;
  dependence->split = true;
  dependence->first = (uint32_t)m->out->bytes.size;
  dependence->count = (uint32_t)t->bytes;
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
    b.detail.initial_known =
        ft_concrete_word (m, address, 1, &b.detail.initial);
  ft_emit_operands (m, &b.detail, &s, 1);
  FT_PUSH (m->out->bytes, b);
}

// Write 'count' of the bytes that were read, from number 'first' on, and zeros
// behind them.
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

// Write the range that was read last.
static bool write_copy (ft_machine *m, const ft_libc_call *c, int n) {
  if (FT_EMPTY (c->ranges))
    return false;
  size_t first = FT_TOP (c->ranges);
  return write_range (m, c, n, first, c->bytes.size - first);
}

static bool copies_text (const ft_libc_call *c) {
  return c->model == FT_LIBC_MODEL_COPY || c->model == FT_LIBC_MODEL_COPY_TEXT;
}

static bool is_scan (const ft_libc_call *c) {
  return c->model == FT_LIBC_MODEL_SCAN ||
         c->model == FT_LIBC_MODEL_SCAN_STREAM ||
         c->model >= FT_LIBC_MODEL_EXTRACT;
}

// ---- scanf -----------------------------------------------------------------

static bool write_number (ft_machine *m, const ft_libc_item *item) {
  ft_step_dependence *dependence = m->out->dependence;
  unsigned bytes = (unsigned)m->out->accesses[0].bytes;
  const ft_run_record *r = m->out->record;
  if (!item->number || bytes != item->size ||
      ft_low_bits (item->value.word, 8 * bytes) != r->word[0])
    return false;
  dependence->known = true;
  dependence->share = ft_is_symbolic (m, &item->value);
  dependence->detail.pointers_known = true;
  dependence->detail.op = FT_OP_COPY;
  if (dependence->share && m->out->traced[0] == FT_TRACED_NONE)
    dependence->detail.initial_known =
        ft_concrete_word (m, r->payload, bytes, &dependence->detail.initial);
  ft_emit_operands (m, &dependence->detail, &item->value, 1);
  return true;
}

static bool write_word (ft_machine *m, const ft_libc_call *c,
                        const ft_libc_item *item) {
  m->out->dependence[0].known = true;
  return !item->number && m->out->accesses[0].bytes == item->size &&
         write_range (m, c, 0, item->first, item->count);
}

// Write the next item.
static bool write_item (ft_machine *m, ft_libc_call *c) {
  if (!ft_libc_constrain (m, &FT_TOP (m->thread->frames), c) ||
      c->items_written == c->items.size)
    return false;
  const ft_libc_item *item = c->items.begin + c->items_written++;
  return m->out->record->code == FT_WIRE_SYMBOLIC ? write_number (m, item)
                                                  : write_word (m, c, item);
}

// ---- records ---------------------------------------------------------------

static bool is_input (const ft_run_record *r) {
  return r->code == FT_WIRE_SYMBOLIC &&
         FT_WIRE_SOURCE_NUMBER (r->word[1]) < FT_WIRE_NUMBER;
}

static bool is_without_source (const ft_run_record *r) {
  return r->code == FT_WIRE_SYMBOLIC &&
         FT_WIRE_SOURCE_NUMBER (r->word[1]) == FT_WIRE_NO_SOURCE;
}

static bool read_accessed (ft_machine *m, ft_libc_call *c) {
  m->out->dependence[0].known = true;
  return (!c->constrained || c->model == FT_LIBC_MODEL_RECORDED_RESULT) &&
         read_range (m, c, 0);
}

// Whether the model has dealt with the write of the record.  If not, '*fine'
// says that the call is still within the model, and the write is one like those
// of functions without a model.
static bool write_accessed (ft_machine *m, ft_libc_call *c, bool *fine) {
  const ft_exec_frame *f = &FT_TOP (m->thread->frames);
  *fine = true;
  if (is_input (m->out->record) || c->model == FT_LIBC_MODEL_RECORDED_RESULT ||
      c->model == FT_LIBC_MODEL_LINE || c->model == FT_LIBC_MODEL_LINE_TO)
    return false;
  if (is_scan (c) && !is_without_source (m->out->record))
    return *fine = write_item (m, c);
  *fine = ft_libc_constrain (m, f, c);
  if (*fine && copies_text (c) && m->out->record->code == FT_WIRE_WRITE_RANGE) {
    m->out->dependence[0].known = true;
    return *fine = write_copy (m, c, 0);
  }
  return false;
}

bool ft_libc_access (ft_machine *m) {
  ft_libc_call *c = current_call (m, m->thread->frames.size);
  const ft_run_record *r = m->out->record;
  bool reads = r->code == FT_WIRE_READ_RANGE, fine = false;
  if (!c || r->at ||
      (!reads && r->code != FT_WIRE_WRITE_RANGE && r->code != FT_WIRE_SYMBOLIC))
    return false;
  if (reads ? read_accessed (m, c) : write_accessed (m, c, &fine))
    return true;
  if (!fine)
    concretize_call (m, c);
  return false;
}

// A copy that the program makes itself (memcpy that the compiler expands) is a
// call of its own.
bool ft_libc_copy (ft_machine *m) {
  ft_libc_call *c =
      m->models_libc && ft_follows_altpaths (m) ? call_of_thread (m) : NULL;
  if (!c || m->out->accesses[0].bytes > MOST_BYTES)
    return false;
  end_call (m, c);
  m->out->dependence[0].known = m->out->dependence[1].known = true;
  bool fine = read_range (m, c, 0) && write_copy (m, c, 1);
  forget_bytes (c); // nothing but the copy depends on them
  return fine;
}

// The depth of a frame; one that returns is no longer on the stack.
static size_t depth_of (const ft_machine *m, const ft_exec_frame *f) {
  size_t depth = m->thread->frames.size;
  return depth && f == &FT_TOP (m->thread->frames) ? depth : depth + 1;
}

bool ft_libc_end (ft_machine *m, const ft_exec_frame *f, ft_value *result) {
  ft_libc_call *c = current_call (m, depth_of (m, f));
  if (!c)
    return false;
  bool fine = ft_libc_constrain (m, f, c) && ft_libc_result (m, f, c, result);
  if (!fine)
    concretize_call (m, c);
  if (!fine && c->model == FT_LIBC_MODEL_RECORDED_RESULT)
    fine = ft_libc_result (m, f, c, result);
  c->model = FT_LIBC_MODEL_NONE;
  forget_bytes (c);
  return fine;
}
