// The picture of a comparison: two panels, races and seconds over the width of
// the window on a logarithmic axis, with the whole trace apart at the right,
// and one line for each time limit.  Later lines are thinner, so that lines
// that coincide stay visible.

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "report/compare_report.h"
#include "report/svg.h"

enum { WIDTH = 980, HEIGHT = 440, MOST_TICKS = 6 };

typedef struct panel {
  FILE *file;
  const ft_comparison *comparison;
  double left, right, top, bottom; // of the plotted area
  const char *title, *unit;
  double (*value) (const ft_window_result *);
  double most; // the value at the top
} panel;

static double certified (const ft_window_result *result) {
  return (double)result->certified;
}

static double seconds (const ft_window_result *result) {
  return result->seconds;
}

// ---- scales --------------------------------------------------------------

// The position of a window on the axis, 0 to 1.  The whole trace is about as
// far from the widest window as the windows are from each other, so that its
// name fits.
static double position_of (const ft_comparison *c, size_t window) {
  ft_id first = ft_comparison_cell (c, 0, 0)->window;
  bool open = !ft_comparison_cell (c, c->windows - 1, 0)->window;
  size_t bounded = c->windows - open;
  if (c->windows == 1)
    return 0.5;
  double end = open ? 1 - fmax (0.2, 0.8 / (double)bounded) : 1;
  ft_id here = ft_comparison_cell (c, window, 0)->window;
  if (!here)
    return 1;
  if (bounded < 2)
    return 0;
  ft_id last = ft_comparison_cell (c, bounded - 1, 0)->window;
  return end * log ((double)here / first) / log ((double)last / first);
}

static double x_of (const panel *p, size_t window) {
  enum { INSET = 34 };
  return p->left + INSET +
         position_of (p->comparison, window) * (p->right - p->left - 2 * INSET);
}

static double y_of (const panel *p, double value) {
  return p->bottom - value / p->most * (p->bottom - p->top);
}

// A step of 1, 2 or 5 times a power of ten, at most MOST_TICKS of them.
static double tick_step (double most, double least) {
  double step = least;
  while (most / step > MOST_TICKS) {
    double power = pow (10, floor (log10 (step) + 1e-9));
    double digit = round (step / power);
    step = digit < 2 ? 2 * power : digit < 5 ? 5 * power : 10 * power;
  }
  return step;
}

// ---- axes ----------------------------------------------------------------

static void draw_ticks (panel *p, double step) {
  for (int i = 0; i * step <= p->most * 1.0001; i++) {
    char label[32];
    double y = y_of (p, i * step);
    snprintf (label, sizeof label, "%g", i * step);
    ft_svg_line (p->file, i ? "faint" : "ink", (ft_svg_point){p->left, y},
                 (ft_svg_point){p->right, y});
    ft_svg_text (p->file, "faint", (ft_svg_point){p->left - 8, y + 4},
                 FT_SVG_ANCHOR_END, label);
  }
}

// Draws the names of the windows; a name that would touch the previous one is
// left out.
static void draw_windows (const panel *p) {
  double free_from = 0;
  const ft_comparison *c = p->comparison;
  for (size_t w = 0; w < c->windows; w++) {
    char name[FT_WINDOW_NAME];
    double x = x_of (p, w);
    ft_compare_window (ft_comparison_cell (c, w, 0)->window, name);
    double half = 4.0 * (double)strlen (name);
    if (x - half < free_from)
      continue;
    free_from = x + half + 4;
    ft_svg_line (p->file, "ink", (ft_svg_point){x, p->bottom},
                 (ft_svg_point){x, p->bottom + 5});
    ft_svg_text (p->file, "faint", (ft_svg_point){x, p->bottom + 20},
                 FT_SVG_ANCHOR_MIDDLE, name);
  }
}

static void draw_axes (panel *p, double least) {
  double most = 0;
  const ft_comparison *c = p->comparison;
  for (size_t i = 0; i < c->windows * c->timeouts; i++)
    most = fmax (most, p->value (c->cells + i));
  double step = tick_step (most, least);
  p->most = fmax (step, ceil (most / step - 1e-9) * step);
  draw_ticks (p, step);
  draw_windows (p);
  ft_svg_text (p->file, "panel", (ft_svg_point){p->left, p->top - 22},
               FT_SVG_ANCHOR_START, p->title);
  ft_svg_text (p->file, "faint",
               (ft_svg_point){(p->left + p->right) / 2, p->bottom + 42},
               FT_SVG_ANCHOR_MIDDLE, "events per window (logarithmic)");
}

// ---- lines ---------------------------------------------------------------

static const char *class_of (size_t series) {
  static const char *const names[] = {"s0", "s1", "s2", "s3", "s4", "s5"};
  return names[series % FT_SVG_SERIES];
}

static double line_width (const ft_comparison *c, size_t series) {
  return fmin (2 + 2 * (double)(c->timeouts - 1 - series), 8);
}

static ft_svg_point point_of (const panel *p, size_t window, size_t series) {
  const ft_window_result *result =
      ft_comparison_cell (p->comparison, window, series);
  return (ft_svg_point){x_of (p, window), y_of (p, p->value (result))};
}

