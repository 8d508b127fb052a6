// The style sheet and the program of the HTML page, as the Makefile made them.

#ifndef FT_REPORT_HTML_ASSET_H
#define FT_REPORT_HTML_ASSET_H

extern const char ft_html_style[], ft_html_program[]; // both end with NUL

#endif
