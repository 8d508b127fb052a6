#include "record/descriptors.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static bool is_passed_on (int fd) {
  int flags = fcntl (fd, F_GETFD);
  return flags >= 0 && !(flags & FD_CLOEXEC);
}

void ft_descriptors_list (ft_descriptors *list) {
  DIR *directory = opendir ("/proc/self/fd");
  for (struct dirent *e; directory && (e = readdir (directory));) {
    int fd = atoi (e->d_name);
    if (fd > STDERR_FILENO && is_passed_on (fd))
      FT_PUSH (*list, fd);
  }
  if (directory)
    closedir (directory);
}

static bool has (const ft_descriptors *list, int fd) {
  for (size_t i = 0; i < list->size; i++)
    if (list->begin[i] == fd)
      return true;
  return false;
}

void ft_descriptors_set (const ft_descriptors *list,
                         const ft_descriptors *own) {
  for (size_t i = 0; i < own->size; i++)
    if (!has (list, own->begin[i]))
      fcntl (own->begin[i], F_SETFD, FD_CLOEXEC);
  int null = open ("/dev/null", O_RDWR | O_CLOEXEC);
  for (size_t i = 0; i < list->size; i++)
    if (list->begin[i] == null)
      fcntl (null, F_SETFD, 0);
    else if (!is_passed_on (list->begin[i]))
      dup2 (null, list->begin[i]);
}
