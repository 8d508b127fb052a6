// RACE value: 37 50
// TINY
// WHY: a virtual function says the same of both values

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level = 1;

struct rule {
  int bound, asked = 0;
  explicit rule (int b) : bound (b) {}
  virtual bool allows (int n) {
    asked++;
    return n == bound;
  }
  virtual ~rule () = default;
};

struct least : rule {
  using rule::rule;
  bool allows (int n) override {
    asked++;
    return n >= bound;
  }
};

struct most : rule {
  using rule::rule;
  bool allows (int n) override {
    asked++;
    return n <= bound;
  }
};

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  rule *r = static_cast<rule *> (a);
  if (r->allows (seen))
    data = 2;
  return nullptr;
}

int main (int argc, char **) {
  pthread_t t, u;
  rule *r = argc > 5 ? new most (1) : static_cast<rule *> (new least (1));
  pthread_create (&t, nullptr, publish, nullptr);
  pthread_create (&u, nullptr, use, r);
  pthread_join (t, nullptr);
  pthread_join (u, nullptr);
  delete r;
}
