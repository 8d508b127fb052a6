"""Functions of the C library that look at memory, at the environment, at the
locale, at files and at other state of the process or the kernel."""
import machine
from cases import case


def text(name, look, old, new, *headers, **more):
    """A function that reads the string G."""
    return case(name, "strcpy (G, \"%s\");" % new, look,
                globals="static char G[64] = \"%s\";" % old, headers=headers,
                **more)


def wide(name, look, old, new, *headers, **more):
    return case(name, "wcscpy (G, L\"%s\");" % new, look,
                globals="static wchar_t G[32] = L\"%s\";" % old,
                headers=("wchar",) + headers, **more)


def bytes_(name, change, look, globals, *headers, **more):
    return case(name, change, look, globals=globals, headers=headers, **more)


def state(name, change, look, *headers, **more):
    return case(name, change, look, headers=headers, **more)


MEMORY = [
    text("getenv", "getenv (G) != 0", "NOPE", "PATH"),
    text("secure_getenv", "secure_getenv (G) != 0", "NOPE", "PATH"),
    text("access", "access (G, F_OK) == 0", "/nope", "/", "unistd"),
    text("faccessat", "faccessat (AT_FDCWD, G, F_OK, 0) == 0", "/nope", "/",
         "unistd", "fcntl"),
    text("open", "({ int f = open (G, O_RDONLY); if (f >= 0) close (f); f >= 0; })",
         "/nope", "/", "unistd", "fcntl"),
    text("openat", "({ int f = openat (AT_FDCWD, G, O_RDONLY); if (f >= 0) close (f); "
         "f >= 0; })", "/nope", "/", "unistd", "fcntl"),
    text("opendir", "({ DIR *q = opendir (G); if (q) closedir (q); q != 0; })",
         "/nope", "/", "dirent"),
    text("scandir", "({ struct dirent **q; scandir (G, &q, 0, 0) > 0; })",
         "/nope", "/", "dirent"),
    text("chdir", "chdir (G) == 0", "/nope", "/", "unistd"),
    text("statvfs", "({ struct statvfs q; statvfs (G, &q) == 0; })", "/nope", "/",
         "sys/statvfs"),
    text("pathconf", "pathconf (G, _PC_NAME_MAX) > 0", "/nope", "/", "unistd"),
    text("inet_pton", "({ int o; inet_pton (AF_INET, G, &o) == 1; })", "nope",
         "1.2.3.4", "arpa/inet"),
    text("inet_aton", "({ struct in_addr o; inet_aton (G, &o); })", "nope",
         "1.2.3.4", "arpa/inet"),
    text("inet_addr", "inet_addr (G) != INADDR_NONE", "nope", "1.2.3.4",
         "arpa/inet"),
    text("inet_network", "inet_network (G) == 0x1020304", "nope", "1.2.3.4",
         "arpa/inet"),
    case("regexec", "strcpy (G, \"abc\");", "regexec (&q, G, 0, 0, 0) == 0",
         before="regcomp (&q, \"^a\", 0);", headers=("regex",),
         globals="static char G[64] = \"nope\"; static regex_t q;"),
    text("regcomp", "({ regex_t q; regcomp (&q, G, 0) == 0; })", "\\\\(", "a",
         "regex"),
    text("fnmatch", "fnmatch (\"a*\", G, 0) == 0", "nope", "abc", "fnmatch"),
    text("fnmatch_pattern", "fnmatch (G, \"abc\", 0) == 0", "n*", "a*", "fnmatch"),
    text("glob", "({ glob_t q; glob (G, 0, 0, &q) == 0; })", "/nope*", "/*", "glob"),
    text("wordexp", "({ wordexp_t q; wordexp (G, &q, 0) == 0 && q.we_wordc == 2; })",
         "a", "a b", "wordexp"),
    text("strptime", "({ struct tm q; strptime (G, \"%Y\", &q) != 0; })", "nope",
         "1999", "time"),
    text("strptime_format", "({ struct tm q; strptime (\"1999\", G, &q) != 0; })",
         "x", "%Y", "time"),
    text("strftime_format", "({ struct tm q = {0}; char b[9]; "
         "strftime (b, 9, G, &q) == 2; })", "xyz", "%d", "time"),
    text("setlocale", "setlocale (LC_ALL, G) != 0", "nope", "C", "locale"),
    text("newlocale", "newlocale (LC_ALL_MASK, G, 0) != 0", "nope", "C", "locale"),
    text("getpwnam", "getpwnam (G) != 0", "nope", "root", "pwd",
         needs=machine.root),
    text("getgrnam", "getgrnam (G) != 0", "nope", "root", "grp",
         needs=machine.root),
    text("getservbyname", "getservbyname (G, \"tcp\") != 0", "nope", "http",
         "netdb", apart=False, open="needs /etc/services"),
    text("if_nametoindex", "if_nametoindex (G) != 0", "nope", "lo", "net/if"),
    text("getaddrinfo", "({ struct addrinfo *q, h = {.ai_flags = AI_NUMERICHOST}; "
         "getaddrinfo (G, 0, &h, &q) == 0; })", "nope", "1.2.3.4", "netdb"),
    text("ether_aton", "ether_aton (G) != 0", "nope", "1:2:3:4:5:6",
         "netinet/ether"),
    text("a64l", "a64l (G) == 2", ".", "0"),
    text("getsubopt", "({ char *o = G, *v, *k[] = {\"ro\", 0}; "
         "getsubopt (&o, k, &v) == 0; })", "nope", "ro"),
    text("getopt", "({ char *v[] = {\"p\", G, 0}; optind = 0; "
         "getopt (2, v, \"a\") == 'a'; })", "nope", "-a", "unistd"),
    text("getopt_long", "({ char *v[] = {\"p\", G, 0}; optind = 0; "
         "struct option o[] = {{\"abc\", 0, 0, 7}, {0}}; "
         "getopt_long (2, v, \"a\", o, 0) == 7; })", "nope", "--abc", "getopt"),
    text("mblen", "mblen (G, 2) > 0", "", "a"),
    text("mbtowc", "({ wchar_t w; mbtowc (&w, G, 2) > 0; })", "", "a", "wchar"),
    text("mbrtowc", "({ wchar_t w; mbstate_t s = {0}; mbrtowc (&w, G, 2, &s) > 0; })",
         "", "a", "wchar"),
    text("mbrlen", "({ mbstate_t s = {0}; mbrlen (G, 2, &s) > 0; })", "", "a",
         "wchar"),
    text("mbsrtowcs", "({ wchar_t w[9]; const char *g = G; mbstate_t s = {0}; "
         "mbsrtowcs (w, &g, 9, &s) > 0; })", "", "a", "wchar"),
    text("iconv", "({ iconv_t c = iconv_open (\"UTF-16\", \"UTF-8\"); char o[9], "
         "*i = G, *q = o; size_t n = 1, k = 9; iconv (c, &i, &n, &q, &k) == 0; })",
         "\\xff", "a", "iconv"),
    text("iconv_open", "iconv_open (G, \"UTF-8\") != (iconv_t)-1", "nope", "UTF-16",
         "iconv"),
    text("dlopen", "dlopen (G, RTLD_LAZY) != 0", "nope", "libm.so.6", "dlfcn"),
    text("dlsym", "dlsym (RTLD_DEFAULT, G) != 0", "nope", "printf", "dlfcn"),
    text("strfry", "strfry (G)[0] == 'a'", "b", "aa"),
    text("argz_count", "argz_count (G, 4) == 2", "abc", "a", "argz"),
    text("envz_get", "envz_get (G, 4, \"a\") != 0", "nop", "a=b", "envz"),
    text("rpmatch", "rpmatch (G) == 1", "n", "y"),
    text("basename", "basename (G)[0] == 'a'", "/b", "/a"),
    text("xpg_basename", "__xpg_basename (G)[0] == 'a'", "/b", "/a", "libgen"),
    text("dirname", "dirname (G)[1] == 'a'", "/b/c", "/a/c", "libgen"),
    text("strtod_l", "({ char *e; strtod_l (G, &e, "
         "newlocale (LC_ALL_MASK, \"C\", 0)) == 1; })", "0", "1", "locale"),
    text("strtol_l", "({ char *e; strtol_l (G, &e, 10, "
         "newlocale (LC_ALL_MASK, \"C\", 0)) == 1; })", "0", "1", "locale"),
    text("strcoll_l", "strcoll_l (G, \"a\", newlocale (LC_ALL_MASK, \"C\", 0)) == 0",
         "b", "a", "locale"),
    text("strcasecmp_l", "strcasecmp_l (G, \"a\", "
         "newlocale (LC_ALL_MASK, \"C\", 0)) == 0", "b", "A", "locale", "strings"),
    text("gethostbyname", "gethostbyname (G) != 0", "300.300.300.300", "1.2.3.4",
         "netdb"),
    text("mkdir", "mkdir (G, 0700) != 0 && errno == EEXIST", "/nope/a", "/",
         "sys/stat", "errno"),
    text("rename", "rename (G, \"/\") != 0 && errno != ENOENT", "/nope/a",
         "/tmp", "stdio", "errno"),
    text("unlink", "unlink (G) != 0 && errno != ENOENT", "/nope/a", "/", "unistd",
         "errno"),
    text("utime", "utime (G, 0) == 0", "/nope", "/tmp", "utime"),
    text("truncate", "truncate (G, 0) != 0 && errno == EISDIR", "/nope", "/",
         "unistd", "errno"),
    text("memfd_create", "memfd_create (G, 0) >= 0 && G[0] == 'a'", "b", "a",
         "sys/mman"),
    text("shm_open", "shm_open (G, O_RDONLY, 0) < 0 && errno == EINVAL", "/nope", "/",
         "sys/mman", "fcntl", "errno"),
    text("sem_open", "sem_open (G, 0) == SEM_FAILED && errno == EINVAL", "/nope", "/",
         "semaphore", "errno"),
    text("popen", "({ FILE *q = popen (G, \"r\"); int c = fgetc (q); pclose (q); "
         "c == 'a'; })", "echo b", "echo a", "stdio"),
    text("system", "system (G) == 0", "false", "true"),
    text("strtoimax", "strtoimax (G, 0, 10) == 1", "0", "1", "inttypes"),
    text("fopen_mode", "fopen (\"/dev/null\", G) != 0", "nope", "r", "stdio"),
    text("freopen", "freopen (G, \"r\", stdin) != 0", "/nope", "/dev/null", "stdio"),
    text("fmemopen", "({ FILE *q = fmemopen (G, 1, \"r\"); fgetc (q) == 'a'; })",
         "b", "a", "stdio"),
    text("strlen", "strlen (G) == 2", "b", "ab"),
    wide("wcstol", "wcstol (G, 0, 10) == 1", "0", "1"),
    wide("wcstoul", "wcstoul (G, 0, 10) == 1", "0", "1"),
    wide("wcstoll", "wcstoll (G, 0, 10) == 1", "0", "1"),
    wide("wcstoull", "wcstoull (G, 0, 10) == 1", "0", "1"),
    wide("wcstod", "wcstod (G, 0) == 1", "0", "1"),
    wide("wcstof", "wcstof (G, 0) == 1", "0", "1"),
    wide("wcscoll", "wcscoll (G, L\"a\") == 0", "b", "a"),
    wide("wcscasecmp", "wcscasecmp (G, L\"a\") == 0", "b", "A"),
    wide("wcsncasecmp", "wcsncasecmp (G, L\"a\", 1) == 0", "b", "A"),
    wide("wcsspn", "wcsspn (G, L\"a\") == 1", "b", "a"),
    wide("wcscspn", "wcscspn (G, L\"a\") == 0", "b", "a"),
    wide("wcspbrk", "wcspbrk (G, L\"a\") != 0", "b", "a"),
    wide("wcstok", "({ wchar_t *s; wcstok (G, L\",\", &s) != 0; })", ",", "a"),
    wide("wcswidth", "wcswidth (G, 3) == 2", "a", "ab"),
    wide("wcsxfrm", "({ wchar_t b[9]; wcsxfrm (b, G, 9) == 2; })", "a", "ab"),
    wide("wcsrtombs", "({ char b[9]; const wchar_t *g = G; mbstate_t s = {0}; "
         "wcsrtombs (b, &g, 9, &s) == 2; })", "a", "ab"),
    wide("swprintf", "({ wchar_t b[9]; swprintf (b, 9, L\"%ls\", G) == 2; })", "a",
         "ab"),
    wide("swscanf", "({ int i; swscanf (G, L\"%d\", &i) == 1; })", "a", "1"),
    wide("wcsftime", "({ wchar_t b[9]; struct tm q = {0}; "
         "wcsftime (b, 9, G, &q) == 1; })", "ab", "a", "time"),
]

