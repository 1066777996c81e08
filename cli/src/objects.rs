//! Programs of several files: each is compiled by itself or read as an object, then all are linked.

use std::path::Path;

use kern_core::driver::{LinkFailure, Stage, link};
use kern_core::hir::Separate;
use kern_diag::{Code, Diagnostic, SourceMap, Span};
use kern_ir::bytecode::OBJECT_MAGIC;
use kern_ir::link::{LinkError, LinkPlace, Linkage, Object, Symbols};

use crate::args::CompileArgs;
use crate::compile::{Loaded, compile_options, compile_source, fail, reading_cost};
use crate::files::{Input, READS_COMPILED, not_read, read_input};
use crate::report::Reporter;
use crate::{EXIT_COMPILE, Outside};

/// What a file of a program must end in to be taken as one where it stands before the program's arguments.
const ENDINGS: &[&str] = &["cu", "kern", "c", "cpp", "cc", "cxx", "C", "o", "kbc"];

/// Whether an argument behind the first file is another file of the program.
pub(crate) fn is_file_of_program(argument: &str) -> bool {
    let path = Path::new(argument);
    path.extension().and_then(|e| e.to_str()).is_some_and(|ending| ENDINGS.contains(&ending)) && path.is_file()
}

/// Objects, and what reports about them need.
#[derive(Default)]
pub(crate) struct Objects {
    pub(crate) list: Vec<Object>,
    pub(crate) sources: SourceMap,
    /// What compiling and reading cost, in instructions.
    pub(crate) cost: u64,
}

impl Objects {
    /// Compiles or reads `path`.
    pub(crate) fn add_file(
        &mut self,
        args: &CompileArgs,
        path: &Path,
        fuel: u64,
        reporter: &mut Reporter,
        outside: &mut Outside,
    ) -> Result<(), i32> {
        let input = read_input(path, outside).map_err(|problem| fail(&problem, &self.sources, reporter, outside))?;
        match input {
            Input::Source { name, text } => {
                let separate = Some(args.separate.unwrap_or(Separate { rdc: true }));
                let args = CompileArgs { separate, ..args.clone() };
                let compilation = compile_source(&args, name, text, (Stage::Ir, fuel.saturating_sub(self.cost)), reporter, outside)?;
                reporter.seal(&compilation.sources);
                self.cost += compilation.cost;
                self.list.push(compilation.object.ok_or(EXIT_COMPILE)?);
                for (_, file) in compilation.sources.files() {
                    if !self.sources.files().any(|(_, known)| known.name == file.name) {
                        self.sources.add(file.name.clone(), file.text.clone(), file.is_system);
                    }
                }
                Ok(())
            }
            Input::Object { name, bytes } => self.add_object(&name, &bytes).map_err(|p| fail(&p, &self.sources, reporter, outside)),
            Input::Archive { name, bytes } => self.add_archive(&name, &bytes).map_err(|p| fail(&p, &self.sources, reporter, outside)),
            Input::Native { name } => Err(fail(&native(&name), &self.sources, reporter, outside)),
            Input::Ptx { name, .. } | Input::Bytecode { name, .. } => {
                let message = format!("`{name}` is a whole program, which cannot be linked with other files");
                let problem =
                    Diagnostic::without_place(Code::NATIVE_CODE, message).help("name its source files, or objects of `kern nvcc -c`");
                Err(fail(&problem, &self.sources, reporter, outside))
            }
        }
    }

    fn add_object(&mut self, name: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
        if !READS_COMPILED {
            return Err(Box::new(not_read(name)));
        }
        let object = kern_ir::bytecode::decode_object(bytes)
            .map_err(|problem| Box::new(Diagnostic { message: format!("`{name}`: {}", problem.message), ..*problem }))?;
        self.cost += reading_cost(&object.program);
        self.list.push(object);
        Ok(())
    }

