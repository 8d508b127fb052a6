// RACE value
// A cell that is wrongly declared to be shareable.
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::thread;

struct Shared {
    value: UnsafeCell<u32>,
}
unsafe impl Sync for Shared {}

fn main() {
    let shared = Arc::new(Shared { value: UnsafeCell::new(1) });
    let other = shared.clone();
    let t = thread::spawn(move || unsafe { *other.value.get() = 2 });
    let seen = unsafe { *shared.value.get() };
    t.join().unwrap();
    println!("{}", seen);
}
