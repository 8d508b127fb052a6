// FREE
// The same with orders that do.
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static mut DATA: u64 = 0;
static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let t = thread::spawn(|| {
        unsafe { DATA = 42 };
        READY.store(true, Ordering::Release);
    });
    while !READY.load(Ordering::Acquire) {
        thread::yield_now();
    }
    let seen = unsafe { DATA };
    t.join().unwrap();
    assert!(seen == 42);
}
