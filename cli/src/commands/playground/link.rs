//! `kern playground --link FILE`: the address of a page that shows a file. `playground/src/link.ts` reads it.

use serde_json::json;

use super::assets;
use crate::args::PlaygroundArgs;
use crate::base64::base64;
use kern_diag::{Code, Diagnostic};

/// The level of compression.
const LEVEL: u8 = 9;

/// Most bytes of a program: what a page and its server take.
const MOST_BYTES: usize = 256 << 10;

/// Of the page that the other arguments say where it is.
///
/// # Errors
/// The file cannot be read, or is too large for a page.
pub(super) fn link(args: &PlaygroundArgs) -> Result<String, Box<Diagnostic>> {
    // `requires` of the argument says that there is one.
    let file = assets::file(args.file.as_deref().unwrap_or_else(|| std::path::Path::new("")))?;
    let size = file["text"].as_str().map_or(0, str::len);
    if size > MOST_BYTES {
        let message = format!("`{}` is too long for a link: {size} bytes", file["name"].as_str().unwrap_or_default());
        return Err(Box::new(
            Diagnostic::without_place(Code::CANNOT_SERVE, message).note(format!("the page takes at most {MOST_BYTES} bytes")),
        ));
    }
    let host = match args.name.first() {
        Some(name) => format!("https://{name}/"),
        None => format!("http://{}/", std::net::SocketAddr::new(args.listen, args.port)),
    };
    Ok(format!("{host}{}", fragment(&json!({ "files": [file], "args": "" }).to_string())))
}

/// `#1:` and base64url(deflate-raw(JSON)).
fn fragment(json: &str) -> String {
    let packed = miniz_oxide::deflate::compress_to_vec(json.as_bytes(), LEVEL);
    let letters = base64(&packed).replace('+', "-").replace('/', "_");
    format!("#1:{}", letters.trim_end_matches('='))
}

#[cfg(test)]
mod tests {
    use super::fragment;

    #[test]
    fn a_fragment_has_letters_that_an_address_may_have() {
        let text = fragment(&"{\"files\":[{\"name\":\"a.cu\",\"text\":\"int main() { return 'ÿ'; }\"}]}".repeat(9));
        let rest = text.strip_prefix("#1:").expect("the version");
        assert!(rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'), "{text}");
    }
}
