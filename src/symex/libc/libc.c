// Functions of libraries of which the records tell everything: what they read,
// what they write, whom they wait for.  What they return depends on their
// arguments and on that.
#include "runtime/wrapped.h"
#include "symex/libc/libc.h"
#include "symex/libc/model.h"

#include <string.h>

// clang-format off
//   function, its model
#define MODELLED(M)                                                            \
  M (atoi, NUMBER) M (atol, NUMBER) M (atoll, NUMBER)                          \
  M (strtol, NUMBER) M (strtoul, NUMBER) M (strtoll, NUMBER)                   \
  M (strtoull, NUMBER) M (strtoimax, NUMBER) M (strtoumax, NUMBER)             \
  M (strlen, LENGTH) M (strnlen, LENGTH)                                       \
  M (memcmp, COMPARE) M (bcmp, COMPARE)                                        \
  M (strcmp, COMPARE_TEXT) M (strncmp, COMPARE_TEXT)                           \
  M (strcasecmp, COMPARE_FOLDED) M (strncasecmp, COMPARE_FOLDED)               \
  M (memchr, FIND) M (strchr, FIND_TEXT) M (index, FIND_TEXT)                  \
  M (strrchr, FIND_LAST) M (rindex, FIND_LAST)                                 \
  M (strspn, SPAN) M (strcspn, SPAN_OTHERS) M (strpbrk, FIND_ANY)              \
  M (strstr, SEARCH) M (strcasestr, SEARCH_FOLDED) M (memmem, SEARCH_BYTES)    \
  M (strtok, TOKEN) M (strtok_r, TOKEN) M (__strtok_r, TOKEN)                  \
  M (strsep, TOKEN_EACH)                                                       \
  M (memcpy, COPY) M (memmove, COPY) M (mempcpy, COPY) M (bcopy, COPY)         \
  M (strcpy, COPY_TEXT) M (strncpy, COPY_TEXT) M (stpcpy, COPY_TEXT)           \
  M (stpncpy, COPY_TEXT) M (strcat, COPY_TEXT) M (strncat, COPY_TEXT)          \
  M (strdup, COPY_TEXT) M (strndup, COPY_TEXT) M (__strdup, COPY_TEXT)         \
  M (__strndup, COPY_TEXT)                                                     \
  M (getc, BYTE) M (fgetc, BYTE) M (getchar, BYTE)                             \
  M (fgets, LINE) M (fgets_unlocked, LINE) M (__fgets_chk, LINE)               \
  M (getline, LINE) M (getdelim, LINE_TO) M (__getdelim, LINE_TO)              \
  M (scanf, SCAN_STREAM) M (fscanf, SCAN_STREAM) M (sscanf, SCAN)              \
  M (vscanf, SCAN_STREAM) M (vfscanf, SCAN_STREAM) M (vsscanf, SCAN)           \
  M (__isoc99_scanf, SCAN_STREAM) M (__isoc99_fscanf, SCAN_STREAM)             \
  M (__isoc99_sscanf, SCAN) M (__isoc99_vscanf, SCAN_STREAM)                   \
  M (__isoc99_vfscanf, SCAN_STREAM) M (__isoc99_vsscanf, SCAN)

