// Checks of the machine: what the kernel and a sandbox around this process
// permit.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include "cli/doctor_checks.h"

enum ft_doctor_result ft_doctor_proc (ft_doctor *d, ft_strbuf *text) {
  char self[8];
  (void)d;
  if (readlink ("/proc/self/exe", self, sizeof self) > 0) {
    ft_strbuf_add (text, "mounted");
    return FT_DOCTOR_OK;
  }
  ft_strbuf_add (text,
                 "/proc/self/exe: %s; foretrace finds its files and the stacks "
                 "of threads there: mount -t proc proc /proc",
                 strerror (errno));
  return FT_DOCTOR_FAIL;
}

enum ft_doctor_result ft_doctor_here (ft_doctor *d, ft_strbuf *text) {
  (void)d;
  if (!access (".", W_OK)) {
    ft_strbuf_add (text, "recordings can be written here");
    return FT_DOCTOR_OK;
  }
  ft_strbuf_add (text,
                 "%s: recordings go to $TMPDIR or /tmp unless 'record -o DIR' "
                 "names a place",
                 strerror (errno));
  return FT_DOCTOR_WARN;
}

enum ft_doctor_result ft_doctor_disk (ft_doctor *d, ft_strbuf *text) {
  struct statvfs disk;
  (void)d;
  if (statvfs (".", &disk)) {
    ft_strbuf_add (text, "is not known: %s", strerror (errno));
    return FT_DOCTOR_WARN;
  }
  double free = (double)disk.f_bavail * (double)disk.f_frsize / (1 << 30);
  bool little = free < 1;
  ft_strbuf_add (text, "%.1f GB free here%s", free,
                 little ? "; a recording stops when they are used up: "
                          "--max-trace-size, or -o DIR on another disk"
                        : "");
  return little ? FT_DOCTOR_WARN : FT_DOCTOR_OK;
}

enum ft_doctor_result ft_doctor_zstd (ft_doctor *d, ft_strbuf *text) {
  (void)d;
  ft_strbuf_add (text, "library version %s", ZSTD_versionString ());
  return FT_DOCTOR_OK;
}

// ---- attempts in a child process, without effect on this one ----

static int run_in_child (int (*body) (void)) {
  int status = 0;
  fflush (NULL);
  pid_t child = fork ();
  if (!child)
    _exit (body ());
  if (child < 0 || waitpid (child, &status, 0) < 0)
    return -1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

static int fix_layout (void) {
  int kind = personality (0xffffffff);
  return kind == -1 || personality ((unsigned)kind | ADDR_NO_RANDOMIZE) == -1;
}

enum ft_doctor_result ft_doctor_aslr (ft_doctor *d, ft_strbuf *text) {
  (void)d;
  if (!run_in_child (fix_layout)) {
    ft_strbuf_add (text, "can be the same in every run");
    return FT_DOCTOR_OK;
  }
  ft_strbuf_add (text,
                 "personality(ADDR_NO_RANDOMIZE) is not permitted: addresses "
                 "differ between recording and replay, and a program whose "
                 "path depends on them (hash tables of pointers) may replay "
                 "less often; in Docker: --security-opt seccomp=unconfined");
  return FT_DOCTOR_WARN;
}

static int read_seccomp (void) {
  char line[256];
  int mode = -1;
  FILE *file = fopen ("/proc/self/status", "re");
  while (file && fgets (line, sizeof line, file))
    sscanf (line, "Seccomp: %d", &mode);
  if (file)
    fclose (file);
  return mode;
}

enum ft_doctor_result ft_doctor_seccomp (ft_doctor *d, ft_strbuf *text) {
  (void)d;
  int mode = read_seccomp ();
  ft_strbuf_add (text, "%s",
                 mode == 0   ? "no system call filter"
                 : mode == 2 ? "a filter is active; recording needs only "
                               "futex, mmap and files, which 'recording it' "
                               "above has tried"
                             : "unknown");
  return FT_DOCTOR_OK;
}

static int trace_child (void) {
  pid_t child = fork ();
  if (!child) {
    pause ();
    _exit (0);
  }
  bool fine = child > 0 && !ptrace (PTRACE_ATTACH, child, 0, 0);
  if (child > 0) {
    kill (child, SIGKILL);
    waitpid (child, NULL, 0);
  }
  return !fine;
}

enum ft_doctor_result ft_doctor_ptrace (ft_doctor *d, ft_strbuf *text) {
  (void)d;
  if (!run_in_child (trace_child)) {
    ft_strbuf_add (text, "permitted, for 'replay --gdb'");
    return FT_DOCTOR_OK;
  }
  ft_strbuf_add (text, "not permitted: 'replay --gdb' cannot attach, all else "
                       "works; sysctl kernel.yama.ptrace_scope=0, in Docker "
                       "--cap-add SYS_PTRACE");
  return FT_DOCTOR_WARN;
}
