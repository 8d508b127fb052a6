"""Addresses as values: memory that one thread gives back and another one gets,
compared, hashed, stored, passed on.  Blocks are mappings of their own, so that the
second thread gets the address for sure."""
from cases import case

FIRST = """\
static void *first (void *a) {
  char *p = %(get)s;
  p[100] = 1;
  pthread_mutex_lock (&m);
  saved = p;
  pthread_mutex_unlock (&m);
  x = 1;
  %(give)s;
  return a;
}
"""
SECOND = """\
static void *second (void *a) {
  char *p = %(get)s;
  p[100] = 2;
  pthread_mutex_lock (&m);
  char *s = saved;
  pthread_mutex_unlock (&m);
  %(work)s
  if (%(same)s)
    x = 2;
  return a;
}
"""
APART = """\
static void *first (void *a) {
  char *p = %(get)s;
  p[100] = 1;
  %(give)s;
  x = 1; // WRITES
  return a;
}
static void *second (void *a) {
  x = 2; // WRITES
  char *p = %(get)s;
  char *s = saved;
  %(work)s
  y = %(same)s;
  return a;
}
"""


def name(name, same="s == p", work="", get="malloc (1 << 20)", give="free (p)",
         headers=("malloc",), before="mallopt (M_MMAP_THRESHOLD, 65536);", **more):
    parts = {"same": same, "work": work, "get": get, "give": give}
    return case(name, globals="static char *volatile saved, *volatile own;",
                before=before, headers=headers,
                ordered_text=(FIRST + SECOND) % parts, apart_text=APART % parts, **more)


MAP = "mmap (0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)"

CASES = [
    name("compared"),
    name("compared_other_way", "!(p != s)"),
    name("compared_inside", "s + 7 == p + 7"),
    name("compared_in_order", "s <= p && s >= p"),
    name("hashed", "(unsigned) (unsigned long) s == (unsigned) (unsigned long) p"),
    name("bucket", "((unsigned long) s >> 4) % 64 == ((unsigned long) p >> 4) % 64"),
    name("difference", "s - p == 0"),
    name("exclusive_or", "!((unsigned long) s ^ (unsigned long) p)"),
    name("stored", "s == own", "own = p;"),
    name("after_print", "s == p", "puts (\"second\");", headers=("malloc", "stdio")),
    name("after_check", "s == p", "if (!p) abort ();"),
    name("calloc", get="calloc (1 << 10, 1 << 10)"),
    name("aligned", get="aligned_alloc (16, 1 << 20)"),
    name("resized", get="realloc (malloc (300), 1 << 20)"),
    name("mmap", get=MAP, give="munmap (p, 1 << 20)", before="", headers=("sys/mman",)),
    name("mmap_hashed", "(unsigned) (unsigned long) s == (unsigned) (unsigned long) p",
         get=MAP, give="munmap (p, 1 << 20)", before="", headers=("sys/mman",)),
]

# Numbers that the system gives out again: the first thread keeps one and gives it
# back, the second one gets it and compares.  Where nobody looks at the number, the
# same calls order nothing ('between'); where the system writes it to memory, they
# are taken to.
NUMBER_FIRST = """\
static void *first (void *a) {
  %(type)s p;
  %(get)s;
  pthread_mutex_lock (&m);
  saved = %(shown)s;
  pthread_mutex_unlock (&m);
  x = 1;
  %(give)s;
  return a;
}
"""
NUMBER_SECOND = """\
static void *second (void *a) {
  %(wait)s
  %(type)s p;
  %(get)s;
  pthread_mutex_lock (&m);
  %(type)s s = saved;
  pthread_mutex_unlock (&m);
  if (%(same)s)
    x = 2;
  return a;
}
"""
NUMBER_BETWEEN = """\
static void *first (void *a) {
  %(type)s p;
  %(get)s;
  x = 1; // WRITES
  %(give)s;
  return a;
}
static void *second (void *a) {
  %(wait)s
  %(type)s p;
  %(get)s;
  x = 2; // WRITES
  %(give)s;
  return a;
}
"""
NUMBER_OUTSIDE = """\
static void *first (void *a) {
  %(type)s p;
  %(get)s;
  %(give)s;
  x = 1; // WRITES
  return a;
}
static void *second (void *a) {
  x = 2; // WRITES
  %(wait)s
  %(type)s p;
  %(get)s;
  y = saved == %(shown)s;
  return a;
}
"""


def number(name, get, give="close (p)", type="int", shown="p", same="s == %(shown)s",
           between=True, wait="", globals="", headers=(), **more):
    parts = {"get": get, "give": give, "type": type, "shown": shown,
             "same": same % {"shown": shown}, "wait": wait}
    shared = "static volatile %s saved%s;\n" % (type, " = -1" if type == "int" else "")
    return case(name, globals=shared + globals, headers=("unistd", "stdio") + headers,
                ordered_text=(NUMBER_FIRST + NUMBER_SECOND) % parts,
                apart_text=(NUMBER_BETWEEN if between else NUMBER_OUTSIDE) % parts,
                **more)