OBJECTS = [
    bytes_("nanosleep", "G.tv_nsec = 5;",
           "nanosleep (&G, 0) == 0", "static struct timespec G = {0, -1};", "time"),
    bytes_("sigismember", "sigaddset (&G, SIGUSR1);",
           "sigismember (&G, SIGUSR1) == 1", "static sigset_t G;", "signal"),
    bytes_("sigisemptyset", "sigaddset (&G, SIGUSR1);", "sigisemptyset (&G) == 0",
           "static sigset_t G;", "signal"),
    bytes_("tfind", "tsearch (&k, &G, by);", "tfind (&k, &G, by) != 0",
           "static void *G; static int k; "
           "static int by (const void *a, const void *b) "
           "{ return (a > b) - (a < b); }", "search"),
    bytes_("lfind", "k[0] = 7;", "({ size_t n = 1; int w = 7; "
           "lfind (&w, k, &n, 4, by) != 0; })",
           "static int k[1]; static int by (const void *a, const void *b) "
           "{ return memcmp (a, b, 4); }", "search"),
    bytes_("hsearch", "hsearch ((ENTRY){\"a\", 0}, ENTER);",
           "hsearch ((ENTRY){\"a\", 0}, FIND) != 0", "", "search",
           before="hcreate (9);"),
    bytes_("insque", "insque (&b, &c);", "c.n == &b",
           "static struct e { struct e *n, *p; } b, c;", "search"),
    bytes_("poll", "G.fd = -1;", "poll (&G, 1, 0) == 0",
           "static struct pollfd G = {999, 0, 0};", "poll"),
    bytes_("erand48", "G[0] = 0;", "(erand48 (G), G[0] == 11)",
           "static unsigned short G[3] = {1, 0, 0};"),
    bytes_("timegm", "G.tm_year = 70; G.tm_mday = 1;", "timegm (&G) == 0",
           "static struct tm G = {.tm_year = 99};", "time"),
    bytes_("asctime_r", "G.tm_mday = 1;", "({ char b[64]; asctime_r (&G, b); "
           "strchr (b, '1') != 0; })",
           "static struct tm G = {.tm_mday = 2, .tm_year = -100};", "time"),
    bytes_("inet_ntop", "G = 1;", "({ char b[64]; inet_ntop (AF_INET, &G, b, 64); "
           "b[0] == '1'; })", "static int G;", "arpa/inet"),
    bytes_("getnameinfo", "G = 0x0100007f;", "({ char h[99]; "
           "struct sockaddr_in s = {.sin_family = AF_INET}; s.sin_addr.s_addr = G; "
           "getnameinfo ((void *)&s, sizeof s, h, 99, 0, 0, NI_NUMERICHOST) == 0 "
           "&& h[0] == '1'; })", "static int G;", "netdb", "arpa/inet"),
    bytes_("bsearch", "k[0] = 7;", "({ int w = 7; "
           "bsearch (&w, k, 1, 4, by) != 0; })",
           "static int k[1]; static int by (const void *a, const void *b) "
           "{ return memcmp (a, b, 4); }"),
    bytes_("setsockopt", "G = 1;", "({ int s = socket (AF_INET, SOCK_STREAM, 0), v, "
           "n = 4; setsockopt (s, SOL_SOCKET, SO_KEEPALIVE, &G, 4); "
           "getsockopt (s, SOL_SOCKET, SO_KEEPALIVE, &v, (socklen_t *)&n); v != 0; })",
           "static int G;", "sys/socket"),
    bytes_("writev", "G.iov_len = 1;", "writev (2, &G, 1) == 1",
           "static char b[1]; static struct iovec G = {b, 0};", "sys/uio"),
]

