// Candidates as the workers see them while pairs are asked under c11: where the
// proof for all pairs at once leaves a few instances open ('c11_refute.h'), these
// are all that there are to ask about.

#ifndef FT_PREDICT_C11_LEFT_H
#define FT_PREDICT_C11_LEFT_H

#include "predict/c11_refute.h"
#include "predict/driver.h"

// Between the two, the candidates of races with instances in 'left', which is
// borrowed, have no others.  Workers begin anew at both.
ft_candidates *ft_c11_left_enter (ft_driver *, const ft_c11_left *left);
void ft_c11_left_leave (ft_driver *, ft_candidates *);

#endif
