// RACE-FREE
// WHY: main polls under the mutex that the consumer waits for; slices must not fit the loop

#include <thread>
#include <condition_variable>
#include <mutex>
#include <deque>
#include <cstdio>
std::mutex m;std::condition_variable cv;std::deque<int>q;bool stop;
int main(){std::thread t([]{for(;;){std::unique_lock l(m);cv.wait(l,[]{return stop||!q.empty();});if(q.empty())return;q.pop_front();}});
for(int i=0;i<5;i++){{std::lock_guard l(m);q.push_back(i);}cv.notify_one();}
for(;;){std::lock_guard l(m);if(q.empty())break;}
{std::lock_guard l(m);stop=true;}cv.notify_all();t.join();puts("ok");}
