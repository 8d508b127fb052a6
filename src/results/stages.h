// Stages of certification and their costs: the number of candidates that each
// stage decided, the CPU seconds of each candidate that it tried, and the
// causes why the other candidates stayed undecided.

#ifndef FT_RESULTS_STAGES_H
#define FT_RESULTS_STAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stack.h"

// Cheapest first; a candidate that a stage leaves undecided goes to the next
// one.
//     stage, its name
#define FT_CERTIFY_STAGES(S)                                                   \
  S (ORDER, "order")                                                           \
  S (GRAPH, "graph")                                                           \
  S (SMT, "smt")

enum ft_certify_stage {
#define S(NAME, text) FT_CERTIFY_STAGE_##NAME,
  FT_CERTIFY_STAGES (S)
#undef S
};

#define S(NAME, text) +1
enum { FT_CERTIFY_STAGE_COUNT = 0 FT_CERTIFY_STAGES (S) };
#undef S

//     cause, its name, its text in reports
#define FT_CAUSES(C)                                                           \
  C (TIMEOUT, "timeout", "by --timeout")                                       \
  C (BUDGET, "budget", "by --budget")                                          \
  C (MEMORY, "memory", "by --memory")                                          \
  C (WINDOW, "window", "by --window")                                          \
  C (SOLVER, "solver", "the solver gave up")                                   \
  C (WORKER, "worker", "a worker died or could not start")                     \
  C (INSTANCES, "instances", "too many instances")                             \
  C (RECORDED, "recorded", "only as recorded")                                 \
  C (ASSUMED, "assumed", "calls without records")                              \
  C (MEMORY_MODEL, "memory-model", "not impossible under c11 by a proof")      \
  C (STAGES, "stages", "by --stages")                                          \
  C (REFUSED, "refused", "the checker refused a schedule")                     \
  C (INTERRUPTED, "interrupted", "interrupted")                                \
  C (OTHER, "other", "for other reasons")

enum ft_cause {
#define C(NAME, text, words) FT_CAUSE_##NAME,
  FT_CAUSES (C)
#undef C
};

#define C(NAME, text, words) +1
enum { FT_CAUSE_COUNT = 0 FT_CAUSES (C) };
#undef C

const char *ft_certify_stage_name (enum ft_certify_stage);
const char *ft_cause_name (enum ft_cause);
const char *ft_cause_words (enum ft_cause);

// The cost of one candidate.
typedef struct ft_cost {
  double seconds[FT_CERTIFY_STAGE_COUNT]; // CPU time
  bool tried[FT_CERTIFY_STAGE_COUNT];
  double lost; // seconds of a worker that had to be killed
} ft_cost;

void ft_cost_add (ft_cost *, const ft_cost *);

typedef struct ft_certify_stages ft_certify_stages;

struct ft_certify_stages {
  struct ft_certify_stage_costs {
    size_t decided;
    FT_STACK (double) seconds; // one per candidate that it tried
  } stage[FT_CERTIFY_STAGE_COUNT];
  size_t undecided, causes[FT_CAUSE_COUNT];
  double undecided_seconds; // spent on undecided candidates, in any stage
};

void ft_certify_stages_release (
    ft_certify_stages *); // (ft_certify_stages){0} is empty

// Adds a candidate.  'decided_by' is the name of a stage, or NULL if the
// candidate stayed undecided for 'cause'.
void ft_certify_stages_add (ft_certify_stages *, const char *decided_by,
                            enum ft_cause cause, const ft_cost *);

// The CPU seconds of a stage.
double ft_certify_stages_total (const ft_certify_stages *,
                                enum ft_certify_stage);

// The least cost that is not below 'share' of the costs (0.5: the median).
double ft_certify_stages_quantile (const ft_certify_stages *,
                                   enum ft_certify_stage, double share);

#endif