STATE = [
    state("env_set", "setenv (\"FTB\", \"1\", 1);", "getenv (\"FTB\") != 0"),
    state("env_put", "putenv (\"FTB=1\");", "getenv (\"FTB\") != 0"),
    state("env_unset", "unsetenv (\"FTB\");", "getenv (\"FTB\") == 0",
          before="setenv (\"FTB\", \"1\", 1);"),
    state("env_clear", "clearenv ();", "getenv (\"FTB\") == 0",
          before="setenv (\"FTB\", \"1\", 1);"),
    state("locale_set", "setlocale (LC_ALL, \"C.UTF-8\");",
          "strcmp (setlocale (LC_ALL, 0), \"C\") != 0", "locale"),
    state("locale_codeset", "setlocale (LC_ALL, \"C.UTF-8\");",
          "strcmp (nl_langinfo (CODESET), \"UTF-8\") == 0", "locale", "langinfo"),
    state("locale_max", "setlocale (LC_ALL, \"C.UTF-8\");", "MB_CUR_MAX > 1",
          "locale"),
    state("umask", "umask (0123);", "umask (0123) == 0123", "sys/stat"),
    state("cwd", "chdir (\"/\");",
          "({ char b[999]; strcmp (getcwd (b, 999), \"/\") == 0; })", "unistd",
          before="chdir (\"/tmp\");"),
    state("srand", "srand (5);", "rand () == 590011675"),
    state("srandom", "srandom (5);", "random () == 590011675"),
    state("srand48", "srand48 (5);", "lrand48 () == 1127084414"),
    state("rlimit", "struct rlimit l = {0, 0}; setrlimit (RLIMIT_CORE, &l);",
          "({ struct rlimit l; getrlimit (RLIMIT_CORE, &l); l.rlim_max == 0; })",
          "sys/resource", before="struct rlimit l0 = {1 << 20, 1 << 20}; "
          "setrlimit (RLIMIT_CORE, &l0);"),
    state("sigaction", "signal (SIGUSR1, SIG_IGN);",
          "({ struct sigaction a; sigaction (SIGUSR1, 0, &a); "
          "a.sa_handler == SIG_IGN; })", "signal"),
    state("mkdir_access", "mkdir (d, 0700);",
          "({ int r = access (d, F_OK) == 0; if (r) rmdir (d); r; })", "sys/stat",
          "unistd", globals="static char d[] = \"/tmp/ftb-XXXXXX\";",
          before="mkdtemp (d); rmdir (d);"),
    state("creat_excl", "close (open (d, O_CREAT | O_RDWR, 0600));",
          "open (d, O_CREAT | O_EXCL, 0600) < 0", "fcntl", "unistd",
          globals="static char d[] = \"/tmp/ftb-XXXXXX\";",
          before="close (mkstemp (d)); unlink (d);"),
    state("unlink_stat", "unlink (d);",
          "({ struct stat s; stat (d, &s) != 0; })", "sys/stat", "unistd",
          globals="static char d[] = \"/tmp/ftb-XXXXXX\";",
          before="close (mkstemp (d));"),
    state("symlink_readlink", "symlink (\"a\", d);",
          "({ char b[9]; int r = readlink (d, b, 9) == 1; unlink (d); r; })", "unistd",
          globals="static char d[] = \"/tmp/ftb-XXXXXX\";",
          before="close (mkstemp (d)); unlink (d);"),
    state("rename_access", "rename (d, e);",
          "({ int r = access (e, F_OK) == 0; unlink (e); r; })", "unistd", "stdio",
          globals="static char d[] = \"/tmp/ftb-XXXXXX\", e[40];",
          before="close (mkstemp (d)); strcpy (e, d); strcat (e, \"x\");"),
    state("chmod_stat", "chmod (d, 0400);",
          "({ struct stat s; stat (d, &s); unlink (d); (s.st_mode & 0777) == 0400; })",
          "sys/stat", "unistd",
          globals="static char d[] = \"/tmp/ftb-XXXXXX\";",
          before="close (mkstemp (d));"),
    state("lseek", "write (f, \"x\", 1);", "lseek (f, 0, SEEK_CUR) == 1", "unistd",
          "sys/mman", globals="static int f;", before="f = memfd_create (\"m\", 0);"),
    state("lseek_lseek", "lseek (f, 5, SEEK_SET);", "lseek (f, 0, SEEK_CUR) == 5",
          "unistd", "sys/mman", globals="static int f;",
          before="f = memfd_create (\"m\", 0);"),
    state("ftruncate_fstat", "ftruncate (f, 9);",
          "({ struct stat s; fstat (f, &s); s.st_size == 9; })", "unistd", "sys/mman",
          "sys/stat", globals="static int f;", before="f = memfd_create (\"m\", 0);"),
    state("fcntl_flags", "fcntl (f, F_SETFL, O_NONBLOCK);",
          "(fcntl (f, F_GETFL) & O_NONBLOCK) != 0", "unistd", "sys/mman", "fcntl",
          globals="static int f;", before="f = memfd_create (\"m\", 0);"),
    state("close_fcntl", "close (f);", "fcntl (f, F_GETFD) < 0", "unistd", "sys/mman",
          "fcntl", globals="static int f;", before="f = memfd_create (\"m\", 0);"),
    state("dup2_fcntl", "dup2 (0, 77);", "fcntl (77, F_GETFD) >= 0", "unistd",
          "fcntl"),
    state("fseek_ftell", "fseek (f, 5, SEEK_SET);", "ftell (f) == 5", "stdio",
          globals="static FILE *f;", before="f = tmpfile ();"),
    state("fputc_ftell", "fputc ('a', f);", "ftell (f) == 1", "stdio",
          globals="static FILE *f;", before="f = tmpfile ();"),
    state("ferror_clearerr", "fgetc (f);", "feof (f) != 0", "stdio",
          globals="static FILE *f;", before="f = tmpfile ();"),
    state("ungetc_fgetc", "ungetc ('a', f);", "fgetc (f) == 'a'", "stdio",
          globals="static FILE *f;", before="f = tmpfile ();"),
    state("rewind_fgetc", "rewind (f);", "fgetc (f) == 'a'", "stdio",
          globals="static FILE *f;", before="f = tmpfile (); fputc ('a', f);"),
    state("thread_name", "pthread_setname_np (n, \"abc\");",
          "({ char b[16]; pthread_getname_np (n, b, 16); strcmp (b, \"abc\") == 0; })",
          globals="static pthread_t n;", before="n = pthread_self ();"),
    state("sigpending", "pthread_kill (pthread_self (), 0); "
          "kill (getpid (), SIGUSR1);",
          "({ sigset_t s; sigpending (&s); sigismember (&s, SIGUSR1) == 1; })",
          "signal", "unistd", before="sigset_t s; sigemptyset (&s); "
          "sigaddset (&s, SIGUSR1); pthread_sigmask (SIG_BLOCK, &s, 0);"),
    state("tzset", "setenv (\"TZ\", \"XYZ3\", 1); tzset ();", "timezone == 10800",
          "time"),
    state("optarg", "optarg = \"a\";", "optarg != 0", "unistd"),
    state("sysv_shm", "shmget (k, 9, IPC_CREAT | 0600);",
          "({ int i = shmget (k, 9, 0); shmctl (i, IPC_RMID, 0); i >= 0; })", "sys/shm",
          "sys/ipc", "unistd", globals="static int k;",
          before="k = 0x46540000 + (getpid () & 0xffff);"),
    state("flock", "flock (f, LOCK_EX);", "flock (g, LOCK_EX | LOCK_NB) != 0",
          "sys/file", "unistd", "fcntl",
          globals="static int f, g; static char d[] = \"/tmp/ftb-XXXXXX\";",
          before="f = mkstemp (d); g = open (d, O_RDWR); unlink (d);"),
    state("getdents", "close (open (strcat (strcpy (p, d), \"/a\"), O_CREAT | O_RDWR, "
          "0600));", "({ DIR *q = opendir (d); int n = 0; while (readdir (q)) n++; "
          "closedir (q); unlink (p); rmdir (d); n == 3; })", "dirent", "fcntl",
          "unistd", globals="static char d[] = \"/tmp/ftb-XXXXXX\", p[40];",
          before="mkdtemp (d);"),
    state("bind_listen", "struct sockaddr_un n = {AF_UNIX, \"\"}; "
          "strcpy (n.sun_path, d); bind (f, (void *)&n, sizeof n);",
          "({ int r = access (d, F_OK) == 0; unlink (d); r; })", "sys/socket",
          "sys/un", "unistd",
          globals="static int f; static char d[] = \"/tmp/ftb-XXXXXX\";",
          before="close (mkstemp (d)); unlink (d); "
          "f = socket (AF_UNIX, SOCK_STREAM, 0);"),
]

