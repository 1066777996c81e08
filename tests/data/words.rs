//! The machine is written in the words of its field, those of `docs/glossary.md`: words that were made up for it stay out.

use std::path::Path;

use libtest_mimic::Trial;

use crate::trial;

/// Made-up words, alone or in a name (`may_have_crew`, `CrewMember`), in lower case; and what is said instead.
const INVENTED: &[(&str, &str)] = &[
    ("apart", "independent, separate"),
    ("board", "shared state"),
    ("conductor", "coordinator"),
    ("crew", "launch workers"),
    ("desk", "worker link"),
    ("dismiss", "cancel, reclaim"),
    ("door", "boundary"),
    ("heat", "tier-up counter"),
    ("hire", "spawn"),
    ("hired", "queued"),
    ("ledger", "block barriers"),
    ("legacy", "join result"),
    ("parting", "divergence"),
    ("partings", "divergence"),
    ("robbed", "reclaimed"),
    ("scene", "access context"),
    ("seat", "SM slot"),
    ("seats", "SM slots"),
    ("surroundings", "run context"),
    ("tallies", "counters"),
    ("tally", "counter, counter plan"),
    ("verdict", "independence"),
    ("verdicts", "independence cache"),
    ("watch", "counter plan"),
    ("workspace", "host frame"),
];

/// Names that stand for something else than what they say, as they are written.
const NAMES: &[(&str, &str)] = &[
    ("CallCell", "CallStub"),
    ("FirstTurn", "RunAhead"),
    ("GO_ON", "RESUME"),
    ("Gpu", "DeviceContext"),
    ("INTERPRET", "DEOPTIMISE"),
    ("Runner", "BlockLoop"),
    ("Staged", "Marshalled"),
    ("Turn", "SliceEnd, BackEdge"),
    ("at_home", "frame_resident"),
    ("find_guards", "find_end_lane_tests"),
    ("find_homes", "find_frame_resident"),
    ("find_raw", "find_noncanonical"),
    ("is_raw", "is_noncanonical"),
    ("may_part", "may_diverge"),
    ("put_aside", "spill, side_exit"),
    ("run_part", "run_compiled_region"),
    ("take_turn", "consume_back_edge"),
];

/// What reports and CUDA say stays as it is.
const SAID: &[&str] = &["bytes apart", "cudaStreamLegacy", "Scope::Gpu"];

pub(crate) fn trials() -> Vec<Trial> {
    vec![trial("words/vm".into(), || {
        let mut wrong = Vec::new();
        look_into(Path::new("vm/src"), &mut wrong)?;
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    })]
}

fn look_into(folder: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    let mut entries: Vec<_> = std::fs::read_dir(folder).map_err(|e| e.to_string())?.flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            look_into(&path, wrong)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            for (number, line) in (1..).zip(text.lines()) {
                invented(line).for_each(|(word, other)| wrong.push(format!("{}:{number}: `{word}`: say {other}", path.display())));
            }
        }
    }
    Ok(())
}

/// The made-up words of a line, and what to say instead.
fn invented(line: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let line = SAID.iter().fold(line.to_string(), |line, said| line.replace(said, ""));
    let names: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let pieces: Vec<String> = names.iter().flat_map(|name| pieces(name)).collect();
    let of_names: Vec<_> = NAMES.iter().filter(|(name, _)| names.contains(name)).collect();
    let of_words: Vec<_> = INVENTED.iter().filter(|(word, _)| pieces.iter().any(|piece| piece == word)).collect();
    of_names.into_iter().chain(of_words).copied()
}

/// The words that a name is made of, in lower case.
fn pieces(name: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && was_lower) {
            pieces.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c != '_' {
            pieces.last_mut().expect("there is one").extend(c.to_lowercase());
        }
    }
    pieces
}
