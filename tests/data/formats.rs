//! The formats for programs: every finding has the fields that docs/json.md promises, and documents are well-formed.

use std::collections::BTreeMap;
use std::path::Path;

use kern_tests::annotations::Annotations;
use kern_tests::command::kern;
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;
use serde_json::Value;

use crate::{expect_equal, read, trial};

/// A program with an error and a warning of the compiler and of the run, in two launches.
const SAMPLE: &str = "tests/data/formats/sample.cu";

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("formats/json_is_the_old_option".into(), || {
            let [new, old] = ["--format=json", "--json"].map(|option| kern(&["run", option, SAMPLE], b"").stderr);
            expect_equal("--format json", &new, &old)
        }),
        trial("formats/sarif".into(), || check_document("sarif", check_sarif)),
        trial("formats/junit".into(), || check_document("junit", |text| check_xml(text).map(drop))),
        trial("formats/github".into(), || check_document("github", check_github)),
    ];
    for path in files_below(&root().join("tests/findings/bad"), &["kern", "cu"]) {
        let name = format!("formats/schema/{}", shown(&path).trim_start_matches("tests/findings/bad/"));
        trials.push(trial(name, move || check_findings(&path)));
    }
    trials
}

/// A row of a table of docs/json.md.
#[derive(Debug)]
struct Row {
    types: Vec<String>,
    may_be_absent: bool,
}

/// The rows of docs/json.md by their path, and whether they belong to findings only.
fn schema() -> Result<BTreeMap<String, (Row, bool)>, String> {
    let mut rows = BTreeMap::new();
    let mut is_of_finding = false;
    for line in read(&root().join("docs/json.md"))?.lines() {
        is_of_finding |= line.starts_with("## What a finding adds");
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let Some(path) = cells[0].strip_prefix('`').and_then(|c| c.strip_suffix('`')).filter(|_| cells.len() == 4) else { continue };
        let row = Row { types: cells[1].split(" or ").map(String::from).collect(), may_be_absent: !cells[3].is_empty() };
        rows.insert(path.to_string(), (row, is_of_finding));
    }
    Ok(rows)
}

fn check_findings(path: &Path) -> Result<(), String> {
    let schema = schema()?;
    let wanted = Annotations::parse(&read(path)?)?;
    let args = [&["run".to_string(), "--json".into()], &wanted.run_args()[..], &[shown(path)]].concat();
    let found = kern(&args, b"").diagnostics();
    if found.is_empty() {
        return Err(String::from("nothing was found"));
    }
    for object in &found {
        let is_finding = object["code"].as_str().is_some_and(|code| code.starts_with('R'));
        check_object(object, "", is_finding, &schema).map_err(|problem| format!("{problem}\n{object:#}"))?;
    }
    Ok(())
}

/// Checks the fields of `object`, whose own path is `prefix`.
fn check_object(object: &Value, prefix: &str, is_finding: bool, schema: &BTreeMap<String, (Row, bool)>) -> Result<(), String> {
    let fields = object.as_object().ok_or(format!("`{prefix}` is no object"))?;
    for (name, value) in fields {
        let path = format!("{prefix}{name}");
        let (row, _) =
            schema.get(&path).filter(|(_, of_finding)| is_finding || !of_finding).ok_or(format!("`{path}` is not documented"))?;
        if !row.types.iter().any(|ty| is_of(value, ty)) {
            return Err(format!("`{path}` is {value}, not {:?}", row.types));
        }
        // Sites elsewhere have the fields of `site`.
        let inner = if ["launch.site", "allocation.made", "allocation.freed"].contains(&&path[..]) { "site" } else { &path };
        match value {
            Value::Object(_) => check_object(value, &format!("{inner}."), is_finding, schema)?,
            Value::Array(list) => {
                list.iter().filter(|v| v.is_object()).try_for_each(|v| check_object(v, &format!("{inner}[]."), is_finding, schema))?;
            }
            _ => {}
        }
    }
    for (path, (row, of_finding)) in schema {
        let own = path.strip_prefix(prefix).filter(|name| !name.contains('.'));
        if let Some(name) = own
            && !row.may_be_absent
            && (is_finding || !of_finding)
            && !fields.contains_key(name)
        {
            return Err(format!("`{path}` is absent"));
        }
    }
    Ok(())
}

fn is_of(value: &Value, ty: &str) -> bool {
    match ty {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => match ty.strip_prefix("array of ") {
            Some(inner) => value.as_array().is_some_and(|list| list.iter().all(|v| is_of(v, inner))),
            None => false,
        },
    }
}

