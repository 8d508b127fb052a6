#include "runtime/inherited_files.h"

#include <fcntl.h>
#include <sys/sysmacros.h>

#include "runtime/syscall.h"

enum { NUMBERS = 256, MEMORY_DEVICES = 1, KERNEL_MESSAGES = 11 };

static struct { uint64_t device, inode; } files[NUMBERS];
static size_t count;

// null, zero, full, random, urandom.
static bool has_no_memory (const struct stat *status) {
  return S_ISCHR (status->st_mode) &&
         major (status->st_rdev) == MEMORY_DEVICES &&
         minor (status->st_rdev) != 1 && minor (status->st_rdev) != 2 &&
         minor (status->st_rdev) != 4 &&
         minor (status->st_rdev) != KERNEL_MESSAGES;
}

void ft_inherited_files_list (void) {
  struct stat status;
  for (int fd = 0; fd < NUMBERS; fd++) {
    if (FT_SYSCALL (newfstatat, fd, "", &status, AT_EMPTY_PATH, 0, 0) ||
        has_no_memory (&status))
      continue;
    files[count].device = status.st_dev;
    files[count].inode = status.st_ino;
    count++;
  }
}

static size_t find (const struct stat *status) {
  size_t i = 0;
  while (i < count && (files[i].device != status->st_dev ||
                       files[i].inode != status->st_ino))
    i++;
  return i;
}

bool ft_file_is_outside (const struct stat *status) {
  return has_no_memory (status) || find (status) < count;
}

void ft_inherited_file_opens (const struct stat *status) {
  for (size_t i; (i = find (status)) < count;)
    files[i] = files[--count];
}
