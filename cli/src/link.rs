//! Links of the playground: a program in the part of an address behind `#`. `playground/src/link.ts` reads and writes them too.
//!
//! `#1:` and base64url(deflate-raw(JSON of files and arguments)). `kern playground --link` makes one, `kern run LINK` runs one.

use std::path::Path;
use std::sync::Arc;

use kern_diag::{Code, Diagnostic};
use serde_json::{Value, json};

use crate::args::{Command, PlaygroundArgs};
use crate::base64::{base64, bytes_of};
use crate::{Outside, ProgramFiles};

/// The level of compression.
const LEVEL: u8 = 9;

/// Most bytes of a program that a page and its server take.
const MOST_PROGRAM: usize = 256 << 10;

/// Most bytes that a link may unfold to.
const MOST_UNFOLDED: usize = 512 << 10;

/// The address of a page that shows a file; the other arguments say where the page is.
///
/// # Errors
/// The file is too large for a page.
pub(crate) fn link(args: &PlaygroundArgs, file: &Value) -> Result<String, Box<Diagnostic>> {
    let size = file["text"].as_str().map_or(0, str::len);
    if size > MOST_PROGRAM {
        let message = format!("`{}` is too long for a link: {size} bytes", file["name"].as_str().unwrap_or_default());
        return Err(Box::new(
            Diagnostic::without_place(Code::CANNOT_SERVE, message).note(format!("the page takes at most {MOST_PROGRAM} bytes")),
        ));
    }
    let host = match args.name.first() {
        Some(name) => format!("https://{name}/"),
        None => format!("http://{}/", std::net::SocketAddr::new(args.listen, args.port)),
    };
    Ok(format!("{host}{}", fragment(&json!({ "files": [file], "args": "" }).to_string())))
}

fn fragment(json: &str) -> String {
    let packed = miniz_oxide::deflate::compress_to_vec(json.as_bytes(), LEVEL);
    let letters = base64(&packed).replace('+', "-").replace('/', "_");
    format!("#1:{}", letters.trim_end_matches('='))
}

/// A program of a link.
struct Shared {
    files: Vec<(String, String)>,
    args: String,
}

/// What a link holds. `None`: the text is none.
///
/// # Errors
/// A sentence: it is damaged, or of another version.
fn shared(text: &str) -> Option<Result<Shared, String>> {
    let (_, rest) = text.split_once('#')?;
    let (version, letters) = rest.split_once(':')?;
    if version.is_empty() || !version.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if version != "1" {
        return Some(Err(format!("the link is of version {version}, which this kern does not know: a newer one reads it")));
    }
    Some(unfolded(letters).ok_or_else(|| "the link is damaged: part of it is missing or was changed".to_string()))
}

fn unfolded(letters: &str) -> Option<Shared> {
    let packed = bytes_of(&letters.replace('-', "+").replace('_', "/"))?;
    let json = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, MOST_UNFOLDED).ok()?;
    let value: Value = serde_json::from_slice(&json).ok()?;
    let file = |file: &Value| Some((file["name"].as_str()?.to_string(), file["text"].as_str()?.to_string()));
    let files: Vec<(String, String)> = value["files"].as_array()?.iter().map(file).collect::<Option<_>>()?;
    if files.is_empty() {
        return None;
    }
    Some(Shared { files, args: value["args"].as_str().unwrap_or_default().to_string() })
}

/// Puts the program of a link in the place of the link, if the command names one: its files are those of the link then, and so
/// are its arguments where the command has none.
///
/// # Errors
/// A sentence.
pub(crate) fn opened(mut command: Command, outside: &mut Outside) -> Result<Command, String> {
    let run = match &mut command {
        Command::Run(run) => run,
        Command::Profile(profile) => &mut profile.run,
        Command::Sanitize(sanitize) => &mut sanitize.run,
        _ => return Ok(command),
    };
    let Some(text) = run.compile.file.to_str() else { return Ok(command) };
    if Path::new(text).exists() {
        return Ok(command);
    }
    let Some(found) = shared(text) else { return Ok(command) };
    let found = found?;
    run.compile.file = found.files[0].0.clone().into();
    outside.files = ProgramFiles::Memory(Arc::from(found.files));
    if run.args.is_empty() {
        run.args = words(&found.args);
    }
    Ok(command)
}

/// The words of a line of arguments, as the page parts it: at spaces, but for what stands in quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let quoted = matches!(first, '"' | '\'').then(|| rest[1..].split_once(first)).flatten();
        let (word, after) = match quoted {
            Some(parts) => parts,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_string());
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_is_what_it_was_made_of() {
        let text = "int main() { return 'ÿ'; }\n".repeat(99);
        let made = fragment(&json!({ "files": [{ "name": "a.cu", "text": text }], "args": "1 'a b'" }).to_string());
        let letters = made.strip_prefix("#1:").expect("the version");
        assert!(letters.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'), "{made}");
        for address in [made.clone(), format!("http://127.0.0.1:5376/{made}")] {
            let shared = shared(&address).expect("a link").expect("whole");
            assert_eq!(shared.files, [("a.cu".to_string(), text.clone())]);
            assert_eq!(words(&shared.args), ["1", "a b"]);
        }
    }

    #[test]
    fn a_link_of_the_page_is_read_and_a_bad_one_is_not() {
        // It stands in playground/test/views.test.ts too.
        let page = "#1:q1ZKy8xJLVayiq5WykvMTVWyUspNzMzTSy5V0lEqSa0oAQpk5pUogAQ1NBWqFYpSS0qL8hTMrRVqY_KUamN1lBKL0oH6lQwVjJRqAQ";
        let known = shared(page).expect("a link").expect("whole");
        assert_eq!((known.files[0].1.as_str(), known.args.as_str()), ("int main() { return 7; }\n", "1 2"));
        for bad in ["#1:", "#1:!!!", "#1:AAAA", &page[..page.len() - 9], "#9:abc"] {
            assert!(shared(bad).expect("a link").is_err(), "{bad}");
        }
        let bomb = fragment(&json!({ "files": [{ "name": "a.cu", "text": "a".repeat(4 << 20) }], "args": "" }).to_string());
        assert!(bomb.len() < 10_000 && shared(&bomb).expect("a link").is_err());
        for none in ["main.cu", "a#b.cu", "x#y:z", "#:a", ""] {
            assert!(shared(none).is_none(), "{none}");
        }
    }

    #[test]
    fn arguments_are_parted_as_the_page_does() {
        assert_eq!(words("  a 'b c' \"\" d\"e 'f"), ["a", "b c", "", "d\"e", "'f"]);
        assert!(words(" ").is_empty());
    }
}
