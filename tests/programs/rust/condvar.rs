// FREE
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let pair = Arc::new((Mutex::new(None), Condvar::new()));
    let other = pair.clone();
    let t = thread::spawn(move || {
        *other.0.lock().unwrap() = Some(7);
        other.1.notify_one();
    });
    let mut value = pair.0.lock().unwrap();
    while value.is_none() {
        value = pair.1.wait(value).unwrap();
    }
    assert!(*value == Some(7));
    drop(value);
    t.join().unwrap();
}
