// RACE TOTAL
// One of two writers takes the lock.
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());
static mut TOTAL: u64 = 0;

fn main() {
    let t = thread::spawn(|| {
        let _held = LOCK.lock().unwrap();
        unsafe { TOTAL += 1 };
    });
    unsafe { TOTAL += 1 };
    t.join().unwrap();
}
