// RACE SEEN
// A thread writes while its panic unwinds.

use std::thread;

static mut SEEN: u32 = 0;

struct Note;
impl Drop for Note {
    fn drop(&mut self) {
        unsafe { SEEN += 1 }
    }
}

fn main() {
    let threads: Vec<_> = (0..2)
        .map(|_| {
            thread::spawn(|| {
                let _note = Note;
                panic!("unwinds");
            })
        })
        .collect();
    for one in threads {
        assert!(one.join().is_err());
    }
}
