// See 'mutate.h'.  JSON keeps its form, and its values change: one is copied
// over another, goes, or becomes one that readers may not expect.

#include "tests/coverage/mutate.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate (uint8_t *, size_t size, size_t most);

static size_t count_values (const json_t *value) {
  size_t count = 1, i;
  const char *key;
  json_t *member;
  json_object_foreach ((json_t *)value, key, member) count +=
      count_values (member);
  json_array_foreach (value, i, member) count += count_values (member);
  return count;
}

// Value number '*left', counted down, before its members.
static json_t *find_value (json_t *value, size_t *left) {
  if (!(*left)--)
    return value;
  json_t *found = NULL, *member;
  const char *key;
  size_t i;
  json_object_foreach (value, key, member) if (
      (found = find_value (member, left))) return found;
  json_array_foreach (value, i,
                      member) if ((found = find_value (member, left))) return found;
  return NULL;
}

static json_t *draw_value (ft_rng *rng, json_t *root) {
  static const json_int_t numbers[] = {
      0, 1, 2, -1, 7, 64, 255, 4096, INT32_MAX, UINT32_MAX, INT64_MAX, INT64_MIN};
  static const char *const texts[] = {"", "x", "0", "read", "write", "main",
                                      "ffffffffffffffff", "\x1b[1m</script>"};
  size_t left = ft_rng_below (rng, (uint32_t)count_values (root));
  switch (ft_rng_below (rng, 8)) {
  case 0:
    return json_integer (
        numbers[ft_rng_below (rng, sizeof numbers / sizeof *numbers)]);
  case 1:
    return json_string (texts[ft_rng_below (rng, sizeof texts / sizeof *texts)]);
  case 2:
    return ft_rng_percent (rng, 50) ? json_array () : json_object ();
  case 3:
    return ft_rng_percent (rng, 50) ? json_null () : json_true ();
  }
  return json_deep_copy (find_value (root, &left));
}

static void change_object (ft_rng *rng, json_t *object, json_t *drawn) {
  size_t at = ft_rng_below (rng, (uint32_t)json_object_size (object));
  void *place = json_object_iter (object);
  while (at--)
    place = json_object_iter_next (object, place);
  if (ft_rng_percent (rng, 25))
    json_object_del (object, json_object_iter_key (place));
  else
    json_object_iter_set (object, place, drawn);
}

static void change_array (ft_rng *rng, json_t *array, json_t *drawn) {
  size_t size = json_array_size (array);
  size_t at = ft_rng_below (rng, (uint32_t)size);
  switch (ft_rng_below (rng, 4)) {
  case 0:
    json_array_remove (array, at);
    break;
  case 1:
    json_array_insert (array, at, drawn);
    break;
  case 2: { // two members change places
    size_t other = ft_rng_below (rng, (uint32_t)size);
    json_t *a = json_incref (json_array_get (array, at));
    json_t *b = json_incref (json_array_get (array, other));
    json_array_set_new (array, at, b);
    json_array_set_new (array, other, a);
    break;
  }
  default:
    json_array_set (array, at, drawn);
  }
}

// Integers change a little more often than they become something else.
static void change_value (ft_rng *rng, json_t *root) {
  size_t left = ft_rng_below (rng, (uint32_t)count_values (root));
  json_t *value = find_value (root, &left);
  if (json_is_integer (value)) {
    json_int_t n = json_integer_value (value);
    json_integer_set (value, ft_rng_percent (rng, 70)
                                 ? (json_int_t)((uint64_t)n + ft_rng_below (rng, 5) - 2)
                                 : (json_int_t)((uint64_t)n ^ 1ull << ft_rng_below (rng, 64)));
    return;
  }
  json_t *drawn = draw_value (rng, root);
  if (json_object_size (value))
    change_object (rng, value, drawn);
  else if (json_array_size (value))
    change_array (rng, value, drawn);
  json_decref (drawn);
}

// The document in 'size' bytes at 'bytes', of the 'whole' ones; the new whole
// size, or 0 if this is no document or the new one does not fit.
static size_t mutate_document (ft_rng *rng, uint8_t *bytes, size_t size,
                               size_t rest, size_t most) {
  json_t *root = json_loadb ((const char *)bytes, size, JSON_ALLOW_NUL, NULL);
  if (!root)
    return 0;
  for (uint32_t i = 1 + ft_rng_below (rng, 3); i; i--)
    change_value (rng, root);
  char *text = json_dumps (root, JSON_COMPACT);
  size_t n = text ? strlen (text) : 0;
  json_decref (root);
  if (n && n + rest <= most) {
    memmove (bytes + n, bytes + size, rest);
    memcpy (bytes, text, n);
  } else
    n = 0;
  free (text);
  return n ? n + rest : 0;
}

size_t mutate_json (ft_rng *rng, uint8_t *bytes, size_t size, size_t most) {
  if (!size || ft_rng_percent (rng, 10))
    return LLVMFuzzerMutate (bytes, size, most);
  size_t n = mutate_document (rng, bytes, size, 0, most);
  if (n)
    return n;
  if (ft_rng_percent (rng, 40))
    return mutate_lines (rng, bytes, size, most);
  size_t begin = ft_rng_below (rng, (uint32_t)size), end = begin;
  while (begin && bytes[begin - 1] != '\n')
    begin--;
  while (end < size && bytes[end] != '\n')
    end++;
  n = mutate_document (rng, bytes + begin, end - begin, size - end, most - begin);
  return n ? begin + n : mutate_lines (rng, bytes, size, most);
}
