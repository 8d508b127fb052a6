#include "report/json_witness.h"

// Schedules can have as many events as the trace, in every finding: they are
// written digit by digit, not built as JSON values.
static void write_schedule (FILE *file, const ft_witness *witness) {
  fputs ("{\"schedule\": [", file);
  for (size_t i = 0; i < witness->schedule.size; i++) {
    char digits[16], *p = digits + sizeof digits;
    ft_id event = witness->schedule.begin[i];
    do
      *--p = (char)('0' + event % 10);
    while (event /= 10);
    *--p = ' ';
    if (i)
      *--p = ',';
    else
      p++;
    fwrite (p, 1, (size_t)(digits + sizeof digits - p), file);
  }
  fputs ("]", file);
}

static void write_changes (FILE *file, const ft_witness *witness) {
  fputs (", \"changed\": [", file);
  for (size_t i = 0; i < witness->changed.size; i++) {
    const ft_changed *c = witness->changed.begin + i;
    fprintf (file, "%s{\"event\": %u, \"value\": ", i ? ", " : "", c->read);
    if (c->known)
      fprintf (file, "\"0x%llx\"}", (unsigned long long)c->value);
    else
      fputs ("null}", file);
  }
  fputs ("]", file);
}

static void write_turns (FILE *file, const ft_witness *witness) {
  fputs (", \"branches\": [", file);
  for (size_t i = 0; i < witness->turns.size; i++)
    fprintf (file, "%s{\"event\": %u, \"outcome\": \"0x%llx\"}", i ? ", " : "",
             witness->turns.begin[i].branch,
             (unsigned long long)witness->turns.begin[i].outcome);
  fputs ("]", file);
}

void ft_json_write_witness (FILE *file, const ft_witness *witness) {
  fputs (", \"witness\": ", file);
  if (witness) {
    write_schedule (file, witness);
    if (witness->model != FT_MODEL_MCM)
      write_changes (file, witness);
    if (witness->model == FT_MODEL_PATH)
      write_turns (file, witness);
    fputc ('}', file);
  } else
    fputs ("null", file);
  fputs (", ", file);
}
