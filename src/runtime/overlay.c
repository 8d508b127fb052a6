#include "runtime/overlay.h"
#include "runtime/process_ids.h"

#include "runtime/config.h"
#include "runtime/file_copy.h"
#include "runtime/files.h"
#include "runtime/preallocate.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"

// Bytes of files that are kept, and names.
enum { MOST_BYTES = 64 << 20, SLOTS = 1 << 15, MOST_NAMES = SLOTS / 2 };
enum { MOST_LINKS = 40 }; // that lead to each other, as for the kernel

struct node {
  char *path;
  size_t length;
  unsigned number;
  char was;   // as in DIR/files/list
  bool ready; // in a replay: the overlay has it
};

static enum { OFF, KEEPS, REPLAYS } mode;
static struct node *slots[SLOTS];
static unsigned count;
static uint64_t kept_bytes;
static char directory[FT_MAX_PATH]; // DIR/files, or DIR/overlay

// ---- names -------------------------------------------------------------------

// Appends the parts of a path to an absolute one without '.' and '..'.
static bool append (char *to, size_t *size, const char *path) {
  while (*path) {
    size_t n = 0;
    while (path[n] && path[n] != '/')
      n++;
    if (n == 2 && path[0] == '.' && path[1] == '.')
      while (*size && to[--*size] != '/')
        ;
    else if (n && !(n == 1 && *path == '.')) {
      if (*size + n + 2 > FT_MAX_PATH)
        return false;
      to[(*size)++] = '/';
      __builtin_memcpy (to + *size, path, n);
      *size += n;
    }
    path += n + (path[n] == '/');
  }
  to[*size] = '\0';
  return *size;
}

static bool find_base (int at, char *base) {
  char link[32];
  ft_text name = FT_TEXT (link);
  if (at == AT_FDCWD)
    return FT_SYSCALL (getcwd, base, FT_MAX_PATH, 0, 0, 0, 0) > 0;
  ft_text_add (&name, "/proc/self/fd/%d", at);
  long n = FT_SYSCALL (readlink, link, base, FT_MAX_PATH - 1, 0, 0, 0);
  if (n <= 0)
    return false;
  base[n] = '\0';
  return true;
}

static bool make_absolute (int at, const char *path, char *to, size_t *size) {
  static char base[FT_MAX_PATH]; // stacks may be small
  *size = 0;
  if (!path || !*path)
    return false;
  if (*path != '/' && (!find_base (at, base) || *base != '/' ||
                       (base[1] && !append (to, size, base))))
    return false;
  return append (to, size, path);
}

static bool is_below (const char *path, const char *place) {
  size_t i = 0;
  while (place[i] && path[i] == place[i])
    i++;
  return !place[i] && (path[i] == '/' || !path[i]);
}

static bool is_excluded (const char *path) {
  static const char *const places[] = {"/dev", "/proc", "/sys"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (is_below (path, places[i]))
      return true;
  for (const char *c = path; *c; c++)
    if (*c == '\n')
      return true;
  return is_below (path, directory);
}

static size_t slot_of (const char *path, size_t length) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)path[i]) * 1099511628211u;
  size_t at = hash % SLOTS;
  while (slots[at] &&
         (slots[at]->length != length ||
          __builtin_memcmp (slots[at]->path, path, length)))
    at = (at + 1) % SLOTS;
  return at;
}

static struct node *add (const char *path, size_t length, char was,
                         unsigned number) {
  struct node **slot = slots + slot_of (path, length);
  if (*slot || count == MOST_NAMES)
    return *slot;
  struct node *node = ft_arena_alloc (sizeof *node);
  *node = (struct node){ft_arena_alloc (length + 1), length, number, was,
                        false};
  __builtin_memcpy (node->path, path, length);
  count++;
  return *slot = node;
}

static void name_copy (char *to, const char *place, unsigned number) {
  ft_text text = {to, 0, FT_MAX_PATH};
  ft_text_add (&text, "%s/%u", place, number);
}

static void make_directory (void) {
  static bool made;
  if (!made)
    ft_sys_mkdir (directory);
  made = true;
}

// ---- while a program is recorded -----------------------------------------------

static void write_line (const struct node *node) {
  static char name[FT_MAX_PATH], line[FT_MAX_PATH + 32];
  ft_text list = {name, 0, sizeof name}, text = {line, 0, sizeof line};
  ft_text_add (&list, "%s/list", directory);
  ft_text_add (&text, "%c %u %s\n", node->was, node->number, node->path);
  int fd = ft_preallocate_open (name, O_WRONLY | O_CREAT | O_APPEND);
  if (fd < 0)
    return;
  ft_sys_write (fd, line, text.size);
  ft_sys_close (fd);
}

