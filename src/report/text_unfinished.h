// The phases that a limit cut short: without them the numbers of the summary
// mislead, so that they are written even if the report is quiet.

#ifndef FT_REPORT_TEXT_UNFINISHED_H
#define FT_REPORT_TEXT_UNFINISHED_H

#include "report/text_race.h"

void ft_text_unfinished (const ft_text_writer *);

// The same as warnings on standard error, for reports in JSON.
void ft_text_warn_unfinished (const char *path, const ft_phase_ends *);

#endif
