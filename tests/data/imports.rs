//! Which modules of the machine use which: its folders are layers. And how long files are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::Trial;

use crate::{read, trial};

/// The modules of the machine that are layers, and those of them that each may import, besides itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("platform", &[]),
    ("memory", &["platform"]),
    ("texture", &[]),
    ("instrument", &["memory", "texture"]),
    ("parallel", &[]),
    ("call", &[]),
    ("machine", &["call", "instrument", "memory", "texture"]),
    ("decode", &["memory"]),
    ("report", &["decode", "instrument", "machine", "memory"]),
    ("exec", &["call", "decode", "instrument", "machine", "memory", "report"]),
    ("access", &["call", "decode", "exec", "instrument", "memory", "report", "texture"]),
    ("runtime", &["call", "decode", "exec", "instrument", "machine", "memory", "parallel", "platform", "report", "texture"]),
    ("interp", &["access", "call", "decode", "exec", "instrument", "memory", "report", "runtime"]),
    ("jit", &["access", "call", "decode", "exec", "instrument", "interp", "memory", "parallel", "platform", "report", "runtime"]),
    ("vm", &["decode", "exec", "machine", "memory", "runtime", "texture"]),
];

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("imports/layers".into(), layers),
        trial("imports/circles".into(), circles),
        trial("imports/lengths".into(), || lengths(Path::new("."))),
    ]
}

/// By module of `vm/src`: the modules that it names, each with a line where it does.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

fn layers() -> Result<(), String> {
    for (number, (layer, below)) in LAYERS.iter().enumerate() {
        let is_lower = |name: &&str| LAYERS[..number].iter().any(|(lower, _)| lower == name);
        if let Some(other) = below.iter().find(|name| !is_lower(name)) {
            return Err(format!("`{layer}` stands below `{other}` in the table: nothing flows back"));
        }
    }
    let imports = imports()?;
    let mut wrong = Vec::new();
    for (layer, below) in LAYERS {
        let used = imports.get(*layer).ok_or_else(|| format!("there is no `vm/src/{layer}`"))?;
        let others = LAYERS.iter().map(|(other, _)| other).filter(|other| *other != layer && !below.contains(other));
        wrong.extend(others.filter_map(|other| used.get(*other)).map(|place| format!("{place}: `{layer}` may not use this")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn circles() -> Result<(), String> {
    let imports = imports()?;
    let reached: BTreeMap<&str, BTreeSet<&str>> = imports.keys().map(|name| (name.as_str(), reached_from(name, &imports))).collect();
    let in_circles: Vec<&str> = reached.iter().filter(|(name, reached)| reached.contains(*name)).map(|(name, _)| *name).collect();
    if in_circles.is_empty() { Ok(()) } else { Err(format!("these use one another in circles: {in_circles:?}")) }
}

/// A file that is longer holds two things.
const MOST_LINES: usize = 500;

fn lengths(folder: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| e.to_string())?.flatten() {
        let path = entry.path();
        let is_made = path.ends_with("target")
            || path.ends_with("generated")
            || path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !is_made {
            lengths(&path).unwrap_or_else(|long| wrong.push(long));
        } else if path.extension().is_some_and(|e| e == "rs") {
            let lines = read(&path)?.lines().count();
            wrong.extend((lines > MOST_LINES).then(|| format!("{}: {lines} lines, more than {MOST_LINES}", path.display())));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// What a module uses, what that uses, and so on.
fn reached_from<'a>(name: &'a str, imports: &'a Imports) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = vec![name];
    while let Some(name) = open.pop() {
        let used = imports.get(name).into_iter().flat_map(BTreeMap::keys).map(String::as_str);
        open.extend(used.filter(|used| reached.insert(*used)));
    }
    reached
}

fn imports() -> Result<Imports, String> {
    let mut imports = Imports::new();
    let exported = exported(&read(Path::new("vm/src/lib.rs"))?);
    for entry in std::fs::read_dir("vm/src").map_err(|e| e.to_string())?.flatten() {
        let path = entry.path();
        let name = path.file_stem().map_or(String::new(), |name| name.to_string_lossy().into());
        // The root of the crate sees all.
        if name != "lib" {
            look_into(&path, &exported, imports.entry(name).or_default())?;
        }
    }
    for (name, used) in &mut imports {
        used.remove(name);
    }
    Ok(imports)
}

/// The module of each name that the root of the crate exports.
fn exported(root: &str) -> BTreeMap<String, String> {
    let mut exported = BTreeMap::new();
    for (module, names) in root.lines().filter_map(|line| line.strip_prefix("pub use ")?.trim_end_matches(';').split_once("::")) {
        let names = names.trim_matches(['{', '}']).split(", ").map(|name| name.rsplit("::").next().unwrap_or(name));
        exported.extend(names.map(|name| (name.to_string(), module.to_string())));
    }
    exported
}

/// Adds what the files at a path name of the crate; tests may use everything.
fn look_into(path: &Path, exported: &BTreeMap<String, String>, used: &mut BTreeMap<String, String>) -> Result<(), String> {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(|e| e.to_string())?;
        return entries.flatten().try_for_each(|entry| look_into(&entry.path(), exported, used));
    }
    let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs");
    if is_test || path.extension().is_none_or(|e| e != "rs") {
        return Ok(());
    }
    let text = read(path)?;
    for (number, line) in (1..).zip(text.lines()).take_while(|(_, line)| *line != "#[cfg(test)]") {
        let code = line.split("//").next().unwrap_or("");
        for rest in code.split("crate::").skip(1) {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                let name = exported.get(&name).unwrap_or(&name).clone();
                used.entry(name).or_insert_with(|| format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    Ok(())
}
