//! Traces: their text is pinned, they are the same each time, they change nothing, and no bytes make their reader fail otherwise
//! than with a sentence. And the counters of blocks, which are the launch's in pieces.

use std::path::{Path, PathBuf};

use kern::files::DiskLoader;
use kern_core::driver::Options;
use kern_core::pass::PassOptions;
use kern_tests::command::{Outcome, kern};
use kern_tests::{files_below, root, shown};
use kern_vm::instrument::trace::{self, Event};
use libtest_mimic::Trial;

use crate::{expect_equal, read, trial};

/// What is recorded of each program.
const RECORDED: &[(&str, &[&str])] = &[
    ("divergent", &[]),
    ("barrier", &["--block", "1"]),
    ("half_barrier", &[]),
    ("shared", &["--launch", "1"]),
    ("shared_optimised", &["--launch", "1", "-O2"]),
];

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("traces/what_is_not_there".into(), what_is_not_there),
        trial("traces/a_limit_is_told".into(), a_limit_is_told),
        trial("traces/no_bytes_harm_the_reader".into(), no_bytes_harm_the_reader),
        trial("traces/blocks_add_up".into(), blocks_add_up),
        trial("traces/page_of_a_profile".into(), page_of_a_profile),
    ];
    for &(name, options) in RECORDED {
        trials.push(trial(format!("traces/text/{name}"), move || check_text(name, options)));
        trials.push(trial(format!("traces/same/{name}"), move || check_same(name, options)));
    }
    for path in files_below(&root().join("tests/run/cuda"), &["kern", "cu"]).into_iter().step_by(3) {
        trials.push(trial(format!("traces/names_change_no_code/{}", shown(&path)), move || names_change_no_code(&path)));
    }
    // Programs with mistakes too.
    let programs =
        [files_below(&root().join("tests/findings/bad"), &["kern", "cu"]), files_below(&root().join("examples"), &["kern", "cu"])];
    for path in programs.into_iter().flatten().step_by(5) {
        trials.push(trial(format!("traces/changes_nothing/{}", shown(&path)), move || changes_nothing(&path)));
    }
    trials
}

fn program(name: &str) -> String {
    format!("tests/data/traces/{}.cu", name.trim_end_matches("_optimised"))
}

/// A file that is gone when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("kern-trace-{}-{}.ktrace", std::process::id(), name.replace(['/', '.'], "-"))))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Records a program; the outcome and the file's bytes.
fn record(program: &str, name: &str, options: &[&str]) -> Result<(Outcome, Vec<u8>), String> {
    let file = Scratch::new(name);
    let path = file.0.display().to_string();
    let args = [&["trace", "--seed", "1", "-o", &path], options, &[program]].concat();
    let outcome = kern(&args, b"");
    let bytes = std::fs::read(&file.0).map_err(|error| format!("no trace: {error}\n{}", outcome.stderr))?;
    Ok((outcome, bytes))
}

fn check_text(name: &str, options: &[&str]) -> Result<(), String> {
    let (_, bytes) = record(&program(name), &format!("text-{name}"), options)?;
    let read = trace::read(&bytes).map_err(|bad| bad.to_string())?;
    let text = trace::text::text(&read);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("tests/data/traces"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.to_string(), text));
    Ok(())
}

/// Twice, on one and on four host threads, on both engines: one file.
fn check_same(name: &str, options: &[&str]) -> Result<(), String> {
    let program = program(name);
    let (_, first) = record(&program, &format!("same-{name}"), options)?;
    for more in [&["--threads", "1"][..], &["--threads", "4"], &["--engine", "interp"]] {
        let (_, again) = record(&program, &format!("same-{name}"), &[options, more].concat())?;
        if first != again {
            return Err(format!("with {more:?} the trace is another one"));
        }
    }
    Ok(())
}

/// What a program prints, its findings and its status do not depend on whether it is traced.
fn changes_nothing(path: &Path) -> Result<(), String> {
    let program = shown(path);
    let alone = kern(&["run", "--json", "--seed", "1", "-O0", &program], b"");
    let file = Scratch::new(&format!("nothing-{program}"));
    let traced = kern(&["trace", "--json", "--seed", "1", "-o", &file.0.display().to_string(), &program], b"");
    expect_equal("the output", &traced.stdout_text(), &alone.stdout_text())?;
    let findings = |outcome: &Outcome| {
        outcome.stderr.lines().filter(|line| !line.contains("\"K08")).map(|line| format!("{line}\n")).collect::<String>()
    };
    expect_equal("what is found", &findings(&traced), &findings(&alone))?;
    let has_trace = file.0.exists();
    if has_trace && traced.status != alone.status {
        return Err(format!("the status is {} instead of {}", traced.status, alone.status));
    }
    Ok(())
}

