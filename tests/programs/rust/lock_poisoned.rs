// FREE
// A thread panics with a lock held: the lock is poisoned, and gives what is in it.

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let lock = Arc::new(Mutex::new(1));
    let own = lock.clone();
    let ended = thread::spawn(move || {
        let mut value = own.lock().unwrap();
        *value = 2;
        panic!("with the lock held");
    })
    .join();
    assert!(ended.is_err());
    let value = match lock.lock() {
        Ok(_) => 0,
        Err(poisoned) => *poisoned.into_inner(),
    };
    assert_eq!(value, 2);
}
