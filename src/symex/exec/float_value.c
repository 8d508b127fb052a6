// Floating point along the log: computed where no read changes it; else what it
// depends on is kept, and its value in the run.
#include "symex/code/code_float.h"
#include "symex/exec/machine.h"

bool ft_float_fold (const ft_machine *m, const ft_instruction *i,
                     const uint64_t *operands, uint64_t *result) {
  return !m->rounds && ft_float_apply (i->op, i->from, i->width, i->constant,
                                       operands, result);
}

ft_value ft_float_value (ft_machine *m, const ft_instruction *i,
                        const ft_value *s) {
  uint64_t words[3] = {0}, result;
  bool known = true;
  ft_value v = ft_emit_uninterpreted (m, s, i->count);
  for (uint32_t n = 0; n < i->count; n++) {
    known &= s[n].known;
    words[n] = s[n].word;
  }
  if (!known || !ft_float_fold (m, i, words, &result))
    return v;
  v.known = true;
  v.word = result;
  return v;
}
