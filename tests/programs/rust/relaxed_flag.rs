// RACE DATA
// A flag that publishes data with an order that does not.
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static mut DATA: u64 = 0;
static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let t = thread::spawn(|| {
        unsafe { DATA = 42 };
        READY.store(true, Ordering::Relaxed);
    });
    while !READY.load(Ordering::Relaxed) {
        thread::yield_now();
    }
    let seen = unsafe { DATA };
    t.join().unwrap();
    assert!(seen == 0 || seen == 42);
}
