// Trees and lists whose links the runtime sets: order, colours and ends stay
// what the library makes of them.

#include <map>
#include <set>
#include <list>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
struct base {
  int c;
  base *p, *l, *r;
};
static int check (base *x, base *par) {
  if (!x)
    return 1;
  if (x->p != par) {
    puts ("bad: parent");
    exit (1);
  }
  if (x->c == 0 && ((x->l && x->l->c == 0) || (x->r && x->r->c == 0))) {
    puts ("bad: red red");
    exit (1);
  }
  int a = check (x->l, x), b = check (x->r, x);
  if (a != b) {
    puts ("bad: black count");
    exit (1);
  }
  return a + x->c;
}
int main () {
  std::map<int, int> m;
  std::vector<int> v;
  unsigned s = 1;
  auto head = [&] { return (base *)((char *)&m + 8); };
  for (int i = 0; i < 6000; i++) {
    s = s * 1103515245 + 12345;
    int k = (s >> 16) % 300;
    if (s >> 31) {
      m[k] = i;
    } else
      m.erase (k);
    base *h = head ();
    check (h->p, h);
    if (h->p && h->p->c != 1) {
      puts ("bad: root");
      return 1;
    }
    if (h->c) {
      puts ("bad: header");
      return 1;
    }
    int last = -1;
    size_t n = 0;
    for (auto &e : m) {
      if (e.first <= last) {
        puts ("bad: order");
        return 1;
      }
      last = e.first;
      n++;
    }
    int up = 1000;
    for (auto it = m.end (); it != m.begin ();) {
      --it;
      if (it->first >= up) {
        puts ("bad: back");
        return 1;
      }
      up = it->first;
      n--;
    }
    if (n) {
      puts ("bad: count");
      return 1;
    }
    if (!m.empty () && (m.rbegin ()->first != last || m.begin ()->first != up))
      return puts ("bad: ends"), 1;
  }
  std::list<int> l, k;
  for (int i = 0; i < 50; i++)
    l.push_back (i * 37 % 50);
  l.reverse ();
  l.sort ();
  k.swap (l);
  l.push_back (-1);
  l.splice (l.begin (), k);
  l.swap (k);
  l.push_back (7);
  l.swap (k);
  l.reverse ();
  l.remove (3);
  l.unique ();
  std::list<int> e;
  e.swap (l);
  l.swap (e);
  long h = 0;
  for (int x : l)
    h = h * 31 + x;
  for (auto i = l.rbegin (); i != l.rend (); ++i)
    h = h * 31 + *i;
  printf ("%ld %zu %zu\n", h, l.size (), k.size ());
  return 0;
}