# Variables of the library, locale, time zone, timers, sockets, queues, callbacks,
# streams over memory.
FILE_IN_TMP = 'static char d[] = "/tmp/ftb-XXXXXX"; static int f;'
MAKE_FILE = "f = mkstemp (d); unlink (d);"
UNIX = "struct sockaddr_un n = {AF_UNIX, \"\"}; n.sun_path[1] = 'f'; "
MORE = [
    state("signgam", "volatile double v = -0.5; v = lgamma (v);", "signgam == -1",
          "math", flags="-lm"),
    state("optind", "char *v[] = {\"p\", \"-a\", 0}; getopt (2, v, \"a\");",
          "optind == 2", "unistd"),
    state("environ", "setenv (\"FTB\", \"1\", 1);", "environ[0][0] == 'F'", "unistd",
          before="clearenv ();"),
    state("timezone_localtime", "setenv (\"TZ\", \"XYZ3\", 1); time_t t = 0; "
          "localtime (&t);", "timezone == 10800", "time"),
    state("env_localtime", "setenv (\"TZ\", \"XYZ3\", 1); tzset ();",
          "({ time_t t = 86400; struct tm q; localtime_r (&t, &q); q.tm_hour == 21; })",
          "time"),
    state("env_mktime", "setenv (\"TZ\", \"XYZ3\", 1);",
          "({ struct tm q = {.tm_year = 70, .tm_mday = 1}; mktime (&q) == 10800; })",
          "time"),
    state("strtok_state", "strtok (G, \",\");", "strtok (0, \",\") != 0",
          globals="static char G[] = \"a,b\";"),
    state("iswalpha", "setlocale (LC_ALL, \"C.UTF-8\");", "iswalpha (0xe9) != 0",
          "locale", "wctype"),
    state("towupper", "setlocale (LC_ALL, \"C.UTF-8\");", "towupper (0xe9) == 0xc9",
          "locale", "wctype"),
    state("wcwidth", "setlocale (LC_ALL, \"C.UTF-8\");", "wcwidth (0x4e00) == 2",
          "locale", "wchar"),
    state("mbstowcs_locale", "setlocale (LC_ALL, \"C.UTF-8\");",
          "({ wchar_t w[9]; mbstowcs (w, \"\\xc3\\xa9\", 9) == 1; })", "locale", "wchar"),
    state("fnmatch_locale", "setlocale (LC_ALL, \"C.UTF-8\");",
          "fnmatch (\"?\", \"\\xc3\\xa9\", 0) == 0", "locale", "fnmatch"),
    state("snprintf_locale", "setlocale (LC_ALL, \"C.UTF-8\");",
          "({ char b[9]; snprintf (b, 9, \"%lc\", 0xe9) == 2; })", "locale", "stdio"),
    text("wctype", "wctype (G) != 0", "nope", "alpha", "wctype"),
    text("wctrans", "wctrans (G) != 0", "nope", "toupper", "wctype"),
    state("alarm", "alarm (100);", "alarm (0) > 0", "unistd"),
    state("setitimer", "struct itimerval t = {{0}, {100, 0}}; "
          "setitimer (ITIMER_REAL, &t, 0);",
          "({ struct itimerval q; getitimer (ITIMER_REAL, &q); q.it_value.tv_sec > 0; })",
          "sys/time"),
    state("timer_settime", "struct itimerspec q = {{0}, {100, 0}}; "
          "timer_settime (t, 0, &q, 0);",
          "({ struct itimerspec q; timer_gettime (t, &q); q.it_value.tv_sec > 0; })",
          "time", "signal", globals="static timer_t t;",
          before="struct sigevent s = {.sigev_notify = SIGEV_NONE}; "
          "timer_create (CLOCK_MONOTONIC, &s, &t);"),
    state("timerfd", "struct itimerspec q = {{0}, {100, 0}}; "
          "timerfd_settime (t, 0, &q, 0);",
          "({ struct itimerspec q; timerfd_gettime (t, &q); q.it_value.tv_sec > 0; })",
          "sys/timerfd", globals="static int t;",
          before="t = timerfd_create (CLOCK_MONOTONIC, 0);"),
    state("key_delete", "pthread_key_delete (k);",
          "pthread_setspecific (k, &k) != 0", globals="static pthread_key_t k;",
          before="pthread_key_create (&k, 0);"),
    state("sigaction_raise", "signal (SIGUSR1, SIG_IGN);",
          "({ struct sigaction a; sigaction (SIGUSR1, 0, &a); "
          "a.sa_handler == SIG_IGN && raise (SIGUSR1) == 0; })", "signal"),
    state("prctl", "prctl (PR_SET_DUMPABLE, 0);", "prctl (PR_GET_DUMPABLE) == 0",
          "sys/prctl"),
    state("rlimit_sysconf", "struct rlimit l = {77, 77}; "
          "setrlimit (RLIMIT_NOFILE, &l);", "sysconf (_SC_OPEN_MAX) == 77",
          "sys/resource", "unistd"),
    state("concurrency", "pthread_setconcurrency (7);", "pthread_getconcurrency () == 7"),
    state("setsid", "setpgid (0, 0);", "getpgrp () == getpid ()", "unistd"),
    state("fopen_access", "fclose (fopen (d, \"w\"));",
          "({ int r = access (d, F_OK) == 0; unlink (d); r; })", "stdio", "unistd",
          globals=FILE_IN_TMP, before="close (mkstemp (d)); unlink (d);"),
    state("creat_fopen", "close (creat (d, 0600));",
          "({ FILE *q = fopen (d, \"r\"); unlink (d); q != 0; })", "stdio", "unistd",
          "fcntl", globals=FILE_IN_TMP, before="close (mkstemp (d)); unlink (d);"),
    state("write_fstat", "write (f, \"abc\", 3);",
          "({ struct stat s; fstat (f, &s); s.st_size == 3; })", "unistd", "sys/stat",
          globals=FILE_IN_TMP, before=MAKE_FILE),
    state("fputs_stat", "fputs (\"abc\", q); fflush (q);",
          "({ struct stat s; fstat (fileno (q), &s); s.st_size == 3; })", "stdio",
          "sys/stat", globals="static FILE *q;", before="q = tmpfile ();"),
    state("fclose_stat", "fclose (q);",
          "({ struct stat s; stat (d, &s); unlink (d); s.st_size == 3; })", "stdio",
          "unistd", "sys/stat", globals=FILE_IN_TMP + "static FILE *q;",
          before="q = fdopen (mkstemp (d), \"w\"); fputs (\"abc\", q);"),
    state("ftruncate_read", "ftruncate (f, 9);",
          "({ char b[9]; read (f, b, 9) == 9; })", "unistd",
          globals=FILE_IN_TMP, before=MAKE_FILE),
    state("futimens_fstat", "struct timespec t[2] = {{5, 0}, {5, 0}}; futimens (f, t);",
          "({ struct stat s; fstat (f, &s); s.st_mtime == 5; })", "unistd", "sys/stat",
          globals=FILE_IN_TMP, before=MAKE_FILE),
    state("setvbuf", "setvbuf (q, 0, _IONBF, 0);", "__fbufsize (q) <= 1", "stdio",
          "stdio_ext", globals="static FILE *q;",
          before="q = tmpfile (); fputc ('a', q);"),
    state("fsetlocking", "__fsetlocking (q, FSETLOCKING_BYCALLER);",
          "__fsetlocking (q, FSETLOCKING_QUERY) == FSETLOCKING_BYCALLER", "stdio",
          "stdio_ext", globals="static FILE *q;", before="q = tmpfile ();"),
    bytes_("fmemopen_kept", "G[0] = 'a';", "fgetc (q) == 'a'",
           "static char G[4] = \"b\"; static FILE *q;", "stdio",
           before="q = fmemopen (G, 1, \"r\"); setvbuf (q, 0, _IONBF, 0);"),
    state("listen_getsockopt", "listen (f, 1);",
          "({ int v = 0; socklen_t n = sizeof v; "
          "getsockopt (f, SOL_SOCKET, SO_ACCEPTCONN, &v, &n); v != 0; })",
          "sys/socket", "sys/un", globals="static int f;",
          before=UNIX + "f = socket (AF_UNIX, SOCK_STREAM, 0); "
          "bind (f, (void *)&n, sizeof n.sun_family);"),
    state("setsockopt_kept", "int v = 1; setsockopt (f, SOL_SOCKET, SO_KEEPALIVE, &v, 4);",
          "({ int v = 0; socklen_t n = 4; getsockopt (f, SOL_SOCKET, SO_KEEPALIVE, "
          "&v, &n); v != 0; })", "sys/socket", globals="static int f;",
          before="f = socket (AF_INET, SOCK_STREAM, 0);"),
    state("mq_getattr", "mq_send (q, \"a\", 1, 0);",
          "({ struct mq_attr a; mq_getattr (q, &a); a.mq_curmsgs == 1; })", "mqueue",
          "unistd", "stdio", globals="static mqd_t q;",
          before="char n[40]; snprintf (n, 40, \"/ftb%d\", (int)getpid ()); "
          "q = mq_open (n, O_CREAT | O_RDWR, 0600, 0); mq_unlink (n);"),
    state("msgctl", "struct { long t; char c; } v = {1, 'a'}; msgsnd (q, &v, 1, 0);",
          "({ struct msqid_ds a; msgctl (q, IPC_STAT, &a); msgctl (q, IPC_RMID, 0); "
          "a.msg_qnum == 1; })", "sys/msg", "sys/ipc", globals="static int q;",
          before="q = msgget (IPC_PRIVATE, 0600);"),
    state("semctl", "struct sembuf b = {0, 1, 0}; semop (q, &b, 1);",
          "({ int v = semctl (q, 0, GETVAL); semctl (q, 0, IPC_RMID); v == 1; })",
          "sys/sem", "sys/ipc", globals="static int q;",
          before="q = semget (IPC_PRIVATE, 1, 0600);"),
    bytes_("lsearch", "G = 7;", "({ size_t n = 0; int k[2] = {0}; "
           "lsearch (&G, k, &n, 4, by); k[0] == 7; })",
           "static int G; static int by (const void *a, const void *b) "
           "{ return memcmp (a, b, 4); }", "search"),
    bytes_("sched_cpucount", "CPU_SET (3, &G);", "__sched_cpucount (sizeof G, &G) == 1",
           "static cpu_set_t G;", "sched"),
    bytes_("attr", "pthread_attr_setdetachstate (&G, PTHREAD_CREATE_DETACHED);",
           "({ int v; pthread_attr_getdetachstate (&G, &v); "
           "v == PTHREAD_CREATE_DETACHED; })", "static pthread_attr_t G;",
           before="pthread_attr_init (&G);"),
    bytes_("mutexattr", "pthread_mutexattr_settype (&G, PTHREAD_MUTEX_RECURSIVE);",
           "({ int v; pthread_mutexattr_gettype (&G, &v); "
           "v == PTHREAD_MUTEX_RECURSIVE; })", "static pthread_mutexattr_t G;",
           before="pthread_mutexattr_init (&G);"),
    bytes_("execve", "strcpy (G, \"/\");", "execl (G, G, (char *)0) < 0 && errno == EACCES",
           "static char G[9] = \"/nope\";", "unistd", "errno"),
    bytes_("nan", "G[0] = '5';", "({ double v = nan (G); long w; memcpy (&w, &v, 8); "
           "(w & 15) == 5; })", "static char G[4] = \"6\";", "math", flags="-lm"),
    bytes_("eventfd_write", "eventfd_write (f, 1);",
           "({ eventfd_t v = 0; eventfd_read (f, &v); v == 1; })", "static int f;",
           "sys/eventfd", before="f = eventfd (0, EFD_NONBLOCK);"),
    bytes_("ppoll", "G.fd = -1;", "ppoll (&G, 1, &t, 0) == 0",
           "static struct pollfd G = {999, 0, 0}; static struct timespec t;", "poll"),
    bytes_("pselect", "FD_CLR (999, &G);", "pselect (1000, &G, 0, 0, &t, 0) == 0",
           "static fd_set G; static struct timespec t;", "sys/select",
           before="FD_SET (999, &G);"),
    bytes_("sigtimedwait", "sigaddset (&G, SIGUSR1);",
           "sigtimedwait (&G, 0, &t) == SIGUSR1",
           "static sigset_t G; static struct timespec t;", "signal", "unistd",
           before="sigset_t s; sigemptyset (&s); sigaddset (&s, SIGUSR1); "
           "pthread_sigmask (SIG_BLOCK, &s, 0); kill (getpid (), SIGUSR1);"),
    bytes_("fprintf_text", "strcpy (G, \"ab\");", "fprintf (q, \"%s\", G) == 2",
           "static char G[9] = \"a\"; static FILE *q;", "stdio",
           before="q = fopen (\"/dev/null\", \"w\");"),
    bytes_("vsnprintf_text", "strcpy (G, \"ab\");", "say (\"%s\", G) == 2",
           "#include <stdarg.h>\nstatic char G[9] = \"a\"; static int say "
           "(const char *f, ...) { char b[9]; va_list a; va_start (a, f); "
           "int n = vsnprintf (b, 9, f, a); va_end (a); return n; }", "stdio"),
    bytes_("obstack", "obstack_grow (&o, \"abc\", 3);", "obstack_object_size (&o) == 3",
           "#define obstack_chunk_alloc malloc\n#define obstack_chunk_free free\n"
           "static struct obstack o;", "obstack", before="obstack_init (&o);"),
    text("getmntent", "({ struct mntent e = {.mnt_opts = G}; hasmntopt (&e, \"ro\") != 0; })",
         "rw", "ro", "mntent"),
    text("crypt", "({ char *q = crypt (\"a\", G); q && q[0] == '$'; })", "*",
         "$5$abcdefgh$", "crypt", flags="-lcrypt"),
    text("regcomp_kept", "regexec (&q, G, 0, 0, 0) == 0", "b", "a", "regex",
         )._replace(before="regcomp (&q, \"^a\", REG_NOSUB);",
                    globals="static char G[64] = \"b\"; static regex_t q;"),
    text("c16", "({ char16_t c; mbstate_t s = {0}; mbrtoc16 (&c, G, 4, &s) == 1 && "
         "c == 'a'; })", "b", "a", "uchar"),
]
OPEN = {
    "getservbyname": "needs /etc/services",
}


