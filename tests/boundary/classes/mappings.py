"""Memory that is mapped twice: written by one address, read by another."""
from cases import case

FILE = """int f = memfd_create ("memory", 0);
  if (f < 0 || ftruncate (f, 8192))
    return 3;
  """
MAP = "mmap (0, %d, PROT_READ | PROT_WRITE, MAP_SHARED, f, %d)"


def mapping(name, one, two, change="*A = 1;", look="*B", globals="static int *A, *B;"):
    return case(name, change, look, before=FILE + "A = %s;\n  B = %s;" % (one, two),
                globals=globals, headers=("sys/mman", "unistd"))


# Objects in such memory, locked by either address.
LOCKED = """\
static void *first (void *a) {
  lock (A);
  %s
  unlock (A);
  %s
  return a;
}
static void *second (void *a) {
  %s
  lock (B);
  %s
  unlock (B);
  return a;
}
"""


def locked(name, type, begin, lock, unlock, before=""):
    return case(
        name, before=FILE + "A = %s;\n  B = %s;\n  " % (WHOLE, WHOLE) + begin,
        globals="static %s *A, *B;\n#define lock(o) %s\n#define unlock(o) %s" %
        (type, lock, unlock), headers=("sys/mman", "unistd", "semaphore", "sched"),
        ordered_text=LOCKED % ("x = 1;", "", "", "x = 2;"),
        apart_text=LOCKED % ("", "x = 1; // WRITES", "x = 2; // WRITES", ""))


WHOLE = MAP % (8192, 0)
CASES = [
    mapping("twice", WHOLE, WHOLE),
    case("stream", "int one = 1; fwrite (&one, 4, 1, F); fflush (F);", "*A == 1",
         before=FILE + "F = fdopen (f, \"r+\"); A = %s; int no = 0; *A = 1; "
         "pwrite (f, &no, 4, 0);" % WHOLE, globals="static FILE *F; static int *A;",
         headers=("sys/mman", "unistd", "stdio")),
    case("code", "M[1] = 1;", "f ()",
         before="M = mmap (0, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); "
         "memcpy (M, \"\\xb8\\0\\0\\0\\0\\xc3\", 6); f = (int (*) (void)) M;",
         globals="static char *M; static int (*f) (void);", headers=("sys/mman",),
         apart=False),
    mapping("back", WHOLE, WHOLE, "*B = 1;", "*A"),
    mapping("part", WHOLE, MAP % (4096, 4096), "A[1024] = 1;"),
    mapping("thrice", WHOLE, "%s;\n  B = %s" % (WHOLE, WHOLE)),
    mapping("atomic", WHOLE, WHOLE, "__atomic_store_n (A, 1, 5);", "__atomic_load_n (B, 5)"),
    mapping("copied", WHOLE, WHOLE, "memcpy (A, &one, 4);", "*B",
            "static int *A, *B; static int one = 1;"),
    mapping("moved", WHOLE, "mremap (A, 0, 8192, MREMAP_MAYMOVE)"),
    mapping("moved_away", WHOLE, WHOLE + ";\n  A = mremap (A, 8192, 16384, MREMAP_MAYMOVE)"),
    mapping("cut", WHOLE, WHOLE + ";\n  munmap ((char *)B + 4096, 4096)"),
    mapping("first_gone", WHOLE, "%s;\n  int *C = A;\n  A = %s;\n  munmap (C, 8192)" %
            (WHOLE, WHOLE)),
    mapping("system_call", "(int *)syscall (SYS_mmap, 0L, 8192L, 3L, 1L, f, 0L)",
            "(int *)syscall (SYS_mmap, 0L, 8192L, 3L, 1L, f, 0L)")._replace(
                headers=("sys/mman", "unistd", "sys/syscall")),
    case("segment", "*A = 1;", "*B", globals="static int *A, *B;", headers=("sys/shm",),
         before="int i = shmget (IPC_PRIVATE, 8192, 0600 | IPC_CREAT);\n"
         "  A = shmat (i, 0, 0);\n  B = shmat (i, 0, 0);\n  shmctl (i, IPC_RMID, 0);"),
    mapping("file_read", WHOLE, "0", "*A = 1;",
            "({ int r = 0; pread (fd, &r, 4, 0) == 4 && r; })",
            "static int *A, *B, fd;")._replace(before=FILE + "fd = f; (void)B;\n  A = %s;" % WHOLE),
    mapping("file_written", WHOLE, "0", "if (pwrite (fd, &one, 4, 0) != 4) abort ();", "*A",
            "static int *A, one = 1, fd;")._replace(before=FILE + "fd = f;\n  A = %s;" % WHOLE),
    mapping("stream_read", WHOLE, "0", "*A = 'A';", "fgetc (F) == 'A'",
            "static int *A; static FILE *F;")._replace(
                before=FILE + "F = fdopen (dup (f), \"r\");\n  A = %s;" % WHOLE,
                headers=("sys/mman", "unistd", "stdio")),
    mapping("private", WHOLE, "mmap (0, 8192, PROT_READ, MAP_PRIVATE, f, 0)"),
    locked("mutex", "pthread_mutex_t", "pthread_mutex_init (A, 0);",
           "pthread_mutex_lock (o)", "pthread_mutex_unlock (o)"),
    locked("rwlock", "pthread_rwlock_t", "pthread_rwlock_init (A, 0);",
           "pthread_rwlock_wrlock (o)", "pthread_rwlock_unlock (o)"),
    locked("spinlock", "pthread_spinlock_t", "pthread_spin_init (A, 0);",
           "pthread_spin_lock (o)", "pthread_spin_unlock (o)"),
    locked("semaphore", "sem_t", "sem_init (A, 0, 1);", "sem_wait (o)", "sem_post (o)"),
    locked("own_lock", "int", "", "while (__atomic_exchange_n (o, 1, 5)) sched_yield ()",
           "__atomic_store_n (o, 0, 5)"),
    locked("barrier", "pthread_barrier_t", "pthread_barrier_init (A, 0, 2);",
           "pthread_barrier_wait (o)", "(void)o")._replace(
               ordered_text=LOCKED.replace("lock (A);\n  %s\n  un", "%s\n  ") %
               ("x = 1;", "", "", "x = 2;"), apart=False),
]
