#include "trace/jsonl.h"

#include <string.h>

static bool fail (const ft_object *o, const char *what) {
  ft_line_error (o->line, o->error, "%s", what);
  return false;
}

// The whole list is read before any of it is kept.
static bool read_list (const ft_object *o, enum ft_key key, bool *known,
                       uint32_t *begin, uint32_t *count) {
  json_t *list = o->value[key], *item;
  ft_tables *tables = o->line->tables;
  size_t i;
  ft_operand operand;
  if (!list)
    return true;
  if (!json_is_array (list))
    return ft_object_operand (o, key, list, &operand) &&
           fail (o, "expected a list in [] as operands and pointers");
  *known = true;
  *begin = (uint32_t)tables->operands.size;
  *count = (uint32_t)json_array_size (list);
  json_array_foreach (list, i, item) {
    if (!ft_object_operand (o, key, item, &operand)) {
      tables->operands.size = *begin;
      return false;
    }
    FT_PUSH (tables->operands, operand);
  }
  return true;
}

static bool only_locals (const ft_object *o, const ft_detail *d) {
  for (uint32_t i = 0; i < d->pointer_count; i++)
    if (o->line->tables->operands.begin[d->pointers + i].local == FT_NO_ID)
      return fail (o, "expected locals only as 'pointers'");
  return true;
}

static const char *operator_text (unsigned i) {
  return ft_operator_name ((enum ft_operator)i);
}

static bool read_operator (const ft_object *o, ft_detail *d) {
  unsigned op = 0;
  if (!o->value[FT_KEY_OPERATOR])
    return true;
  if (!ft_object_choice (o, FT_KEY_OPERATOR, FT_OP_GE + 1, operator_text, &op))
    return false;
  d->op = (uint8_t)op;
  unsigned arity = op == FT_OP_COPY ? 1 : 2;
  if (d->operand_count == arity)
    return true;
  ft_line_error (o->line, o->error, "expected %u operand%s of '%s', found %u",
                 arity, arity == 1 ? "" : "s", operator_text (op),
                 d->operand_count);
  return false;
}

static bool read_result (const ft_object *o, ft_detail *d) {
  json_t *json = o->value[FT_KEY_RESULT];
  if (!json)
    return true;
  const char *text = json_string_value (json);
  if (text && !strncmp (text, "0x", 2))
    return fail (o, "expected a name as 'result' that does not start with "
                    "0x, since such operands are constants");
  if (!text)
    return fail (o, "expected a name (a string) as 'result'");
  return ft_object_name (o, FT_KEY_RESULT, FT_CLASS_LOCAL, &d->result);
}

static bool read_written (const ft_object *o, ft_detail *d) {
  uint64_t size = 8;
  if (!o->value[FT_KEY_WRITTEN])
    return true;
  if (o->value[FT_KEY_SIZE] &&
      !ft_object_count (o, FT_KEY_SIZE, 1, UINT64_MAX, &size))
    return false;
  d->written_known = true;
  return ft_object_value (o, FT_KEY_WRITTEN, size, &d->written);
}

// The range of an allocation; 'bytes' stays 0 for a free that leaves it out.
static bool read_range (const ft_object *o, ft_detail *d) {
  if (!ft_object_count (o, FT_KEY_ADDRESS, 0, UINT64_MAX, &d->address))
    return false;
  if (!o->value[FT_KEY_BYTES])
    return true;
  uint64_t most = UINT64_MAX - d->address;
  return ft_object_count (o, FT_KEY_BYTES, 1, most < 1 ? 1 : most, &d->bytes);
}

bool ft_object_detail (const ft_object *o, enum ft_kind kind, ft_detail *d,
                       bool *needed) {
  bool range = kind == FT_ALLOC || kind == FT_FREE;
  *needed = range || o->value[FT_KEY_RESULT] || o->value[FT_KEY_OPERATOR] ||
            o->value[FT_KEY_OPERANDS] || o->value[FT_KEY_POINTERS] ||
            o->value[FT_KEY_WRITTEN];
  if (!*needed)
    return true;
  *d = FT_DETAIL_NONE;
  return (!range || read_range (o, d)) && read_result (o, d) &&
         read_written (o, d) &&
         read_list (o, FT_KEY_OPERANDS, &d->operands_known, &d->operands,
                    &d->operand_count) &&
         read_list (o, FT_KEY_POINTERS, &d->pointers_known, &d->pointers,
                    &d->pointer_count) &&
         only_locals (o, d) && read_operator (o, d);
}
