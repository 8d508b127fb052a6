// A call of a modelled function that has read some bytes, all of which other
// threads may change, and what its events make of other bytes.

#ifndef FT_TESTS_MODEL_CALL_H
#define FT_TESTS_MODEL_CALL_H

#include <string.h>

#include "symex/exec/emit_event.h"
#include "symex/libc/model.h"

enum { MODEL_TEXTS = 2, MODEL_ROOM = 24 };

// What the function is given, and what memory holds behind it.
typedef struct model_texts {
  unsigned char at[MODEL_TEXTS][MODEL_ROOM];
} model_texts;

typedef struct model_range { // that it reads
  unsigned text;
  size_t first, size;
} model_range;

typedef struct model_call {
  ft_machine machine;
  ft_exec_thread thread;
  ft_exec_frame frame;
  ft_step_context steps;
  ft_tables tables;
  ft_libc_call call;
  const unsigned char *cells[MODEL_TEXTS * MODEL_ROOM]; // by serial, in 'texts'
  const model_texts *texts;
} model_call;

static inline void model_call_begin (model_call *c, enum ft_libc_model kind,
                                     const model_texts *texts) {
  *c = (model_call){.texts = texts};
  c->machine.thread = &c->thread;
  c->machine.out = &c->steps;
  c->steps.tables = &c->tables;
  c->call.model = (uint8_t)kind;
}

static inline void model_call_argument (model_call *c, uint64_t word) {
  FT_PUSH (c->frame.arguments, ft_value_concrete (word));
}

static inline void model_call_read (model_call *c, model_range r) {
  if (!r.size)
    return;
  FT_PUSH (c->call.ranges, c->call.bytes.size);
  for (size_t i = 0; i < r.size; i++) {
    ft_value s = ft_value_concrete (c->texts->at[r.text][r.first + i]);
    s.symbol = ft_emit_symbol (&c->machine);
    c->cells[s.symbol] = &c->texts->at[r.text][r.first + i];
    ft_emit_symbol_name (&c->machine, s.symbol);
    FT_PUSH (c->call.bytes, s);
  }
}

static inline void model_call_tell (model_call *c, uint64_t result) {
  c->call.result_known = true;
  c->call.result = result;
}

static inline void model_call_end (model_call *c) {
  FT_RELEASE (c->frame.arguments);
  FT_RELEASE (c->machine.symbol_names);
  FT_RELEASE (c->steps.before);
  FT_RELEASE (c->call.bytes);
  FT_RELEASE (c->call.ranges);
  FT_RELEASE (c->call.items);
  ft_tables_release (&c->tables);
}

// ---- other bytes -----------------------------------------------------------

typedef struct model_values { // of locals, by serial
  FT_STACK (uint64_t) now;
  FT_STACK (uint64_t) recorded;
} model_values;

static inline void model_values_release (model_values *v) {
  FT_RELEASE (v->now);
  FT_RELEASE (v->recorded);
}

static inline uint32_t model_serial (const model_call *c, ft_id name) {
  uint32_t serial = 1;
  while (c->machine.symbol_names.begin[serial] != name)
    serial++;
  return serial;
}

// What the operands come to; false if one has to be as recorded and is not.
static inline bool model_operands (const model_call *c, const ft_detail *d,
                                   const model_values *v, uint64_t words[2]) {
  for (uint32_t i = 0; i < d->operand_count; i++) {
    const ft_operand *o = c->tables.operands.begin + d->operands + i;
    uint32_t serial = o->local == FT_NO_ID ? 0 : model_serial (c, o->local);
    if (i < 2)
      words[i] = serial ? v->now.begin[serial] : o->constant;
    if (d->op == FT_OP_NONE && serial &&
        v->now.begin[serial] != v->recorded.begin[serial])
      return false;
  }
  return true;
}

static inline bool model_step (const model_call *c, const ft_event *e,
                               model_values *v) {
  const ft_detail *d = c->tables.details.begin + e->detail;
  uint64_t words[2] = {0}, result = 0;
  if (!model_operands (c, d, v, words))
    return false;
  if (d->op == FT_OP_NONE)
    return e->kind == FT_BRANCH; // no local of these models is opaque
  ft_operator_apply (d->op, (unsigned)__builtin_popcount (e->mask), words,
                     &result);
  if (e->kind == FT_BRANCH)
    return result == e->value;
  uint32_t serial = model_serial (c, d->result);
  FT_GROW (v->now, (size_t)serial + 1, 0);
  FT_GROW (v->recorded, (size_t)serial + 1, 0);
  v->now.begin[serial] = result;
  v->recorded.begin[serial] = e->value;
  return true;
}

// Whether the call goes the same way with other texts, and the values that it
// computes then.
static inline bool model_call_goes (const model_call *c,
                                    const model_texts *other, model_values *v) {
  const unsigned char *first = &c->texts->at[0][0];
  for (uint32_t s = 0; s <= c->call.bytes.size; s++) {
    FT_PUSH (v->now, s ? (&other->at[0][0])[c->cells[s] - first] : 0);
    FT_PUSH (v->recorded, s ? *c->cells[s] : 0);
  }
  for (size_t i = 0; i < c->steps.before.size; i++)
    if (!model_step (c, &c->steps.before.begin[i].event, v))
      return false;
  return true;
}

static inline uint64_t model_value (const model_values *v, const ft_value *s) {
  return s->symbol ? v->now.begin[s->symbol] : s->word;
}

#endif
