//! What the values of nvcc's options say.

use super::job::Job;

pub(super) fn language(job: &mut Job, value: &str) -> Result<(), String> {
    match value {
        "cu" => job.is_cuda = true,
        "c" | "c++" => {}
        _ => return Err(format!("`-x {value}`: expected `cu`, `c++` or `c`")),
    }
    Ok(())
}

/// Those that nvcc 13.0 compiles for, in its order.
const ARCHITECTURES: [u32; 12] = [75, 80, 86, 87, 88, 89, 90, 100, 110, 103, 120, 121];

/// The first that has code of its own alone (`sm_90a`), and the first that has code of its family (`sm_100f`).
const FIRST_WITH_LETTER: [(char, u32); 2] = [('a', 90), ('f', 100)];

/// What `--list-gpu-arch` prints, or `--list-gpu-code`.
pub(super) fn architectures(prefix: &str) -> String {
    ARCHITECTURES.iter().map(|arch| format!("{prefix}_{arch}\n")).collect()
}

/// The highest of those that `value` names.
fn highest(value: &str) -> Result<u32, String> {
    let words = value.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !matches!(*word, "" | "arch" | "code"));
    let mut highest = None;
    for word in words {
        let number = word.strip_prefix("sm_").or(word.strip_prefix("compute_")).or(word.strip_prefix("lto_"));
        let letter = FIRST_WITH_LETTER.into_iter().find(|(letter, _)| word.ends_with(*letter));
        let arch =
            number.and_then(|text| text.strip_suffix(|c| letter.is_some_and(|(letter, _)| c == letter)).or(Some(text))?.parse().ok());
        let known = arch.filter(|arch| ARCHITECTURES.contains(arch) && letter.is_none_or(|(_, first)| *arch >= first));
        highest = highest.max(Some(known.ok_or_else(|| unknown_architecture(word))?));
    }
    highest.ok_or_else(|| unknown_architecture(value))
}

fn unknown_architecture(name: &str) -> String {
    format!("`{name}` is no architecture that nvcc 13.0 compiles for: expected one such as sm_90, or what `--list-gpu-code` prints")
}

fn is_of_machine(value: &str) -> bool {
    matches!(value, "native" | "all" | "all-major")
}

pub(super) fn architecture(job: &mut Job, value: &str) -> Result<(), String> {
    if !is_of_machine(value) {
        job.arch = job.arch.max(Some(highest(value)?));
    }
    Ok(())
}

pub(super) fn code(_: &mut Job, value: &str) -> Result<(), String> {
    if is_of_machine(value) { Ok(()) } else { highest(value).map(drop) }
}

pub(super) fn standard(job: &mut Job, value: &str) -> Result<(), String> {
    let meant = if matches!(value, "c++23" | "gnu++23") { "c++20" } else { value };
    if meant != value {
        job.warnings.push(format!("`-std={value}` is not carried out: C++20 is compiled"));
    }
    crate::standard::macros(meant)?;
    job.standard = Some(meant.into());
    Ok(())
}

/// Options of the host's compiler by which a program does something else than without them.
const OF_MEANING: [&str; 7] =
    ["-funsigned-char", "-fshort-enums", "-fshort-wchar", "-fpack-struct", "-ffast-math", "-Ofast", "-fno-signed-char"];

pub(super) fn of_host(job: &mut Job, value: &str) -> Result<(), String> {
    let mut words = value.split([',', ' ']).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        let mut value_of = |option: &str| -> Option<String> {
            let value = word.strip_prefix(option)?;
            Some(if value.is_empty() { words.next()?.to_string() } else { value.to_string() })
        };
        if let Some(define) = value_of("-D") {
            job.defines.push(define);
        } else if let Some(folder) = value_of("-isystem").or_else(|| value_of("-I")) {
            job.includes.push(folder.into());
        } else if let Some(name) = word.strip_prefix("-std=") {
            standard(job, name)?;
        } else if word == "-fopenmp" {
            job.openmp = true;
        } else if word.starts_with("-U") || word == "-include" {
            return Err(format!("error[K0593]: `-Xcompiler {word}` is not supported: write it into the file"));
        } else if OF_MEANING.contains(&word) {
            job.warnings.push(format!("`-Xcompiler {word}` is not carried out"));
        }
    }
    Ok(())
}
