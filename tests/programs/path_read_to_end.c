// RACE-FREE
// WHY: paths are read up to their end, and not at all with flags that are refused
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utime.h>

static char path[64] = "/nope/a", other[64] = "/nope/b", all[64] = "/nope/c";

static void *change (void *a) {
  memset (path + 8, 'x', 8);
  memset (other + 8, 'x', 8);
  memset (all + 6, 'x', 8);
  return a;
}

static void *look (void *a) {
  struct statvfs s;
  access (path, F_OK);
  faccessat (AT_FDCWD, path, F_OK, 0);
  openat (AT_FDCWD, path, O_RDONLY);
  creat (path, 0600);
  chdir (path);
  mkdir (path, 0700);
  rename (path, other);
  symlink (path, other);
  unlink (path);
  statvfs (path, &s);
  utime (path, 0);
  access (all, 64);
  truncate (all, -1);
  unlinkat (AT_FDCWD, all, 1);
  open (path, O_RDONLY);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, change, 0);
  pthread_create (&u, 0, look, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
