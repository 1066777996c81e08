//! Declaration specifiers: which words belong to the type, and where the declarator starts.

use crate::adapter::level::Level;
use crate::adapter::path::{PathKind, PathScan};
use crate::adapter::scope::ScopeId;
use crate::adapter::{Adapter, Stop};
use crate::intern::{Symbol, sym};
use crate::tok::{Flag, Qual, Tok, TypeWord};
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

/// What specifiers said.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::adapter) struct Specs {
    pub(in crate::adapter) has_type: bool,
    pub(in crate::adapter) is_typedef: bool,
    /// Members of the type, for a `typedef` of it.
    pub(in crate::adapter) scope: Option<ScopeId>,
    /// The type is a template without arguments.
    pub(in crate::adapter) is_template: bool,
    /// A class or enumeration was defined.
    pub(in crate::adapter) is_definition: bool,
}

impl Adapter<'_> {
    /// Writes what the attributes here say of inlining and of addresses; they stay where they are.
    fn flag_attributes(&mut self) {
        for at in self.position..self.scan_attributes(self.position) {
            let span = self.at(at).span;
            flag_of_attribute(self.word_at(at)).into_iter().for_each(|flag| self.emit_at(Tok::Flag(flag), span));
        }
    }

    /// Whether the attributes here say something of that.
    pub(in crate::adapter) fn has_flag_attribute(&self) -> bool {
        (self.position..self.scan_attributes(self.position)).any(|at| flag_of_attribute(self.word_at(at)).is_some())
    }

    /// Writes specifiers; stops where a declarator starts.
    pub(in crate::adapter) fn specifiers(&mut self, level: Level) -> Specs {
        let specs = self.specifiers_before(level);
        if specs.has_type && !matches!(level, Level::TypeName | Level::Param) {
            // `T const & __device__ f()`: CUDA's specifiers are attributes to nvcc, which may stand in front of the name.
            let mut at = self.skip_pointers(self.position);
            while at > self.position && is_space_word(self.word_at(at)) {
                let span = self.at(at).span;
                flag(self.word_at(at)).into_iter().for_each(|tok| self.emit_at(tok, span));
                at += 1;
            }
        }
        specs
    }

    fn specifiers_before(&mut self, level: Level) -> Specs {
        let mut specs = Specs::default();
        let mut written = Vec::new();
        loop {
            if self.is(Punct::LBracket) && self.at(self.position + 1).is(Punct::LBracket) {
                self.flag_attributes();
                self.attributes();
                continue;
            }
            let word = self.word();
            if !specs.has_type
                && let Some(path) = self.constrained_auto(self.position)
            {
                self.constraint(path);
                continue;
            }
            if word == sym::EXPLICIT && self.at(self.position + 1).is(Punct::LParen) {
                self.emit(Tok::ExplicitIf);
                self.bracketed_expression();
                continue;
            }
            // `struct S { … }` without `;`, and the next declaration on the next line.
            if specs.is_definition && self.token(0).starts_line && (flag(word).is_some() || type_word(word).is_some()) {
                return specs;
            }
            if let Some(tok) = flag(word) {
                specs.is_typedef |= word == sym::TYPEDEF;
                self.check_repeated(&mut written);
                self.emit(tok);
                continue;
            }
            if let Some(tok) = type_word(word) {
                specs.has_type = true;
                self.emit(tok);
                continue;
            }
            match word {
                sym::EXTENSION | sym::NORETURN | sym::CDECL => self.advance(),
                // The declaration is one of a friend, as was written before it.
                sym::FRIEND => self.advance(),
                sym::ATTRIBUTE | sym::ATTRIBUTE2 | sym::DECLSPEC | sym::ALIGNAS | sym::ALIGNAS2 | sym::ALIGN2 => {
                    self.flag_attributes();
                    self.attributes();
                }
                sym::LAUNCH_BOUNDS => {
                    self.emit(Tok::LaunchBounds);
                    self.bracketed_list();
                }
                sym::CLUSTER_DIMS | sym::MAXNREG => {
                    let span = self.token(0).span;
                    let flag = if word == sym::CLUSTER_DIMS { Flag::ClusterDims } else { Flag::MaxRegisters };
                    self.emit_at(Tok::Flag(flag), span);
                    self.emit(Tok::LaunchBounds);
                    self.bracketed_list();
                }
                // It makes the grid of a launch one of clusters, not of blocks (CUDA C++ Programming Guide, "Thread Block Clusters").
                sym::BLOCK_SIZE => {
                    self.unsupported(self.token(0).span, "a size of blocks that a kernel has (`__block_size__`)");
                    self.advance();
                    if self.is(Punct::LParen) {
                        self.position = self.partner(self.position);
                        self.advance();
                    }
                }
                sym::AUTO => {
                    specs.has_type = true;
                    self.emit(Tok::Auto);
                }
                _ if !specs.has_type && self.is_decltype(self.position) && self.decltype_qualifier(self.position).is_none() => {
                    specs.has_type = true;
                    self.decltype();
                }
                sym::UNDERLYING_TYPE if !specs.has_type => {
                    specs.has_type = true;
                    self.underlying_type();
                }
                sym::CLASS | sym::STRUCT | sym::UNION if !specs.has_type => {
                    specs.has_type = true;
                    (specs.scope, specs.is_definition) = self.class(level);
                }
                sym::ENUM if !specs.has_type => {
                    specs.has_type = true;
                    (specs.scope, specs.is_definition) = self.enumeration();
                }
                sym::TYPENAME if !specs.has_type => {
                    specs.has_type = true;
                    self.advance();
                    match self.scan_path(self.position) {
                        Some(path) => {
                            specs.scope = path.entity.and_then(|e| e.scope);
                            self.path(path, true);
                        }
                        None => self.unexpected("a name after `typename`"),
                    }
                }
                _ if specs.has_type => return specs,
                _ => {
                    if !self.named_type(level, &mut specs) {
                        return specs;
                    }
                }
            }
        }
    }

    /// Whether `Name(…) ->` stands at `place`: a deduction guide of the class template.
    pub(in crate::adapter) fn is_deduction_guide(&self, place: usize, level: Level) -> bool {
        level == Level::Namespace
            && self.is_name_at(place)
            && self.at(place + 1).is(Punct::LParen)
            && self.at(self.partner(place + 1) + 1).is(Punct::Arrow)
    }

    /// Writes the name of a type, if one stands here and is meant as the type.
    fn named_type(&mut self, level: Level, specs: &mut Specs) -> bool {
        let is_qualified = self.is(Punct::ColonColon) || self.decltype_qualifier(self.position).is_some();
        if !self.is_name_at(self.position) && !is_qualified {
            return false;
        }
        let Some(path) = self.scan_path(self.position) else { return false };
        let next = self.at(path.end);
        let is_type = match path.kind {
            PathKind::Type => {
                // A constructor: `S(` in the class S, `S::S(` outside.
                let is_in_class = matches!(level, Level::Class(Some(name)) if name == path.name) && path.qualifier.is_none();
                let is_constructor = next.is(Punct::LParen)
                    && (is_in_class && !self.is_group(path.end, true)
                        || path.qualifier == Some(path.name) && !matches!(level, Level::TypeName));
                !is_constructor && !self.is_deduction_guide(self.position, level)
            }
            PathKind::Unknown | PathKind::Dependent => match level {
                Level::TypeName => true,
                Level::Param => !matches!(next.kind, PpKind::Punct(Punct::LParen)),
                _ => {
                    let behind = self.skip_pointers(path.end);
                    self.is_path_start(behind) || behind > path.end && self.at(behind).is(Punct::LParen)
                }
            },
            PathKind::Value if path.qualifier == Some(path.name) => level == Level::TypeName,
            _ => false,
        };
        if is_type {
            if level == Level::Block {
                self.check_typename(path);
            }
            specs.has_type = true;
            specs.scope = path.entity.and_then(|e| e.scope);
            specs.is_template = !path.has_args && path.entity.is_some_and(|e| e.is_template);
            self.path(path, true);
        }
        is_type
    }

    /// Says when the type of a variable is a member of a class that depends on a parameter of a template, and `typename` does not
    /// say that it is a type; members of the class that stands around need no `typename` ([temp.res]).
    fn check_typename(&mut self, path: PathScan) {
        let is_of_open_class = path.scope.is_some_and(|scope| self.scopes.is_open(scope));
        let is_first = |at: usize| at == self.position || !self.at(at - 1).is(Punct::ColonColon);
        let is_parameter = |at: usize| is_first(at) && self.is_name_at(at) && self.scopes.is_parameter(self.word_at(at));
        if is_of_open_class || path.qualifier.is_none() || !(self.position..path.name_at).any(is_parameter) {
            return;
        }
        let (span, name) = (self.token(0).span.to(self.at(path.end - 1).span), self.text(path.name).to_string());
        let message = format!("`{name}` may be a type or a value here: what it is a member of depends on a parameter of the template");
        let error = Diagnostic::error(Code::UNKNOWN_TYPE, span, message).label("taken for a value, as `typename` does not stand before it");
        self.errors.push(error.help("write `typename` before it"));
    }

    /// Says when the word that stands here is one of those `written` before: a qualifier means the same twice, other
    /// specifiers may stand only once ([dcl.type.cv], [dcl.spec]). Remembers the word.
    pub(in crate::adapter) fn check_repeated(&mut self, written: &mut Vec<Symbol>) {
        let word = match self.word() {
            sym::CONST | sym::CONST2 => sym::CONST,
            sym::VOLATILE | sym::VOLATILE2 | sym::VOLATILE3 => sym::VOLATILE,
            sym::RESTRICT | sym::RESTRICT2 => sym::RESTRICT,
            word @ (sym::INLINE | sym::CONSTEXPR | sym::MUTABLE | sym::VIRTUAL | sym::EXPLICIT) => word,
            _ => return,
        };
        if !written.contains(&word) {
            return written.push(word);
        }
        let span = self.token(0).span;
        let message = format!("`{}` is written twice", self.text(self.word()));
        self.errors.push(match word {
            sym::CONST | sym::VOLATILE | sym::RESTRICT => {
                Diagnostic::warning(Code::REPEATED_QUALIFIER, span, message).label("once says the same")
            }
            _ => Diagnostic::error(Code::BAD_SPECIFIERS, span, message),
        });
    }

    fn skip_pointers(&self, place: usize) -> usize {
        let mut at = place;
        while matches!(self.at(at).kind, PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp))
            || matches!(self.word_at(at), sym::CONST | sym::VOLATILE | sym::RESTRICT | sym::RESTRICT2)
        {
            at += 1;
        }
        at
    }

    /// Writes `__underlying_type(T)` as the type of the trait's value: `decltype(__underlying_type(T))`.
    fn underlying_type(&mut self) {
        let span = self.token(0).span;
        if !self.at(self.position + 1).is(Punct::LParen) {
            self.unexpected("`(` after `__underlying_type`");
            return;
        }
        self.emit_at(Tok::Decltype, span);
        self.emit_at(Tok::LParen, span);
        self.type_trait();
        self.emit_at(Tok::RParen, span);
    }

    /// Writes `decltype(e)` or `__typeof__(e)`.
    pub(in crate::adapter) fn decltype(&mut self) {
        if self.word() != sym::DECLTYPE && self.at(self.position + 1).is(Punct::LParen) {
            return self.type_of();
        }
        self.emit(Tok::Decltype);
        if !self.is(Punct::LParen) {
            self.unexpected("`(` after `decltype`");
            return;
        }
        if self.word_at(self.position + 1) == sym::AUTO && self.at(self.position + 2).is(Punct::RParen) {
            self.emit(Tok::LParen);
            self.emit(Tok::Auto);
            self.emit(Tok::RParen);
            return;
        }
        self.bracketed_expression();
    }

    /// Writes `__typeof__(T)` as `decltype(__typeof__(T))`, and an expression in it as the type `decltype(e)`: what is
    /// asked for is that type without the reference of a place.
    fn type_of(&mut self) {
        let span = self.token(0).span;
        self.emit_at(Tok::Decltype, span);
        self.emit_at(Tok::LParen, span);
        self.emit(Tok::Trait("__typeof__".into()));
        let open = self.position;
        self.emit(Tok::ParenType);
        if self.scan_type_id(open + 1) == Some(self.partner(open)) {
            self.inside(Stop::Nothing, |this| this.type_id());
        } else {
            self.emit_at(Tok::Decltype, span);
            self.emit_at(Tok::LParen, span);
            self.inside(Stop::Nothing, |this| this.expression(true));
            self.emit_at(Tok::RParen, span);
            self.mark(Tok::DeclaratorStart);
        }
        self.close(open, Tok::RParen);
        self.emit_at(Tok::RParen, span);
    }
}

