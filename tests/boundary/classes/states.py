"""What the library and the kernel keep and show: positions, counts, lists, sockets,
queues, the process; and what the language lets decide where a thread goes."""
import machine
from cases import case

HEADERS = ("unistd", "fcntl", "errno", "signal", "stdio", "poll", "sys/stat",
           "sys/wait", "sys/mman", "sys/ioctl", "sys/socket", "sys/resource",
           "malloc", "time", "locale", "pwd", "grp", "dirent", "sys/file",
           "sys/epoll", "sys/eventfd", "sys/select", "sys/syscall", "sys/un",
           "arpa/inet", "netdb", "search", "ftw", "sys/uio", "sys/signalfd",
           "sys/xattr", "sched", "spawn", "ucontext", "setjmp", "libintl", "error",
           "wchar", "math", "printf", "mqueue", "sys/msg", "sys/ipc", "netinet/ether",
           "dlfcn", "link", "sys/times", "sys/personality", "sys/timerfd",
           "stdio_ext", "regex", "monetary", "ctype", "limits", "resolv", "sys/prctl",
           "sys/sem", "pty", "sys/utsname", "sys/inotify", "sys/statvfs", "fts",
           "argp", "argz", "envz", "sys/time", "stdint", "linux/futex", "fenv",
           "sys/sysinfo", "getopt")


def state(name, change, look, before="", globals="", **more):
    return case(name, change, look, before, globals, HEADERS, **more)


