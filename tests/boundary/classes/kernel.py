"""What the kernel keeps of descriptors, memory and processes, and shows: whether
a pipe is empty or full, flags, events of the file system, files of /proc, what a
child finds in memory; and where the heap ends."""
from cases import case

HEADERS = ("unistd", "fcntl", "errno", "signal", "stdio", "poll", "sys/stat",
           "sys/wait", "sys/mman", "sys/ioctl", "sys/socket", "sys/inotify",
           "sys/resource", "malloc", "printf", "setjmp", "sys/shm",
           "sys/eventfd", "sys/sendfile")
PIPE = "if (pipe2 (p, O_NONBLOCK))\n    return 3;\n  "
FULL = PIPE + "if (write (p[1], all, 65536) != 65536)\n    return 3;"
ENDS = "static int p[2], q[2]; static char all[65536];"
TAKE = "if (read (p[0], all, 65536) < 1)\n    abort ();"


def kernel(name, change, look, before="", globals="", **more):
    return case(name, change, look, before, globals, HEADERS, **more)


def shown(name, change, path, text):
    """A line of a file of /proc holds a text because of the change."""
    return kernel(
        "shows_" + name, change, "shows ()", "self = pthread_self ();",
        "static pthread_t self;\nstatic int shows (void) {\n  (void)self;\n"
        "  char b[4096]; FILE *f = fopen (\"%s\", \"r\");\n"
        "  size_t n = fread (b, 1, 4095, f);\n  fclose (f);\n  b[n] = 0;\n"
        "  return strstr (b, \"%s\") != 0;\n}" % (path, text))


# A child that passes on what it gets, and what stands between 'write' and
# 'read' of the process.
def relayed(name, does, change, look, globals=""):
    return kernel("child_" + name, change, look,
                  "if (pipe (p) || pipe (q))\n    return 3;\n"
                  "  if (!fork ()) { %s _exit (0); }" % does, ENDS + globals)


# A look by an access that faults, or does not.
FAULTS = """\
static char *h;
static __thread sigjmp_buf back;
static __thread volatile int which;
static void one (int s) { (void)s; which = 1; siglongjmp (back, 1); }
static void two (int s) { (void)s; which = 2; siglongjmp (back, 1); }
static int faults (void) {
  which = 0;
  if (!sigsetjmp (back, 1))
    which = *(volatile char *)h ? 3 : 3;
  (void)one; (void)two;
  return which;
}"""
MAP = ("signal (SIGSEGV, one);\n"
       "  h = mmap (0, 4096, %s, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);")