    /// Adds those members of an archive that define something which is asked for, until nothing more is.
    fn add_archive(&mut self, name: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
        let mut waiting = Vec::new();
        for (member, content) in archive_members(bytes).ok_or_else(|| Box::new(native(name)))? {
            let shown = format!("{name}({member})");
            if !content.starts_with(OBJECT_MAGIC) {
                return Err(Box::new(native(&shown)));
            }
            let mut read = Objects::default();
            read.add_object(&shown, content)?;
            waiting.extend(read.list);
        }
        while let Some(at) = waiting.iter().position(|member| self.list.iter().any(|object| needs(object, member))) {
            let member = waiting.remove(at);
            self.cost += reading_cost(&member.program);
            self.list.push(member);
        }
        Ok(())
    }

    /// Makes the program; `args` says how it is optimised.
    pub(crate) fn link(mut self, args: &CompileArgs, fuel: u64, reporter: &mut Reporter, outside: &mut Outside) -> Result<Loaded, i32> {
        let mut options = compile_options(args, Stage::Ir, outside)?;
        options.fuel = fuel.saturating_sub(self.cost);
        options.passes.fmad = self.list.first().is_none_or(|object| object.fmad);
        let objects: Vec<&Object> = self.list.iter().collect();
        let problems: Vec<Diagnostic> = match link(&objects, &options) {
            Ok(linked) => return Ok(Loaded { program: linked.program, sources: self.sources, cost: self.cost + linked.cost }),
            Err(LinkFailure::Internal(diagnostics)) => diagnostics.iter().cloned().collect(),
            Err(LinkFailure::Program(errors)) => errors.iter().map(|error| link_error(error, &mut self.sources)).collect(),
        };
        for problem in &problems {
            reporter.diagnostic(problem, &self.sources, outside);
        }
        reporter.release(&[], &self.sources, outside);
        reporter.close(outside);
        Err(EXIT_COMPILE)
    }
}

/// Whether `object` lacks a name that `member` defines.
fn needs(object: &Object, member: &Object) -> bool {
    let names = |object: &Object, wanted: &[Linkage]| -> Vec<String> {
        let of = |module: &kern_ir::Module, symbols: &Symbols| {
            let functions =
                module.functions.iter().zip(&symbols.functions).filter(|(_, l)| wanted.contains(l)).map(|(f, _)| f.name.clone());
            let variables = module.globals.iter().zip(&symbols.variables).filter(|(_, l)| wanted.contains(l)).map(|(g, _)| g.name.clone());
            functions.chain(variables).collect::<Vec<_>>()
        };
        [of(&object.program.device, &object.device), of(&object.program.host, &object.host)].concat()
    };
    let defined = names(member, &[Linkage::External]);
    names(object, &[Linkage::Undefined]).iter().any(|name| defined.contains(name))
}

/// The members of an archive of `ar`, with their names; `None` when it is damaged or of a form without contents ("thin").
fn archive_members(bytes: &[u8]) -> Option<Vec<(String, &[u8])>> {
    let mut rest = bytes.strip_prefix(b"!<arch>\n")?;
    let mut members = Vec::new();
    let mut long_names: &[u8] = &[];
    while !rest.is_empty() {
        let (header, behind) = rest.split_at_checked(60)?;
        let size: usize = std::str::from_utf8(&header[48..58]).ok()?.trim().parse().ok()?;
        let content = behind.get(..size)?;
        let name = String::from_utf8_lossy(&header[..16]).trim().to_string();
        match name.strip_prefix('/') {
            Some("/") => long_names = content,
            Some(number) if number.parse::<usize>().is_ok() => {
                let from = long_names.get(number.parse::<usize>().ok()?..)?;
                let end = from.iter().position(|byte| *byte == b'/' || *byte == b'\n')?;
                members.push((String::from_utf8_lossy(&from[..end]).into_owned(), content));
            }
            // The table of symbols, of which kern's objects have none.
            Some(_) => {}
            None => members.push((name.trim_end_matches('/').to_string(), content)),
        }
        rest = behind.get(size + size % 2..).unwrap_or(&[]);
    }
    Some(members)
}

