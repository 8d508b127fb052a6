// Light builds: code that counts the words of records and writes none.

#ifndef FT_INSTRUMENT_LIGHT_H
#define FT_INSTRUMENT_LIGHT_H

#include "instrument/emit.h"

// Instruments a whole function, in place of 'ft_emit_block'.
void ft_light_emit_function (ft_emitter *, const ft_function_points *);

#endif
