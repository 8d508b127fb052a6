// The graph certifier (VindicateRace: Roemer, Genç, Bond 2018, Section 5):
// saturates the events that the pair needs (a contradiction refutes), chooses
// which open sections to close as sync-preserving closure does, linearises
// greedily, and lets the caller's checker decide.  Certifies or refutes nearly
// every pair of real traces; the solver is for the rest.

#ifndef FT_CERTIFY_VINDICATE_H
#define FT_CERTIFY_VINDICATE_H

#include "certify/greedy.h"

enum ft_vindication {
  FT_VINDICATED, // 'accept' accepted a schedule
  FT_DISPROVED,  // the needs of the pair contradict themselves
  FT_NOT_DECIDED
};

// Decides a question whose cone was asked (successfully).  'accept' gets the
// events of the cone in order and says whether the checker accepts them.
// Afterwards 'base' of the cone may have grown by further needs.  A disproof is
// explained in '*why'.
enum ft_vindication ft_vindicate (ft_cone *, uint64_t memory,
                                  bool (*accept) (void *context,
                                                  const ft_ids *),
                                  void *context, ft_strbuf *why);

#endif
