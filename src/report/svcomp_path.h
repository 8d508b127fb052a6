// The waypoints of a schedule in an SV-COMP witness.

#ifndef FT_REPORT_SVCOMP_PATH_H
#define FT_REPORT_SVCOMP_PATH_H

#include "report/finding.h"
#include "report/source_location.h"

typedef struct ft_waypoint {
  bool target;     // an access of the race; otherwise the entry of a call
  uint32_t thread; // 0: the first one; n: created by the n-th call that creates
                   // a thread
  ft_source_location location; // owned
} ft_waypoint;

typedef FT_STACK (ft_waypoint) ft_waypoints;

// Makes the waypoints: every call that creates a thread, the last
// synchronisation calls, and the two accesses at the end.  False if the source
// location of an access or of a creation is unknown.  The caller releases the
// list.
bool ft_svcomp_path (const ft_report *, const ft_finding *, ft_waypoints *);
void ft_waypoints_release (ft_waypoints *);

#endif
