//! Expressions as text.

use super::types;
use crate::ast::*;

pub(super) fn list(list: &[Expr]) -> String {
    list.iter().map(expr).collect::<Vec<_>>().join(", ")
}

/// Operands, each behind a space.
fn operands(list: &[Expr]) -> String {
    list.iter().map(|e| format!(" {}", expr(e))).collect()
}

pub(super) fn string(s: &StringLiteral) -> String {
    let mark = prefix(s.prefix);
    let text: String = String::from_utf8_lossy(&s.bytes).escape_debug().to_string();
    format!("{mark}\"{}\"", text.replace("\\'", "'"))
}

fn prefix(prefix: StringPrefix) -> &'static str {
    match prefix {
        StringPrefix::None => "",
        StringPrefix::Wide => "L",
        StringPrefix::Utf8 => "u8",
        StringPrefix::Utf16 => "u",
        StringPrefix::Utf32 => "U",
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::Not => "!",
        UnaryOp::BitNot => "~",
        UnaryOp::Deref => "*",
        UnaryOp::AddressOf => "&",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Spaceship => "<=>",
        BinaryOp::Comma => ",",
    }
}

pub(super) fn overloaded(op: OverloadedOp) -> String {
    match op {
        OverloadedOp::Binary(op) => binary(op).to_string(),
        OverloadedOp::Assign(op) => format!("{}=", op.map_or("", binary)),
        OverloadedOp::Unary(op) => unary(op).to_string(),
        OverloadedOp::Increment => "++".to_string(),
        OverloadedOp::Decrement => "--".to_string(),
        OverloadedOp::Call => "()".to_string(),
        OverloadedOp::Index => "[]".to_string(),
        OverloadedOp::Arrow => "->".to_string(),
        OverloadedOp::ArrowStar => "->*".to_string(),
        OverloadedOp::Comma => ",".to_string(),
        OverloadedOp::New(is_array) => if is_array { " new[]" } else { " new" }.to_string(),
        OverloadedOp::Delete(is_array) => if is_array { " delete[]" } else { " delete" }.to_string(),
    }
}

pub(super) fn initializer(init: &Initializer) -> String {
    match init {
        Initializer::Equals(e) => format!("= {}", expr(e)),
        Initializer::Parens(args, _) => format!("({})", list(args)),
        Initializer::Braces(items) => init_list(items),
    }
}

fn init_list(items: &InitList) -> String {
    let items: Vec<String> = items
        .items
        .iter()
        .map(|(designator, value)| match designator {
            Some(Designator::Member(name)) => format!(".{} = {}", name.name, expr(value)),
            Some(Designator::Index(index)) => format!("[{}] = {}", expr(index), expr(value)),
            None => expr(value),
        })
        .collect();
    format!("{{{}}}", items.join(", "))
}

fn requirement(item: &Requirement) -> String {
    match item {
        Requirement::Expr(e) => expr(e),
        Requirement::Type(ty) => format!("[{}]", types::type_name(ty)),
        Requirement::Nested(e) => format!("(requires {})", expr(e)),
        Requirement::Compound { value, is_noexcept, concept } => {
            let noexcept = if *is_noexcept { " noexcept" } else { "" };
            let concept = concept.as_ref().map_or(String::new(), |c| format!(" -> {}", types::path(c)));
            format!("{{ {} }}{noexcept}{concept}", expr(value))
        }
    }
}

fn lambda(lambda: &Lambda) -> String {
    let mut captures: Vec<String> = Vec::new();
    match lambda.default {
        Some(CaptureDefault::Copy) => captures.push("=".to_string()),
        Some(CaptureDefault::Reference) => captures.push("&".to_string()),
        None => {}
    }
    for capture in &lambda.captures {
        captures.push(match capture {
            Capture::Copy(name) => name.name.to_string(),
            Capture::Reference(name) => format!("&{}", name.name),
            Capture::This(_) => "this".to_string(),
            Capture::Init { name, by_reference, value } => {
                format!("{}{} = {}", if *by_reference { "&" } else { "" }, name.name, expr(value))
            }
            Capture::InitPack { name, by_reference, value } => {
                format!("{}...{} = {}", if *by_reference { "&" } else { "" }, name.name, expr(value))
            }
        });
    }
    let params = lambda.params.as_ref().map_or(String::new(), types::function);
    let device = if lambda.flags.device { " __device__" } else { "" };
    let host = if lambda.flags.host { " __host__" } else { "" };
    let is_mutable = if lambda.is_mutable { " mutable" } else { "" };
    let head: Vec<String> = lambda.head.iter().map(types::template_param).collect();
    let head = if head.is_empty() { String::new() } else { format!(" <{}>", head.join(", ")) };
    format!("(lambda [{}]{head}{host}{device} {params}{is_mutable} {{ {} }})", captures.join(", "), super::inline(&lambda.body))
}

