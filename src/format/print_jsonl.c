// Events as JSON lines (docs/reference/trace-format.md).

#include <string.h>

#include "base/utf8.h"
#include "format/jsonl.h"
#include "format/print.h"

typedef struct printer {
  ft_strbuf *line;
  const ft_tables *tables;
  const char *bad; // the first name that is not UTF-8, NULL if none
} printer;

static void add (printer *p, const char *text) {
  ft_strbuf_add_bytes (p->line, text, strlen (text));
}

static void add_string (printer *p, const char *text) {
  add (p, "\"");
  for (size_t n; *text; text += n) {
    n = ft_utf8_length (text);
    if (!n && !p->bad)
      p->bad = text;
    n = n ? n : 1;
    if (*text == '"' || *text == '\\')
      add (p, "\\");
    if ((unsigned char)*text < 0x20)
      ft_strbuf_add (p->line, "\\u%04x", (unsigned char)*text);
    else
      ft_strbuf_add_bytes (p->line, text, n);
  }
  add (p, "\"");
}

static void add_key (printer *p, enum ft_key key) {
  add (p, key == FT_KEY_THREAD ? "{\"" : ",\"");
  add (p, ft_key_name (key));
  add (p, "\":");
}

static void add_text (printer *p, enum ft_key key, const char *text) {
  add_key (p, key);
  add_string (p, text);
}

static void add_name (printer *p, enum ft_key key, enum ft_class class,
                      ft_id id) {
  if (id != FT_NO_ID)
    add_text (p, key, ft_tables_name (p->tables, class, id));
}

// Readers of JSON have signed integers.
static void add_number (printer *p, uint64_t word) {
  bool small = word <= INT64_MAX;
  ft_strbuf_add (p->line, small ? "%llu" : "\"0x%llx\"",
                 (unsigned long long)word);
}

static void add_word (printer *p, enum ft_key key, uint64_t word) {
  add_key (p, key);
  add_number (p, word);
}

static void add_address (printer *p, uint64_t address) {
  add_key (p, FT_KEY_ADDRESS);
  ft_strbuf_add (p->line, "\"0x%llx\"", (unsigned long long)address);
}

static void add_operands (printer *p, enum ft_key key, bool known,
                          uint32_t begin, uint32_t count) {
  if (!known)
    return;
  add_key (p, key);
  add (p, "[");
  for (uint32_t i = 0; i < count; i++) {
    const ft_operand *o = p->tables->operands.begin + begin + i;
    if (i)
      add (p, ",");
    if (o->local == FT_NO_ID)
      add_number (p, o->constant);
    else
      add_string (p, ft_tables_name (p->tables, FT_CLASS_LOCAL, o->local));
  }
  add (p, "]");
}

// ---- fields ----------------------------------------------------------------

// False for a mask whose bytes are not contiguous, which no file has.
static bool add_memory (printer *p, const ft_event *e) {
  const ft_variable *v = p->tables->variables.begin + e->target;
  unsigned mask = e->mask, offset = 0, size = 0;
  while (mask && !(mask >> offset & 1))
    offset++;
  while (mask >> (offset + size) & 1)
    size++;
  if (!size || mask >> (offset + size))
    return false;
  if (v->addressed)
    add_address (p, v->address + offset);
  else
    add_name (p, FT_KEY_VARIABLE, FT_CLASS_VARIABLE, e->target);
  if (!v->addressed && offset)
    add_word (p, FT_KEY_OFFSET, offset);
  if (v->addressed || size < 8)
    add_word (p, FT_KEY_SIZE, size);
  return true;
}

static bool add_target (printer *p, const ft_event *e) {
  enum ft_key key = ft_key_target (e->kind);
  if (key == FT_KEY_VARIABLE)
    return add_memory (p, e);
  if (key != FT_KEY_COUNT)
    add_name (p, key, ft_kind_class (e->kind), e->target);
  if (ft_kind_computes (e->kind) && e->mask != 0xff)
    add_word (p, FT_KEY_SIZE, (uint64_t)__builtin_popcount (e->mask));
  add_name (p, FT_KEY_WAIT, FT_CLASS_OBJECT, e->condition);
  return true;
}

static void add_detail (printer *p, const ft_event *e, const ft_detail *d) {
  if (e->kind == FT_ALLOC || e->kind == FT_FREE) {
    add_address (p, d->address);
    add_word (p, FT_KEY_BYTES, d->bytes);
  }
  if (d->written_known)
    add_word (p, FT_KEY_WRITTEN, d->written);
  if (d->initial_known)
    add_word (p, FT_KEY_INITIAL, d->initial);
  add_name (p, FT_KEY_RESULT, FT_CLASS_LOCAL, d->result);
  if (d->op)
    add_text (p, FT_KEY_OPERATOR, ft_operator_name (d->op));
  add_operands (p, FT_KEY_OPERANDS, d->operands_known, d->operands,
                d->operand_count);
  add_operands (p, FT_KEY_POINTERS, d->pointers_known, d->pointers,
                d->pointer_count);
}

