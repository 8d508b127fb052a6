// BUG: StringBuffer.append of the JDK: the length is read, then the other buffer shrinks, then it is copied
// FIRST: uncaught exception
// RACE: data race on 'buffer\.count'.*CRASH

#include <mutex>
#include <stdexcept>
#include <thread>

struct Buffer {
  std::mutex lock;
  int count = 8;
  int length () {
    std::lock_guard<std::mutex> guard (lock);
    return count;
  }
  void setLength (int n) {
    count = n;
  }
  void getChars (int end) {
    if (end > count)
      throw std::out_of_range ("srcEnd");
  }
};

static Buffer buffer;

int main () {
  std::thread append ([] {
    int length = buffer.length ();
    buffer.getChars (length);
  });
  std::thread shrink ([] { buffer.setLength (0); });
  append.join ();
  shrink.join ();
}
