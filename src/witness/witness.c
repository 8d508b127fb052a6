#include "witness/witness.h"

void ft_witness_release (ft_witness *w) {
  FT_RELEASE (w->schedule);
}
