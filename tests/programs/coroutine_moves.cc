// RACE-FREE
// FLAGS: -std=c++20
// WHY: two threads take coroutines from a queue and resume them; each goes on wherever it is taken, behind what it did before

#include <coroutine>
#include <deque>
#include <mutex>
#include <thread>

struct coroutine {
  struct promise_type {
    coroutine get_return_object () {
      return {std::coroutine_handle<promise_type>::from_promise (*this)};
    }
    std::suspend_always initial_suspend () { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () {}
    void unhandled_exception () {}
  };
  std::coroutine_handle<promise_type> handle;
};

std::mutex lock;
std::deque<std::coroutine_handle<>> ready;

struct to_queue {
  bool await_ready () { return false; }
  void await_suspend (std::coroutine_handle<> h) {
    std::lock_guard<std::mutex> l (lock);
    ready.push_back (h);
  }
  void await_resume () {}
};

int sums[2];

coroutine sum (int which) {
  int own = 0;
  for (int i = 1; i <= 4; i++) {
    own += i;
    sums[which] = own;
    co_await to_queue{};
  }
}

bool resume_one () {
  std::coroutine_handle<> h;
  {
    std::lock_guard<std::mutex> l (lock);
    if (ready.empty ())
      return false;
    h = ready.front ();
    ready.pop_front ();
  }
  h.resume ();
  return true;
}

int main () {
  coroutine a = sum (0), b = sum (1);
  ready = {a.handle, b.handle};
  std::thread other ([] {
    for (int i = 0; i < 5; i++)
      if (!resume_one ())
        std::this_thread::yield ();
  });
  for (int i = 0; i < 5; i++)
    if (!resume_one ())
      std::this_thread::yield ();
  other.join ();
  while (resume_one ())
    ;
  a.handle.destroy ();
  b.handle.destroy ();
  return sums[0] != 10 || sums[1] != 10;
}