def until(name, call, globals, before="", *headers):
    """A wait until the time G, which is none at first and then long over."""
    return case(name, "G.tv_nsec = 0;", call, before,
                "static struct timespec G = {0, -1}; " + globals,
                ("time", "errno") + headers, bare=True)


def until_rwlock(name, clock=""):
    return until("rwlock_" + name,
                 "pthread_rwlock_%s (&h, %s&G) == ETIMEDOUT" % (name, clock),
                 "static pthread_rwlock_t h;", "pthread_rwlock_wrlock (&h);")


def until_woken(name, look):
    return until(name, "({ pthread_mutex_lock (&h); int e = %s; "
                 "pthread_mutex_unlock (&h); e == ETIMEDOUT; })" % look,
                 "static pthread_cond_t c; static pthread_mutex_t h;")


SLEEPER = "static pthread_t s; static void *rest (void *a) { sleep (1); return a; }"
START = "pthread_create (&s, 0, rest, 0);"

WAITS = [
    until("sem_timedwait", "sem_timedwait (&s, &G) < 0 && errno == ETIMEDOUT",
          "static sem_t s;", "", "semaphore"),
    until("sem_clockwait", "sem_clockwait (&s, CLOCK_MONOTONIC, &G) < 0 && "
          "errno == ETIMEDOUT", "static sem_t s;", "", "semaphore"),
    until("mutex_timedlock", "pthread_mutex_timedlock (&h, &G) == ETIMEDOUT",
          "static pthread_mutex_t h;", "pthread_mutex_lock (&h);"),
    until("mutex_clocklock", "pthread_mutex_clocklock (&h, CLOCK_MONOTONIC, &G) == "
          "ETIMEDOUT", "static pthread_mutex_t h;", "pthread_mutex_lock (&h);"),
    until("mtx_timedlock", "mtx_timedlock (&h, &G) == thrd_timedout", "static mtx_t h;",
          "mtx_init (&h, mtx_timed); mtx_lock (&h);", "threads"),
    until_rwlock("timedrdlock"), until_rwlock("timedwrlock"),
    until_rwlock("clockrdlock", "CLOCK_MONOTONIC, "),
    until_rwlock("clockwrlock", "CLOCK_MONOTONIC, "),
    until_woken("cond_timedwait", "pthread_cond_timedwait (&c, &h, &G)"),
    until_woken("cond_clockwait", "pthread_cond_clockwait (&c, &h, CLOCK_MONOTONIC, &G)"),
    until("cnd_timedwait", "({ mtx_lock (&h); int e = cnd_timedwait (&c, &h, &G); "
          "mtx_unlock (&h); e == thrd_timedout; })",
          "static cnd_t c; static mtx_t h;", "mtx_init (&h, 0); cnd_init (&c);",
          "threads"),
    until("timedjoin", "pthread_timedjoin_np (s, 0, &G) == ETIMEDOUT", SLEEPER, START,
          "unistd"),
    until("clockjoin", "pthread_clockjoin_np (s, 0, CLOCK_MONOTONIC, &G) == ETIMEDOUT",
          SLEEPER, START, "unistd"),
    until("futex_wait", "syscall (SYS_futex, &w, FUTEX_WAIT, 0, &G, 0, 0) < 0 && "
          "errno == ETIMEDOUT", "static unsigned w;", "", "unistd", "sys/syscall",
          "linux/futex"),
]


