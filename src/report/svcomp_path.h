// The waypoints of a schedule, as SV-COMP witnesses have them.

#ifndef FT_REPORT_SVCOMP_PATH_H
#define FT_REPORT_SVCOMP_PATH_H

#include "report/finding.h"
#include "report/source_location.h"

typedef struct ft_waypoint {
  bool target;           // an access of the race; else a call is entered
  uint32_t thread;       // 0: the first; n: of the n-th call that creates one
  ft_source_location place; // owned
} ft_waypoint;

typedef FT_STACK (ft_waypoint) ft_waypoints;

// Every call that creates a thread, the last calls that synchronise, the two
// accesses at the end.  False if the place of an access or creation, or the
// creation of a thread, is not known.  The caller releases.
bool ft_svcomp_path (const ft_report *, const ft_finding *, ft_waypoints *);
void ft_waypoints_release (ft_waypoints *);

#endif
