//! Text to text: `vm/tests/wir/PASS/RULE.ptx` holds a function as PTX, `//= expected`, and what the pass does to its warp IR:
//! lines that it takes away and adds. In `vm/tests/wir/clif` stands what Cranelift gets for the operations that `//@ at: 3 4`
//! names, in `vm/tests/wir/verify` what is said of what `//@ change: THIS => THAT` makes of the text.
//!
//! The first lines may say `//@ block: 16x16x1` (256 threads in a line if they do not), `//@ counted`, `//@ told`, of which
//! operations nobody needs to be told (`//@ unneeded: 4`), `//@ host` and `//@ loop: 1`; of code, how many lines are shown (`//@ lines: 16`,
//! where the others do the same for other lanes), or those with which instructions (`//@ only: fdiv brif`). What goes into a pass is printed, read back, and looked at by the verifier, as is what comes out.

use super::*;
use crate::decode::code::Select;
use crate::decode::decode;
use crate::interp::OPERATIONS;
use crate::jit::analysis::CompilationUnit;
use crate::jit::analysis::shape::Geometry;
use crate::jit::clif;
use crate::jit::clif::backend::Backend;
use crate::jit::runtime::abi::{FIELDS, REGION, REGIONS};
use crate::loader::Layout;
use crate::memory::{ArenaSizes, Memory, Side};
use std::path::{Path, PathBuf};

/// What the first lines of a file say.
struct Case<'a> {
    block: [u32; 3],
    is_counted: bool,
    is_told: bool,
    /// Operations that nobody needs to be told of.
    unneeded: Vec<usize>,
    is_host: bool,
    unit: CompilationUnit,
    /// Operations whose code is shown.
    at: Vec<usize>,
    /// How many lines of it, and those with one of these words, if there are some.
    lines: usize,
    only: Vec<&'a str>,
    /// What stands in the text of what the passes make, and what is put there instead.
    change: (&'a str, String),
    ptx: &'a str,
    expected: &'a str,
}

