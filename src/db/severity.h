// The order of consequences in a database, which is that of
// 'enum ft_consequence_class'; SQL asks for it through two functions, so that it is written
// down once.

#ifndef FT_DB_SEVERITY_H
#define FT_DB_SEVERITY_H

#include <sqlite3.h>
#include <stdbool.h>

#include "results/consequence.h"

// Of a class by its name, NULL or "" if it is unknown: the lower one is kept of two
// that reports have of one finding.  What was not tried says less than what was, and nothing
// says least.
int ft_severity_of_class (const char *class);

// Of a finding in lists, the worst first, by the class and the words of its kind.  One
// that was not tried stands by its kind behind what was seen, as in reports
// (report/report.c).
int ft_severity_of_finding (const char *class, const char *kind);

// The class of consequences that it stands by there.
enum ft_consequence_class ft_severity_class (const char *class, const char *kind);

// Lets SQL call these as class_severity (class) and finding_severity (class,
// kind); false: out of memory.
bool ft_severity_register (sqlite3 *);

#endif
