// WHY: the nodes of a list are freed and made anew in one section; their
// pointers are distances from a global

#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <cstdint>
#include <cstddef>
#include <cstdlib>
static char anchor[16];
template <class T> struct off {
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = off;
  using reference = T &;
  using iterator_category = std::random_access_iterator_tag;
  template <class U> using rebind = off<U>;
  std::ptrdiff_t d = 0;
  off () = default;
  off (std::nullptr_t) {
  }
  explicit off (T *p) : d (p ? (char *)p - anchor : 0) {
  }
  template <class U, class = std::enable_if_t<std::is_convertible_v<U *, T *>>>
  off (const off<U> &o) : d (o.d) {
  }
  T *get () const {
    return d ? (T *)(anchor + d) : nullptr;
  }
  T &operator* () const {
    return *get ();
  }
  T *operator->() const {
    return get ();
  }
  explicit operator bool () const {
    return d != 0;
  }
  static off pointer_to (T &t) {
    return off (&t);
  }
  bool operator== (const off &o) const {
    return d == o.d;
  }
  bool operator!= (const off &o) const {
    return d != o.d;
  }
};
struct node {
  off<node> next;
  int value;
};
static std::mutex lock;
static off<node> head;
int total;
static void walk () {
  for (int i = 0; i < 3; i++) {
    std::lock_guard<std::mutex> g (lock);
    for (off<node> n = head; n; n = n->next)
      total += n->value;
  }
}
static void renew () {
  for (int i = 0; i < 3; i++) {
    std::lock_guard<std::mutex> g (lock);
    off<node> n = head;
    head = n->next;
    delete n.get ();
    node *m = new node;
    m->value = i;
    m->next = head;
    head = off<node> (m);
  }
}
int main () {
  for (int i = 0; i < 2; i++) {
    node *m = new node;
    m->value = i;
    m->next = head;
    head = off<node> (m);
  }
  std::thread a (walk), b (renew);
  a.join ();
  b.join ();
  return 0;
}