impl Case<'_> {
    fn read(source: &str) -> Result<Case<'_>, String> {
        let (mut ptx, expected) = source.split_once("//= expected\n").ok_or("no `//= expected`")?;
        let mut case = Case {
            block: [256, 1, 1],
            is_counted: false,
            is_told: false,
            unneeded: Vec::new(),
            is_host: false,
            unit: CompilationUnit::Function,
            at: Vec::new(),
            lines: usize::MAX,
            only: Vec::new(),
            change: ("", String::new()),
            ptx,
            expected,
        };
        while let Some((line, rest)) = ptx.split_once('\n').filter(|(line, _)| line.starts_with("//")) {
            ptx = rest;
            let Some(said) = line.strip_prefix("//@ ") else { continue };
            let (name, what) = said.split_once(": ").unwrap_or((said, ""));
            if name == "only" {
                case.only = what.split(' ').collect();
                continue;
            }
            if name == "change" {
                let (from, to) = what.split_once(" => ").ok_or("no ` => `")?;
                case.change = (from, to.replace("\\n", "\n"));
                continue;
            }
            let numbers: Vec<u32> = what.split([' ', 'x']).filter_map(|word| word.parse().ok()).collect();
            match (name, &numbers[..]) {
                ("block", &[x, y, z]) => case.block = [x, y, z],
                ("loop", &[header]) => case.unit = CompilationUnit::Loop(header),
                ("lines", &[lines]) => case.lines = lines as usize,
                ("at", at) => case.at = at.iter().map(|&pc| pc as usize).collect(),
                ("counted", _) => case.is_counted = true,
                ("told", _) => case.is_told = true,
                ("unneeded", list) => case.unneeded = list.iter().map(|&pc| pc as usize).collect(),
                ("host", _) => case.is_host = true,
                _ => return Err(format!("unknown `{line}`")),
            }
        }
        case.ptx = ptx;
        Ok(case)
    }

    /// What the pass does, or the code.
    fn run<const L: usize>(&self, folder: &str, select: Select<L>) -> Result<String, String> {
        let target = if self.is_host { "host" } else { "sm_90" };
        let text = format!(".version 8.3\n.target {target}\n.address_size 64\n{}", self.ptx);
        let module = kern_ir::text::parse(kern_diag::FileId(0), &text).map_err(|mistake| format!("{mistake:?}"))?;
        if let Some(mistake) = kern_ir::verify(&module).first() {
            return Err(mistake.to_string());
        }
        let mut memory = Memory::new(1 << 30, &ArenaSizes::default());
        let side = if self.is_host { Side::Host } else { Side::Device };
        let layout = Layout::allocate(&module, side, &mut memory, None).map_err(|large| format!("no room for {}", large.name))?;
        let id = module.functions.iter().rposition(|function| !function.layout.is_empty()).ok_or("no function")? as u32;
        let code = decode(&layout, id, select);
        let geometry = if self.is_host { Geometry::host() } else { Geometry::new(self.block) };
        let mut plan = Plan::new(&module.functions[id as usize], &code, geometry, self.unit, self.is_counted);
        if self.is_told {
            let mut unneeded = vec![false; module.functions[id as usize].insts.len()];
            self.unneeded.iter().for_each(|&pc| unneeded[code.ops[pc].inst as usize] = true);
            plan.told = Some(unneeded.into());
        }
        let shared = kern_ir::analysis::shared_layout(&module, id, 0);
        let mut regions = RegionList::new(code.accesses.len(), &shared.offsets);
        let mut counter_plan = CounterPlan::default();
        let context = PassContext { plan: &plan, regions: &mut regions, counter_plan: &mut counter_plan };
        match folder {
            "clif" => Ok(self.clif(context)),
            "verify" => self.mistake(context),
            _ => through_passes(folder, context),
        }
    }

    /// What is said of the unit with the change.
    fn mistake<const L: usize>(&self, context: PassContext<L>) -> Result<String, String> {
        let plan = context.plan;
        let text = print::print(&make(context), plan);
        let (from, to) = &self.change;
        let changed = text.replacen(from, to, 1);
        if changed == text {
            return Err(format!("no `{from}` in\n{text}"));
        }
        let found = parse::parse(&changed).and_then(|wir| verify::verify(&wir, plan));
        found.err().ok_or_else(|| "nothing is wrong".into())
    }

    /// What Cranelift gets for the operations.
    fn clif<const L: usize>(&self, PassContext { plan, regions, counter_plan }: PassContext<L>) -> String {
        let wir = make(PassContext { plan, regions, counter_plan });
        let backend = Backend::new(&[]).expect("there is a code generator for this processor");
        let thunks: Vec<*const u8> = (1..=32).map(std::ptr::without_provenance).collect();
        let (func, _) = clif::build(plan, &wir, regions, &thunks, backend.call_conv(), backend.frontend_config()).expect("it is not long");
        let places: Vec<String> = self.at.iter().map(|pc| format!("@{pc:04x}")).collect();
        let text = func.display().to_string();
        let lines = text.lines().filter(|line| places.iter().any(|place| line.starts_with(place)));
        let is_shown = |line: &&str| self.only.is_empty() || line.split([' ', '.']).any(|word| self.only.contains(&word));
        lines.filter(is_shown).take(self.lines).map(|line| with_fields(&squeezed(line), regions.capacity()) + "\n").collect()
    }
}

