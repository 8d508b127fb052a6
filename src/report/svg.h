// Elements of an SVG picture: self-contained, with a title and a description
// for readers who do not see it, and colours for light and dark pages.
//
// Classes: "ink" (text, axes), "faint" (grid, small text), "s0" to "s5" (one
// colour per series), "halo" (text that stays readable on lines).  Coordinates
// grow to the right and down.

#ifndef FT_REPORT_SVG_H
#define FT_REPORT_SVG_H

#include <stdio.h>

enum { FT_SVG_SERIES = 6 };

enum ft_svg_anchor {
  FT_SVG_ANCHOR_START,
  FT_SVG_ANCHOR_MIDDLE,
  FT_SVG_ANCHOR_END
};
enum ft_svg_shape { FT_SVG_CIRCLE, FT_SVG_SQUARE, FT_SVG_DIAMOND };

typedef struct ft_svg_point {
  double x, y;
} ft_svg_point;

void ft_svg_begin (FILE *, double width, double height, const char *title,
                   const char *description);
void ft_svg_end (FILE *);

// Adds a text, which may hold any bytes.
void ft_svg_text (FILE *, const char *class, ft_svg_point, enum ft_svg_anchor,
                  const char *text);
void ft_svg_line (FILE *, const char *class, ft_svg_point from,
                  ft_svg_point to);

// Adds a line through all points, 'width' thick; 'dashed' for a part that is
// not to scale.
void ft_svg_path (FILE *, const char *class, const ft_svg_point *, size_t n,
                  double width, int dashed);

// Adds a mark 'size' wide; 'tip' is shown when a pointer rests on it.
void ft_svg_mark (FILE *, const char *class, enum ft_svg_shape, ft_svg_point,
                  double size, const char *tip);

#endif
