// FREE
use std::sync::{Arc, Barrier};
use std::thread;

static mut VALUES: [u32; 2] = [0; 2];

fn main() {
    let barrier = Arc::new(Barrier::new(2));
    let threads: Vec<_> = (0..2)
        .map(|i| {
            let barrier = barrier.clone();
            thread::spawn(move || {
                unsafe { VALUES[i] = 1 };
                barrier.wait();
                unsafe { VALUES[1 - i] }
            })
        })
        .collect();
    let sum: u32 = threads.into_iter().map(|t| t.join().unwrap()).sum();
    assert!(sum == 2);
}
