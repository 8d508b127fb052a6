#include "report/title.h"

#include <string.h>

#include "base/cxx_name.h"
#include "report/library_frames.h"
#include "report/row.h"
#include "report/source_location.h"
#include "report/sources.h"

// ---- memory of a library's objects -----------------------------------------

// The word for the memory that an object of a class has made.
static const char *part_of (const char *class) {
  static const struct {
    const char *prefix, *part;
  } parts[] = {
      {"std::vector", "element"},      {"std::deque", "element"},
      {"std::queue", "element"},       {"std::stack", "element"},
      {"std::priority_", "element"},   {"std::list", "node"},
      {"std::forward_list", "node"},   {"std::map", "node"},
      {"std::multimap", "node"},       {"std::set", "node"},
      {"std::multiset", "node"},       {"std::unordered_", "node"},
      {"std::string", "character"},    {"std::wstring", "character"},
      {"std::shared_ptr", "memory"},   {"std::weak_ptr", "memory"},
      {"std::unique_ptr", "memory"},   {"std::function", "memory"},
      {"std::future", "state"},        {"std::shared_future", "state"},
      {"std::promise", "state"},       {"std::packaged_task", "state"}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strncmp (class, parts[i].prefix, strlen (parts[i].prefix)))
      return parts[i].part;
  return "";
}

// Whether an object of the class is not itself where its memory is.
static bool is_handle (const char *class) {
  const char *part = part_of (class);
  return !strcmp (part, "memory") || !strcmp (part, "state");
}

// The library's function that allocated the block of the access; "" if the
// program did.
static const char *allocated_by (const ft_description *d) {
  size_t own = ft_sources_own_frame (&d->allocation);
  if (d->storage != FT_STORAGE_HEAP || !own)
    return "";
  return d->allocation.frames[own - 1].function;
}

// Whether the block of the access was allocated by a function of the object's
// own class.
static bool is_of_class (const ft_description *d, const char *by) {
  size_t scope = ft_cxx_name_scope (by, ft_cxx_name_public (by));
  return scope && strlen (d->class) == scope && !strncmp (by, d->class, scope);
}

// Whether the expression "counts.first" is a part of the variable "counts".
static bool is_in_variable (const char *expression, const char *variable) {
  size_t n = strlen (variable);
  return n && !strncmp (expression, variable, n) &&
         (!expression[n] || strchr (".[", expression[n]));
}

// Whether the program has the whole block for an object of its own; what
// std::make_shared makes begins with two words of its own.
static bool is_program_object (const ft_description *d) {
  enum { CONTROL = 16 };
  const char *by = allocated_by (d);
  return !*by || !strncmp (by, "std::make_unique", 16) ||
         (!strncmp (by, "std::make_shared", 16) &&
          d->address - d->start >= CONTROL);
}

// Whether the access may be one to an argument of another class, such as to a
// key of a map.
static bool is_of_argument (const ft_description *d) {
  size_t own = ft_sources_own_frame (&d->stack), length = strlen (d->class);
  for (size_t i = 0; i < own; i++) {
    const char *name = d->stack.frames[i].function;
    size_t scope = ft_cxx_name_scope (name, ft_cxx_name_public (name));
    if (scope > sizeof "std" - 1 &&
        (scope != length || strncmp (name, d->class, scope)))
      return true;
  }
  return false;
}

// Whether the expression is a member of an object that the program made and
// where the access is.
static bool is_member (const ft_description *d) {
  const ft_frame *f = d->stack.frames + ft_sources_own_frame (&d->stack);
  size_t n = strlen (d->variable_type);
  if (!strstr (d->object, "->") || is_of_argument (d))
    return false;
  return d->storage == FT_STORAGE_HEAP
             ? is_program_object (d)
             : n && !strncmp (d->object, "this->", 6) &&
                   !strncmp (f->function, d->variable_type, n) &&
                   !strncmp (f->function + n, "::", 2);
}

