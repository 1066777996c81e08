//! Findings that the author of a program knows of: a comment in the line, or a file of rules for code that is not one's own (as
//! Valgrind and ThreadSanitizer have it).

use crate::places::file_of;
use kern_diag::SourceMap;
use kern_vm::{Finding, Place};

/// Rules by which findings of the checks are left out.
///
/// Findings of the checks are races and messages between threads (`R03xx`, `R07xx`), reads of what was never written
/// (`R06xx`) and leaks (`R08xx`). Accesses of invalid memory and the like cannot be left out.
///
/// ```
/// let rules = kern::suppress::Suppressions::parse("R0301 k.kern:5\n").unwrap();
/// let mut sources = kern::SourceMap::new();
/// assert_eq!(rules.apply(&mut Vec::new(), &mut sources), 0);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Suppressions {
    rules: Vec<Rule>,
}

/// A line of a file of rules.
#[derive(Clone, Debug)]
struct Rule {
    code: String,
    kernel: String,
    place: String,
}

impl Suppressions {
    /// Of a text: a rule a line, `CODE KERNEL FILE:LINE`, each with `*` for anything; what is left out at the end is anything;
    /// a file is named with or without its folders; `#` starts a comment.
    ///
    /// # Errors
    /// The number of the first line that is no rule, from 1, and why.
    ///
    /// ```
    /// assert_eq!(kern::suppress::Suppressions::parse("R0301\nwhat is this\n").unwrap_err().0, 2);
    /// ```
    pub fn parse(text: &str) -> Result<Suppressions, (usize, String)> {
        let mut rules = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            let (code, more) = match &words[..] {
                [] => continue,
                [code, more @ ..] => (*code, more),
            };
            if more.len() > 2 {
                return Err((number, format!("`{}` is one word too many after code, kernel and file", more[2])));
            }
            if !code.starts_with('R') && !code.starts_with('*') {
                return Err((number, format!("`{code}` is no code of a finding, such as R0301 or R03*")));
            }
            let word = |index: usize| more.get(index).map_or("*".to_string(), |word| (*word).to_string());
            rules.push(Rule { code: code.to_string(), kernel: word(0), place: word(1) });
        }
        Ok(Suppressions { rules })
    }

    /// Takes out the findings that a rule names, or a comment in the line of one of their two accesses: `// kern: race ok`,
    /// `// kern: init ok`, `// kern: leak ok`. How many there were.
    ///
    /// ```
    /// let rules = kern::suppress::Suppressions::parse("").unwrap();
    /// assert_eq!(rules.apply(&mut Vec::new(), &mut kern::SourceMap::new()), 0);
    /// ```
    pub fn apply(&self, findings: &mut Vec<Finding>, map: &mut SourceMap) -> usize {
        let mut silenced = 0;
        let mut open: Vec<Finding> = std::mem::take(findings);
        open.reverse();
        while let Some(mut finding) = open.pop() {
            if self.silences(&finding, map) {
                silenced += 1;
                open.extend(std::mem::take(&mut finding.others).into_iter().rev());
            } else {
                findings.push(finding);
            }
        }
        silenced
    }

    fn silences(&self, finding: &Finding, map: &mut SourceMap) -> bool {
        let Some(family) = family(finding) else { return false };
        let other = finding.related.first().filter(|_| family == "race").map(|(place, _)| place);
        let places = || finding.place.iter().chain(other);
        places().any(|place| has_comment(place, family, map)) || self.rules.iter().any(|rule| rule.names(finding, places()))
    }
}

impl Rule {
    fn names<'a>(&self, finding: &Finding, mut places: impl Iterator<Item = &'a Place>) -> bool {
        let kernel = finding.facts.launch.as_ref().map_or("", |launch| launch.kernel.as_str());
        let is_text = |text: &str| matches(&self.place, text) || matches(&format!("*/{}", self.place), text);
        let is_place = |place: &Place| is_text(&place.file) || is_text(&format!("{}:{}", place.file, place.line));
        matches(&self.code, finding.code.0) && matches(&self.kernel, kernel) && (self.place == "*" || places.any(is_place))
    }
}

/// The word for a finding's kind in a comment, if it is one of the checks.
fn family(finding: &Finding) -> Option<&'static str> {
    match finding.code.0.get(..3) {
        Some("R03" | "R07") => Some("race"),
        Some("R06") => Some("init"),
        Some("R08") => Some("leak"),
        _ => None,
    }
}

/// Whether the line has the comment.
fn has_comment(place: &Place, family: &str, map: &mut SourceMap) -> bool {
    let Some(file) = file_of(place, map) else { return false };
    let source = map.file(file);
    if place.line == 0 || place.line > source.line_count() {
        return false;
    }
    let comments = source.line(place.line).split("//").skip(1);
    comments.into_iter().any(|comment| {
        let words: Vec<&str> = comment.split_whitespace().take(3).collect();
        words == ["kern:", family, "ok"]
    })
}

/// Whether `text` is what `pattern` says, in which `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text) in [("*", ""), ("R03*", "R0301"), ("R0301", "R0301"), ("*sum*", "block_sum<int>"), ("a*b*c", "a-b-c")] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("R03*", "R0601"), ("R0301", "R03011"), ("a*b*c", "a-c-b"), ("*ab", "b")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn rules() {
        assert_eq!(Suppressions::parse("# all\n\nR0301 sum a.cu:3 # known\n*\n").unwrap().rules.len(), 2);
        assert_eq!(Suppressions::parse("R0301 sum a.cu more").unwrap_err().0, 1);
        assert_eq!(Suppressions::parse("\nsum").unwrap_err().0, 2);
    }
}
