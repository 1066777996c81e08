//! Rendering on ordinary and on hostile places.

use kern_diag::render::{TextStyle, json_line, text};
use kern_diag::{Code, Diagnostic, Expansion, FileId, SourceMap, Span};

fn plain(diagnostic: &Diagnostic, map: &SourceMap) -> String {
    text(diagnostic, map, TextStyle::default())
}

fn at(map: &SourceMap, file: FileId, needle: &str) -> Span {
    let start = map.file(file).text.find(needle).expect("needle") as u32;
    Span::new(file, start, start + needle.len() as u32)
}

#[test]
fn one_label_and_a_cause() {
    let mut map = SourceMap::new();
    let file = map.add("a.kern", "int main() {\n\tint x = \"a\";\n    return x;\n}\n", false);
    let d = Diagnostic::error(Code::INTERNAL, at(&map, file, "\"a\""), "expected `int`, found `const char *`")
        .label("this is a `const char *`")
        .also(at(&map, file, "int x"), "because of this type")
        .note("a note")
        .help("write a number");
    let expected = "\
kern's own mistake[K0900]: expected `int`, found `const char *`
   ╭─[ a.kern:2:10 ]
   │
 2 │     int x = \"a\";
   │     ──┬──   ─┬─
   │       ╰────────── because of this type
   │              │
   │              ╰─── this is a `const char *`
   │
   │ Help: write a number
   │
   │ Note: a note
───╯
";
    assert_eq!(plain(&d, &map), expected);
    let json: serde_json::Value = serde_json::from_str(&json_line(&d, &map)).expect("JSON");
    assert_eq!(json["code"], "K0900");
    assert_eq!(json["places"][0]["line"], 2);
    assert_eq!(json["places"][0]["column"], 10);
    assert_eq!(json["places"][0]["start"], 22);
    assert_eq!(json["places"][0]["primary"], true);
    assert_eq!(json["places"][1]["label"], "because of this type");
    assert_eq!(json["help"], "write a number");
}

#[test]
fn json_has_any_text() {
    let every: String = (0..0x100).chain(0x2028..0x2030).chain([0xfeff, 0x1f600]).filter_map(char::from_u32).collect();
    let d = Diagnostic::without_place(Code::INTERNAL, every.clone()).note("a").note("\\\"b");
    let json: serde_json::Value = serde_json::from_str(&json_line(&d, &SourceMap::new())).expect("JSON");
    let expected = serde_json::json!({
        "code": "K0900", "severity": "error", "title": "kern's own mistake", "message": every, "places": [], "notes": ["a", "\\\"b"],
        "help": null,
    });
    assert_eq!(json, expected);
}

#[test]
fn a_diagnostic_without_place() {
    let d = Diagnostic::without_place(Code::INTERNAL, "cannot read `x.kern`").note("no such file");
    assert_eq!(plain(&d, &SourceMap::new()), "kern's own mistake[K0900]: cannot read `x.kern`\n  Note: no such file\n");
}

#[test]
fn a_macro_body_points_at_the_call_and_at_the_body() {
    let mut map = SourceMap::new();
    let file = map.add("m.kern", "#define BAD(a) \\\n    (a + nothing)\n\nint x = BAD(1);\n", false);
    let expansion = map.add_expansion(Expansion { name: "BAD".into(), call: at(&map, file, "BAD(1)"), definition: at(&map, file, "BAD") });
    let mut span = at(&map, file, "nothing");
    span.expansion = expansion;
    let d = Diagnostic::error(Code::INTERNAL, span, "unknown name `nothing`").label("not declared");
    let expected = "\
kern's own mistake[K0900]: unknown name `nothing`
   ╭─[ m.kern:4:9 ]
   │
 2 │     (a + nothing)
   │          ───┬───
   │             ╰───── in this macro `BAD`
   │
 4 │ int x = BAD(1);
   │         ───┬──
   │            ╰──── not declared
───╯
";
    assert_eq!(plain(&d, &map), expected);

    // An argument of the macro is where the user wrote it.
    let mut span = at(&map, file, "1)");
    span.end -= 1;
    span.expansion = expansion;
    let d = Diagnostic::error(Code::INTERNAL, span, "message");
    assert!(plain(&d, &map).contains("m.kern:4:13 "), "{}", plain(&d, &map));
    assert!(!plain(&d, &map).contains("in this macro"));
}

