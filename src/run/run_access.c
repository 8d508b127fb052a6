#include "run/run_access.h"

#include <assert.h>

#include "trace/origin.h"

// The greatest size of an access; no program makes larger ones: 8 GB.
#define MOST_BYTES ((uint64_t)1 << 33)

// The values of longer ranges are not kept.
#define MOST_FILLED ((uint64_t)1 << 20)

static enum ft_memory_order read_order (unsigned order) {
  if (order == FT_ORDER_RELEASE || order == FT_ORDER_PLAIN)
    return FT_ORDER_RELAXED;
  return order == FT_ORDER_ACQ_REL ? FT_ORDER_ACQUIRE
                                   : (enum ft_memory_order)order;
}

static enum ft_memory_order write_order (unsigned order) {
  if (order == FT_ORDER_ACQUIRE || order == FT_ORDER_CONSUME ||
      order == FT_ORDER_PLAIN)
    return FT_ORDER_RELAXED;
  return order == FT_ORDER_ACQ_REL ? FT_ORDER_RELEASE
                                   : (enum ft_memory_order)order;
}

// A memory order that does not fit the kind (of a failed exchange, say) is
// reduced to its meaning for the kind.
enum ft_memory_order ft_run_access_order (enum ft_kind kind, unsigned order) {
  if (!ft_kind_is_atomic (kind))
    return FT_ORDER_PLAIN;
  if (kind == FT_ATOMIC_READ)
    return read_order (order);
  if (kind == FT_ATOMIC_WRITE)
    return write_order (order);
  if (kind == FT_ATOMIC_RMW)
    return order == FT_ORDER_PLAIN ? FT_ORDER_RELAXED
                                   : (enum ft_memory_order)order;
  return FT_ORDER_PLAIN;
}

enum ft_memory_order ft_run_fence_order (uint64_t order) {
  bool known = order > FT_ORDER_PLAIN && order <= FT_ORDER_SEQ_CST;
  return known ? (enum ft_memory_order)order : FT_ORDER_SEQ_CST;
}

static int range (ft_run_access *t, enum ft_kind kind, uint64_t address,
                  uint64_t bytes) {
  t->address = address;
  t->bytes = bytes;
  t->kind = (uint8_t)kind;
  t->order = FT_ORDER_PLAIN;
  t->valued = t->filled = false;
  t->symbolic = t->conditional = t->of_object = t->frees = false;
  t->cause = FT_WIRE_CAUSE_NONE;
  return 1;
}

static int write_range (ft_run_access *t, const ft_run_record *r) {
  range (t, FT_WRITE, r->payload, r->word[0]);
  t->filled = r->filled && t->bytes <= MOST_FILLED;
  t->valued = t->filled && t->bytes <= 8;
  t->value = r->fill * (~UINT64_C (0) / 255);
  return 1;
}

// An access with the values 'words': the value read or written and, for an
// exchange, the value written.
static int access_with_values (ft_run_access *t, enum ft_kind kind,
                               uint64_t address, uint64_t bytes, unsigned order,
                               const uint64_t *words) {
  range (t, kind, address, bytes);
  t->order = (uint8_t)ft_run_access_order (kind, order);
  t->valued = bytes <= 8;
  t->value = words[0];
  t->written = words[1];
  return 1;
}

// Whether the access may be of assembly in which the thread lost its turn: the
// value that it read may be one from before.  Without a value it keeps its
// order.  Assembly has up to twelve accesses, the words of which are atomic.
static bool was_taken (const ft_run_record *r, enum ft_kind kind) {
  enum { MOST_WORDS = 12 * 3 };
  return r->thread->taken && ft_kind_is_atomic (kind) &&
         r->tick - (r->thread->taken - 1) < MOST_WORDS;
}

static int of_site (ft_run_access *t, const ft_run_record *r,
                    enum ft_kind kind) {
  const ft_site *s = r->at->site;
  access_with_values (t, kind, r->payload, s->size, s->order, r->word);
  if (ft_kind_is_atomic (kind))
    t->valued &= !(s->flags & FT_SITE_UNVALUED) && !was_taken (r, kind);
  return 1;
}

