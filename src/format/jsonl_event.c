// JSON lines: the event of a line.

#include "format/jsonl.h"

static bool fail (const ft_jsonl_object *o, const char *what) {
  ft_trace_line_error (o->line, o->error, "%s", what);
  return false;
}

// ---- memory ----------------------------------------------------------------

// The mask of the bytes [offset, offset + size) of a granule.
static uint8_t mask_of (uint64_t offset, uint64_t size) {
  return (uint8_t)(((1u << size) - 1) << offset);
}

static bool set_address (const ft_jsonl_object *o, uint64_t size, ft_event *e) {
  uint64_t address;
  if (!ft_jsonl_object_count (o, FT_KEY_ADDRESS, 0, UINT64_MAX, &address))
    return false;
  uint64_t offset = address & 7;
  if (o->value[FT_KEY_OFFSET])
    return fail (o, "'offset' goes with 'variable', not with 'address'");
  if (!o->value[FT_KEY_SIZE])
    return fail (o, "expected 'size' with 'address'");
  if (offset + size > 8) {
    ft_trace_line_error (o->line, o->error,
                         "access to %llu bytes at 0x%llx crosses an 8-byte "
                         "boundary; split it into two events",
                         (unsigned long long)size, (unsigned long long)address);
    return false;
  }
  e->mask = mask_of (offset, size);
  e->target = ft_address_map_access (o->memory, o->line->tables, address,
                                     (unsigned)size, o->line->flaw);
  return true;
}

// Without a size the whole variable is accessed.
static bool set_variable (const ft_jsonl_object *o, uint64_t size,
                          ft_event *e) {
  uint64_t offset = 0;
  const ft_tables *tables = o->line->tables;
  if (o->value[FT_KEY_OFFSET] &&
      !ft_jsonl_object_count (o, FT_KEY_OFFSET, 0, 7, &offset))
    return false;
  if (o->value[FT_KEY_OFFSET] && (!o->value[FT_KEY_SIZE] || offset + size > 8))
    return fail (o, "expected 'size' with 'offset', both within 8 bytes");
  if (!ft_jsonl_object_name (o, FT_KEY_VARIABLE, FT_CLASS_VARIABLE, &e->target))
    return false;
  if (tables->variables.begin[e->target].addressed)
    return fail (o, "this variable is memory that was accessed by address; "
                    "expected 'address' again");
  if (o->value[FT_KEY_SIZE] && size <= 8)
    e->mask = mask_of (offset, size);
  return true;
}

static bool set_memory (const ft_jsonl_object *o, ft_event *e, uint64_t *size) {
  bool named = o->value[FT_KEY_VARIABLE], addressed = o->value[FT_KEY_ADDRESS];
  *size = 8;
  if (named == addressed)
    return fail (o, named ? "expected one of 'variable' and 'address', found "
                            "both"
                          : "expected 'variable' or 'address'");
  if (o->value[FT_KEY_SIZE] &&
      !ft_jsonl_object_count (o, FT_KEY_SIZE, 1, addressed ? 8 : UINT32_MAX,
                              size))
    return false;
  return addressed ? set_address (o, *size, e) : set_variable (o, *size, e);
}

// ---- fields ----------------------------------------------------------------

static bool set_target (const ft_jsonl_object *o, enum ft_kind kind,
                        ft_event *e, uint64_t *size) {
  enum ft_key key = ft_key_target (kind);
  *size = 8;
  if (ft_kind_computes (kind) && o->value[FT_KEY_SIZE]) {
    if (!ft_jsonl_object_count (o, FT_KEY_SIZE, 1, 8, size))
      return false;
    e->mask = (uint8_t)(0xff >> (8 - *size));
  }
  if (key == FT_KEY_COUNT)
    return true;
  if (key == FT_KEY_VARIABLE)
    return set_memory (o, e, size);
  return ft_jsonl_object_name (o, key, ft_kind_class (kind), &e->target);
}

static bool set_value (const ft_jsonl_object *o, enum ft_kind kind,
                       uint64_t size, ft_event *e) {
  enum ft_key key = kind == FT_BRANCH ? FT_KEY_OUTCOME : FT_KEY_VALUE;
  if (!o->value[key])
    return true;
  e->flags |= FT_HAS_VALUE;
  if (kind == FT_SEM_INIT)
    return ft_jsonl_object_count (o, key, 0, UINT32_MAX, &e->value);
  return ft_jsonl_object_value (o, key, size, &e->value);
}

// The names of all memory orders but PLAIN.
static const char *order_text (unsigned i) {
  return ft_memory_order_name ((enum ft_memory_order) (i + 1));
}

static bool order_fits (enum ft_kind kind, enum ft_memory_order order) {
  if (kind == FT_ATOMIC_READ)
    return order != FT_ORDER_RELEASE && order != FT_ORDER_ACQ_REL;
  if (kind == FT_ATOMIC_WRITE)
    return order != FT_ORDER_ACQUIRE && order != FT_ORDER_CONSUME &&
           order != FT_ORDER_ACQ_REL;
  return true;
}