/// Code that keeps the names of variables is the code that does not.
fn names_change_no_code(path: &Path) -> Result<(), String> {
    let source = read(path)?;
    let name = shown(path);
    for opt_level in [0, 2] {
        let compiled = |names: bool| {
            let passes = PassOptions { opt_level, names, ..PassOptions::default() };
            let loader = DiskLoader::new(name.clone(), source.clone(), Vec::new());
            kern_core::compile(&name, &Options { passes, ..Options::default() }, &loader).program
        };
        let (Some(mut named), Some(plain)) = (compiled(true), compiled(false)) else { continue };
        for func in &mut named.device.functions {
            if let Some(names) = func.names.take() {
                let is_right = names.bindings.iter().all(|binding| {
                    let piece = names.variables.get(binding.variable as usize).map(|variable| variable.pieces.len());
                    binding.before.index() < func.insts.len() && piece.is_some_and(|pieces| (binding.piece as usize) < pieces)
                });
                if !is_right {
                    return Err(format!("-O{opt_level}: names of `{}` mean nothing", func.display_name));
                }
            }
        }
        let text = |program: &kern_ir::Program| kern_ir::text::print(&program.device);
        expect_equal("the device's code", &text(&named), &text(&plain))?;
        expect_equal("the host's code", &kern_ir::text::print(&named.host), &kern_ir::text::print(&plain.host))?;
    }
    Ok(())
}

fn what_is_not_there() -> Result<(), String> {
    let cases: [(&[&str], &str); 5] = [
        (&["--launch", "1"], "launch 1 was not traced: the program has no such launch"),
        (&["--block", "1"], "block 1 was not traced: the launch has no such block"),
        (&["--block", "0,1"], "block (0, 1, 0) was not traced: the launch has no such block"),
        (&["--warp", "1"], "warp 1 was not traced: the block has no such warp"),
        (&["--steps", "0"], "0 is not in 1..=200000"),
    ];
    for (options, said) in cases {
        let outcome = kern(&[&["trace", "--text"], options, &[&program("divergent")]].concat(), b"");
        let is_code = outcome.stderr.contains("error[K0809]") || said.contains("not in");
        if outcome.status != 3 || !outcome.stderr.contains(said) || !is_code {
            return Err(format!("{options:?} gives status {}\n{}", outcome.status, outcome.stderr));
        }
    }
    Ok(())
}

fn a_limit_is_told() -> Result<(), String> {
    let (outcome, bytes) = record(&program("divergent"), "limit", &["--steps", "20"])?;
    let read = trace::read(&bytes).map_err(|bad| bad.to_string())?;
    let cut = read.header.truncated.ok_or("the header does not tell")?;
    if cut.at != 20 || cut.limit != "steps" || read.header.steps != 20 || !outcome.stderr.contains("warning[K0811]") {
        return Err(format!("{cut:?}\n{}", outcome.stderr));
    }
    Ok(())
}

/// Cut, changed and made-up files.
fn no_bytes_harm_the_reader() -> Result<(), String> {
    let (_, file) = record(&program("divergent"), "bytes", &[])?;
    let good = trace::read(&file).map_err(|bad| bad.to_string())?;
    if !good.events.iter().any(|event| matches!(event, Event::Diverge { .. })) {
        return Err("the kernel does not diverge".into());
    }
    let plain = miniz_oxide::inflate::decompress_to_vec(&file).map_err(|error| format!("{error:?}"))?;
    let mut refused = 0;
    let mut look = |bytes: &[u8]| {
        if let Err(bad) = trace::read(bytes) {
            assert!(!bad.0.is_empty() && !bad.0.ends_with('.'), "{bad}");
            refused += 1;
        } else if let Ok(trace) = trace::read(bytes) {
            // What is accepted can be shown.
            let _ = trace::text::text(&trace);
        }
    };
    for length in 0..file.len() {
        look(&file[..length]);
    }
    let mut state = 1u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..2000 {
        let mut bytes = plain.clone();
        for _ in 0..=random() % 4 {
            let at = random() as usize % bytes.len();
            match random() % 4 {
                0 => bytes[at] = random() as u8,
                1 => bytes[at] ^= 1 << (random() % 8),
                2 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, 0xff),
            }
        }
        look(&miniz_oxide::deflate::compress_to_vec(&bytes, 1));
        let made_up: Vec<u8> = (0..random() % 200).map(|_| random() as u8).collect();
        look(&made_up);
    }
    // Zeros without end, in a small file.
    look(&miniz_oxide::deflate::compress_to_vec(&vec![0; 200 << 20], 6));
    if refused < 1000 { Err(format!("only {refused} were refused")) } else { Ok(()) }
}

