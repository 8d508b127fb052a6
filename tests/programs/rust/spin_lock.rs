// FREE
// A lock that the program makes of a word.
use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static LOCK: AtomicBool = AtomicBool::new(false);
static mut SUM: u32 = 0;

fn add() {
    while LOCK
        .compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed)
        .is_err()
    {
        hint::spin_loop();
    }
    unsafe { SUM += 1 };
    LOCK.store(false, Ordering::Release);
}

fn main() {
    let threads: Vec<_> = (0..2).map(|_| thread::spawn(add)).collect();
    for t in threads {
        t.join().unwrap();
    }
    unsafe { assert!(SUM == 2) };
}