// A fence is sequentially consistent unless it says otherwise, and so is an atomic
// access, of which it then stays known that it has not said so.
static bool set_order (const ft_jsonl_object *o, enum ft_kind kind,
                       ft_event *e) {
  unsigned choice = FT_ORDER_SEQ_CST - 1;
  if (kind != FT_FENCE &&
      (!ft_kind_is_atomic (kind) || !o->value[FT_KEY_ORDER]))
    return true;
  if (o->value[FT_KEY_ORDER] &&
      !ft_jsonl_object_choice (o, FT_KEY_ORDER, FT_ORDER_SEQ_CST, order_text,
                               &choice))
    return false;
  e->order = (uint8_t)(choice + 1);
  if (order_fits (kind, e->order))
    return true;
  ft_trace_line_error (o->line, o->error, "memory order '%s' does not fit %s",
                       order_text (choice), ft_kind_name (kind));
  return false;
}

static bool set_flag (const ft_jsonl_object *o, enum ft_key key, uint8_t flag,
                      ft_event *e) {
  json_t *json = o->value[key];
  if (json && !json_is_boolean (json))
    return ft_jsonl_object_expected (o, key, json, "true or false");
  if (json_is_true (json))
    e->flags |= flag;
  return true;
}

static bool set_detail (const ft_jsonl_object *o, enum ft_kind kind,
                        ft_event *e) {
  ft_tables *tables = o->line->tables;
  ft_pos position = o->line->position;
  ft_detail d;
  bool needed;
  if (!ft_jsonl_object_detail (o, kind, &d, &needed))
    return false;
  if (!needed)
    return true;
  if (kind == FT_ALLOC)
    ft_address_map_alloc (o->memory, d.address, d.bytes, position,
                          o->line->flaw);
  if (kind == FT_FREE)
    ft_address_map_release (o->memory, tables, &d, position, o->line->flaw);
  e->detail = (ft_id)tables->details.size;
  FT_PUSH (tables->details, d);
  return true;
}

// Sources have names like those of variables, but numbers of their own.
static bool check_origin (const ft_jsonl_object *o) {
  json_t *source = o->value[FT_KEY_INPUT];
  uint64_t size;
  if (!source && o->value[FT_KEY_AT])
    return fail (o, "expected 'input' with 'at'");
  if (!source)
    return true;
  if (!json_is_string (source) || !json_string_length (source))
    return ft_jsonl_object_expected (o, FT_KEY_INPUT, source,
                                     "the name of a source");
  if (o->value[FT_KEY_OPERATOR] ||
      (o->value[FT_KEY_OPERANDS] &&
       json_array_size (o->value[FT_KEY_OPERANDS])))
    return fail (o, "what is input is not computed; 'input' goes without "
                    "'operator' and 'operands'");
  return !o->value[FT_KEY_SIZE] ||
         ft_jsonl_object_count (o, FT_KEY_SIZE, 1, 8, &size);
}

bool ft_jsonl_object_origin (const ft_jsonl_object *o) {
  json_t *source = o->value[FT_KEY_INPUT];
  ft_origins *origins = &o->line->tables->origins;
  uint64_t at = 0;
  if (!check_origin (o))
    return false;
  if (!source)
    return true;
  if (o->value[FT_KEY_AT] &&
      !ft_jsonl_object_count (o, FT_KEY_AT, 0, FT_MOST_INPUT - 8, &at))
    return false;
  ft_id id = ft_intern_add (&origins->sources, json_string_value (source),
                            json_string_length (source));
  ft_origins_add (origins, (ft_origin){o->line->position, id, at});
  return true;
}

bool ft_jsonl_object_location (const ft_jsonl_object *o, ft_event *e) {
  *e = FT_EVENT_NONE;
  return ft_jsonl_object_name (o, FT_KEY_THREAD, FT_CLASS_THREAD, &e->thread) &&
         (!o->value[FT_KEY_LOCATION] ||
          ft_jsonl_object_name (o, FT_KEY_LOCATION, FT_CLASS_LOCATION,
                                &e->location));
}

bool ft_jsonl_object_event (const ft_jsonl_object *o, enum ft_kind kind,
                            ft_event *e) {
  uint64_t size;
  if (!ft_jsonl_object_location (o, e))
    return false;
  e->kind = (uint8_t)kind;
  return set_target (o, kind, e, &size) && set_value (o, kind, size, e) &&
         set_order (o, kind, e) &&
         set_flag (o, FT_KEY_SPURIOUS, FT_UNSIGNALLED, e) &&
         set_flag (o, FT_KEY_TRIED, FT_TRIED, e) &&
         set_flag (o, FT_KEY_CONDITIONAL, FT_CONDITIONAL, e) &&
         set_flag (o, FT_KEY_CONCRETIZED, FT_CONCRETIZED, e) &&
         (!o->value[FT_KEY_WAIT] ||
          ft_jsonl_object_name (o, FT_KEY_WAIT, FT_CLASS_OBJECT,
                                &e->condition)) &&
         set_detail (o, kind, e);
}