/// `kern profile --per-block`: the sums over the blocks are what the launch counts, also where many blocks are one row.
fn blocks_add_up() -> Result<(), String> {
    let programs = ["docs/programs/columns.kern", "tests/data/traces/barrier.cu", "tests/data/traces/many_blocks.cu"];
    for program in programs {
        let outcome = kern(&["profile", "--json", "--per-block", program], b"");
        let plain = kern(&["profile", "--json", program], b"");
        let launches = |text: &str| -> Vec<serde_json::Value> {
            text.lines().filter(|line| line.starts_with("{\"block\"")).filter_map(|line| serde_json::from_str(line).ok()).collect()
        };
        let (with, without) = (launches(&outcome.stderr), launches(&plain.stderr));
        if with.is_empty() || with.len() != without.len() {
            return Err(format!("{program}: {} launches\n{}", with.len(), outcome.stderr));
        }
        for (mut launch, other) in with.into_iter().zip(without) {
            let blocks = launch.as_object_mut().and_then(|fields| fields.remove("per_block")).ok_or("no counters of blocks")?;
            if launch != other {
                return Err(format!("{program}: the rest differs\n{launch}\n{other}"));
            }
            let columns: Vec<&str> = blocks["columns"].as_array().into_iter().flatten().filter_map(|name| name.as_str()).collect();
            let sum = |name: &str| -> u64 {
                let at = columns.iter().position(|column| *column == name).expect("the column is there");
                blocks["rows"].as_array().into_iter().flatten().filter_map(|row| row[at].as_u64()).sum()
            };
            for name in ["ir_warp_instructions", "ir_thread_instructions", "branches", "divergent_branches", "barriers"] {
                if launch["executed"][name].as_u64() != Some(sum(name)) {
                    return Err(format!("{program}: {name} of the blocks is {}, of the launch {}", sum(name), launch["executed"][name]));
                }
            }
            let of_instructions = |field: &str, kinds: &[&str]| -> u64 {
                let rows = launch["instructions"].as_array().into_iter().flatten();
                let is_one = |row: &&serde_json::Value| kinds.iter().any(|kind| row["kind"].as_str().is_some_and(|k| k.starts_with(kind)));
                rows.filter(is_one).filter_map(|row| row[field].as_u64()).sum()
            };
            let expected = [of_instructions("sectors", &["global", "local"]), of_instructions("bank_conflicts", &["shared"])];
            if [sum("sectors"), sum("bank_conflicts")] != expected {
                return Err(format!(
                    "{program}: sectors and conflicts are {:?}, not {expected:?}",
                    [sum("sectors"), sum("bank_conflicts")]
                ));
            }
        }
    }
    Ok(())
}

/// `kern profile --html`: the same on both engines, with the launches that `--json` tells of and a trace of each kernel; and no
/// program's text ends the element it stands in.
fn page_of_a_profile() -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("kern-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let page_of = |program: &str, engine: &str| -> Result<String, String> {
        let path = folder.join(format!("{engine}.html"));
        let outcome = kern(&["profile", "--seed", "1", "--engine", engine, program, "--html", &path.display().to_string()], b"");
        std::fs::read_to_string(&path).map_err(|error| format!("{program}: {error}\n{}", outcome.stderr))
    };
    let data_of = |page: &str| -> Result<serde_json::Value, String> {
        let (_, rest) = page.split_once("id=\"data\">").ok_or("no data")?;
        let (data, _) = rest.split_once("</script>").ok_or("the data has no end")?;
        serde_json::from_str(data).map_err(|error| error.to_string())
    };
    let program = "docs/programs/columns.kern";
    let page = page_of(program, "jit")?;
    expect_equal("pages of the engines", &page, &page_of(program, "interp")?)?;
    let data = data_of(&page)?;
    let plain = kern(&["profile", "--seed", "1", "--json", "--per-block", program], b"");
    let launches: Vec<serde_json::Value> =
        plain.stderr.lines().filter(|line| line.starts_with("{\"block\"")).filter_map(|line| serde_json::from_str(line).ok()).collect();
    if data["launches"] != serde_json::Value::from(launches) {
        return Err(format!("the launches are not those of --json: {}", data["launches"]));
    }
    let traced: Vec<_> = data["traces"].as_array().into_iter().flatten().map(|one| one["launch"].clone()).collect();
    if traced != [0, 1] || page.contains("http:") && page.contains("src=\"http") {
        return Err(format!("traces of launches {traced:?}"));
    }
    let evil = "int main() { const char *s = \"</script><script>alert(1)</script>\"; return *s == 0; }\n// <!-- </SCRIPT >\n";
    let path = folder.join("evil.cu");
    std::fs::write(&path, evil).map_err(|error| error.to_string())?;
    let page = page_of(&path.display().to_string(), "jit")?;
    let ends = page.to_ascii_lowercase().matches("</script").count();
    if ends != 2 || data_of(&page)?["files"][0]["text"] != evil {
        return Err(format!("{ends} ends of scripts\n{}", data_of(&page)?));
    }
    std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())
}
