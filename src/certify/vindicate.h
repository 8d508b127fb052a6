// The graph certifier: saturate what the pair needs (a contradiction refutes),
// choose which open sections to close as sync-preserving closure does,
// linearise greedily, and let the caller's checker judge.  Decides nearly
// every pair of real traces; the solver is for the rest.

#ifndef FT_CERTIFY_VINDICATE_H
#define FT_CERTIFY_VINDICATE_H

#include "certify/greedy.h"

enum ft_vindication {
  FT_VINDICATED, // 'accept' took a schedule
  FT_DISPROVED,  // what the pair needs contradicts itself
  FT_NOT_DECIDED
};

// For a cone that was asked (successfully).  'accept' gets the events of the
// cone in order and says whether the checker takes them.  Afterwards 'base'
// of the cone may have grown by what turned out to be needed.  A disproof is
// explained in '*why'.
enum ft_vindication ft_vindicate (ft_cone *, uint64_t memory,
                                  bool (*accept) (void *context,
                                                  const ft_ids *),
                                  void *context, ft_strbuf *why);

#endif
