// RACE TOTAL
// Two readers write what the lock is to protect.
use std::sync::RwLock;
use std::thread;

static mut TOTAL: u64 = 0;

fn main() {
    let lock = RwLock::new(());
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                let _held = lock.read().unwrap();
                unsafe { TOTAL += 1 };
            });
        }
    });
}
