// Text in XML: SVG pictures, JUnit reports.

#ifndef FT_REPORT_XML_H
#define FT_REPORT_XML_H

#include <stdio.h>

// Writes a text, which may hold any bytes, in an element or in an attribute
// between double quotes.  A character that XML cannot hold becomes '?'.
void ft_xml_write (FILE *, const char *text);

#endif
