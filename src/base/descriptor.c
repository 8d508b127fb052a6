#include "base/descriptor.h"

#include <errno.h>
#include <unistd.h>

bool ft_descriptor_read (int descriptor, void *bytes, size_t size) {
  char *p = bytes;
  while (size) {
    ssize_t n = TEMP_FAILURE_RETRY (read (descriptor, p, size));
    if (n <= 0) {
      errno = n ? errno : 0;
      return false;
    }
    p += n;
    size -= (size_t)n;
  }
  return true;
}

bool ft_descriptor_write (int descriptor, const void *bytes, size_t size) {
  const char *p = bytes;
  while (size) {
    ssize_t n = TEMP_FAILURE_RETRY (write (descriptor, p, size));
    if (n <= 0) {
      errno = n ? errno : EIO;
      return false;
    }
    p += n;
    size -= (size_t)n;
  }
  return true;
}
