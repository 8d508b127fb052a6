#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>
#include <vector>
struct Base { virtual ~Base () {} virtual int f (int x) { return x + n; } int n = 1; };
struct Derived : Base { int f (int x) override { return x * 2 + m; } int m = 7; std::string s = "abc"; };
struct Guard { int &r; Guard (int &x) : r (x) { r++; } ~Guard () { r--; } };
static int depth; static int thrown;
int thrower (int n) { Guard g (depth); if (n == 0) throw std::runtime_error ("boom"); return thrower (n - 1) + 1; }
int catcher (int n) { try { return thrower (n); } catch (const std::logic_error &) { return -1; } catch (const std::runtime_error &e) { thrown++; return (int)std::string (e.what ()).size (); } }
int rethrow () { try { try { thrower (2); } catch (...) { thrown += 10; throw; } } catch (std::exception &e) { return 5; } return 0; }
template <class T> T sum (const std::vector<T> &v) { T t{}; for (auto &x : v) t += x; return t; }
inline int shared_static () { static int counter = thrower ? 5 : 6; return ++counter; }
thread_local std::string name = "unnamed";
std::mutex m; std::condition_variable cv; std::shared_mutex sm; std::atomic<int> atomics; bool ready; std::map<int, std::string> table;
int main () {
  std::unique_ptr<Base> b (new Derived), c (new Base); std::cout << b->f (3) << c->f (3) << "\n";
  std::cout << catcher (4) << rethrow () << thrown << depth << "\n";
  std::vector<int> v; for (int i = 0; i < 100; i++) v.push_back (i * 37 % 101); std::sort (v.begin (), v.end (), [] (int a, int b) { return a > b; }); std::cout << v[0] << " " << v[99] << " " << sum (v) << "\n";
  std::vector<std::thread> ts; for (int i = 0; i < 4; i++) ts.emplace_back ([i] { name = "t" + std::to_string (i); for (int k = 0; k < 1000; k++) { atomics++; std::lock_guard<std::mutex> l (m); table[k % 10] += (char)('a' + i % 1); } { std::unique_lock<std::shared_mutex> l (sm); ready = true; } cv.notify_all (); });
  { std::unique_lock<std::mutex> l (m); cv.wait_for (l, std::chrono::milliseconds (100), [] { std::shared_lock<std::shared_mutex> r (sm); return ready; }); }
  for (auto &t : ts) t.join ();
  size_t n = 0; for (auto &e : table) n += e.second.size (); std::cout << atomics << " " << n << " " << name << "\n";
  auto f = std::async (std::launch::async, [] { return 42; }); std::cout << f.get () << shared_static () << shared_static () << "\n";
  std::variant<int, std::string> var = "x"; std::cout << std::get<std::string> (var) << std::visit ([] (auto &x) { return sizeof x; }, var) << "\n";
  try { std::promise<int> p; auto q = p.get_future (); p.set_exception (std::make_exception_ptr (3)); q.get (); } catch (int i) { std::cout << i << "\n"; }
  std::ostringstream o; o << std::hex << 255 << 1.5; std::cout << o.str () << "\n"; std::function<int (int)> fn = [&] (int x) { return x + (int)v.size (); }; std::cout << fn (1) << "\n";
}