const char *ft_title_object (const ft_description *d) {
  bool known = d->certain || is_member (d) ||
               (d->storage == FT_STORAGE_HEAP
                    ? is_of_class (d, allocated_by (d))
                    : is_in_variable (d->object, d->variable));
  return known ? d->object : "";
}

// Adds "node of counts", "node of std::map<int, int> made at a.cc:7".
static void add_library_object (ft_strbuf *out, const ft_description *d) {
  const char *by = allocated_by (d), *object = ft_title_object (d);
  size_t scope = ft_cxx_name_scope (by, ft_cxx_name_public (by));
  bool own = *by && (is_handle (d->class) || is_of_class (d, by));
  const char *part = part_of (own ? d->class : by);
  if (own || !*object)
    ft_strbuf_add (out, "%s of ", *part ? part : "memory");
  if (*object) {
    ft_row_name (out, object);
    return;
  }
  char *class = ft_strndup (by, scope > 3 ? scope : strlen (by));
  ft_library_frames_function (out, class);
  free (class);
  ft_source_location place = ft_source_location_of (
      d->allocation.frames + ft_sources_own_frame (&d->allocation));
  ft_strbuf_add (out, " made at ");
  ft_row_name (out, place.file ? place.file : "?");
  if (place.line)
    ft_strbuf_add (out, ":%u", (unsigned)place.line);
  ft_source_location_release (&place);
}

// ---- titles ----------------------------------------------------------------

// How well a description names the memory: "*p" says less than "list->head",
// which says more than the address alone.
static int quality (const ft_description *d) {
  if (!d)
    return 0;
  if (*d->operation)
    return *ft_title_object (d) ? 4 : 2;
  if (!*d->expression)
    return *d->variable ? 2 : 1;
  return *d->expression == '*' ? 3 : 4;
}

const ft_description *ft_title_description (const ft_report *r,
                                            const ft_race *race) {
  const ft_description *d = ft_sources_at (r->sources, race->pair[0]);
  const ft_description *e = ft_sources_at (r->sources, race->pair[1]);
  return quality (e) > quality (d) ? e : d;
}

// The number of elements of a type such as "struct slot [64]"; 0 if the type is
// no array of one dimension.
static uint64_t count_elements (const char *type) {
  const char *bracket = strchr (type, '[');
  unsigned long long n;
  int end = 0;
  if (!bracket || sscanf (bracket, "[%llu]%n", &n, &end) != 1 || !end ||
      bracket[end])
    return 0;
  return n;
}

// Adds "slots[17].next" for the expression "slots[].next", if the address says
// which element of the variable is accessed.
static bool add_element (ft_strbuf *out, const ft_description *d) {
  size_t n = strlen (d->variable);
  uint64_t count = count_elements (d->variable_type);
  bool is_array = n && !strncmp (d->expression, d->variable, n) &&
                  !strncmp (d->expression + n, "[]", 2);
  if (!is_array || !count || d->bytes % count || d->address < d->start ||
      d->address - d->start >= d->bytes)
    return false;
  ft_row_name (out, d->variable);
  ft_strbuf_add (
      out, "[%llu]",
      (unsigned long long)((d->address - d->start) / (d->bytes / count)));
  ft_row_name (out, d->expression + n + 2);
  return true;
}

void ft_title_variable (ft_strbuf *out, const ft_report *r,
                        const ft_race *race) {
  const ft_description *d = ft_title_description (r, race);
  const char *name =
      ft_trace_name (r->trace, FT_CLASS_VARIABLE, race->variable);
  bool library = d && *d->operation;
  if (library && (*ft_title_object (d) || *allocated_by (d))) {
    add_library_object (out, d);
    return;
  }
  if (d && !library && *d->expression && add_element (out, d))
    return;
  if (d && *d->expression && !library)
    name = d->expression;
  else if (d && *d->variable)
    name = d->variable;
  ft_row_name (out, name);
}