// A successful compare-and-swap.
static int compare_and_swap (ft_run_access *t, const ft_run_record *r) {
  of_site (t, r, FT_ATOMIC_RMW);
  t->conditional = true;
  return 1;
}

static int copies (ft_run_access accesses[2], const ft_run_record *r) {
  return range (accesses, FT_READ, r->word[0], r->word[1]) +
         range (accesses + 1, FT_WRITE, r->payload, r->word[1]);
}

static int site_accesses (const ft_run_record *r, ft_run_access accesses[2]) {
  switch ((enum ft_site_kind)r->at->kind) {
  case FT_SITE_LOAD:
    return of_site (accesses, r, FT_READ);
  case FT_SITE_STORE:
    return of_site (accesses, r, FT_WRITE);
  case FT_SITE_LOAD_WIDE:
    return range (accesses, FT_READ, r->payload, r->at->site->size);
  case FT_SITE_STORE_WIDE:
    return range (accesses, FT_WRITE, r->payload, r->at->site->size);
  case FT_SITE_ATOMIC_LOAD:
  case FT_SITE_CAS_FAILED:
    return of_site (accesses, r, FT_ATOMIC_READ);
  case FT_SITE_ATOMIC_STORE:
    return of_site (accesses, r, FT_ATOMIC_WRITE);
  case FT_SITE_RMW:
    return of_site (accesses, r, FT_ATOMIC_RMW);
  case FT_SITE_CAS:
    return compare_and_swap (accesses, r);
  case FT_SITE_COPY:
    return copies (accesses, r);
  case FT_SITE_SET:
    return write_range (accesses, r);
  case FT_SITE_NONE:
  case FT_SITE_FENCE:
  case FT_SITE_CALL:
  case FT_SITE_BRANCH:
  case FT_SITE_VARIABLE:
    return 0;
  }
  assert (false);
  return 0;
}

// 'atomic' is an FT_WIRE_ATOMIC or FT_WIRE_COMPARE_EXCHANGE.
static int of_library (ft_run_access *t, const ft_run_record *r,
                       enum ft_kind kind, uint64_t atomic) {
  access_with_values (t, kind, r->payload, atomic & 0xff, atomic >> 8 & 0xff,
                      r->word);
  t->conditional = atomic >> 16 & 1;
  t->cause = (uint8_t)FT_WIRE_CAUSE_OF (atomic);
  t->cause_number = FT_WIRE_CAUSE_NUMBER (atomic);
  return 1;
}

// ---- objects ---------------------------------------------------------------

// An operation reads its object, and what makes or destroys it writes the
// object: one byte, atomic and without a value, so that operations do not
// conflict with each other, and in every schedule find the object that they
// found.
static int use_object (ft_run_access *t, uint64_t address) {
  range (t, FT_ATOMIC_READ, address, 1);
  t->order = FT_ORDER_RELAXED;
  t->of_object = true;
  return 1;
}

static int make_object (ft_run_access *t, const ft_run_record *r) {
  static const uint64_t none[2];
  if (r->word[0] & FT_WIRE_FOUND)
    return 0;
  if ((r->word[0] & 0xff) == FT_WIRE_BARRIER) // which counts from 0
    return access_with_values (t, FT_WRITE, r->payload, 4, FT_ORDER_PLAIN,
                               none);
  return range (t, FT_WRITE, r->payload, 1);
}

// How often a number of descriptors was opened or closed.  Calls that open or
// close it count; it is read where the thread may have the number from before.
static int use_number (ft_run_access *t, const ft_run_record *r,
                       enum ft_kind kind) {
  uint64_t changes = FT_WIRE_DESCRIPTOR_CHANGES (r->word[0]);
  uint64_t words[] = {changes, changes + 1};
  t->cause_number = FT_WIRE_DESCRIPTOR_NUMBER (r->word[0]);
  access_with_values (t, kind,
                      FT_WIRE_DESCRIPTOR_NUMBERS + 8 * t->cause_number, 8,
                      FT_WIRE_RELAXED, words);
  t->cause = FT_WIRE_CAUSE_NUMBER_OF_DESCRIPTOR;
  return 1;
}

