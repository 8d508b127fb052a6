// The tables that an object registers with the runtime (struct ft_object).

#ifndef FT_INSTRUMENT_TABLE_H
#define FT_INSTRUMENT_TABLE_H

#include "instrument/unit.h"

// Before all functions: lists the globals, functions and constants, to whose
// numbers the code refers.
void ft_table_list_globals (ft_unit *);

// After all functions: builds the tables and the constructor that registers
// them.
void ft_table_build (ft_unit *);

#endif