/// A line without most of its blanks.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line with names for offsets in the context, which is `v0`, and in the regions behind it, for which there is room.
fn with_fields(line: &str, regions: usize) -> String {
    let mut parts = line.split("v0+");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (offset, rest) = part.split_at(digits);
        let offset: usize = offset.parse().expect("an offset is a number");
        let field = |owners: &[&str], offset: usize| {
            let fields = FIELDS.iter().filter(|field| owners.contains(&field.owner) && field.offset as usize <= offset);
            let field = fields.max_by_key(|field| field.offset).expect("it is in one of them");
            let inside = offset - field.offset as usize;
            if inside == 0 { field.name.to_owned() } else { format!("{}+{inside}", field.name) }
        };
        let name = match offset.checked_sub(REGIONS) {
            Some(behind) if behind >= regions * REGION => format!("behind_regions+{}", behind - regions * REGION),
            Some(behind) => format!("region{}.{}", behind / REGION, field(&["Region"], behind % REGION)),
            None => field(IN_CONTEXT, offset),
        };
        format!("{text}v0.{name}{rest}")
    })
}

/// The structures that a context consists of.
const IN_CONTEXT: &[&str] = &["Run", "Counts", "Outcome", "BarrierRegion", "Launch", "Core", "HostCall", "Records"];

/// What the pass of that name does to what those before it have made; what `build` makes, from nothing.
fn through_passes<const L: usize>(name: &str, mut context: PassContext<L>) -> Result<String, String> {
    let mut wir = build::build(context.plan);
    if name == "build" {
        return again(&wir, context.plan, false).map(|(_, text)| text);
    }
    for (pass_name, pass) in passes() {
        let (read, before) = again(&wir, context.plan, false)?;
        if pass_name == name {
            wir = read;
        }
        pass(&mut wir, &mut context);
        if pass_name == name {
            let (_, after) = again(&wir, context.plan, !matches!(name, "deferred_values" | "guards"))?;
            return Ok(difference(&before, &after));
        }
    }
    Err(format!("no pass `{name}`"))
}

/// A unit read back from its text, and that.
fn again<const L: usize>(wir: &Wir, plan: &Plan<L>, is_checked: bool) -> Result<(Wir, String), String> {
    let text = print::print(wir, plan);
    let read = parse::parse(&text)?;
    if read != *wir {
        return Err(format!("read back otherwise:\n{text}{}", print::print(&read, plan)));
    }
    if is_checked {
        verify::verify(wir, plan)?;
    }
    Ok((read, text))
}

/// Lines of `before` with `-` and of `after` with `+` in front, if the other has not got them; of the rest, headings and
/// neighbours.
fn difference(before: &str, after: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    // Length of the longest common part from each place on.
    let mut common = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i][j] = if a[i] == b[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            lines.push((' ', a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || (i < a.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(('-', a[i]));
            i += 1;
        } else {
            lines.push(('+', b[j]));
            j += 1;
        }
    }
    let is_shown = |at: usize| {
        let is_head = !lines[at].1.trim_start().starts_with('@');
        is_head || lines[at.saturating_sub(1)..(at + 2).min(lines.len())].iter().any(|(mark, _)| *mark != ' ')
    };
    (0..lines.len()).filter(|&at| is_shown(at)).map(|at| format!("{} {}\n", lines[at].0, lines[at].1)).collect()
}

fn run_file(folder: &str, path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|mistake| mistake.to_string())?;
    let case = Case::read(&source)?;
    let found = if case.is_host { case.run(folder, OPERATIONS.host)? } else { case.run(folder, OPERATIONS.device)? };
    if found.trim() == case.expected.trim() { Ok(()) } else { Err(format!("found\n{found}")) }
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

#[test]
fn each_pass_does_what_its_files_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wir");
    let (mut wrong, mut count) = (String::new(), 0);
    for folder in list(&root) {
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a pass is named in ASCII").to_owned();
        // Machine code, and what is prefetched, are those of x86-64.
        if !cfg!(target_arch = "x86_64") && matches!(name.as_str(), "clif" | "prefetch") {
            continue;
        }
        for path in list(&folder) {
            count += 1;
            if let Err(message) = run_file(&name, &path) {
                wrong += &format!("---- {}\n{message}\n", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(count > if cfg!(target_arch = "x86_64") { 150 } else { 50 }, "only {count} files");
}
