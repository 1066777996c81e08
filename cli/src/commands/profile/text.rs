//! The report that a person reads: each kernel's launches, what they asked of memory, and the lines that cost most.

use std::fmt::Write;

use kern_vm::device::Device;
use kern_vm::instrument::LaunchReport;
use kern_vm::instrument::metrics::figures::ProfiledLaunch;
use kern_vm::instrument::metrics::{Class, Traffic};

use super::advice::{self, Advice, per};
use super::lines::{Line, LineAccess, Sources, lines};

/// Most lines shown of one kernel.
const MOST_LINES: usize = 5;
/// A line below this share of the kernel's traffic is not shown, unless there is something to say of it.
const LEAST_SHARE: f64 = 0.02;

/// The report.
pub(super) fn report(device: &Device, launches: &[LaunchReport], sources: &mut Sources) -> String {
    let mut out = String::new();
    if launches.is_empty() {
        return "the program launched no kernel\n".into();
    }
    let groups = group(launches);
    let kernels: std::collections::BTreeSet<&str> = launches.iter().map(|l| l.kernel.as_str()).collect();
    let _ = writeln!(
        out,
        "{} of {} on {} (compute capability {}.{})",
        plural(launches.len() as u64, "launch", "launches"),
        plural(kernels.len() as u64, "kernel", "kernels"),
        device.name,
        device.major,
        device.minor
    );
    for numbers in &groups {
        out.push('\n');
        kernel(&mut out, device, launches, numbers, sources);
    }
    out
}

/// Launches that did the same, in the order of the first.
fn group(launches: &[LaunchReport]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut by_kernel: std::collections::HashMap<&str, Vec<usize>> = std::collections::HashMap::new();
    for (number, launch) in launches.iter().enumerate() {
        let known = by_kernel.entry(&launch.symbol).or_default();
        let same = known.iter().find(|&&g| {
            let first: &LaunchReport = &launches[groups[g][0]];
            let shape = |l: &LaunchReport| (l.config.grid, l.config.block, l.config.dynamic_shared, l.error, l.counters);
            shape(first) == shape(launch) && first.profile == launch.profile
        });
        match same {
            Some(&g) => groups[g].push(number),
            None => {
                known.push(groups.len());
                groups.push(vec![number]);
            }
        }
    }
    groups
}

fn kernel(out: &mut String, device: &Device, launches: &[LaunchReport], numbers: &[usize], sources: &mut Sources) {
    let launch = &launches[numbers[0]];
    let [grid, block] = [launch.config.grid, launch.config.block].map(extent);
    let _ = writeln!(out, "{}<<<{grid}, {block}>>>  {}", launch.kernel, numbers_text(numbers));
    let Some(accounted) = ProfiledLaunch::new(device, launch) else { return };
    geometry(out, launch, &accounted);
    if launch.error != 0 {
        let _ = writeln!(out, "  ended with error {}: the figures tell what was done until then", launch.error);
    }
    let account = accounted.profile;
    table(out, "sectors", &[Class::GlobalLoad, Class::GlobalStore, Class::GlobalAtom, Class::GlobalRed, Class::AsyncLoad], |c| {
        account.total(c)
    });
    table(out, "wavefronts", &[Class::SharedLoad, Class::SharedStore, Class::SharedAtom, Class::AsyncStore], |c| account.total(c));
    table(
        out,
        "sectors",
        &[Class::LocalLoad, Class::LocalStore, Class::ConstLoad, Class::Texture, Class::SurfaceLoad, Class::SurfaceStore],
        |c| account.total(c),
    );
    let loads = account.total(Class::GlobalLoad);
    if account.has_caches && loads.sectors > 0 {
        let _ = writeln!(out, "  first-level cache: {} of the sectors of global loads were there", percent(loads.hits, loads.sectors));
    }
    let (branches, divergent) = (launch.counters.branches, launch.counters.divergent_branches);
    if branches > 0 {
        let share = if divergent == 0 { "none".into() } else { format!("{divergent} ({})", percent(divergent, branches)) };
        let _ = writeln!(out, "  {} executed by warps, {share} divergent", plural(branches, "branch", "branches"));
    }
    let lines = lines(account, sources);
    let total: u64 = lines.iter().map(Line::cost).sum();
    let mut heading = Some("  most traffic:\n");
    let is_worth = |line: &Line| line.cost() as f64 >= LEAST_SHARE * total as f64 && line.cost() > 0;
    for line in lines.iter().filter(|l| is_worth(l)).take(MOST_LINES) {
        out.push_str(heading.take().unwrap_or_default());
        show_line(out, line, total, sources);
    }
    let mut heading = Some("  most divergence:\n");
    let mut divergent: Vec<&Line> = lines.iter().filter(|l| l.branches.1 > 0).collect();
    divergent.sort_by_key(|l| std::cmp::Reverse(l.branches.1));
    for line in divergent.into_iter().take(MOST_LINES) {
        let Some(advice) = advice::of_branches(line) else { continue };
        out.push_str(heading.take().unwrap_or_default());
        place(out, line, "", sources);
        say(out, &advice);
    }
}

