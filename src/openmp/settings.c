// Settings of the program, and the functions that ask for them (OpenMP 5.1,
// section 3).
//
// The settings are the process's, not each task's: whoever changes them in a
// region changes them for all.  They are atomic, so that this is no race.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "openmp/include/omp.h"
#include "openmp/settings.h"
#include "openmp/task.h"

static atomic_int size_set, levels_set = 1, teams_set, is_dynamic, device,
    can_cancel, way_set;
static atomic_int schedule_set = omp_sched_dynamic, chunk_set = 1;
static int size_in_environment; // does not change later

// ---- the environment
// ---------------------------------------------------------

static bool is_true (const char *value) {
  return value && (*value == '1' || *value == 't' || *value == 'T');
}

__attribute__ ((constructor)) static void read_environment (void) {
  const char *size = getenv ("OMP_NUM_THREADS"),
             *levels = getenv ("OMP_MAX_ACTIVE_LEVELS"),
             *nested = getenv ("OMP_NESTED"),
             *way = getenv ("FORETRACE_OPENMP_WAY"),
             *forced = getenv ("FORETRACE_OPENMP_SIZE"),
             *cancellation = getenv ("OMP_CANCELLATION"),
             *schedule = getenv ("OMP_SCHEDULE");
  if (size)
    size_in_environment = atoi (size);
  if (forced && atoi (forced) > 0)
    size_in_environment = atoi (forced);
  if (way && atoi (way) > 1 && atoi (way) <= FT_OMP_WAYS)
    atomic_store_explicit (&way_set, atoi (way) - 1, memory_order_relaxed);
  if (is_true (nested))
    omp_set_nested (1);
  atomic_store_explicit (&can_cancel, is_true (cancellation),
                         memory_order_relaxed);
  if (levels)
    omp_set_max_active_levels (atoi (levels));
  if (!schedule)
    return;
  const char *comma = strchr (schedule, ',');
  omp_set_schedule (strncmp (schedule, "static", 6) ? omp_sched_dynamic
                                                    : omp_sched_static,
                    comma ? atoi (comma + 1) : 0);
}

// ---- teams
// -------------------------------------------------------------------

// Ways but the first.
static int way (void) {
  return atomic_load_explicit (&way_set, memory_order_relaxed);
}

unsigned ft_omp_way (void) {
  return (unsigned)way () + 1;
}

static bool is_size_set (void) {
  return atomic_load_explicit (&size_set, memory_order_relaxed) > 0;
}

static int usual_size (void) {
  int set = atomic_load_explicit (&size_set, memory_order_relaxed);
  set = set > 0 ? set : size_in_environment;
  return set > 0 ? set : FT_OMP_DEFAULT_SIZE << way ();
}

// The member with which the parts of a construct begin, by the way.  The tables were chosen
// so that few parts of two constructs are on one member in all ways, which
// tests/unit/test_openmp_dealt.c counts.  run/openmp_marks.c has the same ones.
static const uint8_t first_members[FT_OMP_PARTS][FT_OMP_WAYS] = {
    [FT_OMP_CHUNKS] = {0, 2, 0, 3},
    [FT_OMP_SHIFTED_CHUNKS] = {0, 1, 2, 1},
    [FT_OMP_SINGLES] = {0, 1, 0, 1},
    [FT_OMP_PARTS_OF_SECTIONS] = {0, 1, 1, 1},
    [FT_OMP_SHIFTED_SECTIONS] = {1, 0, 3, 1},
};

uint64_t ft_omp_first_member (enum ft_omp_parts of) {
  return first_members[of][way ()];
}

// Digits have base 4, or the size if that is smaller: with two members four ways
// separate 16 parts, with four 256.
uint64_t ft_omp_member_of_part (uint64_t k, uint64_t size, enum ft_omp_parts of) {
  uint64_t base = size < 4 ? size : 4;
  int digit = way ();
  if (!digit)
    return k % size;
  for (int i = 0; i < digit; i++)
    k /= base;
  return (k + ft_omp_first_member (of)) % base;
}