// A descriptor is an object that is made, used and closed.  It is not used
// before it is there: the kernel does not allow that, so that opening it is no
// race.
static int use_descriptor (ft_run_access accesses[2], const ft_run_record *r) {
  int n = 0;
  if (r->word[0] & FT_WIRE_DESCRIPTOR_STALE)
    n += use_number (accesses, r, FT_ATOMIC_READ);
  if (r->word[0] & FT_WIRE_DESCRIPTOR_OBJECT) {
    n += use_object (accesses + n, r->payload);
    accesses[n - 1].order = FT_ORDER_ACQUIRE;
  }
  return n;
}

static int change_descriptor (ft_run_access accesses[2], const ft_run_record *r,
                              enum ft_kind kind) {
  if (!(r->word[0] & FT_WIRE_DESCRIPTOR_OBJECT))
    return 0;
  range (accesses, kind, r->payload, 1);
  accesses->order =
      kind == FT_WRITE ? accesses->order : (uint8_t)FT_ORDER_RELEASE;
  return 1 + use_number (accesses + 1, r, FT_ATOMIC_RMW);
}

static int wait_on (ft_run_access accesses[2], const ft_run_record *r) {
  return use_object (accesses, r->payload) +
         use_object (accesses + 1, r->word[0] & FT_WIRE_PAYLOAD);
}

// Results of calls are read like memory.  The count of a semaphore is a
// variable at its address, which waits and posts change.
static int counts (ft_run_access *t, const ft_run_record *r, enum ft_kind kind,
                   int64_t change) {
  uint64_t words[] = {r->word[0], r->word[0] + (uint64_t)change};
  return access_with_values (t, kind, r->payload, 4, FT_ORDER_SEQ_CST, words);
}

// A semaphore whose count is no variable is an object like the others.
static int count_and_use (ft_run_access accesses[2], const ft_run_record *r,
                          int64_t change) {
  return counts (accesses, r, FT_ATOMIC_RMW, change) +
         use_object (accesses + 1, r->payload);
}

// Threads learn which arrival is the last of its round; so the order of
// arrivals is kept if the program uses the result.
static int arrives (ft_run_access *t, const ft_run_record *r,
                    const ft_run_reader *w) {
  ft_id call =
      r->thread->frames.size ? FT_TOP (r->thread->frames).call : FT_NO_ID;
  if (call != FT_NO_ID && ft_run_reader_site (w, call)->flags & FT_SITE_UNUSED)
    return use_object (t, r->payload);
  return counts (t, r, FT_ATOMIC_RMW, 1);
}

// An operation on an object that no other record can express: all such
// operations on the object stay in their recorded order.
static int unknown (ft_run_access *t, const ft_run_record *r) {
  if (r->payload < FT_WIRE_PAGE) // the reason, not an address
    return 0;
  range (t, FT_ATOMIC_RMW, r->payload, 1);
  t->order = FT_ORDER_SEQ_CST;
  return 1;
}

static int symbolic (ft_run_access *t, const ft_run_record *r) {
  unsigned bytes = FT_WIRE_SOURCE_BYTES (r->word[1]);
  access_with_values (t, FT_WRITE, r->payload, bytes, FT_ORDER_PLAIN, r->word);
  t->source = FT_WIRE_SOURCE_NUMBER (r->word[1]);
  t->symbolic = t->source < FT_WIRE_NUMBER;
  t->at = FT_WIRE_SOURCE_OFFSET (r->word[1]);
  return 1;
}