static bool has_room (const struct stat *status) {
  return (uint64_t)status->st_size <= MOST_BYTES - kept_bytes;
}

// Whether the name is known, or is in a directory that the run has made.
static bool is_known (const char *path, size_t length) {
  for (size_t n = length; n; n--) {
    const struct node *node =
        n == length || path[n] == '/' ? slots[slot_of (path, n)] : NULL;
    if (node && (n == length || node->was == 'a'))
      return true;
  }
  return false;
}

// Pipes and sockets stay what they are.
static void keep (const char *path, size_t length) {
  static char to[FT_MAX_PATH];
  struct stat status = {0};
  char was = is_known (path, length)
                 ? 'o'
                 : ft_file_kind (ft_file_status (path, &status), &status);
  if (was == 'o')
    return;
  struct node *node = add (path, length, was, count + 1);
  if (!node) {
    ft_warn ("the program changes more than %d files: a replay will find the "
             "others as they are then",
             MOST_NAMES);
    return;
  }
  make_directory ();
  name_copy (to, directory, node->number);
  bool fine = was == 'a' || was == 'd' ||
              ((was != 'f' || has_room (&status)) &&
               ft_file_copy (path, &status, to));
  if (!fine) {
    node->was = 'o';
    FT_SYSCALL (unlinkat, AT_FDCWD, to, 0, 0, 0, 0);
    ft_warn ("a file that the program changes cannot be kept as it was (%s): a "
             "replay will find it as it is then",
             path);
  } else if (was == 'f')
    kept_bytes += (uint64_t)status.st_size;
  write_line (node);
}

// ---- replays -------------------------------------------------------------------

static void prepare (struct node *node, char *to) {
  static char from[FT_MAX_PATH];
  struct stat status;
  name_copy (to, directory, node->number);
  if (node->ready)
    return;
  node->ready = true;
  make_directory ();
  write_line (node);
  const char *source = node->path;
  if (node->was == 'f' || node->was == 'l') {
    name_copy (from, ft_config.files, node->number);
    source = from;
  }
  if (node->was == 'd')
    ft_sys_mkdir (to);
  else if (node->was != 'a' && ft_file_status (source, &status) &&
           status.st_size <= MOST_BYTES)
    ft_file_copy (source, &status, to);
}

// The name's own place, or its place in a directory that has one.
static bool find_place (const char *path, size_t length, char *to) {
  for (size_t n = length; n; n--) {
    struct node *node =
        n == length || path[n] == '/' ? slots[slot_of (path, n)] : NULL;
    if (!node)
      continue;
    prepare (node, to);
    size_t size = __builtin_strlen (to);
    if (size + length - n >= FT_MAX_PATH)
      return false;
    __builtin_memcpy (to + size, path + n, length - n);
    to[size + length - n] = '\0';
    return true;
  }
  return false;
}

static bool looks (enum ft_overlay_use use) {
  return use == FT_LOOKS || use == FT_LOOKS_AT_LINK;
}

// A directory that the recording has not removed had something in it; in its
// place stands one that has something, too.
static const char *place_of (const char *path, size_t length,
                             enum ft_overlay_use use, char *to) {
  struct stat status;
  if (find_place (path, length, to))
    return to;
  if (looks (use))
    return NULL;
  char was = ft_file_kind (ft_file_status (path, &status), &status);
  if (use == FT_REMOVES_DIRECTORY && was == 'd') {
    ft_files_path (to, "", UINT32_MAX); // the run directory
    return to;
  }
  bool stays = was == 'd' || was == 'o'; // a directory, a pipe, a socket
  struct node *node = stays ? NULL : add (path, length, 'o', count + 1);
  if (!node)
    return NULL;
  node->was = was == 'a' ? 'a' : 'o';
  prepare (node, to);
  return to;
}

// ---- both ----------------------------------------------------------------------

enum ft_overlay_use ft_overlay_use_of (int flags) {
  bool changes = flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC);
  bool of_link = flags & O_NOFOLLOW || (flags & O_CREAT && flags & O_EXCL);
  if (!changes || flags & (O_PATH | O_DIRECTORY))
    return of_link ? FT_LOOKS_AT_LINK : FT_LOOKS;
  return of_link ? FT_CHANGES_LINK : FT_CHANGES;
}

