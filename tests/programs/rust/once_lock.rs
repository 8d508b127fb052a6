// FREE
use std::sync::OnceLock;
use std::thread;

static TEXT: OnceLock<String> = OnceLock::new();

fn main() {
    let t = thread::spawn(|| TEXT.get_or_init(|| "from a thread".to_string()).len());
    let here = TEXT.get_or_init(|| "from main".to_string()).len();
    assert!(t.join().unwrap() == here);
}
