// FREE
// Thread-local values with destructors, one for each thread.

use std::cell::{Cell, RefCell};
use std::thread;

thread_local! {
    static COUNT: Cell<u32> = Cell::new(1);
    static TEXTS: RefCell<Vec<String>> = RefCell::new(vec![]);
}

fn main() {
    let threads: Vec<_> = (0..3)
        .map(|i| {
            thread::spawn(move || {
                COUNT.set(COUNT.get() + i);
                TEXTS.with_borrow_mut(|texts| texts.push(i.to_string()));
                COUNT.get()
            })
        })
        .collect();
    let sum: u32 = threads.into_iter().map(|t| t.join().unwrap()).sum();
    assert_eq!(sum, 6);
}
