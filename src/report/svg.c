#include "report/svg.h"

#include "report/xml.h"

static void write_element (FILE *file, const char *name, const char *text) {
  fprintf (file, "<%s>", name);
  ft_xml_write (file, text);
  fprintf (file, "</%s>", name);
}

// Blue, vermilion, green, purple, ochre, grey (after Okabe and Ito), which
// colour-blind readers can distinguish, on white and on black.
static const char style[] =
    "<style>\n"
    "svg{color-scheme:light dark}\n"
    "text{font:13px system-ui,'Segoe UI','DejaVu Sans',sans-serif}\n"
    "text.title{font-size:17px;font-weight:600}\n"
    "text.panel{font-size:14px;font-weight:600}\n"
    "text.halo{font-size:12px;stroke:#fff;stroke-width:4px;"
    "stroke-linejoin:round;paint-order:stroke}\n"
    ".page{fill:#fff}\n"
    "text{fill:#1b1f24}line.ink{stroke:#1b1f24}\n"
    "text.faint{fill:#59636e}line.faint{stroke:#dde2e8}\n"
    "path,line{fill:none}\n"
    ".s0{stroke:#0072b2}.s1{stroke:#d55e00}.s2{stroke:#009e73}\n"
    ".s3{stroke:#a0528c}.s4{stroke:#946c00}.s5{stroke:#6e7781}\n"
    ".mark{fill:#fff;stroke-width:2}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".page{fill:#14171c}.mark{fill:#14171c}\n"
    "text{fill:#e6e9ed}line.ink{stroke:#e6e9ed}text.halo{stroke:#14171c}\n"
    "text.faint{fill:#9aa4af}line.faint{stroke:#333a43}\n"
    ".s0{stroke:#56b4e9}.s1{stroke:#f08a3c}.s2{stroke:#2fc998}\n"
    ".s3{stroke:#d98cc6}.s4{stroke:#d9b53c}.s5{stroke:#aab2bb}\n"
    "}\n"
    "</style>\n";

void ft_svg_begin (FILE *file, double width, double height, const char *title,
                   const char *description) {
  fprintf (file,
           "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
           "aria-labelledby=\"title desc\" width=\"%.0f\" height=\"%.0f\" "
           "viewBox=\"0 0 %.0f %.0f\">\n<title id=\"title\">",
           width, height, width, height);
  ft_xml_write (file, title);
  fputs ("</title>\n<desc id=\"desc\">", file);
  ft_xml_write (file, description);
  fprintf (file,
           "</desc>\n%s<rect class=\"page\" width=\"100%%\" "
           "height=\"100%%\"/>\n",
           style);
}

void ft_svg_end (FILE *file) {
  fputs ("</svg>\n", file);
}

void ft_svg_text (FILE *file, const char *class, ft_svg_point p,
                  enum ft_svg_anchor anchor, const char *text) {
  static const char *const anchors[] = {"start", "middle", "end"};
  fprintf (file, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
           class, p.x, p.y, anchors[anchor]);
  ft_xml_write (file, text);
  fputs ("</text>\n", file);
}

void ft_svg_line (FILE *file, const char *class, ft_svg_point from,
                  ft_svg_point to) {
  fprintf (file,
           "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
           "y2=\"%.1f\"/>\n",
           class, from.x, from.y, to.x, to.y);
}

void ft_svg_path (FILE *file, const char *class, const ft_svg_point *points,
                  size_t n, double width, int dashed) {
  fprintf (file, "<path class=\"%s\" stroke-width=\"%.1f\"%s d=\"", class,
           width, dashed ? " stroke-dasharray=\"5 4\"" : "");
  for (size_t i = 0; i < n; i++)
    fprintf (file, "%c%.1f %.1f", i ? 'L' : 'M', points[i].x, points[i].y);
  fputs ("\"/>\n", file);
}

void ft_svg_mark (FILE *file, const char *class, enum ft_svg_shape shape,
                  ft_svg_point p, double size, const char *tip) {
  double r = size / 2;
  fprintf (file, "<path class=\"mark %s\" d=\"", class);
  switch (shape) {
  case FT_SVG_CIRCLE:
    fprintf (file, "M%.1f %.1fa%.1f %.1f 0 1 0 %.1f 0a%.1f %.1f 0 1 0 %.1f 0",
             p.x - r, p.y, r, r, size, r, r, -size);
    break;
  case FT_SVG_SQUARE:
    fprintf (file, "M%.1f %.1fh%.1fv%.1fh%.1f", p.x - r, p.y - r, size, size,
             -size);
    break;
  case FT_SVG_DIAMOND:
    fprintf (file, "M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1f", p.x, p.y - r, r,
             r, -r, r, -r, -r);
    break;
  }
  fputs ("z\">", file);
  write_element (file, "title", tip);
  fputs ("</path>\n", file);
}
