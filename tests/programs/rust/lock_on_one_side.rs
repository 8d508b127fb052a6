// RACE SUM
// One thread holds the lock, the one that created it does not.

use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());
static mut SUM: u32 = 0;

fn main() {
    let other = thread::spawn(|| {
        let _held = LOCK.lock().unwrap();
        unsafe { SUM += 1 }
    });
    unsafe { SUM += 1 }
    other.join().unwrap();
}
