// What libstdc++ makes of threads: its own calls are interposed by symbol.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

static std::mutex m;
static int counter;

static void mutexes () {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back ([] {
      for (int j = 0; j < 100; j++) {
        std::lock_guard<std::mutex> guard (m);
        counter++;
      }
    });
  for (auto &t : threads)
    t.join ();
  std::recursive_mutex r;
  r.lock ();
  bool again = r.try_lock ();
  std::timed_mutex timed;
  timed.lock ();
  bool in_time = std::async (std::launch::async, [&] {
                   return timed.try_lock_for (5ms);
                 }).get ();
  bool until =
      std::async (std::launch::async, [&] {
        return timed.try_lock_until (std::chrono::system_clock::now () + 5ms);
      }).get ();
  printf ("mutex %d %d %d %d\n", counter, again, in_time, until);
}

static void shared_mutexes () {
  std::shared_mutex s;
  std::shared_timed_mutex st;
  int value = 0;
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) {
    threads.emplace_back ([&] {
      std::unique_lock<std::shared_mutex> lock (s);
      value++;
    });
    threads.emplace_back ([&] {
      std::shared_lock<std::shared_mutex> lock (s);
      sum += value >= 0;
    });
  }
  for (auto &t : threads)
    t.join ();
  st.lock ();
  bool in_time = std::async (std::launch::async, [&] {
                   return st.try_lock_shared_for (3ms);
                 }).get ();
  printf ("shared %d %d %d\n", value, sum.load (), in_time);
}

static void conditions () {
  std::condition_variable cv;
  std::condition_variable_any any;
  bool ready = false, more = false;
  std::thread t ([&] {
    std::unique_lock<std::mutex> lock (m);
    cv.wait (lock, [&] { return ready; });
    more = true;
    any.notify_all ();
  });
  {
    std::unique_lock<std::mutex> lock (m);
    bool early = cv.wait_for (lock, 3ms, [&] { return ready; });
    ready = true;
    cv.notify_one ();
    any.wait (lock, [&] { return more; });
    bool late = cv.wait_until (lock, std::chrono::system_clock::now () + 3ms) ==
                std::cv_status::timeout;
    printf ("condition %d %d %d\n", early, more, late);
  }
  t.join ();
}

static void futures () {
  std::promise<std::string> promise;
  std::atomic<bool> waited{false};
  std::thread t ([&] {
    while (!waited)
      std::this_thread::sleep_for (1ms);
    promise.set_value ("kept");
  });
  auto future = promise.get_future ();
  bool early = future.wait_for (1ms) == std::future_status::timeout;
  waited = true;
  std::string text = future.get ();
  t.join ();
  std::packaged_task<int (int)> task ([] (int x) { return 2 * x; });
  auto doubled = task.get_future ();
  std::thread (std::move (task), 21).join ();
  auto fails = std::async (std::launch::async,
                           [] () -> int { throw std::runtime_error ("no"); });
  std::string caught;
  try {
    fails.get ();
  } catch (const std::exception &e) {
    caught = e.what ();
  }
  std::shared_future<int> shared =
      std::async (std::launch::async, [] { return 5; }).share ();
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back ([&] { sum += shared.get (); });
  for (auto &thread : threads)
    thread.join ();
  printf ("future %d %s %d %s %d\n", early, text.c_str (), doubled.get (),
          caught.c_str (), sum.load ());
}

struct counted {
  counted () {
    std::this_thread::sleep_for (2ms);
    made++;
  }
  static int made;
};
int counted::made;

static counted &instance () {
  static counted c;
  return c;
}

struct thrower {
  explicit thrower (int &tries) {
    if (tries++ == 0)
      throw 1;
  }
};

static void onces () {
  std::once_flag flag;
  int calls = 0, failures = 0;
  std::vector<std::thread> threads;
  std::mutex lock;
  for (int i = 0; i < 4; i++)
    threads.emplace_back ([&] {
      instance ();
      try {
        std::call_once (flag, [&] {
          if (++calls == 1)
            throw std::runtime_error ("first");
        });
      } catch (...) {
        std::lock_guard<std::mutex> guard (lock);
        failures++;
      }
    });
  for (auto &t : threads)
    t.join ();
  int tries = 0;
  for (int i = 0; i < 3; i++)
    try {
      static thrower t (tries);
    } catch (int) {
    }
  printf ("once %d %d %d %d\n", counted::made, calls, failures, tries);
}

#if __cplusplus >= 202002L
#include <barrier>
#include <latch>
#include <semaphore>
#include <stop_token>

static void newer () {
  std::latch latch (3);
  std::barrier barrier (3);
  std::counting_semaphore<8> semaphore (0);
  std::atomic<int> word{0};
  std::atomic<int> done{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 2; i++)
      threads.emplace_back ([&] {
        latch.arrive_and_wait ();
        barrier.arrive_and_wait ();
        semaphore.acquire ();
        word.wait (0);
        done++;
      });
    latch.arrive_and_wait ();
    barrier.arrive_and_wait ();
    semaphore.release (2);
    word = 1;
    word.notify_all ();
  }
  bool acquired = semaphore.try_acquire_for (2ms);
  std::jthread stopped ([] (std::stop_token token) {
    std::mutex lock;
    std::condition_variable_any any;
    std::unique_lock<std::mutex> guard (lock);
    any.wait (guard, token, [] { return false; });
  });
  stopped.request_stop ();
  stopped.join ();
  printf ("newer %d %d\n", done.load (), acquired);
}
#else
static void newer () {
}
#endif

int main () {
  mutexes ();
  shared_mutexes ();
  conditions ();
  futures ();
  onces ();
  newer ();
  return 0;
}
