// The functions of libstdc++ for hashes and unordered containers that are not
// inlined: the hash of bytes, and the policy that says how many buckets a table
// needs, whose two fields are the program's memory.

#include <stddef.h>

#include "runtime/libc_access.h"
#include "runtime/symbolic.h"

typedef struct policy { // std::__detail::_Prime_rehash_policy
  float most_load;
  size_t next_resize; // elements from which on the table has to grow
} policy;

typedef struct rehash { // std::pair<bool, size_t>
  bool needed;
  size_t buckets;
} rehash;

#define LIBRARY(type, name, ...)                                               \
  __attribute__ ((weak)) type name (__VA_ARGS__)

LIBRARY (size_t, _ZSt11_Hash_bytesPKvmm, const void *, size_t, size_t);
LIBRARY (size_t, _ZSt15_Fnv_hash_bytesPKvmm, const void *, size_t, size_t);
LIBRARY (size_t, _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm,
         policy *, size_t);
LIBRARY (rehash, _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm,
         policy *, size_t, size_t, size_t);

#define HASHES(name)                                                           \
  FT_WRAP (size_t, name, const void *bytes, size_t count, size_t seed) {       \
    ft_thread *t = ft_wrapper_enter_local ();                                  \
    ft_log_read_range (t, bytes, count);                                       \
    size_t hash = name (bytes, count, seed);                                   \
    ft_log_result (t, (int64_t)hash);                                          \
    return hash;                                                               \
  }

HASHES (_ZSt11_Hash_bytesPKvmm)
HASHES (_ZSt15_Fnv_hash_bytesPKvmm)

static void log_load (ft_thread *t, const policy *p) {
  ft_log_read_range (t, &p->most_load, sizeof p->most_load);
}

static void log_resize (ft_thread *t, const policy *p) {
  ft_log_write_range (t, &p->next_resize, sizeof p->next_resize);
}

FT_WRAP (size_t, _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm,
         policy *p, size_t buckets) {
  ft_thread *t = ft_wrapper_enter_local ();
  log_load (t, p);
  log_resize (t, p);
  size_t more = _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm (p, buckets);
  ft_log_result (t, (int64_t)more);
  return more;
}

// The load is looked at, and the limit set anew, where it is passed.
FT_WRAP (rehash, _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm,
         policy *p, size_t buckets, size_t elements, size_t more) {
  ft_thread *t = ft_wrapper_enter_local ();
  ft_log_read_range (t, &p->next_resize, sizeof p->next_resize);
  if (elements + more > p->next_resize) {
    log_load (t, p);
    log_resize (t, p);
  }
  return _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm (
      p, buckets, elements, more);
}
