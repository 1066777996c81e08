//! The parts of a program that may be changed: lines between `//[ edit` and `//] edit`.

const BEGIN: &str = "//[ edit";
const END: &str = "//] edit";

/// A program in pieces: text that stays, text that may change, text that stays, …
fn pieces(text: &str) -> Result<Vec<String>, String> {
    let mut pieces = vec![String::new()];
    for (number, line) in text.lines().enumerate() {
        let (begins, ends) = (line.trim() == BEGIN, line.trim() == END);
        let is_inside = pieces.len() % 2 == 0;
        if (begins && is_inside) || (ends && !is_inside) {
            return Err(format!("line {}: `{}` without its counterpart before", number + 1, line.trim()));
        }
        if ends {
            pieces.push(String::new());
        }
        if let Some(last) = pieces.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
        if begins {
            pieces.push(String::new());
        }
    }
    match pieces.len() {
        1 => Err(format!("there is no line `{BEGIN}`")),
        count if count % 2 == 0 => Err(format!("the last `{BEGIN}` has no `{END}`")),
        _ => Ok(pieces),
    }
}

/// The exercise's program with what a submission has between the marks.
///
/// # Errors
/// A sentence: marks are missing.
pub(crate) fn splice(program: &str, submission: &str) -> Result<String, String> {
    let (own, theirs) = (pieces(program)?, pieces(submission)?);
    if own.len() != theirs.len() {
        let count = |pieces: &[String]| pieces.len() / 2;
        return Err(format!(
            "the program has {} parts to edit, this one has {}: keep the lines `{BEGIN}` and `{END}`",
            count(&own),
            count(&theirs)
        ));
    }
    let both = own.iter().zip(&theirs).enumerate();
    Ok(both.map(|(number, (own, theirs))| if number % 2 == 0 { own.as_str() } else { theirs.as_str() }).collect())
}

/// Lines between the marks, without those that are empty or nothing but a comment.
///
/// # Errors
/// A sentence: marks are missing.
pub(crate) fn lines_between(text: &str) -> Result<usize, String> {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    Ok(pieces(text)?.iter().skip(1).step_by(2).map(|piece| piece.lines().filter(is_code).count()).sum())
}

#[cfg(test)]
mod tests {
    use super::{lines_between, splice};

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let program = "int a;\n//[ edit\nint b;\n//] edit\nint c;\n";
        let submission = "int evil;\n  //[ edit\nint d;\nint e;\n//] edit\n";
        assert_eq!(splice(program, submission).as_deref(), Ok("int a;\n//[ edit\nint d;\nint e;\n//] edit\nint c;\n"));
        assert_eq!(splice(program, program).as_deref(), Ok(program));
        assert_eq!(lines_between("int a;\n//[ edit\nint b;\n\n  // c\nint d;\n//] edit\nint e;\n"), Ok(2));
        for bad in [
            "",
            "int a;",
            "//[ edit\n",
            "//] edit\n//[ edit\n",
            "//[ edit\n//[ edit\n//] edit\n",
            "//[ edit\n//] edit\n//[ edit\n//] edit\n",
        ] {
            assert!(splice(program, bad).is_err(), "{bad}");
        }
    }
}
