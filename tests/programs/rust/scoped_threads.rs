// FREE
use std::thread;

fn main() {
    let mut list = vec![1, 2, 3, 4];
    let (left, right) = list.split_at_mut(2);
    thread::scope(|s| {
        s.spawn(|| left[0] = 10);
        s.spawn(|| right[0] = 30);
    });
    assert!(list.iter().sum::<i32>() == 46);
}