fn geometry(out: &mut String, launch: &LaunchReport, accounted: &ProfiledLaunch) {
    let occupancy = accounted.occupancy();
    let shared = accounted.profile.static_shared + launch.config.dynamic_shared;
    let shared = if shared > 0 { format!(", {shared} bytes of shared memory each") } else { String::new() };
    let _ = writeln!(
        out,
        "  {} of {} ({}){shared}",
        plural(launch.config.blocks(), "block", "blocks"),
        plural(launch.config.threads(), "thread", "threads"),
        plural(occupancy.warps_per_block, "warp", "warps"),
    );
    let _ = writeln!(
        out,
        "  occupancy at most {:.0} %: a multiprocessor holds {}, {} of {} warps; {} {} the limit, registers aside",
        occupancy.percent(),
        plural(occupancy.blocks(), "block", "blocks"),
        occupancy.warps(),
        occupancy.max_warps,
        occupancy.limit(),
        if occupancy.limit() == "its threads" { "are" } else { "is" },
    );
}

/// What a class is called in a table, and of one line.
fn class_text(class: Class) -> &'static str {
    match class {
        Class::GlobalLoad => "global loads",
        Class::GlobalStore => "global stores",
        Class::GlobalAtom => "global atomics",
        Class::GlobalRed => "global reductions",
        Class::LocalLoad => "local loads",
        Class::LocalStore => "local stores",
        Class::SharedLoad => "shared loads",
        Class::SharedStore => "shared stores",
        Class::SharedAtom => "shared atomics",
        Class::AsyncLoad => "async copies from",
        Class::AsyncStore => "async copies to",
        Class::ConstLoad => "constant reads",
        Class::Texture => "texture reads",
        Class::SurfaceLoad => "surface reads",
        Class::SurfaceStore => "surface writes",
    }
}

fn table(out: &mut String, unit: &str, classes: &[Class], total: impl Fn(Class) -> Traffic) {
    let rows: Vec<(Class, Traffic)> = classes.iter().map(|&c| (c, total(c))).filter(|(_, t)| t.requests > 0).collect();
    let Some((first, _)) = rows.first() else { return };
    let columns = match first {
        c if c.is_global() => ["a request", "ideal", "bytes used"],
        c if c.is_shared() => ["a request", "ideal", "conflicts"],
        _ => ["a request", "", ""],
    };
    let head = format!("  {:<18}{:>12}{unit:>12}{:>12}{:>10}{:>12}", "", "requests", columns[0], columns[1], columns[2]);
    let _ = writeln!(out, "{}", head.trim_end());
    for (class, t) in rows {
        let last = match class {
            c if c.is_global() => (per(t.ideal, t.requests), percent(t.used, t.moved())),
            c if c.is_shared() => (per(t.ideal_wavefronts, t.requests), t.conflicts().to_string()),
            _ => (String::new(), String::new()),
        };
        let count = if class.is_shared() { t.wavefronts } else { t.sectors };
        let row =
            format!("  {:<18}{:>12}{count:>12}{:>12}{:>10}{:>12}", class_text(class), t.requests, per(count, t.requests), last.0, last.1);
        let _ = writeln!(out, "{}", row.trim_end());
    }
}

