// FREE
use std::sync::mpsc;
use std::thread;

fn main() {
    let (send, receive) = mpsc::channel();
    let t = thread::spawn(move || for i in 0..4 { send.send(Box::new(i)).unwrap() });
    let sum: i32 = receive.iter().map(|b| *b).sum();
    t.join().unwrap();
    assert!(sum == 6);
}
