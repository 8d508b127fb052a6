#include "run/taken_numbers.h"

#include "runtime/wire.h"

bool ft_taken_number_changes (const ft_run_record *r, uint32_t *number) {
  if (r->at ||
      (r->code != FT_WIRE_DESCRIPTOR_OPEN && r->code != FT_WIRE_DESCRIPTOR_CLOSE) ||
      !(r->word[0] & FT_WIRE_DESCRIPTOR_OBJECT))
    return false;
  *number = FT_WIRE_DESCRIPTOR_NUMBER (r->word[0]);
  return true;
}

// Openings and closings take turns, so that the number of those before shows which
// one is next.
static bool is_expected (const ft_run_record *r) {
  bool opens = r->code == FT_WIRE_DESCRIPTOR_OPEN;
  return FT_WIRE_DESCRIPTOR_CHANGES (r->word[0]) % 2 == (opens ? 0 : 1) &&
         !(r->word[0] & FT_WIRE_DESCRIPTOR_UNSEEN);
}

void ft_taken_numbers_record (ft_taken_numbers *s,
                                   const ft_run_record *r) {
  uint32_t number;
  if (!ft_taken_number_changes (r, &number))
    return;
  FT_GROW (*s, (size_t)number + 1, ((ft_taken_number){0}));
  s->begin[number].openings += r->code == FT_WIRE_DESCRIPTOR_OPEN;
  s->begin[number].unknown |= !is_expected (r);
}

bool ft_taken_numbers_know (const ft_taken_numbers *s,
                                 uint32_t number) {
  return number < s->size && s->begin[number].openings > 1 &&
         !s->begin[number].unknown;
}
