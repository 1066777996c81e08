//! The template of inline PTX as instructions.

/// One statement.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Statement {
    /// `.reg .type names;`
    Registers {
        ty: String,
        names: Vec<String>,
    },
    Instruction(Instruction),
    /// `name:`
    Label(String),
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Instruction {
    /// `@p` or `@!p`: the register, whether it is negated.
    pub(super) guard: Option<(String, bool)>,
    /// The mnemonic, then its modifiers.
    pub(super) parts: Vec<String>,
    pub(super) operands: Vec<Operand>,
}

impl Instruction {
    /// Its name with its modifiers, as PTX spells them.
    pub(super) fn spelled(&self) -> String {
        self.parts.join(".").replace("__", "::")
    }
}

/// One operand.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Operand {
    /// A register, an operand of the statement (`%0`) or a special register.
    Name(String),
    /// `!p`
    Not(String),
    Int(u64),
    /// `0f3F800000`
    Float(u32),
    /// `0d3FF0000000000000`
    Double(u64),
    /// `1.5`, as precise as where it goes.
    Decimal(f64),
    /// `[base + offset]`
    Address(Box<Operand>, i64),
    /// `{a, b}`
    Vector(Vec<Operand>),
    /// `[a, {b, c}]`
    Listed(Vec<Operand>),
    /// `d|p`
    Pair(String, String),
}

/// The template with the statement's number for each `%=`; `%%` is a percent sign.
pub(super) fn numbered(text: &str, number: u32) -> String {
    text.split("%%").map(|part| part.replace("%=", &number.to_string())).collect::<Vec<String>>().join("%%")
}

/// Parses a template.
pub(super) fn template(text: &str) -> Result<Vec<Statement>, String> {
    let text = without_comments(&text.replace("%%", "%"));
    let mut out = Vec::new();
    let mut parts = text.split(';').peekable();
    while let Some(part) = parts.next() {
        // Scopes of registers: names of inner ones simply hide outer ones.
        let mut part = strip_scope(part);
        while let Some((label, rest)) = label(part) {
            out.push(Statement::Label(label.to_string()));
            part = strip_scope(rest);
        }
        if part.is_empty() {
            continue;
        }
        if parts.peek().is_none() {
            return Err(format!("expected `;` after `{part}`"));
        }
        out.push(statement(part)?);
    }
    Ok(out)
}

/// `name:` at the start of `text`, and what follows.
fn label(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%')))?;
    let rest = text[end..].trim_start().strip_prefix(':')?;
    (end > 0 && !text.starts_with(|c: char| c.is_ascii_digit()) && !rest.starts_with(':')).then(|| (&text[..end], rest))
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        out.push_str(&rest[..at]);
        let comment = &rest[at..];
        let end = if comment.starts_with("//") { comment.find('\n') } else { comment.find("*/").map(|e| e + 2) };
        rest = &comment[end.unwrap_or(comment.len())..];
    }
    out.push_str(rest);
    out
}

/// Removes the braces of `{ … }` around statements: those that are not a vector operand.
fn strip_scope(part: &str) -> &str {
    let mut part = part.trim();
    while let Some(rest) = part.strip_prefix(['{', '}']) {
        part = rest.trim_start();
    }
    part
}

fn statement(text: &str) -> Result<Statement, String> {
    if let Some(rest) = text.strip_prefix(".reg") {
        let rest = rest.trim_start().strip_prefix('.').ok_or("expected a type after `.reg`")?;
        let (ty, names) = rest.split_once(char::is_whitespace).ok_or("expected names after `.reg`")?;
        let mut all = Vec::new();
        for name in names.split(',').map(str::trim) {
            match name.split_once('<') {
                Some((stem, count)) => {
                    let count: u32 = count.trim_end_matches('>').trim().parse().map_err(|_| format!("`{name}` is no register range"))?;
                    all.extend((0..count.min(4096)).map(|i| format!("{stem}{i}")));
                }
                None => all.push(name.to_string()),
            }
        }
        return Ok(Statement::Registers { ty: ty.to_string(), names: all });
    }
    let mut rest = text;
    let mut guard = None;
    if let Some(after) = rest.strip_prefix('@') {
        let (name, tail) = after.split_once(char::is_whitespace).ok_or("expected an instruction after the guard")?;
        guard = Some((name.trim_start_matches('!').to_string(), name.starts_with('!')));
        rest = tail.trim_start();
    }
    let (mnemonic, tail) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let mut parts: Vec<String> = mnemonic.replace("::", "__").split('.').map(str::to_string).collect();
    parts.retain(|p| !p.is_empty());
    if parts.is_empty() {
        return Err(format!("`{rest}` is no instruction"));
    }
    Ok(Statement::Instruction(Instruction { guard, parts, operands: operands(tail)? }))
}

