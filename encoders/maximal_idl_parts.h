// What the parts of the encoder 'maximal_idl.c' share.

#ifndef FT_ENCODERS_MAXIMAL_IDL_PARTS_H
#define FT_ENCODERS_MAXIMAL_IDL_PARTS_H

#include "encoders/encoder.h"
#include "trace/assumed.h"

#include <assert.h>

#define TERM_BYTES 600 // roughly what a disjunct takes in Z3

typedef struct ft_idl ft_idl;

// The term "'wake' takes 'signal'".
struct ft_idl_signal {
  ft_id signal;
  ft_term taken;
};

struct ft_idl {
  const ft_cone *cone;
  const ft_facts *facts;
  ft_smt *smt;
  ft_map number; // by event: its index in 'events'
  FT_STACK (ft_id) events;
  FT_STACK (ft_term) times;
  ft_term race; // the time R
  FT_STACK (ft_term) after; // of each event, under c11
  FT_STACK (struct ft_idl_signal) signals;
  uint64_t terms, limit;
};

static inline bool may_include (const ft_idl *e, ft_id event) {
  return ft_map_get (&e->number, event) != FT_NO_ID;
}

// The target that must succeed happens at the moment of the race, and so does the
// one of a question under c11.
static inline ft_term time_of (const ft_idl *e, ft_id event) {
  const ft_question *q = &e->cone->question;
  if (event == e->cone->must_succeed || (q->c11 && event == q->targets[0]))
    return e->race;
  assert (may_include (e, event));
  return e->times.begin[ft_map_get (&e->number, event)];
}

static inline ft_term time_before (ft_idl *e, ft_id x, ft_id y) {
  e->terms++;
  return ft_smt_less (e->smt, time_of (e, x), time_of (e, y));
}

static inline ft_term included (ft_idl *e, ft_id event) {
  return ft_smt_less (e->smt, time_of (e, event), e->race);
}

static inline ft_term excluded (ft_idl *e, ft_id event) {
  return ft_smt_not (e->smt, included (e, event));
}

static inline bool is_before_window (const ft_idl *e, ft_id event) {
  return event < e->cone->question.begin;
}

static inline const ft_event *event_at (const ft_idl *e, ft_id event) {
  return e->facts->trace->events + event;
}

// Asserts what a relaxed question asks of the event in place of the recorded
// order: that something allows a wake or failed try, that a wait of a semaphore
// finds a unit, that a leave of a barrier finds its round full.
void ft_idl_choose (ft_idl *, ft_id event);

// Makes the terms of happens-before, and asserts its rules, for a question under
// c11; nothing for another one.
void ft_idl_c11_begin (ft_idl *);
void ft_idl_c11 (ft_idl *);

// Asserts that happens-before is handed on with what is taken.
void ft_idl_take (ft_idl *, ft_id giver, ft_id taker, ft_term taken);

#endif
