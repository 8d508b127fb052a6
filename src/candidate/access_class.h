// The accesses to one variable in classes that look alike to the hybrid filter.
//
// Segment accesses are the accesses of one thread in one segment between forks
// and joins, with the same locks held, location, kind and bytes.  An access
// class is all segment accesses that differ in thread and segment only.  So the
// question whether accesses conflict and hold a common lock is asked once for
// two classes.

#ifndef FT_CANDIDATE_ACCESS_CLASS_H
#define FT_CANDIDATE_ACCESS_CLASS_H

#include "candidate/lock_stacks.h"
#include "certify/segment.h"
#include "certify/word_lock.h"

typedef struct ft_segment_accesses {
  ft_tid thread;
  uint32_t segment;
  ft_id class;
  FT_STACK (ft_id) events; // ascending
} ft_segment_accesses;

typedef struct ft_access_class {
  uint64_t location; // its id, or a number for kind and variable if unknown
  ft_id locks;       // locks held, a stack of 'stacks'
  ft_id words;       // word locks held, see ft_word_locks_held
  uint8_t kind, mask;
  FT_STACK (ft_id) members; // indices, ascending: by their first events
} ft_access_class;

// The classes of one variable at a time.
typedef struct ft_access_classes {
  const ft_index *index;      // borrowed
  const ft_word_locks *words; // borrowed; NULL: there are none
  ft_segments *segments;
  ft_lock_stacks *stacks;
  FT_STACK (ft_segment_accesses) segment_accesses; // by first event
  FT_STACK (ft_access_class) list;                 // by first event
} ft_access_classes;

void ft_access_classes_init (ft_access_classes *, const ft_index *,
                             const ft_word_locks *);
void ft_access_classes_release (ft_access_classes *);

// Puts the accesses to a variable, and the events that free it, into classes;
// forgets those of the variable before.
void ft_access_classes_build (ft_access_classes *, ft_id variable);

static inline const ft_segment_accesses *
ft_access_class_segment (const ft_access_classes *f,
                         const ft_access_class *class, size_t i) {
  return f->segment_accesses.begin + class->members.begin[i];
}

static inline bool ft_access_class_only_reads (const ft_access_class *f) {
  return ft_kind_reads ((enum ft_kind)f->kind) &&
         !ft_kind_writes ((enum ft_kind)f->kind);
}

// Whether accesses of different threads in these classes conflict, and no lock
// excludes them.
bool ft_access_classes_conflict (const ft_access_classes *,
                                 const ft_access_class *,
                                 const ft_access_class *);

// Whether a word lock keeps them apart in the strictest model.
bool ft_access_classes_apart (const ft_access_classes *,
                              const ft_access_class *, const ft_access_class *);

// Whether one lock excludes all accesses from each other: each holds it, and
// those that write or free hold it exclusively.
bool ft_access_classes_exclude (const ft_access_classes *);

// Whether two segments are of different threads and neither is before the
// other.
bool ft_segment_accesses_concurrent (const ft_access_classes *,
                                     const ft_segment_accesses *,
                                     const ft_segment_accesses *);

#endif