static void add_flag (printer *p, enum ft_key key, bool set) {
  if (!set)
    return;
  add_key (p, key);
  add (p, "true");
}

static bool add_fields (printer *, const ft_event *);
static bool add_altpaths (printer *, uint32_t first);

// An event of an alternative path, without the thread, in a list.
static bool add_altpath_event (printer *p, uint32_t i) {
  const ft_altpaths *a = &p->tables->altpaths;
  const ft_event *e = a->events.begin + i;
  add (p, "{\"");
  add (p, ft_key_name (FT_KEY_OP));
  add (p, "\":");
  bool fails = ft_event_fails (e);
  add_string (p, fails ? ft_mark_name ((enum ft_mark)e->value)
                       : ft_kind_name (e->kind));
  if (!fails &&
      (!add_fields (p, e) || !add_altpaths (p, a->of_event.begin[i])))
    return false;
  add_name (p, FT_KEY_LOCATION, FT_CLASS_LOCATION, e->location);
  add (p, "}");
  return true;
}

static bool add_altpath (printer *p, const ft_altpath *x) {
  add (p, "{\"outcome\":");
  add_number (p, x->outcome);
  add (p, ",\"events\":[");
  for (uint32_t i = 0; i < x->count; i++) {
    if (i)
      add (p, ",");
    if (!add_altpath_event (p, x->first + i))
      return false;
  }
  add (p, "]");
  if (x->replaces != FT_NEVER_MERGES)
    ft_strbuf_add (p->line, ",\"replaces\":%u", x->replaces);
  add (p, "}");
  return true;
}

static bool add_altpaths (printer *p, uint32_t first) {
  const ft_altpaths *a = &p->tables->altpaths;
  if (first == FT_NO_ID)
    return true;
  add_key (p, FT_KEY_ALTERNATIVES);
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next) {
    add (p, i == first ? "[" : ",");
    if (!add_altpath (p, a->list.begin + i))
      return false;
  }
  add (p, "]");
  return true;
}

static bool add_fields (printer *p, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (p->tables, e);
  if (!add_target (p, e))
    return false;
  if (e->flags & FT_HAS_VALUE)
    add_word (p, e->kind == FT_BRANCH ? FT_KEY_OUTCOME : FT_KEY_VALUE,
              e->value);
  if (e->order != FT_ORDER_PLAIN)
    add_text (p, FT_KEY_ORDER, ft_memory_order_name (e->order));
  add_flag (p, FT_KEY_SPURIOUS, e->flags & FT_UNSIGNALLED);
  add_flag (p, FT_KEY_TRIED, ft_kind_waits (e->kind) && e->flags & FT_TRIED);
  add_flag (p, FT_KEY_CONDITIONAL, ft_event_is_conditional (e));
  add_flag (p, FT_KEY_CONCRETIZED, ft_event_is_unknown_use (e));
  if (d)
    add_detail (p, e, d);
  return true;
}

static void add_origin (printer *p, ft_pos position) {
  const ft_origin *o = ft_origins_at (&p->tables->origins, position);
  if (!o)
    return;
  add_text (p, FT_KEY_INPUT,
            ft_intern_name (&p->tables->origins.sources, o->source));
  add_word (p, FT_KEY_AT, o->at);
}

bool ft_print_jsonl (ft_strbuf *line, const ft_tables *tables,
                     const ft_event *e, ft_pos position, ft_error *error) {
  printer p = {line, tables, NULL};
  enum ft_mark mark = ft_event_mark (e);
  bool normal = mark == FT_MARK_COUNT;
  add_name (&p, FT_KEY_THREAD, FT_CLASS_THREAD, e->thread);
  add_text (&p, FT_KEY_OP,
            normal ? ft_kind_name (e->kind) : ft_mark_name (mark));
  if (normal &&
      (!add_fields (&p, e) ||
       !add_altpaths (&p, ft_altpaths_at (&tables->altpaths, position))))
    return ft_print_refused (error, position,
                             "touches bytes that are not next to each other; "
                             "JSON lines cannot hold it");
  if (normal)
    add_origin (&p, position);
  add_name (&p, FT_KEY_LOCATION, FT_CLASS_LOCATION, e->location);
  add (&p, "}\n");
  if (p.bad)
    return ft_print_refused (error, position,
                             "has a name with '%.20s', which is not UTF-8; "
                             "JSON lines cannot hold it",
                             p.bad);
  return true;
}