def again(name, fills, before, *headers, **more):
    """A function that writes G, without a record, with the value that a record
    has shown: G is 1 by a record, then not by a call, then 1 by a call."""
    return case("again_" + name, fills, "*(volatile int *)&G == 1",
                "G = 1; %s" % before, "static int G, s; " + more.pop("globals", ""),
                headers, **more)


WRITTEN_AGAIN = [
    again("sem_getvalue", "sem_getvalue (&q, &G);",
          "sem_init (&q, 0, 0); sem_getvalue (&q, &G); sem_post (&q);", "semaphore",
          globals="static sem_t q;"),
    again("getsockopt", "socklen_t l = 4; getsockopt (s, SOL_SOCKET, SO_PASSCRED, &G, &l);",
          "socklen_t l = 4; int one = 1; s = socket (AF_UNIX, SOCK_STREAM, 0);\n"
          "  getsockopt (s, SOL_SOCKET, SO_PASSCRED, &G, &l);\n"
          "  setsockopt (s, SOL_SOCKET, SO_PASSCRED, &one, 4);", "sys/socket"),
    again("fionread", "ioctl (q[0], FIONREAD, &G);",
          "if (pipe (q))\n    return 3;\n  ioctl (q[0], FIONREAD, &G);\n"
          "  if (write (q[1], \"a\", 1) != 1)\n    return 3;", "sys/ioctl", "unistd",
          globals="static int q[2];"),
    again("getdetachstate", "pthread_attr_getdetachstate (&q, &G);",
          "pthread_attr_init (&q); pthread_attr_getdetachstate (&q, &G); "
          "pthread_attr_setdetachstate (&q, 1);", globals="static pthread_attr_t q;"),
    again("prctl", "prctl (PR_GET_CHILD_SUBREAPER, &G);",
          "prctl (PR_GET_CHILD_SUBREAPER, &G); prctl (PR_SET_CHILD_SUBREAPER, 1);",
          "sys/prctl"),
    again("frexp", "frexp (1.5, &G);", "frexp (8, &G);", "math"),
    again("getopt_long", "parse (\"--yes\");", "parse (\"--no\");", "getopt", "stdio",
          globals="static struct option all[] = {{\"yes\", 0, &G, 1}, "
          "{\"no\", 0, &G, 0}, {0}}; static void parse (char *o) { "
          "char *v[] = {\"p\", o, 0}; optind = 0; getopt_long (2, v, \"\", all, 0); }"),
    case("again_buffer", "fputc ('a', f);", "*(volatile char *)b == 'a'",
         "f = tmpfile (); setvbuf (f, b, _IOFBF, 64); b[0] = 'a'; fputc ('b', f); rewind (f);",
         "static FILE *f; static char b[64];", ("stdio",)),
    case("again_memory_stream", "fputs (\"abc\", f); fflush (f);",
         "*(volatile size_t *)&n == 3", "f = open_memstream (&p, &n); fflush (f); n = 3; "
         "fflush (f);", "static FILE *f; static char *p; static size_t n;", ("stdio",)),
]