CASES = [
    state("getpwent_state", "getpwent ();", "getpwent ()->pw_uid != 0", "setpwent ();",
          needs=machine.two_users),
    state("getgrent_state", "getgrent ();", "getgrent ()->gr_gid != 0", "setgrent ();",
          needs=machine.two_groups),
    state("seekdir_telldir", "readdir (d);", "telldir (d) != w",
          "d = opendir (\"/\"); w = telldir (d);", "static DIR *d; static long w;"),
    state("readdir_twice", "readdir (d);", "strcmp (readdir (d)->d_name, n)",
          "d = opendir (\"/\"); strcpy (n, readdir (d)->d_name); rewinddir (d);",
          "static DIR *d; static char n[300];"),
    state("initstate", "setstate (st);", "random () != w",
          "initstate (1, st, 64); initstate (7, s2, 128); w = random (); setstate "
          "(s2); srandom (7);", "static char st[64], s2[128]; static long w;"),
    state("seed48", "seed48 (u);", "lrand48 () != w",
          "srand48 (1); w = lrand48 (); srand48 (1);",
          "static unsigned short u[3] = {9, 9, 9}; static long w;"),
    state("textdomain", "textdomain (\"other\");", "!strcmp (textdomain (0), \"other\")"),
    state("bindtextdomain", "bindtextdomain (\"d\", \"/tmp\");",
          "!strcmp (bindtextdomain (\"d\", 0), \"/tmp\")"),
    state("error_count", "error (0, 0, \"e\");", "error_message_count == 1"),
    state("opterr_name", "program_invocation_name = \"other\";",
          "({ char *b = 0; size_t n; FILE *o = open_memstream (&b, &n), *e = "
          "stderr; stderr = o; error (0, 0, \"e\"); fclose (o); stderr = e; "
          "!strncmp (b, \"other\", 5); })"),
    state("stdout_var", "stdout = o;", "({ puts (\"hello\"); ftell (o) > 0; })",
          "o = tmpfile ();", "static FILE *o;"),
    state("dl_loaded",
          "dlopen (\"libm.so.6\", RTLD_NOW); dlopen (\"libresolv.so.2\", RTLD_NOW);",
          "dlopen (\"libresolv.so.2\", RTLD_NOW | RTLD_NOLOAD) != 0"),
    state("dl_iterate", "dlopen (\"libresolv.so.2\", RTLD_NOW);",
          "({ int n = 0; dl_iterate_phdr (count, &n); n > w; })",
          "dl_iterate_phdr (count, &w);",
          "static int w; static int count (struct dl_phdr_info *i, size_t s, void "
          "*d) { (void)i; (void)s; ++*(int *)d; return 0; }"),
    state("dlclose", "dlclose (h);",
          "dlopen (\"libresolv.so.2\", RTLD_NOW | RTLD_NOLOAD) == 0",
          "h = dlopen (\"libresolv.so.2\", RTLD_NOW);", "static void *h;"),
    state("signal_old", "signal (SIGUSR1, SIG_IGN);",
          "signal (SIGUSR1, SIG_DFL) == SIG_IGN"),
    state("sigaction_shown", "signal (SIGUSR1, SIG_IGN);",
          "({ struct sigaction a; sigaction (SIGUSR1, 0, &a); a.sa_handler == "
          "SIG_IGN; })"),
    state("timer_gettime",
          "struct itimerspec i = {{0, 0}, {100, 0}}; timer_settime (t1, 0, &i, 0);",
          "({ struct itimerspec i; timer_gettime (t1, &i); i.it_value.tv_sec != 0; "
          "})",
          "struct sigevent e = {.sigev_notify = SIGEV_NONE}; timer_create "
          "(CLOCK_MONOTONIC, &e, &t1);", "static timer_t t1;"),
    state("getpriority", "setpriority (PRIO_PROCESS, getpid (), 3);",
          "getpriority (PRIO_PROCESS, getpid ()) == 3"),
    state("dumpable", "prctl (PR_SET_DUMPABLE, 0);", "!prctl (PR_GET_DUMPABLE)"),
    state("madvise", "madvise (h, 4096, MADV_DONTNEED);", "!*h",
          "h = mmap (0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, "
          "-1, 0); *h = 1;", "static char *h;"),
    state("punch_hole",
          "fallocate (d, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096);", "!*h",
          "d = memfd_create (\"f\", 0); if (ftruncate (d, 4096)) return 4; h = mmap "
          "(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0); *h = 1;",
          "static char *h; static int d;"),
    state("map_fixed_over",
          "mmap (h, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | "
          "MAP_FIXED, -1, 0);", "!*h",
          "h = mmap (0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, "
          "-1, 0); *h = 1;", "static char *h;"),
    state("attr_default",
          "pthread_attr_t b; pthread_attr_init (&b); pthread_attr_setstacksize (&b, "
          "1 << 18); pthread_setattr_default_np (&b);",
          "({ size_t n; pthread_attr_t a; pthread_getattr_default_np (&a); "
          "pthread_attr_getstacksize (&a, &n); n == 1 << 18; })"),
    state("kill_reaped", "waitpid (c, 0, 0);", "kill (c, 0) < 0",
          "c = fork (); if (!c) _exit (0);", "static pid_t c;"),
    state("wait_nohang", "waitpid (c, 0, 0);", "waitpid (c, 0, WNOHANG) < 0",
          "c = fork (); if (!c) _exit (0);", "static pid_t c;"),
    state("mq", "mq_send (q, \"a\", 1, 0);",
          "({ struct mq_attr a; mq_getattr (q, &a); a.mq_curmsgs == 1; })",
          "struct mq_attr a = {0, 4, 8, 0, {0}}; q = mq_open (\"/ftq\", O_RDWR | "
          "O_CREAT, 0600, &a); mq_unlink (\"/ftq\");", "static mqd_t q;"),
    state("mq_receive", "mq_send (q, \"a\", 1, 0);",
          "({ char b[8]; mq_receive (q, b, 8, 0) == 1; })",
          "struct mq_attr a = {0, 4, 8, 0, {0}}; q = mq_open (\"/ftr\", O_RDWR | "
          "O_CREAT | O_NONBLOCK, 0600, &a); mq_unlink (\"/ftr\");", "static mqd_t q;"),
    state("msg", "struct { long t; char c[4]; } b = {1, \"a\"}; msgsnd (q, &b, 4, 0);",
          "({ struct { long t; char c[4]; } b; msgrcv (q, &b, 4, 0, IPC_NOWAIT) == "
          "4; })", "q = msgget (IPC_PRIVATE, 0600);", "static int q;"),
    state("sem_v", "struct sembuf b = {0, 1, 0}; semop (q, &b, 1);",
          "({ struct sembuf b = {0, -1, IPC_NOWAIT}; !semop (q, &b, 1); })",
          "q = semget (IPC_PRIVATE, 1, 0600);", "static int q;"),
    state("epoll_added",
          "struct epoll_event e = {EPOLLIN, {0}}; epoll_ctl (q, EPOLL_CTL_ADD, d, "
          "&e);", "({ struct epoll_event e; epoll_wait (q, &e, 1, 0) == 1; })",
          "q = epoll_create (1); d = eventfd (1, 0);", "static int q, d;"),
    state("epoll_exists",
          "struct epoll_event e = {EPOLLIN, {0}}; epoll_ctl (q, EPOLL_CTL_ADD, d, "
          "&e);",
          "({ struct epoll_event e = {EPOLLIN, {0}}; epoll_ctl (q, EPOLL_CTL_ADD, "
          "d, &e) < 0; })", "q = epoll_create (1); d = eventfd (1, 0);",
          "static int q, d;"),
    state("epoll_data",
          "struct epoll_event e = {EPOLLIN, {.u32 = 7}}; epoll_ctl (q, "
          "EPOLL_CTL_MOD, d, &e);",
          "({ struct epoll_event e; epoll_wait (q, &e, 1, 0) == 1 && e.data.u32 == "
          "7; })",
          "q = epoll_create (1); d = eventfd (1, 0); struct epoll_event e = "
          "{EPOLLIN, {0}}; epoll_ctl (q, EPOLL_CTL_ADD, d, &e);", "static int q, d;"),
    state("setown", "fcntl (d, F_SETOWN, getpid ());", "fcntl (d, F_GETOWN) != 0",
          "d = socket (AF_UNIX, SOCK_STREAM, 0);", "static int d;"),
    state("pipe_size", "fcntl (p[0], F_SETPIPE_SZ, 4096);",
          "fcntl (p[0], F_GETPIPE_SZ) == 4096", "if (pipe (p)) return 4;",
          "static int p[2];"),
    state("fionbio", "int n = 1; ioctl (p[0], FIONBIO, &n);",
          "fcntl (p[0], F_GETFL) & O_NONBLOCK", "if (pipe (p)) return 4;",
          "static int p[2];"),
    state("xattr", "fsetxattr (d, \"user.a\", \"b\", 1, 0);",
          "({ char b[4]; fgetxattr (d, \"user.a\", b, 4) == 1; })",
          "d = open (\"xa\", O_RDWR | O_CREAT, 0600);", "static int d;",
          needs=machine.attributes),
    state("hard_link", "if (link (\"hl\", \"hl2\")) abort ();",
          "({ struct stat s; fstat (d, &s); s.st_nlink == 2; })",
          "unlink (\"hl2\"); d = open (\"hl\", O_RDWR | O_CREAT, 0600);",
          "static int d;"),
    state("mkfifo", "mkfifo (\"ff\", 0600);", "!access (\"ff\", F_OK)",
          "unlink (\"ff\");"),
    state("realpath", "if (symlink (\"/tmp\", \"rp\")) abort ();",
          "realpath (\"rp\", 0) != 0", "unlink (\"rp\");"),
    state("fchdir", "fchdir (d);", "access (\"etc\", F_OK) == 0",
          "d = open (\"/\", O_RDONLY);", "static int d;"),
    state("lockf",
          "struct flock k = {F_WRLCK, SEEK_SET, 0, 1, 0}; fcntl (d, F_OFD_SETLK, "
          "&k);",
          "({ struct flock k = {F_WRLCK, SEEK_SET, 0, 1, 0}; fcntl (e, F_OFD_GETLK, "
          "&k); k.l_type != F_UNLCK; })",
          "d = open (\"lk\", O_RDWR | O_CREAT, 0600); e = open (\"lk\", O_RDWR);",
          "static int d, e;"),
    state("statx", "if (ftruncate (d, 5)) abort ();",
          "({ struct statx s; statx (d, \"\", AT_EMPTY_PATH, STATX_SIZE, &s); "
          "s.stx_size == 5; })", "d = memfd_create (\"f\", 0);", "static int d;"),
    state("pwritev", "pwrite (d, \"abc\", 3, 0);",
          "({ char c = 0; struct iovec v = {&c, 1}; preadv (d, &v, 1, 1) == 1 && c "
          "== 'b'; })", "d = memfd_create (\"f\", 0);", "static int d;"),
    state("select_set", "FD_SET (d, &s);",
          "({ struct timeval t = {0, 0}; fd_set c = s; select (d + 1, &c, 0, 0, &t) "
          "== 1; })", "d = eventfd (1, 0);", "static fd_set s; static int d;"),
    state("select_direct", "FD_SET (d, &s);",
          "({ struct timeval t = {0, 0}; select (d + 1, &s, 0, 0, &t) == 1; })",
          "d = eventfd (1, 0);", "static fd_set s; static int d;", bare=True),
    state("poll_array", "s.fd = d;", "poll (&s, 1, 0) == 1", "d = eventfd (1, 0);",
          "static struct pollfd s = {-1, POLLIN, 0}; static int d;", bare=True),
    state("sendmsg_iov", "v.iov_len = 2;",
          "({ struct msghdr h = {.msg_iov = &v, .msg_iovlen = 1}; sendmsg (p[0], "
          "&h, 0) == 2; })",
          "v.iov_base = \"ab\"; if (socketpair (AF_UNIX, SOCK_STREAM, 0, p)) return "
          "4;", "static struct iovec v; static int p[2];"),
    state("readv_iov", "v.iov_len = 2;", "readv (d, &v, 1) == 2",
          "v.iov_base = b; d = open (\"/dev/zero\", O_RDONLY);",
          "static struct iovec v; static char b[8]; static int d;", bare=True),
    state("listen_connect", "listen (s, 5);",
          "({ int c = socket (AF_UNIX, SOCK_STREAM, 0); connect (c, (struct "
          "sockaddr *)&un, sizeof un) == 0; })",
          "un.sun_path[1] = 'f'; sprintf (un.sun_path + 2, \"%d\", getpid ()); s = "
          "socket (AF_UNIX, SOCK_STREAM, 0); bind (s, (struct sockaddr *)&un, "
          "sizeof un);", "static struct sockaddr_un un = {AF_UNIX, \"\"}; static int s;"),
    state("bind_name", "bind (s, (struct sockaddr *)&un, sizeof un);",
          "({ struct sockaddr_un b; socklen_t n = sizeof b; getsockname (s, (struct "
          "sockaddr *)&b, &n); n > 2; })",
          "sprintf (un.sun_path + 1, \"n%d\", getpid ()); s = socket (AF_UNIX, "
          "SOCK_STREAM, 0);",
          "static struct sockaddr_un un = {AF_UNIX, \"\"}; static int s;"),
    state("bind_taken", "bind (s, (struct sockaddr *)&un, sizeof un);",
          "bind (s2, (struct sockaddr *)&un, sizeof un) < 0",
          "sprintf (un.sun_path + 1, \"t%d\", getpid ()); s = socket (AF_UNIX, "
          "SOCK_STREAM, 0); s2 = socket (AF_UNIX, SOCK_STREAM, 0);",
          "static struct sockaddr_un un = {AF_UNIX, \"\"}; static int s;static int "
          "s2;"),
    state("shutdown", "shutdown (p[0], SHUT_WR);",
          "({ char c; recv (p[1], &c, 1, MSG_DONTWAIT) == 0; })",
          "if (socketpair (AF_UNIX, SOCK_STREAM, 0, p)) return 4;", "static int p[2];"),
    state("peer_name", "connect (c, (struct sockaddr *)&un, sizeof un);",
          "({ struct sockaddr_un b; socklen_t n = sizeof b; !getpeername (c, "
          "(struct sockaddr *)&b, &n); })",
          "sprintf (un.sun_path + 1, \"p%d\", getpid ()); s = socket (AF_UNIX, "
          "SOCK_STREAM, 0); bind (s, (struct sockaddr *)&un, sizeof un); listen (s, "
          "5); c = socket (AF_UNIX, SOCK_STREAM, 0);",
          "static struct sockaddr_un un = {AF_UNIX, \"\"}; static int s;static int "
          "c;"),
    state("passed_descriptor",
          "char cb[CMSG_SPACE (4)] = {0}; struct iovec v = {\"a\", 1}; struct "
          "msghdr h = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = cb, "
          ".msg_controllen = sizeof cb}; struct cmsghdr *c = CMSG_FIRSTHDR (&h); "
          "c->cmsg_level = SOL_SOCKET; c->cmsg_type = SCM_RIGHTS; c->cmsg_len = "
          "CMSG_LEN (4); *(int *)CMSG_DATA (c) = 1; sendmsg (p[0], &h, 0);",
          "({ char cb[CMSG_SPACE (4)], b[1]; struct iovec v = {b, 1}; struct msghdr "
          "h = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = cb, .msg_controllen "
          "= sizeof cb}; recvmsg (p[1], &h, MSG_DONTWAIT) == 1; })",
          "if (socketpair (AF_UNIX, SOCK_STREAM, 0, p)) return 4;", "static int p[2];"),
    state("signalfd", "sigqueue (getpid (), SIGUSR2, (union sigval){0});",
          "({ struct signalfd_siginfo i; read (d, &i, sizeof i) == sizeof i; })",
          "sigset_t s; sigemptyset (&s); sigaddset (&s, SIGUSR2); pthread_sigmask "
          "(SIG_BLOCK, &s, 0); d = signalfd (-1, &s, SFD_NONBLOCK);", "static int d;"),
    state("eventfd_semaphore", "eventfd_write (d, 1);",
          "({ eventfd_t v; !eventfd_read (d, &v); })",
          "d = eventfd (0, EFD_NONBLOCK | EFD_SEMAPHORE);", "static int d;"),
    state("futex_wake", "g = 1; syscall (SYS_futex, &g, FUTEX_WAKE, 1, 0, 0, 0);",
          "syscall (SYS_futex, &g, FUTEX_WAIT, 0, 0, 0, 0) < 0", globals="static int g;"),
    state("vfork_writes", "if (!vfork ()) { g = 1; _exit (0); }", "g",
          globals="static volatile int g;"),
    state("clone_writes",
          "char *st = malloc (65536); int c = clone (child, st + 65536, CLONE_VM | "
          "SIGCHLD, 0); waitpid (c, 0, 0);", "g",
          globals="__attribute__ ((disable_sanitizer_instrumentation, "
                  "no_stack_protector)) static int child (void *a) { (void)a; "
                  "extern volatile int g; g = 1; return 0; } volatile int g;"),
    state("spawned_file",
          "pid_t c; char *l[] = {\"touch\", \"spf\", 0}; extern char **environ; "
          "posix_spawnp (&c, \"touch\", 0, 0, l, environ); waitpid (c, 0, 0);",
          "!access (\"spf\", F_OK)", "unlink (\"spf\");"),
    state("spawn_actions", "posix_spawn_file_actions_addclose (&fa, 1);",
          "({ pid_t c; int s; extern char **environ; char *a[] = {\"sh\", \"-c\", "
          "\"echo >&1\", 0}; posix_spawnp (&c, \"sh\", &fa, 0, a, environ); waitpid "
          "(c, &s, 0); s != 0; })", "posix_spawn_file_actions_init (&fa);",
          "static posix_spawn_file_actions_t fa;"),
    state("fpending", "fputs (\"abc\", o);", "__fpending (o) == 3", "o = tmpfile ();",
          "static FILE *o;"),
    state("fgetpos", "fputs (\"abc\", o);",
          "({ fpos_t p; fgetpos (o, &p); p.__pos == 3; })", "o = tmpfile ();",
          "static FILE *o;"),
    state("getc_inline", "getc_unlocked (o);", "getc_unlocked (o) == 'b'",
          "o = fmemopen (\"abc\", 3, \"r\"); getc (o); ungetc ('a', o);",
          "static FILE *o;"),
    state("getc_inline_file", "getc_unlocked (o);", "getc_unlocked (o) == 'c'",
          "o = tmpfile (); fputs (\"abc\", o); rewind (o); getc (o);", "static FILE *o;"),
    state("putc_inline", "putc_unlocked ('a', o);", "ftell (o) == 2",
          "o = tmpfile (); putc ('b', o);", "static FILE *o;"),
    state("feof_inline", "getc (o);", "feof_unlocked (o)",
          "o = fopen (\"/dev/null\", \"r\");", "static FILE *o;"),
    state("fclose_kept", "fflush (o);",
          "({ char c = 0; pread (fileno (o), &c, 1, 0) == 1; })",
          "o = tmpfile (); fputs (\"abc\", o);", "static FILE *o;"),
    state("cookie", "g = 1;", "({ fgetc (o) == 'x'; })",
          "cookie_io_functions_t fs = {.read = rd}; o = fopencookie (0, \"r\", fs);",
          "static FILE *o; static int g; static ssize_t rd (void *c, char *b, "
          "size_t n) { (void)c; (void)n; if (!g) return 0; *b = 'x'; return 1; }"),
    state("twalk", "*(int *)key = 2;", "({ twalk (root, act); got == 2; })",
          "key = malloc (4); *(int *)key = 1; tsearch (key, &root, cmp);",
          "static void *root, *key; static int got; static int cmp (const void *a, "
          "const void *b) { return *(int *)a - *(int *)b; } static void act (const "
          "void *n, VISIT v, int d) { (void)v; (void)d; got = **(int **)n; }"),
    state("tsearch_state", "tsearch (&k, &root, cmp);", "tfind (&k, &root, cmp) != 0",
          globals="static void *root; static int k = 3; static int cmp (const void "
                  "*a, const void *b) { return *(int *)a - *(int *)b; }"),
    state("hsearch_r", "ENTRY *r, e = {\"k\", 0}; hsearch_r (e, ENTER, &r, &tab);",
          "({ ENTRY *r, e = {\"k\", 0}; hsearch_r (e, FIND, &r, &tab); })",
          "hcreate_r (10, &tab);", "static struct hsearch_data tab;"),
    state("nftw", "if (mkdir (\"nf/a\", 0700)) abort ();",
          "({ got = 0; nftw (\"nf\", act, 4, 0); got == 2; })",
          "mkdir (\"nf\", 0700); rmdir (\"nf/a\");",
          "static int got; static int act (const char *p, const struct stat *s, int "
          "t, struct FTW *w) { (void)p; (void)s; (void)t; (void)w; got++; return 0; "
          "}"),
    state("function_pointer", "fp = two;", "fp () == 2",
          globals="static int one (void) { return 1; } static int two (void) { "
                  "return 2; } static int (*fp) (void) = one;"),
    state("computed_goto", "k = 1;", "jump () == 2",
          globals="static int k; static int jump (void) { static void *t[] = {&&a, "
                  "&&b}; goto *t[k]; a: return 1; b: return 2; }"),
    state("longjmp_value", "k = 1;",
          "({ jmp_buf b; int v = setjmp (b); if (!v) longjmp (b, 2 + k); v == 3; })",
          globals="static int k;"),
    state("bitfield", "s.b = 1;", "s.b",
          globals="static struct { unsigned a : 3, b : 1; } s;"),
    state("long_double", "s = 2;", "s > 1.5L", globals="static long double s = 1;"),
    state("int128", "s = (__int128)1 << 70;", "s > 5", globals="static __int128 s = 1;"),
    state("complex", "s = 2.0 + 1.0i;", "__imag__ s > 0.5",
          globals="static _Complex double s = 1;"),
    state("bitint", "s += (_BitInt (100))1 << 80;", "s > 5",
          globals="static _BitInt (100) s = 1;"),
    state("nontemporal", "__builtin_nontemporal_store (1, &s);",
          "__builtin_nontemporal_load (&s)", globals="static int s;"),
    state("tls_of_other", "*t0 = 1;", "*t0 == 1", "t0 = &tl;",
          "static __thread int tl; static int *t0;"),
    state("sched_param_other",
          "setpriority (PRIO_PROCESS, syscall (SYS_gettid), 4); tid = syscall "
          "(SYS_gettid);", "getpriority (PRIO_PROCESS, tid) == 4 || errno == ESRCH",
          "tid = getpid ();", "static int tid;"),
]
