//! Grades kernels that students hand in: `autograder SUBMISSION.cu…`. The exercise: `scan(const int *in, int *out, int n)` puts into
//! `out[i]` the sum of `in[0]` to `in[i]`, one block of 256 threads, n at most 256. A point each for a program that compiles, for right
//! results, for no mistake and no race, and for shared memory without bank conflicts.

use kern::{Device, Error, LaunchReport, Program, grid};

const SIZES: [usize; 4] = [1, 32, 100, 256];

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let mut all = true;
    for file in &files {
        let (points, said) = grade(file);
        println!("{file}: {points} of 4 points{said}");
        all &= points == 4;
    }
    std::process::exit(i32::from(!all));
}

/// Points, and what is said of those that are missing.
fn grade(file: &str) -> (u32, String) {
    let kernel = match Program::load(file).and_then(|program| program.kernel("scan")) {
        Ok(kernel) => kernel,
        Err(error) => return (0, format!("\n{error}")),
    };
    let run = |sanitizes: bool| -> Result<(bool, LaunchReport), Error> {
        let mut gpu = Device::new(kern::device("t4")?);
        gpu.sanitize(sanitizes).fuel(1_000_000);
        let (mut is_right, mut last) = (true, None);
        for n in SIZES {
            let numbers: Vec<i32> = (0..n as i32).map(|i| i * 37 % 11).collect();
            let (input, out) = (gpu.upload(&numbers)?, gpu.alloc::<i32>(n)?);
            last = Some(kernel.launch(&mut gpu, grid(1).block(256), (&input, &out, n as i32))?);
            let right = numbers.iter().scan(0, |sum, x| {
                *sum += x;
                Some(*sum)
            });
            is_right &= gpu.download(&out)?.into_iter().eq(right);
        }
        Ok((is_right, last.expect("there are sizes")))
    };
    let (mut points, mut said) = (1, String::new());
    let mut point = |reached: bool, what: &str| {
        if reached { points += 1 } else { said += &format!("\n  not reached: {what}") }
    };
    match run(false) {
        Ok((is_right, report)) => {
            point(is_right, "right results");
            let shared = [&report.shared_loads, &report.shared_stores];
            point(shared.iter().all(|one| one.bank_conflicts == 0), "no bank conflicts");
        }
        Err(_) => point(false, "right results"),
    }
    match run(true) {
        Ok(_) => point(true, ""),
        Err(error) => point(false, &format!("no mistakes\n{error}")),
    }
    (points, said)
}