/// Runs the sample in a format, checks the text and compares it with what is pinned.
fn check_document(format: &str, check: impl Fn(&str) -> Result<(), String>) -> Result<(), String> {
    for command in ["run", "check", "profile"] {
        let outcome = kern(&[command, "--format", format, SAMPLE], b"");
        check(&outcome.stderr).map_err(|problem| format!("{command}: {problem}\n{}", outcome.stderr))?;
        let pinned = format!("{command}_{format}");
        // Times differ from run to run, and the pages of codes are pinned elsewhere.
        let is_page = |line: &&str| ["\"markdown\": ", "\"text\": \"# "].iter().any(|start| line.trim_start().starts_with(start));
        let text: String = outcome.stderr.lines().filter(|line| !is_page(line)).map(|line| without_time(line) + "\n").collect();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(root().join("tests/data/formats"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(pinned, text));
    }
    Ok(())
}

fn without_time(line: &str) -> String {
    match line.split_once(" time=\"") {
        Some((before, rest)) => format!("{before}{}", rest.split_once('"').map_or("", |r| r.1)),
        None => line.to_string(),
    }
}

/// What the standard requires of the properties that are there (SARIF 2.1.0, section 3).
fn check_sarif(text: &str) -> Result<(), String> {
    let document: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let need = |what: bool, name: &str| if what { Ok(()) } else { Err(format!("`{name}` is wrong")) };
    need(document["version"] == "2.1.0", "version")?;
    need(document["$schema"].is_string(), "$schema")?;
    for run in document["runs"].as_array().ok_or("no runs")? {
        let driver = &run["tool"]["driver"];
        need(driver["name"].is_string(), "driver.name")?;
        let rules = driver["rules"].as_array().ok_or("no rules")?;
        for rule in rules {
            need(rule["id"].is_string() && rule["shortDescription"]["text"].is_string() && rule["help"]["text"].is_string(), "rule")?;
        }
        for result in run["results"].as_array().ok_or("no results")? {
            let rule = result["ruleIndex"].as_u64().and_then(|i| rules.get(i as usize)).ok_or("no rule")?;
            need(rule["id"] == result["ruleId"], "ruleId")?;
            need(["error", "warning", "note"].iter().any(|l| result["level"] == *l), "level")?;
            need(result["message"]["text"].as_str().is_some_and(|t| !t.is_empty()), "message.text")?;
            let related = result["relatedLocations"].as_array().into_iter().flatten();
            for location in result["locations"].as_array().ok_or("no locations")?.iter().chain(related) {
                let place = &location["physicalLocation"];
                need(place["artifactLocation"]["uri"].as_str().is_some_and(|u| !u.is_empty() && !u.contains(' ')), "uri")?;
                for field in ["startLine", "startColumn", "endLine", "endColumn"] {
                    need(place["region"][field].as_u64().is_some_and(|n| n > 0), field)?;
                }
            }
            need(result.get("occurrenceCount").is_none_or(|n| n.as_i64().is_some_and(|n| n >= 1)), "occurrenceCount")?;
        }
    }
    Ok(())
}

/// Workflow commands, or lines of the program's own.
fn check_github(text: &str) -> Result<(), String> {
    for line in text.lines().filter(|line| line.starts_with("::")) {
        let (head, _) = line[2..].split_once("::").ok_or(format!("no message: {line}"))?;
        let (word, properties) = head.split_once(' ').unwrap_or((head, ""));
        if !["error", "warning", "notice"].contains(&word) || properties.split(',').any(|p| !p.contains('=')) {
            return Err(format!("no command: {line}"));
        }
    }
    let place = " file=tests/data/formats/sample.cu,line=";
    if text.lines().any(|line| line.starts_with("::") && line.contains(place)) { Ok(()) } else { Err("no place".into()) }
}

/// Elements that are open or closed as they should be; the number of them.
fn check_xml(text: &str) -> Result<usize, String> {
    let body = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").ok_or("no declaration")?;
    let (mut open, mut count) = (Vec::new(), 0);
    for part in body.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').ok_or(format!("`<` without `>`: {part}"))?;
        if rest.contains('>') || entities(rest) || entities(tag) {
            return Err(format!("text that is not escaped: {part}"));
        }
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("`{name}` is closed and was not the last to be opened"));
            }
            continue;
        }
        count += 1;
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if attributes.matches('"').count() % 2 != 0 || attributes.matches("=\"").count() * 2 != attributes.matches('"').count() {
            return Err(format!("attributes of `{name}`: {attributes}"));
        }
        if !is_empty {
            open.push(name);
        }
    }
    if open.is_empty() && count > 0 { Ok(count) } else { Err(format!("not closed: {open:?}")) }
}

/// Whether an `&` begins no entity.
fn entities(text: &str) -> bool {
    text.split('&').skip(1).any(|rest| !["amp;", "lt;", "gt;", "quot;"].iter().any(|e| rest.starts_with(e)))
}
