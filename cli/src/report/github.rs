//! Workflow commands of GitHub Actions, which annotate lines ("Workflow commands for GitHub Actions").

use serde_json::Value;

use super::{plain_text, string};

/// One diagnostic as one command.
pub(super) fn command(object: &Value) -> String {
    let word = match string(object, "severity") {
        "error" => "error",
        "warning" => "warning",
        _ => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = object["places"].as_array().and_then(|places| places.first()) {
        properties.push(format!("file={}", property(string(place, "file"))));
        for (name, field) in [("line", "line"), ("endLine", "end_line"), ("col", "column"), ("endColumn", "end_column")] {
            // Columns of a range of several lines would be refused.
            if field.contains("line") || place["line"] == place["end_line"] {
                properties.push(format!("{name}={}", place[field]));
            }
        }
    }
    properties.push(format!("title={}", property(&format!("{} {}", string(object, "title"), string(object, "code")))));
    format!("::{word} {}::{}", properties.join(","), data(&plain_text(object)))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_separates_is_escaped() {
        assert_eq!(property("a:b,c%d\n"), "a%3Ab%2Cc%25d%0A");
        let object = serde_json::json!({"severity": "note", "title": "note", "code": "K1", "message": "50 %\nmore", "places": []});
        assert_eq!(command(&object), "::notice title=note K1::50 %25%0Amore");
    }
}
