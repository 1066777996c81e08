//! Files: `#include`, `#pragma once`, include guards.

use super::{Frame, Guard, Preprocessor};
use crate::intern::sym;
use crate::token::{Lexer, PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, Span};

/// Deepest nesting of includes.
const MAX_INCLUDES: usize = 64;

/// Headers that a right program may include and that do not come with `kern`: of C++, of POSIX, of CUDA and its libraries.
/// A name that ends in `/` stands for all below it.
pub const KNOWN_HEADERS: &[&str] = &[
    "atomic",
    "bitset",
    "cfenv",
    "charconv",
    "codecvt",
    "complex",
    "coroutine",
    "csetjmp",
    "cuchar",
    "cwchar",
    "cwctype",
    "valarray",
    "variant",
    "cuda/ptx",
    "nv/target",
    "deque",
    "execution",
    "fenv.h",
    "format",
    "list",
    "map",
    "memory_resource",
    "mutex",
    "optional",
    "queue",
    "ranges",
    "filesystem",
    "regex",
    "scoped_allocator",
    "set",
    "setjmp.h",
    "stack",
    "string_view",
    "tgmath.h",
    "wchar.h",
    "wctype.h",
    "thread",
    "typeinfo",
    "unordered_map",
    "unordered_set",
    "cxxabi.h",
    "emmintrin.h",
    "immintrin.h",
    "pmmintrin.h",
    "smmintrin.h",
    "tmmintrin.h",
    "x86intrin.h",
    "xmmintrin.h",
    "arpa/",
    "dirent.h",
    "dlfcn.h",
    "err.h",
    "error.h",
    "getopt.h",
    "netinet/",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "libgen.h",
    "semaphore.h",
    "signal.h",
    "csignal",
    "sysexits.h",
    "sys/",
    "termios.h",
    "windows.h",
    "Windows.h",
    "cooperative_groups.h",
    "cooperative_groups/",
    "cub/",
    "cublas.h",
    "cublasLt.h",
    "cublasXt.h",
    "cublas_v2.h",
    "cuda/",
    "cudaGL.h",
    "cudaProfiler.h",
    "cuda_awbarrier.h",
    "cuda_fp8.h",
    "cuda_gl_interop.h",
    "cuda_occupancy.h",
    "cudnn.h",
    "cufft.h",
    "cufftXt.h",
    "curand.h",
    "curand_kernel.h",
    "curand_mtgp32_host.h",
    "cusolverDn.h",
    "cusolverSp.h",
    "cupti.h",
    "cusparse.h",
    "cutlass/",
    "mma.h",
    "nccl.h",
    "nppi.h",
    "npp.h",
    "nvJitLink.h",
    "nvml.h",
    "nvrtc.h",
    "nvtx3/",
    "nvToolsExt.h",
    "nvToolsExtCudaRt.h",
    "thrust/",
    "mpi.h",
    "omp.h",
    "GL/",
];

/// What to use in place of a header that does not come with `kern`.
const INSTEAD: &[(&str, &str)] = &[
    ("csetjmp", "throw an exception where the program would jump, and catch it where it would arrive"),
    ("setjmp.h", "throw an exception where the program would jump, and catch it where it would arrive"),
    ("ranges", "the algorithms of `<algorithm>` take the two ends: `std::sort(v.begin(), v.end())`"),
    ("format", "g++ 12 does not have it either: use `std::ostringstream` or `snprintf`"),
    ("regex", "search with `std::string::find` or `std::search`"),
];

fn is_known_header(name: &str) -> bool {
    KNOWN_HEADERS.iter().any(|known| if known.ends_with('/') { name.starts_with(known) } else { name == *known })
}

/// Headers that programs include most, for what is nearly one of them.
const COMMON_HEADERS: &[&str] = &[
    "algorithm",
    "assert.h",
    "cassert",
    "chrono",
    "climits",
    "cmath",
    "cooperative_groups.h",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "cuda.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "device_launch_parameters.h",
    "fstream",
    "iomanip",
    "iostream",
    "limits",
    "map",
    "math.h",
    "memory",
    "numeric",
    "random",
    "sstream",
    "stdexcept",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string",
    "string.h",
    "time.h",
    "utility",
    "vector",
];

