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
