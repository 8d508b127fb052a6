// FREE
// A list that threads push to, each node published by its order.
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

static HEAD: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());

fn push(value: u32) {
    let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
    loop {
        let head = HEAD.load(Ordering::Relaxed);
        unsafe { (*node).next = head };
        if HEAD
            .compare_exchange(head, node, Ordering::Release, Ordering::Relaxed)
            .is_ok()
        {
            return;
        }
    }
}

fn take_all() -> u32 {
    let mut at = HEAD.swap(ptr::null_mut(), Ordering::Acquire);
    let mut sum = 0;
    while !at.is_null() {
        let node = unsafe { Box::from_raw(at) };
        sum += node.value;
        at = node.next;
    }
    sum
}

fn main() {
    let t = thread::spawn(|| {
        push(1);
        push(2);
    });
    push(4);
    let first = take_all();
    t.join().unwrap();
    assert!(first + take_all() == 7);
}
