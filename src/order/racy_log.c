// Tests: 'tests/unit/test_checkpoint.c'.

#include "order/racy_log.h"

#include <string.h>

void ft_racy_log_release (ft_racy_log *log) {
  FT_RELEASE (log->bytes);
  *log = (ft_racy_log){0};
}

static void add (ft_racy_log *log, ft_pos position, uint8_t set) {
  ft_varint_put (&log->bytes, position - log->last);
  FT_PUSH (log->bytes, set);
  log->last = position + 1;
}

void ft_racy_log_add (ft_racy_log *log, ft_pos first, const uint8_t *racy,
                      uint32_t count) {
  uint32_t i = 0;
  for (uint64_t eight; i + sizeof eight <= count; i += sizeof eight) {
    memcpy (&eight, racy + i, sizeof eight);
    for (uint32_t k = i; eight && k < i + sizeof eight; k++)
      if (racy[k])
        add (log, first + k, racy[k]);
  }
  for (; i < count; i++)
    if (racy[i])
      add (log, first + i, racy[i]);
}

void ft_racy_log_replay (ft_racy_log *log, ft_pos first, uint8_t *racy,
                         uint32_t count) {
  ft_varints left = {log->bytes.begin + log->read,
                     log->bytes.begin + log->bytes.size, false};
  while (left.at < left.end) {
    ft_pos position = log->replayed + ft_varint_get (&left);
    if (position >= first + count)
      break;
    racy[position - first] = *left.at++;
    log->replayed = position + 1;
    log->read = (size_t)(left.at - log->bytes.begin);
  }
}

void ft_racy_log_write_to (const ft_racy_log *log, ft_checkpoint_writer *w) {
  ft_checkpoint_put_number (w, log->bytes.size);
  ft_checkpoint_put (w, log->bytes.begin, log->bytes.size);
}

static bool is_log (ft_racy_log *log, ft_pos end, unsigned kinds) {
  ft_varints left = {log->bytes.begin, log->bytes.begin + log->bytes.size,
                     false};
  while (left.at < left.end) {
    uint64_t distance = ft_varint_get (&left);
    if (left.bad || left.at == left.end || distance >= end - log->last ||
        !*left.at || *left.at & ~kinds)
      return false;
    left.at++;
    log->last += distance + 1;
  }
  return true;
}

void ft_racy_log_read_from (ft_racy_log *log, ft_pos end, unsigned kinds,
                            ft_checkpoint_reader *r) {
  size_t size = (size_t)ft_checkpoint_get_count (r, 1);
  log->bytes.begin = ft_realloc (NULL, size + 1, 1);
  log->bytes.size = size;
  log->bytes.capacity = size + 1;
  ft_checkpoint_get (r, log->bytes.begin, size);
  r->bad |= !is_log (log, end, kinds);
}