# Threads that end and whose stack the next one gets.  The first thread lives on,
# or its own stack would be given out first.
WAIT, LATE = "usleep (90000);", "usleep (50000);"
NOTHING = "static void *nothing (void *a) {\n  return a;\n}\n"
LOOKS = """\
static int same;
static void *one (void *a) {
  %(local)s
  pthread_mutex_lock (&m);
  saved = (unsigned long) %(what)s;
  pthread_mutex_unlock (&m);
  %(one)s
  return a;
}
static void *two (void *a) {
  %(local)s
  pthread_mutex_lock (&m);
  unsigned long s = saved;
  pthread_mutex_unlock (&m);
  %(two)s
  return a;
}
static void *first (void *a) {
  pthread_t p;
  pthread_create (&p, 0, one, 0);
  %(first)s
  %(end)s
  usleep (90000);
  return a;
}
static void *second (void *a) {
  usleep (50000);
  pthread_t p;
  pthread_create (&p, 0, two, 0);
  pthread_join (p, 0);
  return a;
}
"""


def thread(name, what, same="s == (unsigned long) %(what)s", local="", detached=False,
           globals="", **more):
    end = "pthread_detach (p);" if detached else "pthread_join (p, 0);"
    test = "if (%s)\n    x = 2;" % (same % {"what": what})
    parts = {"what": what, "local": local, "end": end}
    ordered = LOOKS % dict(parts, one="x = 1;", first="", two=test)
    apart = LOOKS % dict(parts, one="x = 1; // WRITES", first="", two="x = 2; // WRITES")
    return case(name, globals="static volatile unsigned long saved;\n" + globals,
                headers=("unistd", "errno"), ordered_text=ordered, apart_text=apart,
                **more)


# Of a descriptor that the first thread closes, or a mapping that it removes, the
# second one asks something, which fails.
# 'races': the calls themselves race, on the descriptor.
def gone(name, make, remove, look, globals="static int fd;", headers=(), races=False,
         **more):
    mark = " // WRITES" if races else ""
    return case(name, globals=globals, before=make, headers=("unistd", "stdio") + headers,
                ordered_text="""\
static void *first (void *a) {
  x = 1;
  %s;%s
  return a;
}
static void *second (void *a) {
  char c = 0;
  (void) c;
  if (%s)%s
    x = 2;
  return a;
}
""" % (remove, mark, look, mark), apart=False, **more)


OPEN = 'fd = open ("/dev/zero", O_RDWR);'
# An empty file, whose number then stands for one that is not.
REOPENED = 'static int fd;\n#define FILE_NAME "/etc/passwd"'
STALE = 'fd = open ("stale.empty", O_RDWR | O_CREAT | O_TRUNC, 0600);'
PIECES = "munmap (p, 1 << 19); munmap (p + (1 << 19), 1 << 19)"

