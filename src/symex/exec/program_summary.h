// The program summary: what the program may do in any function (struct
// ft_program_summary in machine.h).

#ifndef FT_SYMEX_EXEC_PROGRAM_SUMMARY_H
#define FT_SYMEX_EXEC_PROGRAM_SUMMARY_H

#include "symex/exec/machine.h"

ft_program_summary ft_program_summary_make (ft_machine *);

#endif
