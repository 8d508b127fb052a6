// FREE
// The last reference drops the value, behind whatever a weak one has made of it.

use std::sync::Arc;
use std::thread;

struct Node(u32);
impl Drop for Node {
    fn drop(&mut self) {
        self.0 = 0;
    }
}

fn main() {
    let node = Arc::new(Node(5));
    let weak = Arc::downgrade(&node);
    let other = node.clone();
    let first = thread::spawn(move || weak.upgrade().map_or(5, |n| n.0));
    let second = thread::spawn(move || other.0);
    drop(node);
    assert_eq!(first.join().unwrap() + second.join().unwrap(), 10);
}
