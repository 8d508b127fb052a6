#include "trace/event.h"

const char *ft_kind_name (enum ft_kind kind) {
  static const char *const names[] = {
#define K(NAME, text, class) text,
      FT_KINDS (K)
#undef K
  };
  return names[kind];
}

enum ft_class ft_kind_class (enum ft_kind kind) {
  static const enum ft_class classes[] = {
#define K(NAME, text, class) FT_CLASS_##class,
      FT_KINDS (K)
#undef K
  };
  return classes[kind];
}

const char *ft_class_name (enum ft_class class) {
  static const char *const names[] = {
#define C(NAME, text) text,
      FT_CLASSES (C)
#undef C
  };
  return names[class];
}

const char *ft_memory_order_name (enum ft_memory_order order) {
  static const char *const names[] = {
#define M(NAME, text) text,
      FT_MEMORY_ORDERS (M)
#undef M
  };
  return names[order];
}

const char *ft_mark_name (enum ft_mark mark) {
  static const char *const names[] = {
#define M(NAME, text, failure) text,
      FT_MARKS (M)
#undef M
  };
  return names[mark];
}

void ft_event_set_mark (ft_event *e, enum ft_mark mark) {
  ft_tid thread = e->thread;
  ft_id location = e->location;
  *e = FT_EVENT_NONE;
  e->thread = thread;
  e->location = location;
  e->kind = FT_FENCE;
  e->flags = FT_DROPPED;
  e->value = mark;
}