// Draws the line of a limit.  The part up to the whole trace is not to scale,
// and dashed.
static void draw_path (const panel *p, size_t series) {
  const ft_comparison *c = p->comparison;
  bool open = !ft_comparison_cell (c, c->windows - 1, series)->window;
  size_t bounded = c->windows - open;
  ft_svg_point *points = FT_ARRAY (ft_svg_point, c->windows);
  for (size_t w = 0; w < c->windows; w++)
    points[w] = point_of (p, w, series);
  double width = line_width (c, series);
  if (bounded > 1)
    ft_svg_path (p->file, class_of (series), points, bounded, width, 0);
  if (open && bounded)
    ft_svg_path (p->file, class_of (series), points + bounded - 1, 2, width, 1);
  free (points);
}

static void draw_mark (const panel *p, size_t window, size_t series) {
  const ft_window_result *result =
      ft_comparison_cell (p->comparison, window, series);
  char name[FT_WINDOW_NAME];
  ft_strbuf tip = {0};
  ft_strbuf_add (&tip,
                 "window %s, %g s per candidate: %zu certified, %zu "
                 "undecided, %.2f s",
                 ft_compare_window (result->window, name), result->timeout,
                 result->certified, result->undecided, result->seconds);
  ft_svg_mark (p->file, class_of (series), (enum ft_svg_shape) (series % 3),
               point_of (p, window, series),
               line_width (p->comparison, series) + 6, ft_strbuf_text (&tip));
  ft_strbuf_release (&tip);
}

static void draw_series (const panel *p, size_t series) {
  draw_path (p, series);
  for (size_t w = 0; w < p->comparison->windows; w++)
    draw_mark (p, w, series);
}

// Draws the values of the longest limit where there is room: above and to the
// left of a point, since lines mostly rise to the right.
static void draw_values (const panel *p) {
  const ft_comparison *c = p->comparison;
  double free_from = p->left - 20;
  for (size_t w = 0; w < c->windows; w++) {
    ft_svg_point at = point_of (p, w, c->timeouts - 1);
    double value = p->value (ft_comparison_cell (c, w, c->timeouts - 1));
    char label[32];
    snprintf (label, sizeof label, value < 10 && *p->unit ? "%.2g%s" : "%.0f%s",
              value, p->unit);
    double width = 7.5 * (double)strlen (label);
    if (at.x + 4 - width < free_from)
      continue;
    free_from = at.x + 6;
    ft_svg_text (p->file, "halo", (ft_svg_point){at.x + 4, at.y - 11},
                 FT_SVG_ANCHOR_END, label);
  }
}

static void draw_panel (panel p, double least) {
  draw_axes (&p, least);
  for (size_t s = 0; s < p.comparison->timeouts; s++)
    draw_series (&p, s);
  draw_values (&p);
}

// ---- the picture ---------------------------------------------------------

static void draw_legend (FILE *file, const ft_comparison *c) {
  double x = 64;
  for (size_t s = 0; s < c->timeouts; s++) {
    char label[48];
    ft_svg_point line[2] = {{x, 62}, {x + 30, 62}};
    snprintf (label, sizeof label, "%g s per candidate",
              ft_comparison_cell (c, 0, s)->timeout);
    ft_svg_path (file, class_of (s), line, 2, line_width (c, s), 0);
    ft_svg_mark (file, class_of (s), (enum ft_svg_shape) (s % 3),
                 (ft_svg_point){x + 15, 62}, line_width (c, s) + 6, label);
    ft_svg_text (file, "ink", (ft_svg_point){x + 38, 66}, FT_SVG_ANCHOR_START,
                 label);
    x += 60 + 7.5 * (double)strlen (label);
  }
}

static void describe (const ft_comparison *c, ft_strbuf *text) {
  ft_strbuf_add (text, "Two line charts over the width of the window.");
  for (size_t i = 0; i < c->windows * c->timeouts; i++) {
    const ft_window_result *result = c->cells + i;
    char name[FT_WINDOW_NAME];
    ft_strbuf_add (text,
                   " Window %s, %g s per candidate: %zu of %zu candidates "
                   "certified, %zu undecided, %.2f s.",
                   ft_compare_window (result->window, name), result->timeout,
                   result->certified, c->candidates, result->undecided,
                   result->seconds);
  }
}

static const char *base_name (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash && slash[1] ? slash + 1 : path;
}

static void begin_picture (FILE *file, const ft_compare_report *r) {
  ft_strbuf title = {0}, description = {0};
  ft_strbuf_add (&title, "What windows cost: %s, %u events, %zu candidates",
                 base_name (r->trace->path), r->trace->size,
                 r->comparison->candidates);
  describe (r->comparison, &description);
  ft_svg_begin (file, WIDTH, HEIGHT, ft_strbuf_text (&title),
                ft_strbuf_text (&description));
  ft_svg_text (file, "title", (ft_svg_point){64, 34}, FT_SVG_ANCHOR_START,
               ft_strbuf_text (&title));
  ft_strbuf_release (&title);
  ft_strbuf_release (&description);
}

void ft_compare_plot (FILE *file, const ft_compare_report *r) {
  panel p = {.file = file,
             .comparison = r->comparison,
             .left = 64,
             .right = 470,
             .top = 130,
             .bottom = 380};
  begin_picture (file, r);
  draw_legend (file, r->comparison);
  p.title = "Certified races", p.unit = "", p.value = certified;
  draw_panel (p, 1);
  p.left += 490, p.right += 490;
  p.title = "Time, added up over candidates (s)", p.unit = " s";
  p.value = seconds;
  draw_panel (p, 0.001);
  ft_svg_end (file);
}