#[test]
fn a_long_line_is_clipped() {
    let mut map = SourceMap::new();
    let long = format!("{}here{}", "(".repeat(5_000_000), ")".repeat(5_000_000));
    let file = map.add("long.kern", long, false);
    let d = Diagnostic::error(Code::INTERNAL, at(&map, file, "here"), "too deep").label("deep");
    let shown = plain(&d, &map);
    assert!(shown.len() < 3000, "{} bytes", shown.len());
    assert!(shown.contains("long.kern:1:5000001 "), "{shown}");
    assert!(shown.contains("((here))"), "{shown}");
    let d = Diagnostic::error(Code::INTERNAL, Span::new(file, 0, 10_000_004), "everything");
    assert!(plain(&d, &map).len() < 3000);
}

#[test]
fn several_files() {
    let mut map = SourceMap::new();
    let a = map.add("a.kern", "one\ntwo\n", false);
    let b = map.add("b.cuh", "three\nfour\n", false);
    let d = Diagnostic::warning(Code::INTERNAL, at(&map, b, "four"), "message")
        .label("primary")
        .also(at(&map, a, "two"), "second")
        .also(at(&map, a, "one"), "third")
        .also(at(&map, b, "three"), "fourth");
    let expected = "\
warning[K0900]: message
   ╭─[ b.cuh:2:1 ]
   │
 1 │ three
   │ ──┬──
   │   ╰──── fourth
 2 │ four
   │ ──┬─
   │   ╰─── primary
   │
   ├─[ a.kern:1:1 ]
   │
 1 │ one
   │ ─┬─
   │  ╰─── third
 2 │ two
   │ ─┬─
   │  ╰─── second
───╯
";
    assert_eq!(plain(&d, &map), expected);
}

/// Every span of texts with every kind of line end and character, and spans far outside: no panic, and always a place.
#[test]
fn odd_spans_never_panic() {
    for source in ["", "\n", "a", "a\r\nb\r\n\r\n", "ß\u{2028}漢字\t\x1b[31m\x0c🦀\r\u{85}x", "x\n\n\n\n\n\n\n\n\n\n\n\ny"] {
        let mut map = SourceMap::new();
        let file = map.add("odd\x1b.kern", source, false);
        let expansion = map.add_expansion(Expansion { name: "M".into(), call: Span::new(file, 1, 2), definition: Span::new(file, 0, 1) });
        let looping = map.add_expansion(Expansion {
            name: "L".into(),
            call: Span { file, start: 0, end: 1, expansion: kern_diag::ExpansionId(2) },
            definition: Span::new(file, 0, 1),
        });
        let len = source.len() as u32;
        for start in 0..len + 3 {
            for end in (0..len + 3).chain([u32::MAX]) {
                for expansion in [Default::default(), expansion, looping, kern_diag::ExpansionId(99)] {
                    let span = Span { file, start, end, expansion };
                    let d = Diagnostic::error(Code::INTERNAL, span, "m\x07").also(Span::new(file, end, start), "other");
                    let shown = plain(&d, &map);
                    assert!(shown.contains("odd\u{fffd}.kern:"), "{shown}");
                    assert!(!shown.contains('\x1b') && !shown.contains('\x07'));
                    serde_json::from_str::<serde_json::Value>(&json_line(&d, &map)).expect("JSON");
                }
            }
        }
    }
    // A file that the map does not know.
    let d = Diagnostic::error(Code::INTERNAL, Span::default(), "m");
    assert_eq!(plain(&d, &SourceMap::new()), "kern's own mistake[K0900]: m\n");
}
