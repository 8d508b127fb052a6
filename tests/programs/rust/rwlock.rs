// FREE
use std::sync::{Arc, RwLock};
use std::thread;

fn main() {
    let map = Arc::new(RwLock::new(vec![1u32, 2]));
    let other = map.clone();
    let writer = thread::spawn(move || other.write().unwrap().push(3));
    let seen = map.read().unwrap().len();
    writer.join().unwrap();
    assert!(seen == 2 || seen == 3);
}