/// The token of a specifier without arguments.
pub(in crate::adapter) fn flag(word: Symbol) -> Option<Tok> {
    Some(match word {
        sym::CONST | sym::CONST2 => Tok::Qual(Qual::Const),
        sym::VOLATILE | sym::VOLATILE2 | sym::VOLATILE3 => Tok::Qual(Qual::Volatile),
        sym::RESTRICT | sym::RESTRICT2 => Tok::Qual(Qual::Restrict),
        sym::TYPEDEF => Tok::Flag(Flag::Typedef),
        sym::STATIC => Tok::Flag(Flag::Static),
        sym::EXTERN => Tok::Flag(Flag::Extern),
        sym::INLINE | sym::INLINE2 | sym::INLINE3 => Tok::Flag(Flag::Inline),
        sym::CONSTEXPR => Tok::Flag(Flag::Constexpr),
        sym::CONSTEVAL => Tok::Flag(Flag::Consteval),
        sym::CONSTINIT => Tok::Flag(Flag::Constinit),
        sym::MUTABLE => Tok::Flag(Flag::Mutable),
        sym::REGISTER => Tok::Flag(Flag::Register),
        sym::THREAD_LOCAL | sym::THREAD => Tok::Flag(Flag::ThreadLocal),
        sym::VIRTUAL => Tok::Flag(Flag::Virtual),
        sym::EXPLICIT => Tok::Flag(Flag::Explicit),
        sym::GLOBAL => Tok::Flag(Flag::Global),
        sym::DEVICE => Tok::Flag(Flag::Device),
        sym::HOST => Tok::Flag(Flag::Host),
        sym::SHARED => Tok::Flag(Flag::Shared),
        sym::CONSTANT => Tok::Flag(Flag::Constant),
        sym::MANAGED => Tok::Flag(Flag::Managed),
        sym::FORCEINLINE => Tok::Flag(Flag::Forceinline),
        sym::NOINLINE => Tok::Flag(Flag::Noinline),
        sym::GRID_CONSTANT => Tok::Flag(Flag::GridConstant),
        _ => return None,
    })
}

