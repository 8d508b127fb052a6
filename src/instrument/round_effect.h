// What instructions of a waiting loop do (waiting_loops.h).

#ifndef FT_INSTRUMENT_ROUND_EFFECT_H
#define FT_INSTRUMENT_ROUND_EFFECT_H

#include "instrument/unit.h"

enum ft_round_effect {
  FT_ROUND_READS,     // at most
  FT_ROUND_EXCHANGES, // changes a word that it reads, too
  FT_ROUND_ACTS,      // may do anything else
};

enum ft_round_effect ft_round_effect_of (const ft_unit *,
                                         LLVMValueRef instruction);

// Whether an instruction calls a function of the C library that yields or
// sleeps.
bool ft_round_is_pause (LLVMValueRef instruction);

// The address of a load or an exchange, atomic or not; NULL for others.
LLVMValueRef ft_round_address (LLVMValueRef instruction);

#endif
