//! What is not kern's own and may go wrong: worlds and watches that panic, sizes beyond all numbers; and what errors of streams blame.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kern::{Closed, Device, Error, OutputStream, Program, Sampling, Stream, World, device, grid};

fn gpu() -> Device {
    Device::new(device("t4").unwrap())
}

/// A world that panics where it says.
struct Broken(&'static str);

impl Broken {
    fn at(&self, place: &'static str) {
        if self.0 == place {
            panic!("{place} is broken");
        }
    }
}

impl World for Broken {
    fn write(&mut self, _: OutputStream, _: &[u8]) -> Result<(), Closed> {
        self.at("paper");
        Ok(())
    }

    fn flush(&mut self, _: OutputStream) -> Result<(), Closed> {
        self.at("water");
        Ok(())
    }

    fn monotonic_ns(&mut self) -> u64 {
        self.at("clock");
        1
    }
}

/// What somebody panicked with.
fn words<T>(outcome: std::thread::Result<T>) -> Option<String> {
    let panic = outcome.err()?;
    panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|words| words.to_string()))
}

#[test]
fn a_panic_of_the_world_comes_out_and_the_device_stays() -> Result<(), Error> {
    let source = "#include <cstdio>\n__global__ void say(int *x) { *x += 1; printf(\"%d\\n\", *x); }";
    let program = Program::from_source("outside.kern", source)?;
    let mut gpu = gpu();
    let x = gpu.upload(&[0])?;
    let kernel = program.kernel("say")?;
    for (turn, place) in (1..).zip(["paper", "clock", "paper", "nothing"]) {
        gpu.world(Broken(place));
        let launched = catch_unwind(AssertUnwindSafe(|| kernel.launch(&mut gpu, grid(1), (&x,))));
        assert_eq!(words(launched), (place != "nothing").then(|| format!("{place} is broken")));
        assert_eq!(gpu.download(&x)?, [turn]);
    }
    // The same world again, and another one.
    gpu.world(Broken("paper"));
    for _ in 0..2 {
        let launched = catch_unwind(AssertUnwindSafe(|| kernel.launch(&mut gpu, grid(1), (&x,))));
        assert_eq!(words(launched).as_deref(), Some("paper is broken"));
    }
    let watched = catch_unwind(AssertUnwindSafe(|| {
        gpu.watch(|| panic!("asleep"));
        let forever = Program::from_source("forever.kern", "__global__ void k(volatile int *x) { while (x[0] >= 0) x[0] = 1; }")?;
        forever.kernel("k")?.launch(&mut gpu, grid(1), (&x,))
    }));
    assert_eq!(words(watched).as_deref(), Some("asleep"));
    gpu.watch(|| true);
    gpu.world(Quiet);
    let before = gpu.download(&x)?[0];
    assert_eq!(program.kernel("say")?.launch(&mut gpu, grid(1), (&x,))?.stdout, format!("{}\n", before + 1));
    Ok(())
}

struct Quiet;

impl World for Quiet {
    fn write(&mut self, _: OutputStream, _: &[u8]) -> Result<(), Closed> {
        Ok(())
    }
}

#[test]
fn a_texture_larger_than_numbers_is_an_error() {
    let mut gpu = gpu();
    for width in [usize::MAX, usize::MAX / 4, usize::MAX - 31] {
        assert_eq!(gpu.texture::<f32>(&[], width, Sampling::default()).unwrap_err().code().unwrap().0, "K1008");
        assert_eq!(gpu.texture::<u8>(&[], width, Sampling::default()).map(drop).is_err(), width > usize::MAX - 31);
    }
    assert!(gpu.texture::<f32>(&[], 4, Sampling::default()).is_ok_and(|texture| texture.height() == 0));
}

#[test]
fn errors_of_streams_name_the_line_that_issued_the_work() -> Result<(), Error> {
    let (one, other) = (Stream::new(gpu()), Stream::new(gpu()));
    let foreign = one.upload(vec![1, 2]);
    let error = other.download(foreign).wait().unwrap_err();
    let line = line!() - 1;
    let text = error.to_string();
    assert!(text.starts_with("error[K1005]: expected a buffer of this device (Tesla T4), found one of another"), "{text}");
    assert!(text.contains(&format!("kern/tests/outside.rs:{line}:32 ]")), "{text}");
    assert!(text.contains("let error = other.download(foreign).wait().unwrap_err();"), "{text}");
    let mut small = device("t4")?;
    small.memory_bytes = 1 << 20;
    let error = Stream::new(Device::new(small)).upload(vec![0u8; 2 << 20]).wait().unwrap_err();
    let line = line!() - 1;
    let text = error.to_string();
    assert!(text.starts_with("resource limit[K1008]"), "{text}");
    assert!(text.contains(&format!("kern/tests/outside.rs:{line}:")), "{text}");
    Ok(())
}
