// FREE
// A panic that is caught in its thread, beside one that ends a scope.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn main() {
    let count = AtomicUsize::new(0);
    let ended = catch_unwind(AssertUnwindSafe(|| {
        thread::scope(|s| {
            s.spawn(|| {
                let none: Vec<u32> = vec![];
                if catch_unwind(|| none[3]).is_err() {
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
            s.spawn(|| panic!("not caught"));
        })
    }));
    assert!(ended.is_err());
    assert_eq!(count.load(Ordering::Relaxed), 1);
}
