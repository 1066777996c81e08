//! Findings: mistakes of the program seen while it runs, as data.
//!
//! One finding a mistake: [`Findings::report`] groups repeats of a code at one source place and counts them.
//! The machine has no source text, so places are data; whoever shows a finding finds the text.

use kern_diag::Code;
use kern_ir::{LocId, Module};
use std::collections::HashMap;

/// A source place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Name of the file as in [`kern_ir::FileEntry`].
    pub file: String,
    /// The file came with `kern`.
    pub is_system: bool,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// Bytes `start..end` in the file; both 0 when only the line is known.
    pub start: u32,
    /// See `start`.
    pub end: u32,
    /// The function the code was written in, as a user reads it.
    pub function: String,
    /// Where it was inlined, inner first.
    pub inlined_at: Vec<Place>,
}

impl Place {
    /// The place `loc` of `module`, written in a function called `function` unless inlined; `None` for no place.
    ///
    /// Code in a file that came with `kern` is blamed on its caller as far as inlining shows it.
    pub fn resolve(module: &Module, loc: LocId, function: &str) -> Option<Place> {
        let mut chain = Vec::new();
        let mut next = loc;
        while next != LocId::NONE && chain.len() < 64 {
            let Some(data) = module.locs.get(next.index()) else { break };
            if let Some(file) = module.files.get(data.file as usize).filter(|_| data.file != 0) {
                chain.push(Place {
                    file: file.name.clone(),
                    is_system: file.is_system,
                    line: data.line,
                    column: data.column,
                    start: data.start,
                    end: data.end,
                    function: if data.function.is_empty() { function.to_string() } else { data.function.clone() },
                    inlined_at: Vec::new(),
                });
            }
            next = data.inlined_at;
        }
        let first = chain.iter().position(|p| !p.is_system).unwrap_or(0);
        let mut chain = chain.into_iter().skip(first);
        let mut place = chain.next()?;
        place.inlined_at = chain.collect();
        Some(place)
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// A mistake.
    Error,
    /// Probably a mistake; does not change the exit status.
    Warning,
}

/// One mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// `R….`
    pub code: Code,
    /// How bad.
    pub level: Level,
    /// What is wrong: lowercase, no full stop.
    pub message: String,
    /// Where; `None` if unknown.
    pub place: Option<Place>,
    /// What to say at the place; may be empty.
    pub label: String,
    /// Other places that explain it: the allocation, the other threads.
    pub related: Vec<(Place, String)>,
    /// Facts without a place.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
    /// How often it happened (thread instructions or calls).
    pub count: u64,
}

impl Finding {
    /// An error that happened once.
    pub fn new(code: Code, place: Option<Place>, message: impl Into<String>) -> Finding {
        Finding {
            code,
            level: Level::Error,
            message: message.into(),
            place,
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
            count: 1,
        }
    }

    /// What to say at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Finding {
        self.label = label.into();
        self
    }

    /// Adds another place, if it is known.
    #[must_use]
    pub fn also(mut self, place: Option<Place>, message: impl Into<String>) -> Finding {
        if let Some(place) = place {
            self.related.push((place, message.into()));
        }
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Finding {
        self.notes.push(note.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Finding {
        self.level = Level::Warning;
        self
    }
}

/// What makes two findings the same mistake: the code and the source line.
type Key = (Code, Option<(String, u32)>);

/// The findings of a run, grouped.
#[derive(Clone, Default, Debug)]
pub struct Findings {
    list: Vec<Finding>,
    by_key: HashMap<Key, usize>,
}

impl Findings {
    /// None yet.
    pub fn new() -> Findings {
        Findings::default()
    }

    /// Adds a finding, or counts it if the same mistake was reported before; its number.
    pub fn report(&mut self, finding: Finding) -> usize {
        let key = (finding.code, finding.place.as_ref().map(|p| (p.file.clone(), p.line)));
        match self.by_key.get(&key) {
            Some(&index) => {
                self.list[index].count += finding.count;
                index
            }
            None => {
                self.by_key.insert(key, self.list.len());
                self.list.push(finding);
                self.list.len() - 1
            }
        }
    }

    /// Counts finding number `index` once more.
    pub fn again(&mut self, index: usize) {
        self.list[index].count += 1;
    }

    /// All, in the order of their first occurrence.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// All, in the order of their first occurrence.
    pub fn into_list(self) -> Vec<Finding> {
        self.list
    }

    /// Whether any is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|f| f.level == Level::Error)
    }
}
