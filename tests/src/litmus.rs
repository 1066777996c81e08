//! Litmus tests (`tests/litmus/`) as programs: each thread a warp of its own, its operations as PTX, what its reads saw printed at
//! the end, and what lies in memory then.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A litmus test.
#[derive(Clone, Debug)]
pub struct Litmus {
    /// Its name.
    pub name: String,
    /// Of each thread: the device, the block, the operations.
    pub threads: Vec<(u32, u32, Vec<String>)>,
    /// What may be printed.
    pub outcomes: BTreeSet<String>,
}

/// Elements between two locations.
const SPACING: usize = 64;

/// The tests of a file.
///
/// # Errors
/// A line that is none.
pub fn litmus_tests(text: &str) -> Result<Vec<Litmus>, String> {
    let mut tests: Vec<Litmus> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let wrong = || format!("no litmus test has the line `{line}`");
        let (word, rest) = line.split_once(' ').ok_or_else(wrong)?;
        if word == "test" {
            let name = rest.split(':').next().unwrap_or(rest).to_string();
            tests.push(Litmus { name, threads: Vec::new(), outcomes: BTreeSet::new() });
            continue;
        }
        let test = tests.last_mut().ok_or_else(wrong)?;
        match word {
            "thread" => {
                let (place, ops) = rest.split_once(':').ok_or_else(wrong)?;
                let (device, block) = place.split_once(' ').ok_or_else(wrong)?;
                let number = |text: &str| text.trim().parse().map_err(|_| wrong());
                let ops = ops.split(';').map(|op| op.trim().to_string()).collect();
                test.threads.push((number(device)?, number(block)?, ops));
            }
            "outcome" => _ = test.outcomes.insert(rest.to_string()),
            "allowed" | "forbidden" => {}
            _ => return Err(wrong()),
        }
    }
    Ok(tests)
}

impl Litmus {
    /// Whether all threads are on one device.
    pub fn has_one_device(&self) -> bool {
        self.threads.iter().all(|thread| thread.0 == 0)
    }

    fn locations(&self) -> Vec<&str> {
        let ops = self.threads.iter().flat_map(|thread| &thread.2).filter(|op| !op.starts_with(['F', 'B']));
        ops.filter_map(|op| op.split(' ').nth(1)).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The program.
    pub fn program(&self) -> String {
        let locations = self.locations();
        let mut text = String::from("#include <cstdio>\n__global__ void run(int *m, int *out, int zero) {\n");
        text.push_str("    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n");
        let has_barrier = self.threads.iter().any(|thread| thread.2.iter().any(|op| op == "B"));
        let phases = if has_barrier { 2 } else { 1 };
        for phase in 0..phases {
            if phase > 0 {
                text.push_str("    __syncthreads();\n");
            }
            for (number, (_, block, ops)) in self.threads.iter().enumerate() {
                let warp = self.threads[..number].iter().filter(|other| other.1 == *block).count();
                let _ = writeln!(text, "    if (blockIdx.x == {block} && warp == {warp} && lane == 0) {{");
                let barrier = ops.iter().position(|op| op == "B").unwrap_or(ops.len());
                let mut reads = ops[..if phase == 0 { 0 } else { barrier }].iter().filter(|op| op.starts_with(['R', 'A', 'X'])).count();
                let own = if phase == 0 { &ops[..barrier] } else { &ops[(barrier + 1).min(ops.len())..] };
                let first = reads;
                for op in own {
                    statement(&mut text, op, number, &mut reads, &locations);
                }
                for read in first..reads {
                    let _ = writeln!(text, "        out[{}] = r{read};", number * 8 + read);
                }
                text.push_str("    }\n");
            }
        }
        let blocks = self.threads.iter().map(|thread| thread.1 + 1).max().unwrap_or(1);
        let warps = (0..blocks).map(|block| self.threads.iter().filter(|thread| thread.1 == block).count()).max().unwrap_or(1);
        let size = locations.len() * SPACING;
        let _ = write!(
            text,
            "}}\nint main() {{\n    int *m, *out, held[{size}], seen[64];\n    cudaMalloc(&m, sizeof held);\n    cudaMalloc(&out, sizeof seen);\n    \
             cudaMemset(m, 0, sizeof held);\n    cudaMemset(out, 0, sizeof seen);\n    run<<<{blocks}, {}>>>(m, out, 0);\n    \
             cudaMemcpy(held, m, sizeof held, cudaMemcpyDeviceToHost);\n    cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost);\n",
            warps * 32
        );
        let (mut format, mut values) = (String::new(), String::new());
        for (number, thread) in self.threads.iter().enumerate() {
            for read in 0..thread.2.iter().filter(|op| op.starts_with(['R', 'A', 'X'])).count() {
                let _ = write!(format, "{number}:r{read}=%d ");
                let _ = write!(values, ", seen[{}]", number * 8 + read);
            }
        }
        format.push('|');
        for (at, name) in locations.iter().enumerate() {
            let _ = write!(format, " {name}=%d");
            let _ = write!(values, ", held[{}]", at * SPACING);
        }
        let _ = write!(text, "    printf(\"{format}\\n\"{values});\n    cudaFree(m);\n    cudaFree(out);\n}}\n");
        text
    }
}

/// One operation as a statement.
fn statement(text: &mut String, op: &str, thread: usize, reads: &mut usize, locations: &[&str]) {
    let words: Vec<&str> = op.split_whitespace().collect();
    let address = |name: &str| format!("m + {}", locations.iter().position(|known| *known == name).unwrap_or(0) * SPACING);
    let sem = |word: &str, scope: &str| match word {
        "rlx" => format!(".relaxed.{scope}"),
        "acq" => format!(".acquire.{scope}"),
        "rel" => format!(".release.{scope}"),
        "ar" => format!(".acq_rel.{scope}"),
        "sc" => format!(".sc.{scope}"),
        _ => String::new(),
    };
    let clobber = "\"memory\"";
    let _ = match words[0] {
        "W" => {
            // What the read before it saw, times nothing.
            let value = if words.len() > 5 { format!("{} + r{} * zero", words[2], *reads - 1) } else { words[2].to_string() };
            let st = sem(words[3], words[4]);
            writeln!(
                text,
                "        asm volatile(\"st{st}.global.u32 [%0], %1;\" :: \"l\"({}), \"r\"({value}) : {clobber});",
                address(words[1])
            )
        }
        "R" => {
            let (ld, read) = (sem(words[2], words[3]), *reads);
            *reads += 1;
            writeln!(
                text,
                "        int r{read}; asm volatile(\"ld{ld}.global.u32 %0, [%1];\" : \"=r\"(r{read}) : \"l\"({}) : {clobber});",
                address(words[1])
            )
        }
        "ADD" | "XCH" => {
            let is_add = words[0] == "ADD";
            let (value, rest) = if is_add { ("1", &words[2..]) } else { (words[2], &words[3..]) };
            let (what, read) = (if is_add { "add.u32" } else { "exch.b32" }, *reads);
            *reads += 1;
            writeln!(
                text,
                "        int r{read}; asm volatile(\"atom{}.global.{what} %0, [%1], %2;\" : \"=r\"(r{read}) : \"l\"({}), \"r\"({value}) : {clobber});",
                sem(rest[0], rest[1]),
                address(words[1])
            )
        }
        "F" => writeln!(text, "        asm volatile(\"fence{};\" ::: {clobber});", sem(words[1], words[2])),
        _ => writeln!(text, "        // Thread {thread}: nothing."),
    };
}