CASES = [
    kernel("emptied", TAKE, "read (p[0], all, 1) < 0",
           PIPE + "if (write (p[1], \"a\", 1) != 1)\n    return 3;", ENDS),
    shown("name", "pthread_setname_np (self, \"other\");",
          "/proc/self/comm", "other"),
    kernel("fork", "flag = 1;",
           "({ int s; pid_t c = fork (); if (!c) _exit (flag); "
           "waitpid (c, &s, 0); WEXITSTATUS (s) == 1; })",
           globals="static int flag;"),
    kernel("drained", TAKE, "write (p[1], \"a\", 1) == 1", FULL, ENDS),
    relayed("echo", "char c; if (read (p[0], &c, 1) == 1 && "
            "write (q[1], &c, 1) != 1) _exit (1);",
            "if (write (p[1], \"a\", 1) != 1)\n    abort ();",
            "({ char c = 0; read (q[0], &c, 1) == 1; })"),
    kernel("drained_polled", TAKE,
           "({ struct pollfd f = {p[1], POLLOUT, 0}; poll (&f, 1, 0) == 1; })",
           FULL, ENDS),
    kernel("emptied_polled", TAKE,
           "({ struct pollfd f = {p[0], POLLIN, 0}; !poll (&f, 1, 0); })",
           PIPE + "if (write (p[1], \"a\", 1) != 1)\n    return 3;", ENDS),
    kernel("emptied_asked", TAKE,
           "({ int n = 1; ioctl (p[0], FIONREAD, &n); !n; })",
           PIPE + "if (write (p[1], \"a\", 1) != 1)\n    return 3;", ENDS),
    kernel("taken_in_part", "if (read (p[0], all, 1) != 1)\n    abort ();",
           "({ char c; read (p[0], &c, 1) == 1 && c == 'b'; })",
           PIPE + "if (write (p[1], \"ab\", 2) != 2)\n    return 3;", ENDS),
    kernel("emptied_socket", TAKE, "recv (p[0], all, 1, MSG_DONTWAIT) < 0",
           "if (socketpair (AF_UNIX, SOCK_STREAM, 0, p) || "
           "write (p[1], \"a\", 1) != 1)\n    return 3;", ENDS),
    kernel("drained_socket", "while (read (p[0], all, 65536) > 0);",
           "write (p[1], \"a\", 1) == 1",
           "if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, p))\n"
           "    return 3;\n  while (write (p[1], all, 65536) > 0);", ENDS),
    kernel("flags", "fcntl (p[0], F_SETFL, O_NONBLOCK);",
           "read (p[0], all, 1) < 0 && errno == EAGAIN",
           "if (pipe (p))\n    return 3;", ENDS),
    kernel("broken_pipe", "signal (SIGPIPE, SIG_IGN);",
           "write (p[1], \"a\", 1) < 0 && !got",
           "if (pipe (p))\n    return 3;\n  close (p[0]);\n"
           "  signal (SIGPIPE, handler);",
           ENDS + "\nstatic __thread volatile int got;\n"
           "static void handler (int s) { got = s; }"),
    kernel("events", "close (open (name, O_CREAT | O_RDWR, 0600));",
           "read (*p, all, 512) > 0",
           "if (!mkdtemp (name))\n    return 3;\n"
           "  *p = inotify_init1 (IN_NONBLOCK);\n"
           "  inotify_add_watch (*p, name, IN_CREATE);\n"
           "  strcat (name, \"/f\");",
           ENDS + "\nstatic char name[40] = \"eventsXXXXXX\";"),
    shown("priority", "setpriority (PRIO_PROCESS, getpid (), 7);",
          "/proc/self/stat", " 27 7 "),
    kernel("shows_threads",
           "pthread_t w; for (int i = 0; i < 2; i++)\n"
           "    if (!pthread_create (&w, 0, sleeps, 0)) pthread_detach (w);",
           "({ struct stat s; stat (\"/proc/self/task\", &s); "
           "(int)s.st_nlink > known; })",
           "{ struct stat s; pthread_t w; pthread_create (&w, 0, ends, 0);\n"
           "  pthread_join (w, 0); stat (\"/proc/self/task\", &s);\n"
           "  known = (int)s.st_nlink + 2; }",
           "static int known;\nstatic void *ends (void *a) { return a; }\n"
           "static void *sleeps (void *a) { sleep (1); return a; }"),
    relayed("end", "char c; if (read (p[0], &c, 1) != 1) _exit (1); close (q[1]);",
            "if (write (p[1], \"a\", 1) != 1)\n    abort ();",
            "({ char c = 0; close (q[1]); read (q[0], &c, 1) == 0; })"),
    kernel("child_shares", "__atomic_store_n (h, 1, 5);",
           "({ int r = 0; for (int i = 0; i < 300 && !r; i++) {\n"
           "    usleep (1000); r = __atomic_load_n (h + 1, 5); } r; })",
           "h = mmap (0, 4096, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
           "  if (!fork ()) { for (int i = 0; i < 3000 && !*h; i++) usleep (1000);\n"
           "    h[1] = 1; _exit (0); }", "static volatile int *h;"),
    kernel("heap_size", "h = malloc (50 << 20);",
           "mallinfo2 ().hblkhd >= 50 << 20", globals="static char *h;"),
    kernel("heap_end", "for (int i = 0; i < 50; i++) h[i] = malloc (100000);",
           "sbrk (0) != end",
           "mallopt (M_ARENA_MAX, 1);\n  mallopt (M_MMAP_THRESHOLD, 1 << 28);\n"
           "  end = sbrk (0);", "static char *h[50]; static void *end;"),
    kernel("resident", "*h = 1;",
           "({ unsigned char v = 0; mincore (h, 4096, &v); v & 1; })",
           "h = mmap (0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);",
           "static char *h;"),
    kernel("mapped", "mmap (h, 4096, 3, FIXED, -1, 0);",
           "mmap (h, 4096, 3, FIXED, -1, 0) == MAP_FAILED",
           "h = mmap (0, 65536, 0, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
           "  h += 8192;\n  munmap (h, 4096);",
           "static char *h;\n#define FIXED (MAP_PRIVATE | MAP_ANONYMOUS | "
           "MAP_FIXED_NOREPLACE)"),
    kernel("faults", "mprotect (h, 4096, PROT_NONE);", "faults () == 1",
           MAP % "PROT_READ", FAULTS),
    kernel("faults_elsewhere", "signal (SIGSEGV, two);", "faults () == 2",
           MAP % "PROT_NONE", FAULTS),
    kernel("conversions", "register_printf_specifier ('Y', prints, takes);",
           "({ char b[8]; snprintf (b, 8, \"%Y\", 3); *b == '!'; })",
           globals="static int prints (FILE *f, const struct printf_info *i, "
           "const void *const *a) { (void)i; (void)a; return fprintf (f, \"!\"); }\n"
           "static int takes (const struct printf_info *i, size_t n, int *t, "
           "int *s) { (void)i; (void)s; if (n) *t = PA_INT; return 1; }",
           flags="-Wno-format"),
    # What a number stands for, and what a file or a segment allows.
    *[kernel(name, call, "read (n, b, 1) == 1", PIPE +
             "if (write (p[1], b, 1) != 1)\n    return 3;\n"
             "  n = open (\"/dev/null\", O_RDONLY);",
             ENDS + "static int n; static char b[1];")
      for name, call in (("dup2_reads", "dup2 (p[0], n);"),
                         ("dup3_reads", "dup3 (p[0], n, O_CLOEXEC);"))],
    kernel("dup2_writes", "dup2 (p[1], n);",
           "({ ssize_t w = write (n, b, 1); (void)w; read (p[0], b, 1) == 1; })",
           PIPE + "n = open (\"/dev/null\", O_WRONLY);",
           ENDS + "static int n; static char b[1];"),
    kernel("dup2_counter", "dup2 (e, n);",
           "({ eventfd_t v = 0; eventfd_read (n, &v) == 0 && v == 5; })",
           "e = eventfd (5, EFD_NONBLOCK); n = open (\"/dev/null\", O_RDONLY);",
           "static int e, n;"),
    kernel("freopen_reads", "if (!freopen (\"/proc/self/comm\", \"r\", f)) abort ();",
           "getc (f) != EOF", "f = fopen (\"/dev/null\", \"r\");", "static FILE *f;"),
    kernel("seal_fails_write", "fcntl (f, F_ADD_SEALS, F_SEAL_WRITE);",
           "write (f, \"a\", 1) < 0", "f = memfd_create (\"a\", MFD_ALLOW_SEALING);",
           "static int f;"),
    kernel("seal_fails_mapping", "fcntl (f, F_ADD_SEALS, F_SEAL_WRITE);",
           "mmap (0, 4096, 3, MAP_SHARED, f, 0) == MAP_FAILED",
           "f = memfd_create (\"a\", MFD_ALLOW_SEALING); if (ftruncate (f, 4096)) return 3;",
           "static int f;"),
    kernel("segment_attached", "shmat (id, 0, 0);",
           "({ struct shmid_ds d; shmctl (id, IPC_STAT, &d); d.shm_nattch == 1; })",
           "id = shmget (IPC_PRIVATE, 4096, 0600 | IPC_CREAT);", "static int id;"),
    kernel("segment_removed", "shmctl (id, IPC_RMID, 0);", "shmat (id, 0, 0) == (void *)-1",
           "id = shmget (IPC_PRIVATE, 4096, 0600 | IPC_CREAT);", "static int id;"),
    kernel("lent_page", "h[0] = 1;", "({ char c = 0; read (p[0], &c, 1) == 1 && c; })",
           "if (pipe (p))\n    return 3;\n"
           "  h = mmap (0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); *h = 0;\n"
           "  struct iovec v = {h, 1};\n  if (vmsplice (p[1], &v, 1, 0) != 1)\n    return 3;",
           "#include <sys/uio.h>\nstatic int p[2]; static char *h;", apart=False),
]
