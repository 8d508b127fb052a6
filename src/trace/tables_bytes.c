// Bytes of memory that the tables of a trace use.  foretrace-verify does not link
// this file.

#include "trace/tables.h"

static size_t intern_bytes (const ft_intern *table) {
  return table->text.capacity +
         table->offset.capacity * sizeof *table->offset.begin +
         table->capacity * sizeof *table->slots;
}

static size_t altpaths_bytes (const ft_altpaths *a) {
  return a->list.capacity * sizeof *a->list.begin +
         a->events.capacity * sizeof *a->events.begin +
         a->of_event.capacity * sizeof *a->of_event.begin +
         a->branches.capacity * sizeof *a->branches.begin;
}

static size_t origins_bytes (const ft_origins *o) {
  return intern_bytes (&o->sources) +
         o->writes.capacity * sizeof *o->writes.begin;
}

size_t ft_tables_bytes (const ft_tables *tables) {
  size_t bytes = tables->variables.capacity * sizeof *tables->variables.begin +
                 tables->details.capacity * sizeof *tables->details.begin +
                 tables->operands.capacity * sizeof *tables->operands.begin +
                 tables->freed.capacity * sizeof *tables->freed.begin +
                 altpaths_bytes (&tables->altpaths) +
                 origins_bytes (&tables->origins);
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    bytes += intern_bytes (tables->names + class);
  return bytes;
}
