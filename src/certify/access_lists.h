// Access lists: for each variable its writes, and for each lock its acquires,
// thread by thread in order.  So "the last write of x by t before k" is a
// binary search.

#ifndef FT_CERTIFY_ACCESS_LISTS_H
#define FT_CERTIFY_ACCESS_LISTS_H

#include "trace/index.h"

typedef struct ft_access_list {
  ft_tid thread;
  ft_id begin, end; // into 'events'
} ft_access_list;

typedef struct ft_access_lists ft_access_lists;

struct ft_access_lists {
  const ft_index *index; // borrowed
  ft_id *list_begin;     // per target, + 1; offsets into 'lists'
  FT_STACK (ft_access_list) lists;
  ft_id *events;
};

// Groups the events of 'list' (see ft_index) that 'wanted' accepts.
ft_access_lists *ft_access_lists_new (const ft_index *,
                                      const struct ft_index_list *indexed,
                                      uint32_t targets,
                                      bool (*wanted) (const ft_event *));
void ft_access_lists_free (ft_access_lists *);

// The first place in the list whose event has local position 'k' or later;
// 'end' of the list if there is none.
ft_id ft_access_list_from (const ft_access_lists *, const ft_access_list *,
                           ft_id k);

#endif
