//! JUnit XML: the program is a test case, and each of its launches is one; findings are their failures.

use std::fmt::Write;

use kern_vm::instrument::LaunchReport;
use serde_json::Value;

use super::{plain_text, string};

/// A launch that took place.
pub(super) struct Launched {
    name: String,
    seconds: f64,
}

impl Launched {
    pub(super) fn new(launch: &LaunchReport) -> Launched {
        Launched { name: format!("{}{}", launch.kernel, launch.config.text()), seconds: launch.seconds }
    }
}

/// A test case.
struct Case<'a> {
    name: String,
    seconds: Option<f64>,
    found: Vec<&'a Value>,
}

/// The whole document.
pub(super) fn document(program: &str, objects: &[Value], launches: &[Launched]) -> String {
    let mut cases = vec![Case { name: program.to_string(), seconds: None, found: Vec::new() }];
    // Only the last ones of very many launches are there.
    let in_all = objects.iter().find_map(|object| object["launch"]["of"].as_u64()).map_or(launches.len(), |of| of as usize);
    let first = in_all.saturating_sub(launches.len());
    let numbered = |(index, launch): (usize, &Launched)| Case {
        name: format!("{} launch {}", launch.name, first + index),
        seconds: Some(launch.seconds),
        found: Vec::new(),
    };
    cases.extend(launches.iter().enumerate().map(numbered));
    for object in objects {
        let number = object["launch"]["number"].as_u64().and_then(|n| (n as usize + 1).checked_sub(first)).unwrap_or(0);
        let number = if number < cases.len() { number } else { 0 };
        cases[number].found.push(object);
    }
    let failures = cases.iter().filter(|case| case.found.iter().any(|object| is_error(object))).count();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"0\"", cases.len());
    let _ = writeln!(xml, "<testsuites name=\"kern\" {counts}>\n  <testsuite name=\"{}\" {counts} skipped=\"0\">", escaped(program));
    cases.iter().for_each(|case| write_case(&mut xml, program, case));
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

fn is_error(object: &Value) -> bool {
    string(object, "severity") == "error"
}

fn write_case(xml: &mut String, program: &str, case: &Case) {
    let time = case.seconds.map_or(String::new(), |seconds| format!(" time=\"{seconds:.6}\""));
    let _ = write!(xml, "    <testcase classname=\"{}\" name=\"{}\"{time}", escaped(program), escaped(&case.name));
    if case.found.is_empty() {
        xml.push_str("/>\n");
        return;
    }
    xml.push_str(">\n");
    for object in case.found.iter().filter(|object| is_error(object)) {
        let (message, code) = (escaped(string(object, "message")), escaped(string(object, "code")));
        let _ = writeln!(xml, "      <failure message=\"{message}\" type=\"{code}\">{}</failure>", escaped(&plain_text(object)));
    }
    let warnings: Vec<String> = case.found.iter().filter(|object| !is_error(object)).map(|object| plain_text(object)).collect();
    if !warnings.is_empty() {
        let _ = writeln!(xml, "      <system-err>{}</system-err>", escaped(&warnings.join("\n\n")));
    }
    xml.push_str("    </testcase>\n");
}

/// Text for XML 1.0, which has no control characters but three.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c < ' ' || c == '\u{fffe}' || c == '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("k<<<1, \"2\">>> & \u{1}"), "k&lt;&lt;&lt;1, &quot;2&quot;&gt;&gt;&gt; &amp; \u{fffd}");
    }
}
