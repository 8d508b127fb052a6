// Z3's context and the references to terms, shared by the files of this folder.

#ifndef FT_SMT_SMT_PRIVATE_H
#define FT_SMT_SMT_PRIVATE_H

#include <z3.h>

#include "smt/smt.h"

Z3_context ft_smt_context (void);

// Keeps a term for as long as the solver lives.
ft_term ft_smt_ref (ft_smt *, Z3_ast);

// A constant with a name of its own.
Z3_ast ft_smt_fresh (ft_smt *, Z3_sort);

#endif