int ft_omp_next_size (ft_omp_member *m) {
  int size = m->asked_size > 0 ? m->asked_size : usual_size ();
  m->leaves_open = m->asked_size <= 0 && !is_size_set ();
  m->asked_size = 0;
  if (m->team->active_level >=
      atomic_load_explicit (&levels_set, memory_order_relaxed)) {
    m->leaves_open = false;
    return 1;
  }
  return size < FT_OMP_MOST_MEMBERS ? size : FT_OMP_MOST_MEMBERS - 1;
}

int ft_omp_next_teams (ft_omp_member *m) {
  int set = atomic_load_explicit (&teams_set, memory_order_relaxed);
  int teams = m->asked_teams > 0 ? m->asked_teams : set > 0 ? set : 2;
  m->asked_teams = 0;
  return teams < FT_OMP_MOST_MEMBERS ? teams : FT_OMP_MOST_MEMBERS - 1;
}

uint64_t ft_omp_runtime_chunk (void) {
  int kind = atomic_load_explicit (&schedule_set, memory_order_relaxed),
      chunk = atomic_load_explicit (&chunk_set, memory_order_relaxed);
  return chunk > 0 ? (uint64_t)chunk : (kind & 7) == omp_sched_static ? 0 : 1;
}

void omp_set_num_threads (int n) {
  atomic_store_explicit (&size_set, n, memory_order_relaxed);
}

int omp_get_num_threads (void) {
  return ft_omp_size (ft_omp_me ());
}
int omp_get_thread_num (void) {
  return ft_omp_number (ft_omp_me ());
}

int omp_get_max_threads (void) {
  ft_omp_member *m = ft_omp_me ();
  return m->asked_size > 0 ? m->asked_size : usual_size ();
}

int omp_get_num_procs (void) {
  return FT_OMP_DEFAULT_SIZE;
}
int omp_in_parallel (void) {
  return ft_omp_me ()->team->active_level > 0;
}
int omp_get_thread_limit (void) {
  return FT_OMP_MOST_MEMBERS - 1;
}

void omp_set_dynamic (int on) {
  atomic_store_explicit (&is_dynamic, on != 0, memory_order_relaxed);
}

int omp_get_dynamic (void) {
  return atomic_load_explicit (&is_dynamic, memory_order_relaxed);
}

bool ft_omp_can_cancel (void) {
  return atomic_load_explicit (&can_cancel, memory_order_relaxed);
}

int omp_get_cancellation (void) {
  return ft_omp_can_cancel ();
}

// ---- levels
// ------------------------------------------------------------------

void omp_set_max_active_levels (int n) {
  if (n >= 0)
    atomic_store_explicit (&levels_set, n, memory_order_relaxed);
}

int omp_get_max_active_levels (void) {
  return atomic_load_explicit (&levels_set, memory_order_relaxed);
}

int omp_get_supported_active_levels (void) {
  return FT_OMP_MOST_MEMBERS;
}

void omp_set_nested (int on) {
  omp_set_max_active_levels (on ? FT_OMP_MOST_MEMBERS : 1);
}

int omp_get_nested (void) {
  return omp_get_max_active_levels () > 1;
}
int omp_get_level (void) {
  return ft_omp_me ()->team->level;
}
int omp_get_active_level (void) {
  return ft_omp_me ()->team->active_level;
}

static const ft_omp_member *member_at (int level) {
  const ft_omp_member *m = ft_omp_me ();
  if (level < 0 || level > m->team->level)
    return NULL;
  while (m->team->level > level || m->team->is_league)
    m = m->team->creator;
  return m;
}

int omp_get_ancestor_thread_num (int level) {
  const ft_omp_member *m = member_at (level);
  return m ? ft_omp_number (m) : -1;
}

