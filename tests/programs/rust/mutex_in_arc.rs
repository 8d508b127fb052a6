// FREE
// DECIDED
// A queue behind a mutex, within an object that Arc::new copies into its block.
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

struct Work {
    name: &'static str,
    queue: Mutex<VecDeque<usize>>,
    taken: AtomicUsize,
}

fn main() {
    let work = Arc::new(Work {
        name: "work",
        queue: Mutex::new(VecDeque::with_capacity(8)),
        taken: AtomicUsize::new(0),
    });
    let threads: Vec<_> = (0..2)
        .map(|i| {
            let work = work.clone();
            thread::spawn(move || {
                for k in 0..4 {
                    work.queue.lock().unwrap().push_back(4 * i + k);
                    if work.queue.lock().unwrap().pop_front().is_some() {
                        work.taken.fetch_add(1, Ordering::Relaxed);
                    }
                }
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    println!("{} {}", work.name, work.taken.load(Ordering::Relaxed));
}