CASES += [
    name("mmap_in_pieces", get=MAP, give=PIECES, before="", headers=("sys/mman",)),
    name("mremap", get="mremap (%s, 1 << 20, 1 << 21, MREMAP_MAYMOVE)" % MAP,
         give="munmap (p, 1 << 21)", before="", headers=("sys/mman",)),
    number("open", 'p = open ("/dev/null", O_RDONLY)', headers=("fcntl",)),
    number("open_checked", 'p = open ("/dev/null", O_RDONLY);\n  if (p < 0)\n    abort ()',
           headers=("fcntl",)),
    number("dup", "p = dup (0)", between=False),
    number("socket", "p = socket (AF_UNIX, SOCK_STREAM, 0)", headers=("sys/socket",)),
    number("eventfd", "p = eventfd (0, 0)", headers=("sys/eventfd",)),
    number("timerfd", "p = timerfd_create (CLOCK_MONOTONIC, 0)", headers=("sys/timerfd",)),
    number("epoll", "p = epoll_create1 (0)", headers=("sys/epoll",)),
    number("fopen", 'FILE *f = fopen ("/dev/null", "r");\n  p = f ? 0 : -1',
           "fclose (f)", shown="fileno (f)"),
    number("pipe", "int q[2];\n  p = pipe (q)", "close (q[0]);\n  close (q[1])",
           shown="q[0]", between=False),
    number("socketpair", "int q[2];\n  p = socketpair (AF_UNIX, SOCK_STREAM, 0, q)",
           "close (q[0]);\n  close (q[1])", shown="q[0]", between=False,
           headers=("sys/socket",)),
    number("descriptor_hashed", "p = eventfd (0, 0)", same="seen[s & 63] == seen[p & 63]",
           globals="static char seen[64] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};\n",
           headers=("sys/eventfd",)),
    number("descriptor_stored", "p = eventfd (0, 0);\n  own = p", same="s == own",
           globals="static volatile int own;\n", between=False,
           headers=("sys/eventfd",)),
    number("key", "pthread_key_t k;\n  p = pthread_key_create (&k, 0)",
           "pthread_key_delete (k)", shown="(int) k", between=False),
    number("tss", "tss_t k;\n  p = tss_create (&k, 0)", "tss_delete (k)",
           shown="(int) k", between=False, headers=("threads",)),
    number("thread", "pthread_create (&p, 0, nothing, 0)", "pthread_join (p, 0);\n  " + WAIT,
           type="pthread_t", globals=NOTHING, wait=LATE),
    number("thread_equal", "pthread_create (&p, 0, nothing, 0)",
           "pthread_join (p, 0);\n  " + WAIT, same="pthread_equal (s, p)",
           type="pthread_t", globals=NOTHING, wait=LATE),
    number("thread_c11", "thrd_create (&p, nothing, 0)", "thrd_join (p, 0);\n  " + WAIT,
           same="thrd_equal (s, p)", type="thrd_t", wait=LATE, headers=("threads",),
           globals="static int nothing (void *a) {\n  return a != 0;\n}\n"),
    thread("self", "pthread_self ()"),
    thread("self_detached", "pthread_self ()", detached=True),
    thread("stack", "c", "s >> 12 == (unsigned long) c >> 12", "volatile char c[64] = {0};"),
    thread("thread_local", "&own", globals="static __thread int own;\n"),
    thread("errno_address", "&errno"),
    gone("closed_write", OPEN, "close (fd)", "write (fd, &c, 1) < 0", races=True, headers=("fcntl",)),
    gone("closed_read", OPEN, "close (fd)", "read (fd, &c, 1) < 0", races=True, headers=("fcntl",)),
    gone("closed_lseek", OPEN, "close (fd)", "lseek (fd, 0, SEEK_CUR) < 0",
         races=True, headers=("fcntl",)),
    gone("closed_close", OPEN, "close (fd)", "close (fd) < 0", races=True, headers=("fcntl",)),
    gone("closed_dup", OPEN, "close (fd)", "dup (fd) < 0", headers=("fcntl",)),
    gone("closed_eventfd", "fd = eventfd (0, 0);", "close (fd)",
         "eventfd_write (fd, 1) < 0", races=True, headers=("sys/eventfd",)),
    gone("closed_epoll", "fd = epoll_create1 (0);", "close (fd)",
         "epoll_wait (fd, &(struct epoll_event){0}, 1, 0) < 0", races=True, headers=("sys/epoll",)),
    gone("reopened_read", STALE, "close (fd);\n  open (FILE_NAME, O_RDONLY)",
         "read (fd, &c, 1) == 1", globals=REOPENED, headers=("fcntl",)),
    gone("reopened_pread", STALE, "close (fd);\n  open (FILE_NAME, O_RDONLY)",
         "pread (fd, &c, 1, 0) == 1", globals=REOPENED, headers=("fcntl",)),
    gone("reopened_pipe", "int q[2];\n  if (pipe (q) || write (q[1], &q, 1) != 1)\n    return 3;\n"
         "  fd = q[0];", "close (fd);\n  open (\"/dev/null\", O_RDONLY)",
         "read (fd, &c, 1) == 0", headers=("fcntl",)),
    gone("unmapped", "map = %s;" % MAP, "munmap (map, 1 << 20)",
         "madvise (map, 1 << 20, MADV_NORMAL) < 0", globals="static char *map;",
         headers=("sys/mman",)),
    gone("reaped", "child = fork ();\n  if (!child)\n    _exit (0);",
         "waitpid (child, 0, 0)",
         "({ while (!waitid (P_PID, (id_t)child, &(siginfo_t){0}, WEXITED | WNOWAIT | "
         "WNOHANG)) usleep (1000); waitpid (child, 0, 0) < 0; })",
         globals="static pid_t child;",
         headers=("sys/wait",)),
    gone("forked", "", "child = fork ();\n  if (!child)\n    _exit (0)", "wait (0) > 0",
         globals="static volatile pid_t child;", headers=("sys/wait",)),
    gone("timer_deleted", "struct sigevent e = {.sigev_notify = SIGEV_NONE};\n"
         "  timer_create (CLOCK_MONOTONIC, &e, &timer);", "timer_delete (timer)",
         "timer_gettime (timer, &(struct itimerspec){0}) < 0",
         globals="static timer_t timer;", headers=("time", "signal")),
    gone("fopen_exists", "unlink (FILE_NAME);", 'fclose (fopen (FILE_NAME, "w"))',
         'fopen (FILE_NAME, "r")', globals='#define FILE_NAME "fopen.exists"'),
    gone("fopen_accessible", "unlink (FILE_NAME);", 'fclose (fopen (FILE_NAME, "w"))',
         "!access (FILE_NAME, R_OK)", globals='#define FILE_NAME "fopen.accessible"'),
    gone("open_exclusive", "", "open (FILE_NAME, O_CREAT | O_EXCL | O_RDWR, 0600)",
         "open (FILE_NAME, O_CREAT | O_EXCL | O_RDWR, 0600) < 0", headers=("fcntl",),
         globals='#define FILE_NAME "open.exclusive"'),
]