static int wire_accesses (const ft_run_record *r, const ft_run_reader *w,
                          ft_run_access accesses[2]) {
  switch (r->code) {
  case FT_WIRE_ACQUIRE:
  case FT_WIRE_ACQUIRE_SHARED:
    return r->woke ? 0 : use_object (accesses, r->payload);
  case FT_WIRE_RELEASE:
  case FT_WIRE_RELEASE_SHARED:
  case FT_WIRE_TRIED:
  case FT_WIRE_TRIED_SHARED:
  case FT_WIRE_TRY_FAILED:
  case FT_WIRE_SIGNAL:
  case FT_WIRE_BROADCAST:
    return use_object (accesses, r->payload);
  case FT_WIRE_WAIT:
    return wait_on (accesses, r);
  case FT_WIRE_LOCK_INIT:
    return make_object (accesses, r);
  case FT_WIRE_LOCK_DESTROY:
    return range (accesses, FT_WRITE, r->payload, 1);
  case FT_WIRE_DESCRIPTOR_USE:
    return use_descriptor (accesses, r);
  case FT_WIRE_DESCRIPTOR_CLOSE:
    return change_descriptor (accesses, r, FT_WRITE);
  case FT_WIRE_DESCRIPTOR_OPEN:
    return change_descriptor (accesses, r, FT_ATOMIC_WRITE);
  case FT_WIRE_SEM_INIT:
    return counts (accesses, r, FT_ATOMIC_WRITE, 0);
  case FT_WIRE_SEM_POST:
    return count_and_use (accesses, r, 1);
  case FT_WIRE_SEM_WAIT:
    return count_and_use (accesses, r, -1);
  case FT_WIRE_SEM_VALUE:
    return counts (accesses, r, FT_ATOMIC_READ, 0);
  case FT_WIRE_GAP:
    return unknown (accesses, r);
  case FT_WIRE_BARRIER_ARRIVE:
    return arrives (accesses, r, w);
  case FT_WIRE_READ_RANGE:
    return range (accesses, FT_READ, r->payload, r->word[0]);
  case FT_WIRE_WRITE_RANGE:
    return write_range (accesses, r);
  case FT_WIRE_SYMBOLIC:
    return symbolic (accesses, r);
  case FT_WIRE_ATOMIC_READ:
    if (FT_WIRE_CAUSE_OF (r->word[1]) == FT_WIRE_CAUSE_NOTHING)
      return 0;
    return of_library (accesses, r, FT_ATOMIC_READ, r->word[1]);
  case FT_WIRE_ATOMIC_WRITE:
    return of_library (accesses, r, FT_ATOMIC_WRITE, r->word[1]);
  case FT_WIRE_ATOMIC_RMW:
    return of_library (accesses, r, FT_ATOMIC_RMW, r->word[2]);
  }
  return 0;
}

static bool is_possible (const ft_run_access *t) {
  return t->bytes <= MOST_BYTES && t->address <= FT_WIRE_PAYLOAD &&
         t->address + t->bytes <= FT_WIRE_PAYLOAD + 1 &&
         t->order <= FT_ORDER_SEQ_CST && t->cause < FT_WIRE_CAUSE_COUNT &&
         (!t->cause || t->address % 8 + t->bytes <= 8) &&
         (!t->symbolic || (t->bytes && t->valued && t->at < FT_MOST_INPUT - 8));
}

static bool has_source (const ft_run_record *r, const ft_run_reader *w,
                        ft_error *error) {
  if (r->code != FT_WIRE_SYMBOLIC)
    return true;
  unsigned number = FT_WIRE_SOURCE_NUMBER (r->word[1]);
  size_t count = ft_run_reader_run (w)->sources.size;
  if (number < count || number >= FT_WIRE_NUMBER)
    return true;
  ft_run_record_error (r, w, error, "source %u of input, but there are %zu",
                       number, count);
  return false;
}

int ft_run_record_accesses (const ft_run_record *r, const ft_run_reader *w,
                            ft_run_access accesses[2], ft_error *error) {
  int n = r->at ? site_accesses (r, accesses) : wire_accesses (r, w, accesses);
  if (!has_source (r, w, error))
    return -1;
  for (int i = 0; i < n; i++)
    accesses[i].address = ft_run_reader_address (w, accesses[i].address);
  for (int i = 0; i < n; i++)
    if (!is_possible (accesses + i))
      return ft_run_record_error (
          r, w, error,
          "access to %llu bytes at 0x%llx; no program can "
          "do that",
          (unsigned long long)accesses[i].bytes,
          (unsigned long long)accesses[i].address);
  return n;
}
