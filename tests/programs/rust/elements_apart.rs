// RACE []
// Two threads write one element through raw pointers.
use std::thread;

struct Pointer(*mut u32);
unsafe impl Send for Pointer {}

fn main() {
    let mut list = vec![0u32; 4];
    let base = list.as_mut_ptr();
    let threads: Vec<_> = (0..2usize)
        .map(|i| {
            let p = Pointer(base);
            thread::spawn(move || {
                let p = p;
                for k in 0..3 {
                    unsafe { *p.0.add(i + k) = k as u32 };
                }
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    assert!(list[0] == 0);
}
