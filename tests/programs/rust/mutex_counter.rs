// FREE
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let count = Arc::new(Mutex::new(0u64));
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let count = count.clone();
            thread::spawn(move || for _ in 0..3 { *count.lock().unwrap() += 1 })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    assert!(*count.lock().unwrap() == 9);
}