int omp_get_team_size (int level) {
  const ft_omp_member *m = member_at (level);
  return m ? ft_omp_size (m) : -1;
}

int omp_in_final (void) {
  return ft_omp_me ()->task->is_final;
}

// ---- schedules
// ---------------------------------------------------------------

void omp_set_schedule (omp_sched_t kind, int chunk) {
  atomic_store_explicit (&schedule_set, (int)kind, memory_order_relaxed);
  atomic_store_explicit (&chunk_set, chunk, memory_order_relaxed);
}

void omp_get_schedule (omp_sched_t *kind, int *chunk) {
  *kind =
      (omp_sched_t)atomic_load_explicit (&schedule_set, memory_order_relaxed);
  *chunk = atomic_load_explicit (&chunk_set, memory_order_relaxed);
}

// ---- teams of a league
// ---------------------------------------------------------

int omp_get_num_teams (void) {
  const ft_omp_member *m = ft_omp_league_member (ft_omp_me ());
  return m ? m->team->size : 1;
}

int omp_get_team_num (void) {
  const ft_omp_member *m = ft_omp_league_member (ft_omp_me ());
  return m ? m->number : 0;
}

void omp_set_num_teams (int n) {
  atomic_store_explicit (&teams_set, n, memory_order_relaxed);
}

int omp_get_max_teams (void) {
  return atomic_load_explicit (&teams_set, memory_order_relaxed);
}

void omp_set_teams_thread_limit (int n) {
  (void)n;
}
int omp_get_teams_thread_limit (void) {
  return 0;
}

// ---- devices: the host only
// ------------------------------------------------------

int omp_get_num_devices (void) {
  return 0;
}
int omp_get_initial_device (void) {
  return 0;
}
int omp_get_device_num (void) {
  return 0;
}
int omp_is_initial_device (void) {
  return 1;
}

int omp_get_default_device (void) {
  return atomic_load_explicit (&device, memory_order_relaxed);
}

void omp_set_default_device (int n) {
  atomic_store_explicit (&device, n, memory_order_relaxed);
}

void *omp_target_alloc (size_t size, int on) {
  (void)on;
  return malloc (size);
}

void omp_target_free (void *block, int on) {
  (void)on;
  free (block);
}

void *omp_alloc (size_t size, omp_allocator_handle_t allocator) {
  (void)allocator;
  return malloc (size);
}

void omp_free (void *block, omp_allocator_handle_t allocator) {
  (void)allocator;
  free (block);
}

void *__kmpc_alloc (int32_t id, size_t size, void *allocator) {
  (void)id, (void)allocator;
  return malloc (size);
}

void *__kmpc_aligned_alloc (int32_t id, size_t alignment, size_t size,
                            void *allocator) {
  (void)id, (void)allocator;
  void *block = NULL;
  return posix_memalign (&block, alignment, size) ? NULL : block;
}

void __kmpc_free (int32_t id, void *block, void *allocator) {
  (void)id, (void)allocator;
  free (block);
}

// ---- places, priorities, time
// -----------------------------------------------------

omp_proc_bind_t omp_get_proc_bind (void) {
  return omp_proc_bind_false;
}
int omp_get_num_places (void) {
  return 0;
}
int omp_get_place_num (void) {
  return -1;
}
int omp_get_place_num_procs (int place) {
  (void)place;
  return 0;
}
void omp_get_place_proc_ids (int place, int *ids) {
  (void)place, (void)ids;
}
int omp_get_partition_num_places (void) {
  return 0;
}
void omp_get_partition_place_nums (int *numbers) {
  (void)numbers;
}
int omp_get_max_task_priority (void) {
  return 0;
}

int omp_pause_resource (omp_pause_resource_t kind, int on) {
  (void)kind, (void)on;
  return 0;
}

int omp_pause_resource_all (omp_pause_resource_t kind) {
  (void)kind;
  return 0;
}

double omp_get_wtime (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double omp_get_wtick (void) {
  return 1e-9;
}
