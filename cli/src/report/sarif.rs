//! SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"): one run, a rule for each code that occurs.

use serde_json::{Map, Value, json};

use super::string;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Fields of an object that are said elsewhere in a result; the others become its properties.
const SAID: [&str; 9] = ["code", "severity", "title", "message", "places", "notes", "help", "count", "fixes"];

/// The whole document.
pub(super) fn document(objects: &[Value]) -> String {
    let mut codes: Vec<&str> = Vec::new();
    for object in objects {
        let code = string(object, "code");
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    let results: Vec<Value> = objects.iter().map(|object| result(object, &codes)).collect();
    let rules: Vec<Value> = codes.iter().map(|code| rule(code)).collect();
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "kern", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn rule(code: &str) -> Value {
    let Some(row) = kern_diag::lookup(code) else { return json!({"id": code}) };
    let page = row.page();
    // The first paragraph below the heading.
    let about = page.lines().skip(1).skip_while(|l| l.trim().is_empty()).take_while(|l| !l.trim().is_empty());
    json!({
        "id": code,
        "shortDescription": {"text": row.title},
        "fullDescription": {"text": about.collect::<Vec<_>>().join(" ")},
        "help": {"text": page, "markdown": page},
    })
}

fn result(object: &Value, codes: &[&str]) -> Value {
    let code = string(object, "code");
    let places = object["places"].as_array().map_or(&[][..], Vec::as_slice);
    let (primary, others): (Vec<&Value>, Vec<&Value>) = places.iter().partition(|place| place["primary"] == true);
    let mut result = Map::new();
    result.insert("ruleId".into(), code.into());
    result.insert("ruleIndex".into(), codes.iter().position(|c| *c == code).into());
    result.insert("level".into(), string(object, "severity").into());
    result.insert("message".into(), json!({"text": message(object)}));
    result.insert("locations".into(), primary.into_iter().map(|place| location(place, None)).collect());
    if !others.is_empty() {
        let others = others.into_iter().enumerate();
        result.insert("relatedLocations".into(), others.map(|(id, place)| location(place, Some(id))).collect());
    }
    if let Some(count) = object["count"].as_u64() {
        result.insert("occurrenceCount".into(), count.into());
    }
    if let Some(fixes) = object["fixes"].as_array() {
        result.insert("fixes".into(), fixes.iter().map(fix).collect());
    }
    let properties: Map<String, Value> = object
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| !SAID.contains(&&name[..]))
        .map(|(n, v)| (n.clone(), v.clone()))
        .collect();
    if !properties.is_empty() {
        result.insert("properties".into(), properties.into());
    }
    Value::Object(result)
}

/// The message, with notes and help as sentences of their own.
fn message(object: &Value) -> String {
    let mut text = string(object, "message").to_string();
    for note in object["notes"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        text.push_str(&format!("\nnote: {note}"));
    }
    if let Some(help) = object["help"].as_str() {
        text.push_str(&format!("\nhelp: {help}"));
    }
    text
}

fn fix(fix: &Value) -> Value {
    let change = |replacement: &Value| {
        json!({
            "deletedRegion": {
                "startLine": replacement["line"], "startColumn": replacement["column"],
                "endLine": replacement["end_line"], "endColumn": replacement["end_column"],
            },
            "insertedContent": {"text": replacement["text"]},
        })
    };
    // They are all of one file.
    let replacements = fix["replacements"].as_array().map_or(&[][..], Vec::as_slice);
    let file = uri(replacements.first().map_or("", |first| string(first, "file")));
    let changes: Vec<Value> = replacements.iter().map(change).collect();
    json!({
        "description": {"text": fix["description"]},
        "artifactChanges": [{"artifactLocation": {"uri": file}, "replacements": changes}],
    })
}

fn location(place: &Value, id: Option<usize>) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(string(place, "file"))},
            "region": {
                "startLine": place["line"], "startColumn": place["column"],
                "endLine": place["end_line"], "endColumn": place["end_column"],
            },
        },
    });
    if !string(place, "label").is_empty() {
        location["message"] = json!({"text": place["label"]});
    }
    if let Some(id) = id {
        location["id"] = id.into();
    }
    location
}

/// A path as a reference of RFC 3986.
fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'\\' => text.push('/'),
            b if b.is_ascii_alphanumeric() || b"/-_.~".contains(&b) => text.push(char::from(b)),
            b => text.push_str(&format!("%{b:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("a b\\ä.cu"), "a%20b/%C3%A4.cu");
    }
}
