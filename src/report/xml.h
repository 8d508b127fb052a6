// Text in XML: SVG pictures, JUnit reports.

#ifndef FT_REPORT_XML_H
#define FT_REPORT_XML_H

#include <stdio.h>

// Text that may hold any bytes, in an element or in an attribute between
// double quotes.  What XML cannot hold at all becomes '?'.
void ft_xml_write (FILE *, const char *text);

#endif