/// Splits at commas outside of brackets.
fn operands(text: &str) -> Result<Vec<Operand>, String> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                out.push(operand(&text[start..at])?);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        out.push(operand(&text[start..])?);
    }
    Ok(out)
}

fn operand(text: &str) -> Result<Operand, String> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        return if inner.contains(',') { operands(inner).map(Operand::Listed) } else { address(inner.trim()) };
    }
    if let Some(inner) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
        return Ok(Operand::Vector(operands(inner)?));
    }
    if let Some(name) = text.strip_prefix('!') {
        return Ok(Operand::Not(name.trim().to_string()));
    }
    if let Some((first, second)) = text.split_once('|') {
        return Ok(Operand::Pair(first.trim().to_string(), second.trim().to_string()));
    }
    if let Some(bits) = text.strip_prefix("0f").or_else(|| text.strip_prefix("0F")) {
        return u32::from_str_radix(bits, 16).map(Operand::Float).map_err(|_| format!("`{text}` is no float"));
    }
    if let Some(bits) = text.strip_prefix("0d").or_else(|| text.strip_prefix("0D")) {
        return u64::from_str_radix(bits, 16).map(Operand::Double).map_err(|_| format!("`{text}` is no double"));
    }
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') && text.contains('.') {
        return text.parse().map(Operand::Decimal).map_err(|_| format!("`{text}` is no number"));
    }
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return integer(text).map(Operand::Int);
    }
    if text.is_empty() {
        return Err("an operand is missing".to_string());
    }
    Ok(Operand::Name(text.to_string()))
}

fn integer(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no integer");
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |t| (true, t));
    let digits = digits.trim_end_matches(['U', 'u']);
    let value = if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        u64::from_str_radix(hex, 16).map_err(|_| wrong())?
    } else if let Some(binary) = digits.strip_prefix("0b") {
        u64::from_str_radix(binary, 2).map_err(|_| wrong())?
    } else {
        digits.parse().map_err(|_| wrong())?
    };
    Ok(if negative { value.wrapping_neg() } else { value })
}

fn address(text: &str) -> Result<Operand, String> {
    if let Some((base, offset)) = text.split_once('+') {
        return Ok(Operand::Address(Box::new(operand(base)?), integer(offset.trim())? as i64));
    }
    if let Some((base, offset)) = text.split_once('-').filter(|(base, _)| !base.trim().is_empty()) {
        return Ok(Operand::Address(Box::new(operand(base)?), (integer(offset.trim())? as i64).wrapping_neg()));
    }
    Ok(Operand::Address(Box::new(operand(text)?), 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_taken_apart() {
        let text = "{\n\t.reg .pred p, q<2>;\n\tsetp.ne.u32 p, %1, 0; @!p st.global.v2.f32 [%0+8], {%2, 0f3F800000};}";
        let statements = template(text).unwrap();
        assert_eq!(statements.len(), 3);
        let Statement::Registers { names, .. } = &statements[0] else { panic!("{statements:?}") };
        assert_eq!(names, &["p", "q0", "q1"]);
        let Statement::Instruction(store) = &statements[2] else { panic!("{statements:?}") };
        assert_eq!(store.guard, Some(("p".to_string(), true)));
        assert_eq!(store.operands[0], Operand::Address(Box::new(Operand::Name("%0".into())), 8));
    }

    #[test]
    fn labels_stand_before_and_behind() {
        let statements = template("{\nWAIT:\n @p bra.uni DONE;\n bra WAIT;\nDONE:\n}").unwrap();
        let labels: Vec<&Statement> = statements.iter().filter(|s| matches!(s, Statement::Label(_))).collect();
        assert_eq!(labels, [&Statement::Label("WAIT".into()), &Statement::Label("DONE".into())]);
        assert_eq!(statements.len(), 4);
    }

    #[test]
    fn statements_have_numbers() {
        assert_eq!(numbered("L_%=: mov.u32 %0, %%=; bra L_%=;", 7), "L_7: mov.u32 %0, %%=; bra L_7;");
    }

    #[test]
    fn rubbish_is_refused() {
        for text in ["add.s32 %0, , 1", "L: bra L", "mov.u32 %0, 0xzz", ".reg u32 x", "@p"] {
            assert!(template(text).is_err(), "{text}");
        }
    }
}