/// What an attribute says of inlining (`__noinline__` is one of GNU's to nvcc, `__forceinline__` another), or of a member's address.
fn flag_of_attribute(word: Symbol) -> Option<Flag> {
    Some(match word {
        sym::NO_UNIQUE_ADDRESS | sym::NO_UNIQUE_ADDRESS2 => Flag::NoUniqueAddress,
        sym::NOINLINE | sym::NOINLINE2 => Flag::Noinline,
        sym::ALWAYS_INLINE | sym::ALWAYS_INLINE2 => Flag::Forceinline,
        _ => return None,
    })
}

/// Whether `word` is a specifier of CUDA that may also follow `*` and `&`.
pub(in crate::adapter) fn is_space_word(word: Symbol) -> bool {
    matches!(word, sym::DEVICE | sym::HOST | sym::GLOBAL | sym::FORCEINLINE | sym::NOINLINE)
}

/// The token of a word of a built-in type.
pub(in crate::adapter) fn type_word(word: Symbol) -> Option<Tok> {
    Some(Tok::Word(match word {
        sym::VOID => TypeWord::Void,
        sym::BOOL | sym::BOOL2 => TypeWord::Bool,
        sym::CHAR => TypeWord::Char,
        sym::WCHAR_T => TypeWord::WChar,
        sym::CHAR16_T => TypeWord::Char16,
        sym::CHAR32_T => TypeWord::Char32,
        sym::SHORT => TypeWord::Short,
        sym::INT => TypeWord::Int,
        sym::LONG => TypeWord::Long,
        sym::SIGNED | sym::SIGNED2 => TypeWord::Signed,
        sym::UNSIGNED => TypeWord::Unsigned,
        sym::INT128 | sym::INT128_T => TypeWord::Int128,
        sym::UINT128_T => TypeWord::UInt128,
        sym::FLOAT16 => TypeWord::Half,
        sym::FLOAT => TypeWord::Float,
        sym::DOUBLE => TypeWord::Double,
        _ => return None,
    }))
}
