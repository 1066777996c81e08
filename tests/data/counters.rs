//! Counters that a GPU gave: `tests/counters/NAME.tsv` holds one row a launch of `tests/h200/NAME.cu` under Nsight
//! Compute, and every figure of it that `kern profile --csv` gives too must be equal (a kernel's name may go on with its
//! parameters).
//!
//! Lines `# KERNEL METRICS: reason` leave figures out: the kernel's name (`*` for all) and words that the names of the
//! metrics contain (`*` for all). A figure that is left out but equal in every launch is a mistake too.

use std::path::Path;

use kern_tests::command::kern;
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::{read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let files = files_below(&root().join("tests/counters"), &["tsv"]);
    let name = |path: &Path| format!("counters/{}", path.file_stem().unwrap_or_default().to_string_lossy());
    files.into_iter().map(|path| trial(name(&path), move || check(&path))).collect()
}

struct LeftOut {
    kernel: String,
    metrics: Vec<String>,
    line: String,
    differs: bool,
}

fn check(path: &Path) -> Result<(), String> {
    let text = read(path)?;
    let mut left_out: Vec<LeftOut> = Vec::new();
    for line in text.lines().filter_map(|l| l.strip_prefix("# ")) {
        let (what, reason) = line.split_once(": ").ok_or_else(|| format!("`{line}` gives no reason"))?;
        let (kernel, metrics) = what.split_once(' ').ok_or_else(|| format!("`{line}` names no metric"))?;
        if reason.trim().is_empty() {
            return Err(format!("`{line}` gives no reason"));
        }
        let metrics = metrics.split(' ').map(str::to_string).collect();
        left_out.push(LeftOut { kernel: kernel.into(), metrics, line: line.into(), differs: false });
    }
    let mut measured = text.lines().filter(|l| !l.starts_with('#')).map(|l| l.split('\t').map(str::to_string).collect::<Vec<_>>());
    let names = measured.next().ok_or("no head line")?;
    let program = root().join("tests/h200").join(path.file_name().unwrap_or_default()).with_extension("cu");
    let outcome = kern(&["profile", "--csv", "--caches", &shown(&program)], b"");
    let mut ours = outcome.stderr.lines().map(fields);
    let our_names = ours.next().ok_or("no head line from `kern profile`")?;
    let (measured, ours): (Vec<_>, Vec<_>) = (measured.collect(), ours.collect());
    if measured.len() != ours.len() {
        return Err(format!("{} launches, the GPU had {}\n{}", ours.len(), measured.len(), outcome.stderr));
    }
    let mut problems = String::new();
    let mut compared = 0;
    for (theirs, ours) in measured.iter().zip(&ours) {
        let find = |name: &str| names.iter().position(|n| n == name).map(|i| theirs[i].as_str());
        let launch = format!("launch {} of {}", theirs[0], theirs[1]);
        for (name, ours) in our_names.iter().zip(ours) {
            let Some(theirs_here) = find(name) else { continue };
            if name != "kernel" && theirs_here == ours || name == "kernel" && theirs_here.starts_with(ours.as_str()) {
                compared += 1;
                continue;
            }
            let excuse = left_out
                .iter_mut()
                .find(|l| (l.kernel == "*" || l.kernel == theirs[1]) && l.metrics.iter().any(|m| m == "*" || name.contains(m.as_str())));
            match excuse {
                Some(excuse) => excuse.differs = true,
                None => problems += &format!("{launch}: {name} is {ours}, the GPU says {theirs_here}\n"),
            }
        }
    }
    for excuse in left_out.iter().filter(|l| !l.differs) {
        problems += &format!("nothing differs any more: delete `# {}`\n", excuse.line);
    }
    if compared == 0 {
        problems += "nothing was compared\n";
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The fields of a line of comma-separated values.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => fields.last_mut().expect("there is one from the start").push(c),
        }
    }
    fields
}
