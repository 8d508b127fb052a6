#include "report/costs.h"

#include "report/json_value.h"

// ---- text ----------------------------------------------------------------

static void write_stage (FILE *file, const ft_certify_stages *x,
                         enum ft_certify_stage s) {
  fprintf (file, "  %-10s %8zu %8zu %10.2f", ft_certify_stage_name (s),
           x->stage[s].decided, x->stage[s].seconds.size,
           ft_certify_stages_total (x, s));
  if (x->stage[s].seconds.size)
    fprintf (file, " %10.2f %10.2f",
             ft_certify_stages_quantile (x, s, 0.5) * 1000,
             ft_certify_stages_quantile (x, s, 0.95) * 1000);
  fputc ('\n', file);
}

void ft_costs_text (FILE *file, const ft_certify_stages *x) {
  fprintf (file, "  %-10s %8s %8s %10s %10s %10s\n", "stage", "decided",
           "tried", "CPU s", "median ms", "p95 ms");
  for (int s = 0; s < FT_CERTIFY_STAGE_COUNT; s++)
    write_stage (file, x, (enum ft_certify_stage)s);
  if (!x->undecided)
    return;
  fprintf (file, "  %-10s %8zu %8s %10.2f", "undecided", x->undecided, "",
           x->undecided_seconds);
  const char *between = "  (";
  for (int c = 0; c < FT_CAUSE_COUNT; c++)
    if (x->causes[c]) {
      fprintf (file, "%s%zu %s", between, x->causes[c],
               ft_cause_words ((enum ft_cause)c));
      between = ", ";
    }
  fputs (")\n", file);
}

// ---- JSON ----------------------------------------------------------------

static json_t *quantile (const ft_certify_stages *x, enum ft_certify_stage s,
                         double share) {
  return json_pack ("{s:o}", "seconds",
                    ft_json_seconds (ft_certify_stages_quantile (x, s, share)));
}

static json_t *stage_value (const ft_certify_stages *x,
                            enum ft_certify_stage s) {
  return json_pack ("{s:I, s:I, s:o, s:o, s:o}", "decided",
                    (json_int_t)x->stage[s].decided, "tried",
                    (json_int_t)x->stage[s].seconds.size, "seconds",
                    ft_json_seconds (ft_certify_stages_total (x, s)), "median",
                    quantile (x, s, 0.5), "p95", quantile (x, s, 0.95));
}

static json_t *undecided_value (const ft_certify_stages *x) {
  json_t *causes = json_object ();
  for (int c = 0; c < FT_CAUSE_COUNT; c++)
    if (x->causes[c])
      json_object_set_new (causes, ft_cause_name ((enum ft_cause)c),
                           json_integer ((json_int_t)x->causes[c]));
  return json_pack ("{s:I, s:o, s:o}", "candidates", (json_int_t)x->undecided,
                    "causes", causes, "seconds",
                    ft_json_seconds (x->undecided_seconds));
}

json_t *ft_costs_json (const ft_certify_stages *x) {
  json_t *value = json_object ();
  for (int s = 0; s < FT_CERTIFY_STAGE_COUNT; s++)
    json_object_set_new (value,
                         ft_certify_stage_name ((enum ft_certify_stage)s),
                         stage_value (x, (enum ft_certify_stage)s));
  json_object_set_new (value, "undecided", undecided_value (x));
  return value;
}

json_t *ft_costs_list (const ft_certify_stages *x) {
  json_t *value = json_object ();
  for (int s = 0; s < FT_CERTIFY_STAGE_COUNT; s++) {
    json_t *list = json_array ();
    for (size_t i = 0; i < x->stage[s].seconds.size; i++)
      json_array_append_new (list,
                             ft_json_seconds (x->stage[s].seconds.begin[i]));
    json_object_set_new (
        value, ft_certify_stage_name ((enum ft_certify_stage)s), list);
  }
  return value;
}
