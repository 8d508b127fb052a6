#include "run/initial_values.h"

void ft_initial_values_release (ft_initial_values *v) {
  ft_granules_release (&v->accessed);
}

static void find_bounds (ft_initial_values *v) {
  v->first = UINT64_MAX;
  v->last = 1;
  for (size_t i = 0; i < v->code->globals.size; i++) {
    const ft_run_global *g = v->code->globals.begin + i;
    v->first = g->first < v->first ? g->first : v->first;
    v->last = g->last > v->last ? g->last : v->last;
  }
}

static bool may_be_global (ft_initial_values *v, uint64_t address) {
  if (!v->last && v->code)
    find_bounds (v);
  return v->code && address >= v->first && address <= v->last;
}

// Marks the bytes; false if some were marked already.
static bool mark (ft_initial_values *v, uint64_t address, unsigned bytes) {
  uint32_t *accessed = ft_granules_at (&v->accessed, address >> 3);
  uint32_t mask = ((1u << bytes) - 1) << address % 8;
  bool any = *accessed & mask;
  *accessed |= mask;
  return !any;
}

bool ft_initial_values_take (ft_initial_values *v, uint64_t address,
                             unsigned bytes, uint64_t *value) {
  if (!may_be_global (v, address) || !mark (v, address, bytes))
    return false;
  const ft_run_global *g = ft_run_code_global_at (v->code, address);
  return g && ft_sites_initial (g->table, g->global, address - g->first, bytes,
                                value);
}

void ft_initial_values_forget (ft_initial_values *v, uint64_t address,
                               uint64_t bytes) {
  uint64_t end = address + bytes;
  while (address < end && may_be_global (v, address)) {
    unsigned part = 8 - address % 8;
    part = part < end - address ? part : (unsigned)(end - address);
    mark (v, address, part);
    address += part;
  }
}
