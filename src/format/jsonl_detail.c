#include "format/jsonl.h"

#include <string.h>

// Addresses are computed from locals; a constant in a list of pointers is an
// error.
static bool read_item (const ft_jsonl_object *o, enum ft_key key, json_t *item,
                       ft_operand *operand) {
  if (!ft_jsonl_object_operand (o, key, item, operand))
    return false;
  if (key == FT_KEY_OPERANDS || operand->local != FT_NO_ID)
    return true;
  return ft_jsonl_object_expected (o, key, item, "locals (strings) only");
}

// No operand is kept unless the whole list is well formed.
static bool read_list (const ft_jsonl_object *o, enum ft_key key, bool *known,
                       uint32_t *begin, uint32_t *count) {
  json_t *list = o->value[key], *item;
  ft_tables *tables = o->line->tables;
  size_t i;
  ft_operand operand;
  if (!list)
    return true;
  if (!json_is_array (list))
    return ft_jsonl_object_expected (o, key, list, "a list [...]");
  *known = true;
  *begin = (uint32_t)tables->operands.size;
  *count = (uint32_t)json_array_size (list);
  json_array_foreach (list, i, item) {
    if (!read_item (o, key, item, &operand)) {
      tables->operands.size = *begin;
      return false;
    }
    FT_PUSH (tables->operands, operand);
  }
  return true;
}

// The names of all operators but NONE.
static const char *operator_text (unsigned i) {
  return ft_operator_name ((enum ft_operator) (i + 1));
}

// Without an operator the operands are mere dependences.
static bool read_operator (const ft_jsonl_object *o, ft_detail *d) {
  unsigned op = 0;
  if (!o->value[FT_KEY_OPERATOR])
    return true;
  if (!ft_jsonl_object_choice (o, FT_KEY_OPERATOR, FT_OPERATOR_COUNT - 1,
                               operator_text, &op))
    return false;
  d->op = (uint8_t)(op + 1);
  unsigned arity = ft_operator_arity (d->op);
  if (!d->operands_known || d->operand_count == arity)
    return true;
  ft_trace_line_error (
      o->line, o->error, "expected %u operand%s of '%s', found %u", arity,
      arity == 1 ? "" : "s", operator_text (op), d->operand_count);
  return false;
}

// The name of a local is not a number, since numbers among operands are
// constants.
static bool read_result (const ft_jsonl_object *o, ft_detail *d) {
  json_t *json = o->value[FT_KEY_RESULT];
  const char *text = json_string_value (json);
  if (!json)
    return true;
  if (!text || !strncmp (text, "0x", 2))
    return ft_jsonl_object_expected (o, FT_KEY_RESULT, json,
                                     "a name that is no number");
  return ft_jsonl_object_name (o, FT_KEY_RESULT, FT_CLASS_LOCAL, &d->result);
}

// Read another value of the accessed bytes.
static bool read_word (const ft_jsonl_object *o, enum ft_key key, bool *known,
                       uint64_t *word) {
  uint64_t size = 8;
  if (!o->value[key])
    return true;
  if (o->value[FT_KEY_SIZE] &&
      !ft_jsonl_object_count (o, FT_KEY_SIZE, 1, UINT64_MAX, &size))
    return false;
  *known = true;
  return ft_jsonl_object_value (o, key, size, word);
}

// Read the range of an allocation; 'bytes' stays 0 for a free without it.
static bool read_range (const ft_jsonl_object *o, ft_detail *d) {
  if (!ft_jsonl_object_count (o, FT_KEY_ADDRESS, 0, UINT64_MAX, &d->address))
    return false;
  if (!o->value[FT_KEY_BYTES])
    return true;
  uint64_t most = UINT64_MAX - d->address;
  return ft_jsonl_object_count (o, FT_KEY_BYTES, 1, most < 1 ? 1 : most,
                                &d->bytes);
}

bool ft_jsonl_object_detail (const ft_jsonl_object *o, enum ft_kind kind,
                             ft_detail *d, bool *needed) {
  bool range = kind == FT_ALLOC || kind == FT_FREE;
  *needed = range || o->value[FT_KEY_RESULT] || o->value[FT_KEY_OPERATOR] ||
            o->value[FT_KEY_OPERANDS] || o->value[FT_KEY_POINTERS] ||
            o->value[FT_KEY_WRITTEN] || o->value[FT_KEY_INITIAL];
  if (!*needed)
    return true;
  *d = FT_DETAIL_NONE;
  return (!range || read_range (o, d)) && read_result (o, d) &&
         read_word (o, FT_KEY_WRITTEN, &d->written_known, &d->written) &&
         read_word (o, FT_KEY_INITIAL, &d->initial_known, &d->initial) &&
         read_list (o, FT_KEY_OPERANDS, &d->operands_known, &d->operands,
                    &d->operand_count) &&
         read_list (o, FT_KEY_POINTERS, &d->pointers_known, &d->pointers,
                    &d->pointer_count) &&
         read_operator (o, d);
}
