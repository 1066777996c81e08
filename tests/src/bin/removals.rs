//! Random programs without a race, whole and without one of the lines that order their accesses: `cargo run --release -p
//! kern-tests --bin removals [-- --count N --seed N --show N]`.
//!
//! A whole program must be silent; without the line a finding must name the two accesses that it ordered. The status is 1 if a
//! whole program is accused or fewer than 99 of 100 removals are found.

use std::process::ExitCode;

use kern_tests::mutate::Random;
use kern_tests::ordered::program;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let option = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)?.parse::<u64>().ok());
    let (count, seed, show) = (option("--count").unwrap_or(5000), option("--seed").unwrap_or(0), option("--show").unwrap_or(3));
    let (mut accused, mut missed) = (0, 0);
    for number in seed..seed + count {
        let program = program(number);
        if let Err(problem) = program.check_whole() {
            accused += 1;
            println!("{number}: {problem}");
        }
        let which = Random(!number).below(program.needed.len());
        if let Err(problem) = program.check_without(&program.needed[which]) {
            missed += 1;
            if missed <= show {
                println!("{number}: {problem}");
            }
        }
    }
    println!(
        "{count} programs: {accused} accused whole; {missed} removals not found ({:.2} % found)",
        100.0 - 100.0 * missed as f64 / count as f64
    );
    ExitCode::from(u8::from(accused > 0 || missed * 100 > count))
}