// Replaces a name that is a symbolic link by what it leads to.  In a replay the
// program may have made the link itself.
static bool follow_links (char *path, size_t *length, bool *followed) {
  static char place[FT_MAX_PATH], target[FT_MAX_PATH];
  for (int i = 0; i < MOST_LINKS; i++) {
    bool placed = mode == REPLAYS && !is_excluded (path) &&
                  find_place (path, *length, place);
    long n = FT_SYSCALL (readlink, placed ? place : path, target,
                         sizeof target - 1, 0, 0, 0);
    if (n <= 0)
      return true; // no link
    *followed = true;
    target[n] = '\0';
    while (*target != '/' && *length && path[*length - 1] != '/')
      --*length;
    *length = *target == '/' ? 0 : *length - 1;
    if (!append (path, length, target))
      return false;
  }
  return false;
}

static bool is_empty (const char *path) {
  char names[256]; // of '.' and '..', and of one more
  int fd = ft_preallocate_open (path, O_RDONLY | O_DIRECTORY);
  if (fd < 0)
    return false;
  long first = FT_SYSCALL (getdents64, fd, names, sizeof names, 0, 0, 0);
  long more = FT_SYSCALL (getdents64, fd, names, sizeof names, 0, 0, 0);
  ft_sys_close (fd);
  return first > 0 && first <= 48 && !more;
}

// Whether the call changes anything.
static bool has_effect (const char *path, enum ft_overlay_use use) {
  struct stat status;
  switch (use) {
  case FT_LOOKS:
  case FT_LOOKS_AT_LINK:
    return false;
  case FT_CHANGES:
  case FT_CHANGES_LINK:
    return true;
  case FT_MAKES_DIRECTORY:
    return !ft_file_status (path, &status);
  case FT_REMOVES_DIRECTORY:
    return is_empty (path);
  }
  return false;
}

// The path to use in place of this absolute one, which is that of the call itself
// unless 'followed'; NULL: the path of the call.
static const char *replacement (const char *path, size_t length, bool followed,
                                enum ft_overlay_use use) {
  static char places[4][FT_MAX_PATH];
  static unsigned turn;
  char *to = places[turn++ % 4];
  const char *place =
      is_excluded (path) ? NULL : place_of (path, length, use, to);
  if (place || !followed)
    return place;
  __builtin_memcpy (to, path, length + 1);
  return to;
}

const char *ft_overlay (const ft_thread *t, int at, const char *path,
                        enum ft_overlay_use use) {
  static char absolute[FT_MAX_PATH];
  size_t length;
  path = ft_ids_path (path);
  if (!t || mode == OFF || (looks (use) && (mode == KEEPS || !count)))
    return path;
  int error = errno;
  const char *result = NULL;
  bool follows = use == FT_LOOKS || use == FT_CHANGES, followed = false;
  if (make_absolute (at, path, absolute, &length) && !is_excluded (absolute) &&
      (!follows || follow_links (absolute, &length, &followed))) {
    if (mode == REPLAYS)
      result = replacement (absolute, length, followed, use);
    else if (has_effect (absolute, use) && !is_excluded (absolute))
      keep (absolute, length);
  }
  errno = error;
  return result ? result : path;
}

static void read_list (void) {
  static char name[FT_MAX_PATH];
  ft_text list = {name, 0, sizeof name};
  struct stat status;
  ft_text_add (&list, "%s/list", ft_config.files);
  if (!*ft_config.files || !ft_file_status (name, &status) || !status.st_size)
    return;
  int fd = ft_sys_open (name, O_RDONLY);
  size_t size = (size_t)status.st_size;
  long at =
      fd < 0 ? -1
             : FT_SYSCALL (mmap, ft_sys_own_place (size), size, PROT_READ,
                           MAP_PRIVATE, fd, 0);
  if (fd >= 0)
    ft_sys_close (fd);
  const char *text = (const char *)at, *end = text + size;
  if (at < 0)
    return;
  while (text + 4 < end) {
    const char *c = text + 2;
    unsigned number = 0;
    while (c < end && *c >= '0' && *c <= '9')
      number = number * 10 + (unsigned)(*c++ - '0');
    const char *path = ++c;
    while (c < end && *c != '\n')
      c++;
    if (c >= end || *path != '/')
      break; // cut short
    add (path, (size_t)(c - path), *text, number);
    text = c + 1;
  }
  FT_SYSCALL (munmap, at, size, 0, 0, 0, 0);
}

void ft_overlay_start (void) {
  bool replays = ft_config.plan && ft_files_are_of_first_process ();
  ft_files_path (directory, replays ? "overlay" : "files", UINT32_MAX);
  if (replays)
    read_list ();
  mode = replays ? REPLAYS : ft_files_are_of_first_process () ? KEEPS : OFF;
}

// In a replay the files of a child are those of its parent.
void ft_overlay_after_fork (void) {
  if (mode == KEEPS)
    mode = OFF;
}
