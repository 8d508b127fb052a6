// What code without records may know the address of, as the code of a run tells
// it ('symex/shown.c'), and so may change or look at with no record of it: whole
// globals, constants and blocks.
#include "trace/native_inside.h"

typedef struct object {
  uint64_t first, last;
} object;

// The block, global or constant, {0, 0} if there is none.
static object object_at (const ft_native *n, uint64_t address) {
  const ft_code *code = &n->run->code;
  ft_id id = ft_variables_block_at (n->variables, address);
  if (id != FT_NO_ID) {
    const ft_block *b = ft_variables_block (n->variables, id);
    return (object){b->address, b->address + b->bytes - !!b->bytes};
  }
  const ft_code_global *g = ft_code_global_at (code, address);
  g = g ? g : ft_code_constant_at (code, address);
  return g ? (object){g->first, g->last} : (object){0, 0};
}

static bool hide (void *native, uint64_t address, uint64_t *first,
                  uint64_t *last) {
  ft_native *n = native;
  object o = object_at (n, address);
  uint32_t *hidden = o.first ? ft_map_at (&n->hidden, o.first) : NULL;
  bool new = hidden &&*hidden == FT_NO_ID;
  if (hidden)
    *hidden = 1;
  *first = o.first;
  *last = o.last;
  return new;
}

// A mapping may be anybody's.  On the thread's own stack there are only
// variables of recorded functions, if nothing else has called them.
static bool is_others_block (const ft_native *n, uint64_t address, bool back) {
  ft_id id = ft_variables_block_at (n->variables, address);
  const ft_block *b =
      id == FT_NO_ID ? NULL : ft_variables_block (n->variables, id);
  return b && (b->kind == FT_BLOCK_MAPPED ||
               (b->kind == FT_BLOCK_STACK &&
                (back || b->thread != n->record.thread->number)));
}

// Memory that is in no object is of a library, or of a thread's own.
static bool is_seen (void *native, uint64_t address, bool back) {
  const ft_native *n = native;
  object o = object_at (n, address);
  return !o.first || ft_map_get (&n->hidden, o.first) != FT_NO_ID ||
         is_others_block (n, address, back);
}

bool ft_native_is_hidden (const ft_native *n, uint64_t address) {
  object o = n->hidden.size ? object_at (n, address) : (object){0, 0};
  return n->loose || (o.first && ft_map_get (&n->hidden, o.first) != FT_NO_ID);
}

void ft_native_ask_hidden (ft_native *n) {
  n->steps.hide = hide;
  n->steps.is_seen = is_seen;
}