fn show_line(out: &mut String, line: &Line, total: u64, sources: &mut Sources) {
    place(out, line, &format!("{:>4}  ", percent(line.cost(), total).replace(' ', "")), sources);
    for access in &line.accesses {
        let _ = writeln!(out, "          {}", access_text(access));
        if let Some(advice) = advice::of_access(access) {
            say(out, &advice);
        }
    }
}

fn place(out: &mut String, line: &Line, share: &str, sources: &mut Sources) {
    match &line.place {
        Some(place) => {
            let text = sources.text(place);
            let _ = writeln!(out, "    {share}{}:{}  {text}", place.file, place.line);
        }
        None => {
            let _ = writeln!(out, "    {share}code without a source line");
        }
    }
}

fn access_text(access: &LineAccess) -> String {
    let t = &access.traffic;
    let requests = plural(t.requests, "request", "requests");
    let class = class_text(access.class);
    match access.class {
        c if c.is_shared() => format!(
            "{class}: {requests}, {}{}",
            plural(t.wavefronts, "wavefront", "wavefronts"),
            if t.conflicts() > 0 { format!(", {} of them bank conflicts", t.conflicts()) } else { String::new() }
        ),
        c if c.is_global() => format!(
            "{class}: {requests}, {} ({} a request), {} of {} used",
            plural(t.sectors, "sector", "sectors"),
            per(t.sectors, t.requests),
            percent(t.used, t.moved()),
            bytes(t.moved())
        ),
        _ => format!("{class}: {requests}, {} ({} a request)", plural(t.sectors, "sector", "sectors"), per(t.sectors, t.requests)),
    }
}

fn say(out: &mut String, advice: &Advice) {
    let _ = writeln!(out, "          why: {}\n          try: {}", advice.why, advice.help);
}

/// `launch 3`, `launches 0-4, 7`.
fn numbers_text(numbers: &[usize]) -> String {
    let mut runs: Vec<String> = Vec::new();
    let mut at = 0;
    while at < numbers.len() {
        let end = (at..numbers.len()).take_while(|&i| numbers[i] - numbers[at] == i - at).last().unwrap_or(at);
        runs.push(if end == at { numbers[at].to_string() } else { format!("{}-{}", numbers[at], numbers[end]) });
        at = end + 1;
    }
    if runs.len() > 8 {
        runs.truncate(7);
        runs.push("…".into());
    }
    if numbers.len() == 1 { format!("launch {}", runs[0]) } else { format!("{} equal launches: {}", numbers.len(), runs.join(", ")) }
}

fn extent([x, y, z]: [u32; 3]) -> String {
    match (x, y, z) {
        (x, 1, 1) => x.to_string(),
        (x, y, 1) => format!("({x}, {y})"),
        _ => format!("({x}, {y}, {z})"),
    }
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A share of a whole, one digit below ten.
fn percent(part: u64, whole: u64) -> String {
    let share = if whole == 0 { 0.0 } else { part as f64 / whole as f64 * 100.0 };
    if share >= 10.0 || share == 0.0 { format!("{share:.0} %") } else { format!("{share:.1} %") }
}

fn bytes(count: u64) -> String {
    match count {
        0..1024 => plural(count, "byte", "bytes"),
        1024..1_048_576 => format!("{} KB", per(count, 1024)),
        _ => format!("{} MB", per(count, 1 << 20)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(numbers_text(&[3]), "launch 3");
        assert_eq!(numbers_text(&[0, 1, 2, 7]), "4 equal launches: 0-2, 7");
        assert_eq!(extent([4, 1, 1]), "4");
        assert_eq!(extent([4, 4, 1]), "(4, 4)");
        assert_eq!((percent(1, 3), percent(1, 30), percent(0, 0)), ("33 %".into(), "3.3 %".into(), "0 %".into()));
        assert_eq!((bytes(1), bytes(1536), bytes(3 << 20)), ("1 byte".into(), "1.5 KB".into(), "3 MB".into()));
    }
}