/// An archive of `ar` with these members.
pub(crate) fn archive(members: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    let mut long_names = String::new();
    let starts: Vec<usize> = members
        .iter()
        .map(|(name, _)| {
            long_names.push_str(&format!("{name}/\n"));
            long_names.len() - name.len() - 2
        })
        .collect();
    let mut push = |name: &str, content: &[u8]| {
        bytes.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len()).into_bytes());
        bytes.extend(content);
        if content.len() % 2 == 1 {
            bytes.push(b'\n');
        }
    };
    push("//", long_names.as_bytes());
    for ((_, content), start) in members.iter().zip(starts) {
        push(&format!("/{start}"), content);
    }
    bytes
}

/// Code of another compiler.
pub(crate) fn native(name: &str) -> Diagnostic {
    Diagnostic::without_place(Code::NATIVE_CODE, format!("`{name}` holds code of another compiler, which kern cannot call"))
        .help("give its source files to kern: it compiles .cu, .cpp and .c")
}

fn link_error(error: &LinkError, map: &mut SourceMap) -> Diagnostic {
    let mut at = |place: &Option<LinkPlace>| place.as_ref().and_then(|place| span_of(place, map));
    match error {
        LinkError::Duplicate { name, first, second } => {
            let message = format!("`{name}` is defined twice");
            let (first, second) = (at(first), at(second));
            let problem = match second {
                Some(span) if first == second => {
                    return Diagnostic::error(Code::DEFINED_TWICE, span, message)
                        .label("each file that includes this defines it")
                        .help("write `inline` before it, or `static`; or define it in one file and only declare it here");
                }
                Some(span) => Diagnostic::error(Code::DEFINED_TWICE, span, message).label("defined here once more"),
                None => Diagnostic::without_place(Code::DEFINED_TWICE, message),
            };
            let problem = if let Some(span) = first { problem.also(span, "defined here first") } else { problem };
            problem.help("define it in one file, and declare it in the others")
        }
        LinkError::Undefined { name, is_variable, used, declared } => {
            let message = format!("`{name}` is declared but defined nowhere");
            let problem = match at(used) {
                Some(span) => {
                    Diagnostic::error(Code::UNDEFINED_FUNCTION, span, message).label(if *is_variable { "used here" } else { "called here" })
                }
                None => Diagnostic::without_place(Code::UNDEFINED_FUNCTION, message),
            };
            let problem = if let Some(span) = at(declared) { problem.also(span, "declared here") } else { problem };
            problem.help("define it in one of the files of the program")
        }
        LinkError::Signature { name, declared, defined } => {
            let message = format!("`{name}` is declared otherwise than it is defined");
            let problem = match at(declared) {
                Some(span) => Diagnostic::error(Code::DECLARED_OTHERWISE, span, message).label("declared here"),
                None => Diagnostic::without_place(Code::DECLARED_OTHERWISE, message),
            };
            if let Some(span) = at(defined) { problem.also(span, "defined here") } else { problem }
        }
        LinkError::Contraction => {
            Diagnostic::without_place(Code::OPTION, "some files are compiled with `-fmad=true`, others with `-fmad=false`")
                .help("compile all files of the program with the same")
        }
    }
}

fn span_of(place: &LinkPlace, map: &mut SourceMap) -> Option<Span> {
    let known = map.files().find(|(_, file)| file.name == place.file).map(|(id, _)| id);
    let id = match known {
        Some(id) => id,
        None => {
            let text = std::fs::read_to_string(&place.file).ok()?;
            map.add(place.file.clone(), text, false)
        }
    };
    (place.loc.end as usize <= map.file(id).text.len()).then(|| Span::new(id, place.loc.start, place.loc.end))
}
