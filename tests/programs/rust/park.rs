// FREE
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

fn main() {
    let done = Arc::new(AtomicBool::new(false));
    let other = done.clone();
    let t = thread::spawn(move || {
        while !other.load(Ordering::Acquire) {
            thread::park();
        }
    });
    done.store(true, Ordering::Release);
    t.thread().unpark();
    t.join().unwrap();
}
