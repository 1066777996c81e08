//! Deduction through alias templates: `index_sequence<i...>` is deduced as what it stands for ([temp.alias] 2).

use super::Sema;
use super::deduce::{ArgPattern, Holes, Pattern, PatternKind, TemplatePattern};
use super::entity::TemplateId;
use super::templates::param_names;
use kern_syntax::ast;

/// The arguments of each parameter of an alias; of a pack there may be any number.
type Arguments = [Vec<ArgPattern>];

impl<'a> Sema<'a> {
    /// The pattern of the alias `id`, whose target is `ty`, with the arguments `args`. `None` where nothing is deduced: also
    /// where the target names no parameter, as that of `void_t`, whose arguments must be looked at when all is known.
    pub(super) fn alias_pattern(&mut self, id: TemplateId, ty: &'a ast::TypeName, args: Vec<ArgPattern>) -> Option<Pattern> {
        let template = &self.templates[id.0 as usize];
        let (params, scope) = (template.params, template.scope);
        let mut rest = args.into_iter();
        let mut given = Vec::new();
        for param in params {
            given.push(if param.is_pack {
                rest.by_ref().collect()
            } else {
                match rest.next()? {
                    ArgPattern::Pack(_) => return None,
                    one => vec![one],
                }
            });
        }
        let names = param_names(params);
        let target = self.within(scope, |s| s.pattern(&ty.specs, &ty.declarator, &Holes { names: &names, auto: None }));
        filled(&target, &given).filter(|p| !matches!(p.kind, PatternKind::Concrete(_) | PatternKind::NonDeduced))
    }
}

fn filled(p: &Pattern, given: &Arguments) -> Option<Pattern> {
    use PatternKind as K;
    let kind = match &p.kind {
        K::Param(i) => match given.get(*i)?.as_slice() {
            [ArgPattern::Type(one)] => {
                return Some(Pattern {
                    is_const: p.is_const || one.is_const,
                    is_volatile: p.is_volatile || one.is_volatile,
                    kind: one.kind.clone(),
                });
            }
            _ => return None,
        },
        K::Concrete(q) => K::Concrete(*q),
        K::Pointer(inner) => K::Pointer(Box::new(filled(inner, given)?)),
        K::Reference(inner, is_rvalue) => K::Reference(Box::new(filled(inner, given)?), *is_rvalue),
        K::Array(inner, length) => {
            let length = match length {
                None => None,
                Some(n) => Some(Box::new(argument(n, given)?)),
            };
            K::Array(Box::new(filled(inner, given)?), length)
        }
        K::Member(class, member) => K::Member(Box::new(filled(class, given)?), Box::new(filled(member, given)?)),
        K::Function(result, params, is_variadic, noexcept) => {
            let params = params.iter().map(|one| filled(one, given)).collect::<Option<_>>()?;
            K::Function(Box::new(filled(result, given)?), params, *is_variadic, Box::new(argument(noexcept, given)?))
        }
        K::Template(TemplatePattern::Known(id), args) => {
            let mut list = Vec::new();
            for arg in args {
                match arg {
                    ArgPattern::Pack(inner) => list.extend(spread(inner, given)?),
                    one => list.push(argument(one, given)?),
                }
            }
            K::Template(TemplatePattern::Known(*id), list)
        }
        K::Template(TemplatePattern::Param(_), _) | K::Pack(_) => return None,
        K::NonDeduced => K::NonDeduced,
    };
    Some(Pattern { kind, is_const: p.is_const, is_volatile: p.is_volatile })
}

fn argument(arg: &ArgPattern, given: &Arguments) -> Option<ArgPattern> {
    match arg {
        ArgPattern::Type(p) => filled(p, given).map(ArgPattern::Type),
        ArgPattern::Param(i) => match given.get(*i)?.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        },
        ArgPattern::Pack(_) => None,
        other => Some(other.clone()),
    }
}

/// What `inner...` stands for, where `inner` is a pack of the alias.
fn spread(inner: &ArgPattern, given: &Arguments) -> Option<Vec<ArgPattern>> {
    let position = match inner {
        ArgPattern::Param(i) => *i,
        ArgPattern::Type(Pattern { kind: PatternKind::Param(i), is_const: false, is_volatile: false }) => *i,
        _ => return None,
    };
    given.get(position).cloned()
}
