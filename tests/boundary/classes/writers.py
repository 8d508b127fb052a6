"""Memory that no recorded thread writes by an access: the kernel does, a library,
or a thread that the C library makes to notify the program."""
from cases import case

LIB = "__attribute__ ((disable_sanitizer_instrumentation, noinline)) static "
FLAG = "static int one = 1, flag;"
MEM = 'fd = open ("/proc/self/mem", O_RDWR);\n  if (fd < 0)\n    return 3;'


def writer(name, change, look="flag == 1", globals=FLAG, **more):
    return case(name, change, look, globals=globals,
                headers=("unistd", "fcntl", "sys/uio", "sys/mman"),
                **more)


def ranges(call, mine, its):
    return ("({ struct iovec k = {&%s, 4}, l = {&%s, 4}; "
            "%s (getpid (), &k, 1, &l, 1, 0) == 4; })" % (mine, its, call))


# What a notification does, how the first thread causes it, and how the second
# one waits for it.
NOTIFIED = """\
static void *first (void *a) {
  %(before)s
  %(cause)s
  %(behind)s
  return a;
}
static void *second (void *a) {
  %(early)s
  %(wait)s
  %(late)s
  return a;
}
"""
EVENT = ("struct sigevent e = {.sigev_notify = SIGEV_THREAD, "
         ".sigev_notify_function = notify};\n")
SET = ("struct itimerspec i = {.it_value = {0, 1000000}};\n"
       "  timer_settime (timer, 0, &i, 0);")
TIMER = EVENT + "  if (timer_create (CLOCK_MONOTONIC, &e, &timer))\n    return 3;"
REQUEST = ("r.aio_fildes = fileno (f);\n  r.aio_buf = &flag;\n  r.aio_nbytes = 4;\n"
           "  r.aio_lio_opcode = LIO_WRITE;\n  ")


def notified(name, does, wait, cause=SET, before=TIMER, globals=""):
    def text(**parts):
        all_parts = dict(before="", behind="", early="", late="", cause=cause, wait=wait)
        return NOTIFIED % dict(all_parts, **parts)
    return case(
        name, before=before, headers=("signal", "semaphore", "time", "aio", "stdio", "unistd"),
        globals="static int flag;\nstatic sem_t s;\nstatic timer_t timer;\n"
        "static struct aiocb r;\nstatic FILE *f;\n"
        "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" + globals +
        "static void notify (union sigval v) {\n  (void)v;\n  (void)timer;\n"
        "  (void)f;\n  (void)r;\n  (void)s;\n  (void)c;\n  (void)flag;\n  " + does + "\n}",
        ordered_text=text(before="x = 1;", late="x = 2;"),
        apart_text=text(behind="x = 1; // WRITES", early="x = 2; // WRITES"))


SPINS = "while (!__atomic_load_n (&flag, 5))\n    usleep (1000);"
FILLED = LIB + "void fill (int *p) { *p = 1; }"

CASES = [
    writer("vm_writev", "if (!%s)\n    abort ();" % ranges("process_vm_writev", "one", "flag")),
    writer("vm_readv", "if (!%s)\n    abort ();" % ranges("process_vm_readv", "flag", "one")),
    writer("vm_readv_looks", "flag = 1;", "({ int r = 0; " +
           ranges("process_vm_readv", "r", "flag") + " && r; })"),
    writer("memory_pwrite", "if (pwrite (fd, &one, 4, (off_t)&flag) != 4) abort ();",
           globals=FLAG + "\nstatic int fd;", before=MEM),
    writer("memory_write", "if (lseek (fd, (off_t)&flag, SEEK_SET) < 0 || "
           "write (fd, &one, 4) != 4) abort ();",
           globals=FLAG + "\nstatic int fd;", before=MEM),
    writer("memory_pread", "flag = 1;", "({ int r = 0; "
           "pread (fd, &r, 4, (off_t)&flag) == 4 && r; })",
           globals=FLAG + "\nstatic int fd;", before=MEM),
    writer("command", 'if (system ("echo > command_of_a_test")) abort ();',
           'access ("command_of_a_test", F_OK) == 0', before='unlink ("command_of_a_test");'),
    writer("heap_filled", "fill (h);", "*h == 1", "static int *h;\n" + FILLED,
           before="h = malloc (4);"),
    writer("heap_zero_filled", "fill (h + 1);", "h[1] == 1", "static int *h;\n" + FILLED,
           before="h = calloc (2, 4);"),
    writer("map_filled", "fill (h);", "*h == 1", "static int *h;\n" + FILLED,
           before="h = mmap (0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
    notified("timer_posts", "sem_post (&s);", "sem_wait (&s);"),
    notified("timer_stores", "__atomic_store_n (&flag, 1, 5);", SPINS),
    notified("timer_signals", "pthread_mutex_lock (&m);\n  flag = 1;\n  "
             "pthread_cond_signal (&c);\n  pthread_mutex_unlock (&m);",
             "pthread_mutex_lock (&m);\n  while (!flag)\n    pthread_cond_wait (&c, &m);\n"
             "  pthread_mutex_unlock (&m);"),
    notified("timer_again", "sem_post (&s);", "sem_wait (&s);\n  sem_wait (&s);",
             cause=SET.replace("{.it_value", "{.it_interval = {0, 1000000}, .it_value")),
    notified("request", "sem_post (&s);", "sem_wait (&s);",
             "if (aio_write (&r))\n    abort ();",
             "f = tmpfile ();\n  " + REQUEST + EVENT + "  r.aio_sigevent = e;"),
    notified("list_of_requests", "sem_post (&s);", "sem_wait (&s);",
             "struct aiocb *l[] = {&r};\n  " + EVENT +
             "  if (lio_listio (LIO_NOWAIT, l, 1, &e))\n    abort ();",
             "f = tmpfile ();\n  " + REQUEST),
    notified("thread_of_a_library", "(void)0;", SPINS,
             "__atomic_store_n (&go, 1, 5);",
             "pthread_t w;\n  pthread_create (&w, 0, worker, (void *)called);\n"
             "  pthread_detach (w);",
             "static int go;\n"
             "static void called (void) { __atomic_store_n (&flag, 1, 5); }\n" + LIB +
             "void *worker (void *a) {\n  while (!__atomic_load_n (&go, 5))\n"
             "    usleep (1000);\n  ((void (*) (void))a) ();\n  return 0;\n}\n"),
    notified("thread_that_relays", "(void)0;", SPINS,
             "__atomic_store_n (&go, 1, 5);",
             "pthread_t w;\n  pthread_create (&w, 0, worker, 0);\n  pthread_detach (w);",
             "static int go;\n" + LIB +
             "void *worker (void *a) {\n  while (!__atomic_load_n (&go, 5))\n"
             "    usleep (1000);\n  __atomic_store_n (&flag, 1, 5);\n  return a;\n}\n"),
]