// Not those that write what no record tells of: pthread_key_create,
// sem_getvalue, posix_memalign, thrd_join, attributes.
#define SYNCHRONISATION(F)                                                     \
  F (pthread_create) F (pthread_join) F (pthread_detach) F (pthread_exit)      \
  F (pthread_self) F (pthread_equal) F (pthread_timedjoin_np)                  \
  F (pthread_tryjoin_np) F (pthread_mutex_init) F (pthread_mutex_destroy)      \
  F (pthread_mutex_lock) F (pthread_mutex_trylock)                             \
  F (pthread_mutex_timedlock) F (pthread_mutex_clocklock)                      \
  F (pthread_mutex_unlock) F (pthread_mutex_consistent)                        \
  F (pthread_rwlock_init) F (pthread_rwlock_destroy)                           \
  F (pthread_rwlock_rdlock) F (pthread_rwlock_wrlock)                          \
  F (pthread_rwlock_tryrdlock) F (pthread_rwlock_trywrlock)                    \
  F (pthread_rwlock_timedrdlock) F (pthread_rwlock_timedwrlock)                \
  F (pthread_rwlock_unlock) F (pthread_spin_init) F (pthread_spin_destroy)     \
  F (pthread_spin_lock) F (pthread_spin_trylock) F (pthread_spin_unlock)       \
  F (pthread_cond_init) F (pthread_cond_destroy) F (pthread_cond_wait)         \
  F (pthread_cond_timedwait) F (pthread_cond_clockwait)                        \
  F (pthread_cond_signal) F (pthread_cond_broadcast) F (pthread_barrier_init)  \
  F (pthread_barrier_destroy) F (pthread_barrier_wait) F (pthread_once)        \
  F (pthread_key_delete) F (pthread_getspecific) F (pthread_setspecific)       \
  F (sem_init) F (sem_destroy) F (sem_wait) F (sem_trywait) F (sem_timedwait)  \
  F (sem_clockwait) F (sem_post) F (thrd_create)                               \
  F (thrd_detach) F (thrd_exit) F (thrd_yield) F (thrd_sleep)                  \
  F (thrd_current) F (mtx_init) F (mtx_destroy) F (mtx_lock) F (mtx_trylock)   \
  F (mtx_timedlock) F (mtx_unlock) F (cnd_init) F (cnd_destroy) F (cnd_wait)   \
  F (cnd_timedwait) F (cnd_signal) F (cnd_broadcast) F (call_once)             \
  F (__cxa_guard_acquire) F (__cxa_guard_release) F (__cxa_guard_abort)

#define PROCESS(F)                                                             \
  F (malloc) F (calloc) F (realloc) F (reallocarray) F (free)                  \
  F (aligned_alloc) F (memalign) F (valloc) F (_Znwm) F (_Znam)                \
  F (_ZnwmRKSt9nothrow_t) F (_ZnamRKSt9nothrow_t) F (_ZdlPv) F (_ZdlPvm)       \
  F (_ZdaPv) F (_ZdaPvm) F (_ZNKSt5ctypeIcE13_M_widen_initEv)                  \
  F (sched_yield) F (sleep) F (usleep) F (nanosleep)                           \
  F (clock_nanosleep) F (time) F (clock) F (gettimeofday) F (clock_gettime)    \
  F (rand) F (srand) F (random) F (srandom) F (abs) F (labs) F (llabs)         \
  F (exit) F (_exit) F (abort) F (__errno_location) F (__assert_fail)          \
  F (getenv) F (getpid) F (isatty) F (tolower) F (toupper) F (__ctype_b_loc)   \
  F (__ctype_tolower_loc) F (__ctype_toupper_loc) F (foretrace_input)          \
  F (isalnum) F (isalpha) F (isblank) F (iscntrl) F (isdigit) F (isgraph)      \
  F (islower) F (isprint) F (ispunct) F (isspace) F (isupper) F (isxdigit)
// clang-format on

static void list (ft_map *map, const char *name, uint32_t model) {
  *ft_map_at (map, ft_guid (name, strlen (name))) = model;
}