pub(super) fn expr(e: &Expr) -> String {
    let boxed = |e: &Option<Box<Expr>>| e.as_ref().map_or("...".to_string(), |e| expr(e));
    match &e.kind {
        ExprKind::Int { value, suffix, .. } => {
            format!("{value}{}{}", if suffix.is_unsigned { "u" } else { "" }, "l".repeat(usize::from(suffix.longs)))
        }
        ExprKind::Float { value, suffix } => {
            let mark = match suffix {
                FloatSuffix::None => "",
                FloatSuffix::Float => "f",
                FloatSuffix::Long => "l",
            };
            format!("{value:?}{mark}")
        }
        ExprKind::Char { value, prefix: p } => match char::from_u32(*value).filter(|c| c.is_ascii_graphic()) {
            Some(c) => format!("{}'{c}'", prefix(*p)),
            None => format!("{}'\\{}'", prefix(*p), *value as i32),
        },
        ExprKind::String(s) => string(s),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Nullptr => "nullptr".to_string(),
        ExprKind::This => "this".to_string(),
        ExprKind::Path(path) => types::path(path),
        ExprKind::Paren(inner) => format!("(paren {})", expr(inner)),
        ExprKind::Unary { op, operand } => format!("({} {})", unary(*op), expr(operand)),
        ExprKind::Step { is_increment, is_prefix, operand } => {
            let op = if *is_increment { "++" } else { "--" };
            if *is_prefix { format!("({op} {})", expr(operand)) } else { format!("(post{op} {})", expr(operand)) }
        }
        ExprKind::Binary { op, left, right, .. } => format!("({} {} {})", binary(*op), expr(left), expr(right)),
        ExprKind::Assign { op, left, right, .. } => format!("({}= {} {})", op.map_or("", binary), expr(left), expr(right)),
        ExprKind::Conditional { condition, then, otherwise } => format!("(? {} {} {})", expr(condition), expr(then), expr(otherwise)),
        ExprKind::OrElse { left, right } => format!("(?: {} {})", expr(left), expr(right)),
        ExprKind::Comma(left, right) => format!("(, {} {})", expr(left), expr(right)),
        ExprKind::Call { callee, args } => format!("(call {}{})", expr(callee), operands(args)),
        ExprKind::Launch(launch) => {
            format!("(launch {} <<<{}>>>{})", expr(&launch.callee), list(&launch.config), operands(&launch.args))
        }
        ExprKind::Index { base, index } => format!("(index {} {})", expr(base), expr(index)),
        ExprKind::Member { base, is_arrow, member } => {
            format!("({} {} {})", if *is_arrow { "->" } else { "." }, expr(base), types::path(member))
        }
        ExprKind::MemberPointer { base, is_arrow, member } => {
            format!("({} {} {})", if *is_arrow { "->*" } else { ".*" }, expr(base), expr(member))
        }
        ExprKind::Cast { style, ty, operand } => {
            let word = match style {
                CastStyle::C => "cast",
                CastStyle::Static => "static_cast",
                CastStyle::Reinterpret => "reinterpret_cast",
                CastStyle::Const => "const_cast",
                CastStyle::Dynamic => "dynamic_cast",
            };
            format!("({word} [{}] {})", types::type_name(ty), expr(operand))
        }
        ExprKind::Construct { ty, init } => format!("(construct [{}] {})", types::type_name(ty), initializer(init)),
        ExprKind::SizeofExpr(inner) => format!("(sizeof {})", expr(inner)),
        ExprKind::SizeofType(ty) => format!("(sizeof [{}])", types::type_name(ty)),
        ExprKind::SizeofPack(name) => format!("(sizeof... {})", name.name),
        ExprKind::AlignofExpr(inner) => format!("(alignof {})", expr(inner)),
        ExprKind::AlignofType(ty) => format!("(alignof [{}])", types::type_name(ty)),
        ExprKind::Noexcept(inner) => format!("(noexcept {})", expr(inner)),
        ExprKind::New { placement, ty, init } => {
            let placement = if placement.is_empty() { String::new() } else { format!(" at ({})", list(placement)) };
            let init = init.as_ref().map_or(String::new(), |i| format!(" {}", initializer(i)));
            format!("(new{placement} [{}]{init})", types::type_name(ty))
        }
        ExprKind::Delete { form, operand } => {
            format!("({}delete{} {})", if form.is_global { "::" } else { "" }, if form.is_array { "[]" } else { "" }, expr(operand))
        }
        ExprKind::InitList(items) => init_list(items),
        ExprKind::Lambda(inner) => lambda(inner),
        ExprKind::Throw(value) => value.as_ref().map_or("(throw)".to_string(), |v| format!("(throw {})", expr(v))),
        ExprKind::PackExpansion(inner) => format!("{}...", expr(inner)),
        ExprKind::Fold { op, left, right } => format!("(fold {} {} {})", binary(*op), boxed(left), boxed(right)),
        ExprKind::TypeidType(ty) => format!("(typeid [{}])", types::type_name(ty)),
        ExprKind::Typeid(inner) => format!("(typeid {})", expr(inner)),
        ExprKind::TypeTrait { name, args } => {
            let args: Vec<String> = args.iter().map(types::type_name).collect();
            format!("({} [{}])", name.name, args.join(", "))
        }
        ExprKind::Requires(inner) => {
            let params = inner.params.as_ref().map_or(String::new(), |p| format!(" {}", types::function(p)));
            let items: Vec<String> = inner.items.iter().map(requirement).collect();
            format!("(requires{params} {{ {} }})", items.join("; "))
        }
        ExprKind::StatementExpr(body) => format!("(statements {{ {} }})", super::inline(body)),
        ExprKind::Offsetof { ty, member } => {
            let names: Vec<&str> = member.iter().map(|m| &*m.name).collect();
            format!("(offsetof [{}] {})", types::type_name(ty), names.join("."))
        }
        ExprKind::VaArg { list, ty } => format!("(va_arg {} [{}])", expr(list), types::type_name(ty)),
        ExprKind::Error => "error".to_string(),
    }
}
