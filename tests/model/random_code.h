// Random code for re-execution, and the slow twin of its check.

#ifndef FT_TESTS_RANDOM_CODE_H
#define FT_TESTS_RANDOM_CODE_H

#include "symex/code/unit_code.h"
#include "tests/model/rng.h"

// Valid code and the sites that it is kept with; both are empty before.
void ft_random_code (ft_rng *, ft_unit_code *, ft_sites *);

// Changes something in the code, which may make it invalid.  All lists keep
// their sizes.
void ft_random_code_damage (ft_rng *, ft_unit_code *);

// Whether code is what 'symex/code/unit_code.h' says, from that alone: each value is
// looked up, each edge of a phi is searched for.
bool ft_plain_code_is_valid (const ft_unit_code *, const ft_sites *);

#endif