void ft_libc_list_models (ft_map *map) {
  static const char *const names[] = {
#define F(NAME) #NAME,
      SYNCHRONISATION (F) PROCESS (F) FT_WRAPPED_MEMORY (F)
          FT_WRAPPED_STRING (F) FT_WRAPPED_NUMBER (F) FT_WRAPPED_WIDE (F)
              FT_WRAPPED_PRINT (F) FT_WRAPPED_SCAN (F) FT_WRAPPED_FILE (F)
#undef F
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    list (map, names[i], FT_LIBC_MODEL_CONCRETIZE);
#define M(NAME, model) list (map, #NAME, FT_LIBC_MODEL_##model);
  MODELLED (M)
#undef M
#define F(NAME) list (map, #NAME, FT_LIBC_MODEL_EXTRACT);
  FT_WRAPPED_EXTRACT (F)
#undef F
#define F(NAME) list (map, #NAME, FT_LIBC_MODEL_EXTRACT_LINE);
  FT_WRAPPED_EXTRACT_LINE (F)
#undef F
}

void ft_libc_list_altpath_effects (ft_map *map) {
  static const struct {
    const char *name;
    unsigned kind; // enum ft_kind, enum ft_libc_altpath_effect
  } all[] = {{"pthread_mutex_lock", FT_ACQUIRE},
             {"pthread_mutex_unlock", FT_RELEASE},
             {"pthread_spin_lock", FT_ACQUIRE},
             {"pthread_spin_unlock", FT_RELEASE},
             {"pthread_mutex_trylock", FT_ACQUIRE},
             {"pthread_spin_trylock", FT_ACQUIRE},
             {"pthread_rwlock_rdlock", FT_ACQUIRE_SHARED},
             {"pthread_rwlock_tryrdlock", FT_ACQUIRE_SHARED},
             {"pthread_rwlock_wrlock", FT_ACQUIRE},
             {"pthread_rwlock_trywrlock", FT_ACQUIRE},
             {"pthread_rwlock_unlock", FT_RELEASE_SHARED},
             {"mtx_lock", FT_ACQUIRE},
             {"mtx_trylock", FT_ACQUIRE},
             {"mtx_unlock", FT_RELEASE},
             {"pthread_cond_signal", FT_SIGNAL},
             {"pthread_cond_broadcast", FT_SIGNAL},
             {"cnd_signal", FT_SIGNAL},
             {"cnd_broadcast", FT_SIGNAL},
             {"sched_yield", FT_LOCAL},
             {"thrd_yield", FT_LOCAL},
             {"usleep", FT_LOCAL},
             {"sleep", FT_LOCAL},
             {"pthread_self", FT_LOCAL},
             {"getpid", FT_LOCAL},
             {"malloc", FT_ALLOC},
             {"calloc", FT_ALLOC},
             {"_Znwm", FT_ALLOC},
             {"_Znam", FT_ALLOC},
             {"printf", FT_LIBC_PRINTS_FORMAT},
             {"__printf_chk", FT_LIBC_PRINTS_CHECKED},
             {"puts", FT_LIBC_PRINTS_TEXT},
             {"putchar", FT_LIBC_PRINTS_BYTE}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    *ft_map_at (map, ft_guid (all[i].name, strlen (all[i].name))) =
        all[i].kind;
}

// They write to objects of their own kind, beside which in the same block there
// may be what matters.
void ft_libc_list_synchronises (ft_map *map) {
  static const char *const names[] = {
      "_ZNSt18condition_variableC1Ev",
      "_ZNSt18condition_variableD1Ev",
      "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
      "_ZNSt18condition_variable10notify_oneEv",
      "_ZNSt18condition_variable10notify_allEv",
      "_ZNSt6thread4joinEv",
      "_ZNSt6thread6detachEv",
      "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_"
      "deleteIS1_EEPFvvE"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    *ft_map_at (map, ft_guid (names[i], strlen (names[i]))) = 1;
}

void ft_libc_list_allocators (ft_map *map) {
  static const char *const makers[] = {"malloc",
                                       "calloc",
                                       "aligned_alloc",
                                       "memalign",
                                       "valloc",
                                       "_Znwm",
                                       "_Znam",
                                       "_ZnwmRKSt9nothrow_t",
                                       "_ZnamRKSt9nothrow_t"};
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
    list (map, makers[i], FT_LIBC_ALLOCATES);
  list (map, "realloc", FT_LIBC_REALLOCATES);
  list (map, "reallocarray", FT_LIBC_REALLOCATES);
}

void ft_libc_list_stores_argument (ft_map *map) {
  list (map, "pthread_setspecific", 1);
  list (map, "tss_set", 1);
  list (map, "strtok", 1);
}
