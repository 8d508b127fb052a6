// Pairs that are impossible whatever the order: one event needs the other.

#ifndef FT_CERTIFY_INFEASIBLE_H
#define FT_CERTIFY_INFEASIBLE_H

#include "certify/ideal.h"

// Whether clocks of needs ('ft_ideals_needed', of the question's model or one
// that allows more) refute a question over the whole trace.  Then the cone is
// as after a relaxed 'ft_cone_ask' that said no, with as many needs as its
// explanation takes.
bool ft_cone_infeasible (ft_cone *, ft_question, const ft_ideals *needed);

#endif