# Functions of which the records have what they read of G.
BARE = """a64l access argz_count asctime_r basename c16 chdir dirname
envz_get erand48 ether_aton faccessat fnmatch fnmatch_pattern fopen_mode
fprintf_text freopen getaddrinfo getenv gethostbyname getnameinfo getopt
getopt_long getsubopt glob iconv_open if_nametoindex inet_addr inet_aton
inet_network inet_ntop inet_pton mblen mbrlen mbrtowc mbsrtowcs mbtowc
memfd_create mkdir mutexattr nanosleep newlocale open openat opendir
pathconf poll popen ppoll regcomp regcomp_kept regexec rename rpmatch
sched_cpucount secure_getenv sem_open setlocale setsockopt shm_open
sigisemptyset sigismember sigtimedwait statvfs strcasecmp_l strfry
swprintf
strftime_format strlen strptime strptime_format strtoimax system timegm
truncate unlink utime wcscasecmp wcscoll wcscspn wcsftime wcsncasecmp
wcspbrk wcsrtombs wcsspn wcstod wcstof wcstok wcstol wcstoll wcstoul
wcstoull wcswidth wcsxfrm wctrans wctype wordexp writev xpg_basename""".split()
CASES = [c._replace(open=OPEN.get(c.name, c.open), bare=c.bare or c.name in BARE)
         for c in MEMORY + OBJECTS + STATE + MORE + WAITS + WRITTEN_AGAIN]
