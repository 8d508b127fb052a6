// RACE COUNTER
// Two threads add to a static without a lock.
use std::thread;

static mut COUNTER: u64 = 0;

fn main() {
    let threads: Vec<_> = (0..2)
        .map(|_| thread::spawn(|| for _ in 0..3 { unsafe { COUNTER += 1 } }))
        .collect();
    for t in threads {
        t.join().unwrap();
    }
}
