// What reads return under the value and the path model: what the writes before
// them in the schedule left ('values.c').

#include "witness/value_model.h"

static uint64_t byte_of (const ft_event *write, uint64_t word, int byte) {
  int below = __builtin_popcount (write->mask & ((1u << byte) - 1));
  return word >> (8 * below) & 0xff;
}

// Puts the bytes of a read together; false if one is not known.
static bool load (ft_checker *c, ft_id read, uint64_t *word) {
  const ft_event *e = c->trace->events + read;
  const ft_id *writer = ft_checker_variable_now (c, e->target)->writer;
  int place = 0, unwritten = 0;
  *word = 0;
  for (int b = 0; b < 8; b++) {
    if (!(e->mask >> b & 1))
      continue;
    if (writer[b] == FT_NO_ID) {
      unwritten++;
    } else {
      const ft_checker_local *v = c->values->now + writer[b];
      if (!v->known)
        return false;
      *word |= byte_of (c->trace->events + writer[b], v->value, b)
               << (8 * place);
    }
    place++;
  }
  if (!unwritten)
    return true;
  return unwritten == place && ft_recorded_initial (&c->facts, e, word);
}

// Whether every byte comes from where it came from, and is what it was.
static bool reads_the_same (ft_checker *c, ft_id read, ft_wrong_read *wrong) {
  const ft_event *e = c->trace->events + read;
  const ft_id *writer = ft_checker_variable_now (c, e->target)->writer;
  *wrong = FT_NO_WRONG_READ;
  for (int b = 0; b < 8 && wrong->read == FT_NO_ID; b++) {
    ft_id w = writer[b], recorded = ft_recorded_writer (&c->facts, read, b);
    bool same = w == recorded &&
                (w == FT_NO_ID || ft_value_is_right (c->values->now + w));
    if (e->mask >> b & 1 && !same)
      *wrong = (ft_wrong_read){read, w, recorded};
  }
  return wrong->read == FT_NO_ID;
}

// A read of an alternative has nothing that it returned in the trace.
ft_checker_local ft_checker_values_read (ft_checker *c, ft_id read) {
  const ft_expected_value *recorded = c->values->expected.events + read;
  ft_checker_local v = {c->run, FT_NO_WRONG_READ, recorded->known,
                      recorded->value, read};
  uint64_t word;
  if (c->trace->events[read].flags & FT_ALTPATH)
    v.wrong = (ft_wrong_read){read, FT_NO_ID, FT_NO_ID};
  else if (reads_the_same (c, read, &v.wrong))
    return v;
  v.known = load (c, read, &word);
  v.value = v.known ? word : 0;
  if (v.known && recorded->known && word == recorded->value)
    v.wrong = FT_NO_WRONG_READ;
  return v;
}
