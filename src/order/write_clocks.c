#include "order/write_clocks.h"

typedef struct ft_write_clock note;

void ft_write_clocks_release (ft_write_clocks *board) {
  for (size_t i = 0; i < board->notes.size; i++)
    ft_clocks_release (&board->notes.begin[i].view);
  FT_RELEASE (board->notes);
  FT_RELEASE (board->first);
  board->unused = 0;
}

static ft_id new_note (ft_write_clocks *board) {
  if (!board->unused) {
    FT_PUSH (board->notes, ((note){0}));
    return board->notes.size - 1;
  }
  ft_id id = board->unused - 1;
  board->unused = board->notes.begin[id].next;
  return id;
}

static void free_note (ft_write_clocks *board, ft_id id) {
  note *n = board->notes.begin + id;
  ft_clocks_release (&n->view);
  n->mask = 0;
  n->next = board->unused;
  board->unused = id + 1;
}

// Takes the bytes away from the notes that hold them.
static void wipe (ft_write_clocks *board, ft_id variable, uint8_t mask) {
  ft_id *link = board->first.begin + variable;
  while (*link != FT_NO_ID) {
    ft_id id = *link;
    note *n = board->notes.begin + id;
    n->mask &= ~mask;
    if (n->mask) {
      link = &n->next;
      continue;
    }
    *link = n->next;
    free_note (board, id);
  }
}

static note *only_note (const ft_write_clocks *board, ft_id variable) {
  ft_id id = board->first.begin[variable];
  if (id == FT_NO_ID || board->notes.begin[id].next != FT_NO_ID)
    return NULL;
  return board->notes.begin + id;
}

void ft_write_clocks_set (ft_write_clocks *board, ft_id variable, uint8_t mask,
                          const ft_clocks *view) {
  if (!view && variable >= board->first.size)
    return;
  FT_GROW (board->first, (size_t)variable + 1, FT_NO_ID);
  note *only = only_note (board, variable);
  if (view && only && only->mask == mask) {
    ft_clocks_copy (&only->view, view);
    return;
  }
  wipe (board, variable, mask);
  if (!view)
    return;
  ft_id id = new_note (board);
  note *n = board->notes.begin + id;
  ft_clocks_copy (&n->view, view);
  n->mask = mask;
  n->next = board->first.begin[variable];
  board->first.begin[variable] = id;
}

void ft_write_clocks_join (ft_write_clocks *board, ft_id variable, uint8_t mask,
                           const ft_clocks *view) {
  for (ft_id i = board->first.begin[variable]; i != FT_NO_ID;
       i = board->notes.begin[i].next)
    if (board->notes.begin[i].mask & mask)
      ft_clocks_join (&board->notes.begin[i].view, view, FT_ALL_CLOCKS);
}

void ft_write_clocks_read (const ft_write_clocks *board, ft_id variable,
                           uint8_t mask, ft_clocks *view) {
  if (variable >= board->first.size)
    return;
  for (ft_id i = board->first.begin[variable]; i != FT_NO_ID;
       i = board->notes.begin[i].next)
    if (board->notes.begin[i].mask & mask)
      ft_clocks_join (view, &board->notes.begin[i].view, FT_ALL_CLOCKS);
}

void ft_write_clocks_visit (const ft_write_clocks *board,
                            ft_clocks_visitor *visit, void *context) {
  for (size_t i = 0; i < board->notes.size; i++)
    visit (context, &board->notes.begin[i].view);
}
