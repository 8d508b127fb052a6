// Witnesses of races that only execution graphs show: the recorded order with
// reads that return older stores.

#ifndef FT_PREDICT_RC11_WITNESS_H
#define FT_PREDICT_RC11_WITNESS_H

#include "predict/stale_reads.h"
#include "witness/checker.h"

// Takes away the reads of an accepted witness without which it is accepted still,
// and notes which values and branches it changes.
void ft_rc11_witness_minimise (ft_checker *, ft_witness *);

// The recorded order up to the second access, with those of the reads without
// which the checker does not accept it.  True: '*w' is a witness, owned by the
// caller from now on.
bool ft_rc11_witness_recorded (ft_checker *, const ft_stale_reads *,
                               const ft_id pair[2], ft_witness *w);

#endif
