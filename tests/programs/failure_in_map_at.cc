// RACE-FREE
// FAILURE: abort 22
// WHY: a map's at () throws in its header, which no frame catches: the place is that of the program's line

#include <map>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::map<int, int> table{{1, 2}};
static bool has = true;
static int found;

static void look () {
  bool there;
  {
    std::lock_guard<std::mutex> guard (lock);
    there = has;
  }
  if (there) {
    std::lock_guard<std::mutex> guard (lock);
    found = table.at (1);
  }
}

static void clear () {
  std::lock_guard<std::mutex> guard (lock);
  has = false;
  table.clear ();
}

int main () {
  std::thread t (look), u (clear);
  t.join ();
  u.join ();
}
