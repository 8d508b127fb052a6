#include "trace/origin.h"

void ft_origins_release (ft_origins *o) {
  ft_intern_release (&o->sources);
  FT_RELEASE (o->writes);
}

void ft_origins_add (ft_origins *o, ft_origin write) {
  FT_PUSH (o->writes, write);
}

static int compare_positions (const void *a, const void *b) {
  const ft_origin *p = a, *q = b;
  return (p->position > q->position) - (p->position < q->position);
}

const ft_origin *ft_origins_at (const ft_origins *o, ft_pos position) {
  ft_origin key = {.position = position};
  return o->writes.size ? bsearch (&key, o->writes.begin, o->writes.size,
                                   sizeof *o->writes.begin, compare_positions)
                        : NULL;
}

void ft_origins_forget (ft_origins *o) {
  FT_CLEAR (o->writes);
}
