//! `#[kern::test]`: a test with a device on which mistakes are looked for.

use crate::output::Output;
use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};

/// What the attribute says.
struct Settings {
    /// A string literal, as it is written.
    device: String,
    sanitize: bool,
    /// An expression: the orders of threads.
    seeds: Option<TokenStream>,
}

/// What cannot be done, and where.
type Refused = (String, Span);

/// See `kern::test`.
pub(crate) fn expand(attributes: TokenStream, item: TokenStream) -> TokenStream {
    match settings(attributes).and_then(|settings| function(&settings, item.clone())) {
        Ok(tokens) => tokens,
        Err((message, span)) => {
            let mut output = Output::default();
            output.error(&message, Some((span, span)));
            let mut tokens = output.finish();
            // What else is wrong with the function is told too.
            tokens.extend(item);
            tokens
        }
    }
}

fn settings(attributes: TokenStream) -> Result<Settings, Refused> {
    let mut settings = Settings { device: "\"h200\"".into(), sanitize: true, seeds: None };
    let mut tokens = attributes.into_iter().peekable();
    while let Some(name) = tokens.next() {
        let (equals, value) = (tokens.next(), tokens.next());
        let value = match (equals, value) {
            (Some(TokenTree::Punct(equals)), Some(value)) if equals.as_char() == '=' => value,
            _ => return Err(("expected `NAME = VALUE`".into(), name.span())),
        };
        match (name.to_string().as_str(), value.to_string()) {
            ("device", text) if text.starts_with('"') => settings.device = text,
            ("device", _) => return Err(("expected the name of a device, as \"t4\"".into(), value.span())),
            ("sanitize", text) if text == "true" || text == "false" => settings.sanitize = text == "true",
            ("sanitize", _) => return Err(("expected `true` or `false`".into(), value.span())),
            ("seeds", _) => {
                let first = value.span();
                let range = std::iter::once(value).chain(std::iter::from_fn(|| tokens.next_if(|token| !is(token, ','))));
                settings.seeds = Some(seeds(range.collect(), first)?);
            }
            (other, _) => {
                let message = format!("`{other}` is no setting of a test; there are `device`, `sanitize` and `seeds`");
                return Err((message, name.span()));
            }
        }
        match tokens.next() {
            None => {}
            Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => {}
            Some(token) => return Err(("expected a comma".into(), token.span())),
        }
    }
    Ok(settings)
}

fn is(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Seeds as they are written: a range, or something that makes numbers.
fn seeds(tokens: Vec<TokenTree>, first: Span) -> Result<TokenStream, Refused> {
    let number = |token: &TokenTree| token.to_string().replace('_', "").trim_end_matches("u64").parse::<u64>().ok();
    let wrong = |message: &str| Err((message.to_string(), first));
    match &tokens[..] {
        [TokenTree::Literal(_)] => wrong("expected a range of seeds, as 0..16"),
        [from, dot, other, to] if is(dot, '.') && is(other, '.') && number(from) >= number(to) && number(to).is_some() => {
            wrong("there is no seed in this range: the test would not run")
        }
        [from, dot, other] if is(dot, '.') && is(other, '.') && number(from).is_some() => wrong("expected the end of the range, as 0..16"),
        _ => Ok(tokens.into_iter().collect()),
    }
}

fn function(settings: &Settings, item: TokenStream) -> Result<TokenStream, Refused> {
    let mut tokens = item.into_iter().peekable();
    let mut before = Vec::new();
    let keyword = loop {
        match tokens.next() {
            Some(TokenTree::Ident(word)) if word.to_string() == "fn" => break word,
            Some(token) => before.push(token),
            None => return Err(("expected a function".into(), Span::call_site())),
        }
    };
    let Some(TokenTree::Ident(name)) = tokens.next() else { return Err(("expected a name".into(), keyword.span())) };
    if let Some(word) =
        before.iter().find(|t| matches!(t, TokenTree::Ident(word) if matches!(word.to_string().as_str(), "async" | "const" | "unsafe")))
    {
        return Err(("a test is a plain function".into(), word.span()));
    }
    if let Some(TokenTree::Group(params)) = tokens.peek()
        && params.stream().is_empty()
    {
        return Err(("a test gets a device: `fn name(gpu: &mut kern::Device)`".into(), name.span()));
    }
    // The function itself stands in the test, under its name.
    let mut body: TokenStream = [TokenTree::Ident(keyword), TokenTree::Ident(name.clone())].into_iter().chain(tokens).collect();
    let (device, sanitize) = (&settings.device, settings.sanitize);
    let text = |text: String| text.parse::<TokenStream>().map_err(|error| (error.to_string(), Span::call_site()));
    let (run, arguments) = match &settings.seeds {
        None => ("run_test", text(format!("{device}, {sanitize}, {name}"))?),
        Some(seeds) => {
            let mut arguments = text(format!("{device}, {sanitize},"))?;
            arguments.extend(seeds.clone());
            arguments.extend(text(format!(", {name}"))?);
            ("run_test_under", arguments)
        }
    };
    body.extend(text(format!("::kern::__private::{run}"))?);
    body.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, arguments))]);
    body.extend(text(";".into())?);
    let mut test: TokenStream = before.into_iter().collect();
    test.extend(text("#[::core::prelude::v1::test] fn".into())?);
    test.extend([TokenTree::Ident(name)]);
    test.extend(text("()".into())?);
    test.extend([TokenTree::Group(Group::new(Delimiter::Brace, body))]);
    Ok(test)
}