fn near_header(name: &str) -> Option<&'static str> {
    let limit = if name.len() < 6 { 1 } else { 2 };
    let base = name.strip_suffix(".h").unwrap_or(name);
    let distance = |known: &str| if known == base { 0 } else { strsim::levenshtein(name, known) };
    COMMON_HEADERS.iter().copied().min_by_key(|known| distance(known)).filter(|known| distance(known) <= limit)
}

impl Preprocessor<'_> {
    /// Opens the root file, with the implicit headers and the command-line macros to be read before it.
    pub(super) fn open_root(&mut self, root: &str) {
        let Some(file) = self.loader.load(root, None, false) else {
            self.report(Diagnostic::without_place(Code::INCLUDE_NOT_FOUND, format!("cannot read `{root}`")));
            return;
        };
        self.root = file.name.clone();
        self.open(file);
        for header in self.options.implicit_includes.iter().rev() {
            match self.loader.load(header, Some(root), true) {
                Some(file) => self.open(file),
                None => self.report(Diagnostic::without_place(Code::INCLUDE_NOT_FOUND, format!("cannot find the header `{header}`"))),
            }
        }
        if !self.options.defines.is_empty() {
            let text: String = self.options.defines.iter().map(|(name, body)| format!("#define {name} {body}\n")).collect();
            self.open(crate::LoadedFile { name: "<command line>".into(), text: text.into(), is_system: true });
            self.command_line = self.frames.last().map(|frame| frame.lexer.file());
        }
    }

    fn open(&mut self, file: crate::LoadedFile) {
        if file.text.len() >= u32::MAX as usize {
            let message = format!("`{}` is larger than 4 GiB", file.name);
            self.fatal(Diagnostic::without_place(Code::TOO_MANY_TOKENS, message));
            return;
        }
        let id = match self.known_files.get(&file.name) {
            Some(&id) => id,
            None => {
                let id = self.sources.add(file.name.clone(), file.text.clone(), file.is_system);
                self.known_files.insert(file.name.clone(), id);
                id
            }
        };
        // What is read more than once means something else each time.
        let is_once = file.text.starts_with("#pragma once");
        let is_outlined = file.is_system && is_once && !self.options.whole_headers && self.command_line != Some(id);
        let outline = is_outlined.then(|| super::outline::outline(&file.text));
        self.frames.push(Frame {
            lexer: Lexer::new(file.text, id),
            name: file.name,
            is_system: file.is_system,
            conditionals: Vec::new(),
            presumed: None,
            guard: Guard::Start,
            outline,
        });
    }

    /// Ends the current file.
    pub(super) fn close_file(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if let Guard::After(name) = frame.guard {
            self.guards.insert(frame.name, name);
        }
        for open in frame.conditionals {
            self.report(
                Diagnostic::error(Code::UNBALANCED_CONDITIONAL, open.span, "this condition is never closed")
                    .label("opened here")
                    .help("write `#endif`"),
            );
        }
    }

    /// `#include`; the word was read, the rest of its line was not.
    pub(super) fn include(&mut self, directive: Span) {
        let (name, is_angled, span) = match self.header_name() {
            Some(found) => found,
            None => {
                let line = self.rest_of_line();
                let tokens = self.expand_list(line);
                match self.header_from_tokens(&tokens) {
                    Some(found) => found,
                    None => {
                        let span = tokens.first().map_or(directive, |t| t.span);
                        self.report(
                            Diagnostic::error(Code::BAD_DIRECTIVE, span, "expected `\"file\"` or `<file>` after `#include`")
                                .help("both ends of the name are marked: `<cstdio>`, `\"mine.h\"`"),
                        );
                        return;
                    }
                }
            }
        };
        let from = self.frame().name.clone();
        let Some(file) = self.loader.load(&name, Some(&from), is_angled) else {
            if is_known_header(&name) {
                // The headers of one library are one thing that is missing.
                if let Some((library, _)) = name.split_once('/')
                    && !self.told_libraries.insert(library.to_string())
                {
                    return;
                }
                let message = format!("kern does not support the header `{name}` yet");
                let d = Diagnostic::error(Code::UNSUPPORTED_LANGUAGE, span, message).label("included here");
                let instead = INSTEAD.iter().find(|(header, _)| *header == name);
                self.report(instead.map_or(d.clone(), |(_, help)| d.help(*help)));
                return;
            }
            let d = Diagnostic::error(Code::INCLUDE_NOT_FOUND, span, format!("cannot find the header `{name}`")).label("included here");
            self.report(match near_header(&name) {
                Some(near) if is_angled => d.help(format!("did you mean `<{near}>`?")),
                _ => d,
            });
            return;
        };
        if self.once.contains(&file.name) || self.guards.get(&file.name).is_some_and(|g| self.macros.contains_key(g)) {
            return;
        }
        if self.frames.len() >= MAX_INCLUDES {
            let names: Vec<&str> = self.frames.iter().map(|f| f.name.as_str()).collect();
            let d = match names.iter().rposition(|n| *n == file.name) {
                Some(first) => {
                    let mut cycle = names[first..].to_vec();
                    cycle.push(&file.name);
                    let cycle: Vec<String> = cycle.iter().map(|n| format!("`{n}`")).collect();
                    Diagnostic::error(Code::INCLUDE_CYCLE, span, format!("`{}` includes itself without end", file.name))
                        .label("included here again")
                        .note(format!("the cycle: {}", cycle.join(" includes ")))
                        .help("start the header with `#pragma once`")
                }
                None => Diagnostic::error(Code::INCLUDE_CYCLE, span, "files include each other too deeply")
                    .note(format!("the limit is {MAX_INCLUDES} files")),
            };
            self.fatal(d);
            return;
        }
        self.open(file);
    }

    /// `<name>` or `"name"` as raw text, with the rest of the line skipped.
    pub(super) fn header_name(&mut self) -> Option<(String, bool, Span)> {
        let lexer = &mut self.frames.last_mut()?.lexer;
        let text = lexer.text().clone();
        let rest = &text[lexer.offset()..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let body = line.trim_start_matches([' ', '\t']);
        let close = match body.chars().next()? {
            '<' => '>',
            '"' => '"',
            _ => return None,
        };
        let end = body[1..].find(close)?;
        let start = lexer.offset() + (line.len() - body.len());
        let span = Span::new(lexer.file(), start as u32, (start + end + 2) as u32);
        lexer.seek(start + end + 2);
        let name = body[1..=end].to_string();
        let extra = self.rest_of_line();
        self.warn_extra(&extra, "include");
        Some((name, close == '>', span))
    }

    /// A header name made by macros.
    pub(super) fn header_from_tokens(&mut self, tokens: &[PpToken]) -> Option<(String, bool, Span)> {
        let first = tokens.first()?;
        if first.kind == PpKind::String {
            let text = self.interner.text(first.text);
            let name = text.strip_prefix('"')?.strip_suffix('"')?.to_string();
            return Some((name, false, first.span));
        }
        if !first.is(Punct::Lt) {
            return None;
        }
        let mut name = String::new();
        for token in &tokens[1..] {
            if token.is(Punct::Gt) {
                return Some((name, true, first.span));
            }
            if token.has_space && !name.is_empty() {
                name.push(' ');
            }
            name.push_str(self.spelling(*token));
        }
        None
    }

    /// `#pragma once`
    pub(super) fn pragma_once(&mut self) {
        let name = self.frame().name.clone();
        self.once.insert(name);
    }

    /// Notes `#ifndef name` as the start of an include guard, if it is.
    pub(super) fn guard_may_start(&mut self, name: crate::intern::Symbol) {
        let frame = self.frame();
        frame.guard = match frame.guard {
            Guard::Start if frame.conditionals.is_empty() && name != sym::EMPTY => Guard::Inside(name),
            Guard::Inside(guard) if !frame.conditionals.is_empty() => Guard::Inside(guard),
            _ => Guard::None,
        };
    }
}
