#include "trace/format.h"
static int parse (void *s, const ft_line *line, ft_event *e, ft_error *error) {
  (void)s;
  (void)e;
  return ft_line_error (line, error, "JSON lines are not there yet");
}
const ft_format ft_format_jsonl = {"jsonl", NULL, NULL, parse};
