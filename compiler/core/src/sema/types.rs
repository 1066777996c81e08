//! Questions about types, the types made often, and types as a user reads them.

use super::Sema;
use super::entity::{ClassInfo, ClassState, TArg};
use crate::hir::{ClassId, FunctionType, IntType, QualType, Type, TypeId, TypeTable};
use kern_syntax::ast;

/// Bytes of a class's name above which its template arguments are left out of what it is an argument of: where types double, so
/// would their names.
const LONGEST_NAME: usize = 4_000;

/// Bytes of the largest object: more than any memory, little enough to add and multiply.
pub(super) const MAX_OBJECT: u64 = 1 << 46;

/// Types that checks name all the time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub(super) void: TypeId,
    pub(super) bool: TypeId,
    pub(super) char: TypeId,
    pub(super) uchar: TypeId,
    pub(super) int: TypeId,
    pub(super) uint: TypeId,
    pub(super) long: TypeId,
    pub(super) ulong: TypeId,
    pub(super) float: TypeId,
    pub(super) double: TypeId,
    pub(super) nullptr: TypeId,
    pub(super) error: TypeId,
    pub(super) void_ptr: TypeId,
}

impl Common {
    pub(super) fn new(types: &mut TypeTable) -> Common {
        let void = types.intern(Type::Void);
        Common {
            void,
            bool: types.intern(Type::Bool),
            char: types.intern(Type::Int(IntType::Char)),
            uchar: types.intern(Type::Int(IntType::UChar)),
            int: types.intern(Type::Int(IntType::Int)),
            uint: types.intern(Type::Int(IntType::UInt)),
            long: types.intern(Type::Int(IntType::Long)),
            ulong: types.intern(Type::Int(IntType::ULong)),
            float: types.intern(Type::F32),
            double: types.intern(Type::F64),
            nullptr: types.intern(Type::NullPtr),
            error: types.intern(Type::Error),
            void_ptr: types.intern(Type::Pointer(void.into())),
        }
    }
}

/// `q` without qualifiers at the top.
pub(super) fn bare(q: QualType) -> QualType {
    QualType::from(q.ty)
}

/// `q` with the qualifiers `quals` added.
pub(super) fn qualified(q: QualType, quals: ast::Quals) -> QualType {
    QualType {
        ty: q.ty,
        is_const: q.is_const || quals.is_const,
        is_volatile: q.is_volatile || quals.is_volatile,
        is_restrict: q.is_restrict || quals.is_restrict,
    }
}

/// Template arguments of the standard library that nobody writes: a list that ends in them is shown without.
const POLICIES: &[&str] = &["std::allocator<", "std::char_traits<", "std::default_delete<", "std::less<", "std::hash<", "std::equal_to<"];

/// In a path to a base: what follows starts at that virtual base of the class, by its number.
pub(super) const VIRTUAL_STEP: u32 = 1 << 31;

/// Whether the way to a base leads over a virtual one.
pub(super) fn is_virtual_path(path: &[u32]) -> bool {
    path.first().is_some_and(|step| step & VIRTUAL_STEP != 0)
}

impl<'a> Sema<'a> {
    pub(super) fn ty(&self, id: TypeId) -> &Type {
        self.types.get(id)
    }

    /// `q` with the qualifiers `quals` added: references and functions have none, those of an array are its elements'.
    pub(super) fn with_qualifiers(&mut self, q: QualType, quals: ast::Quals) -> QualType {
        match self.ty(q.ty) {
            Type::Reference { .. } | Type::Function(_) => q,
            Type::Array { .. } => self.const_in_elements(qualified(q, quals)),
            _ => qualified(q, quals),
        }
    }

    pub(super) fn pointer_to(&mut self, to: QualType) -> TypeId {
        let to = self.const_in_elements(to);
        self.types.intern(Type::Pointer(to))
    }

    pub(super) fn reference_to(&mut self, to: QualType, is_rvalue: bool) -> TypeId {
        match *self.ty(to.ty) {
            // Reference collapsing ([dcl.ref]/6).
            Type::Reference { to: inner, is_rvalue: was } => self.types.intern(Type::Reference { to: inner, is_rvalue: was && is_rvalue }),
            Type::Error => to.ty,
            _ => {
                let to = self.const_in_elements(to);
                self.types.intern(Type::Reference { to, is_rvalue })
            }
        }
    }

    pub(super) fn array_of(&mut self, element: QualType, length: Option<u64>) -> TypeId {
        let element = self.const_in_elements(element);
        self.types.intern(Type::Array { element, length })
    }

    pub(super) fn class_type(&mut self, class: ClassId) -> TypeId {
        self.types.intern(Type::Class(class))
    }

    pub(super) fn class_info(&self, class: ClassId) -> &ClassInfo<'a> {
        &self.classes[class.0 as usize]
    }

    pub(super) fn class_info_mut(&mut self, class: ClassId) -> &mut ClassInfo<'a> {
        &mut self.classes[class.0 as usize]
    }

    pub(super) fn class_of(&self, id: TypeId) -> Option<ClassId> {
        match self.ty(id) {
            Type::Class(c) => Some(*c),
            _ => None,
        }
    }

    /// Whether a mistake was reported without which the type would be another.
    pub(super) fn is_error(&self, id: TypeId) -> bool {
        match self.ty(id) {
            Type::Error => true,
            Type::Class(class) => !self.without_base.is_empty() && self.without_base.contains(class),
            _ => false,
        }
    }

    pub(super) fn is_void(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::Void)
    }

    pub(super) fn is_integral(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::Bool | Type::Int(_))
    }

    pub(super) fn is_floating(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::F16 | Type::F32 | Type::F64 | Type::LongDouble)
    }

    pub(super) fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_integral(id) || self.is_floating(id)
    }

    /// Enumerations without `class`: they convert to integers by themselves.
    pub(super) fn is_unscoped_enum(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::Enum(e) if !self.types.enumeration(*e).is_scoped)
    }

    pub(super) fn is_enum(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::Enum(_))
    }

    pub(super) fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::Pointer(_))
    }

    pub(super) fn pointee(&self, id: TypeId) -> Option<QualType> {
        match self.ty(id) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    pub(super) fn is_function(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::Function(_))
    }

    pub(super) fn is_array(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::Array { .. })
    }

    pub(super) fn is_scalar(&self, id: TypeId) -> bool {
        !matches!(self.ty(id), Type::Void | Type::Function(_) | Type::Class(_) | Type::Array { .. } | Type::Reference { .. })
    }

    /// The function type of a pointer to function.
    pub(super) fn pointed_function(&self, id: TypeId) -> Option<FunctionType> {
        match self.ty(self.pointee(id)?.ty) {
            Type::Function(f) => Some(f.clone()),
            _ => None,
        }
    }

    /// The type referred to, or the type itself.
    pub(super) fn referred(&self, q: QualType) -> QualType {
        match self.ty(q.ty) {
            Type::Reference { to, .. } => *to,
            _ => q,
        }
    }

    pub(super) fn is_reference(&self, id: TypeId) -> bool {
        matches!(self.ty(id), Type::Reference { .. })
    }

    /// Arrays become pointers, functions pointers to functions, and top-level qualifiers fall away.
    pub(super) fn decayed(&mut self, q: QualType) -> TypeId {
        match self.ty(q.ty).clone() {
            Type::Array { element, .. } => {
                let element = QualType { is_const: element.is_const || q.is_const, ..element };
                self.pointer_to(element)
            }
            Type::Function(_) => self.pointer_to(bare(q)),
            _ => q.ty,
        }
    }

    /// The innermost element type of an array type.
    pub(super) fn innermost(&self, mut q: QualType) -> QualType {
        while let Type::Array { element, .. } = self.ty(q.ty) {
            q = QualType { is_const: element.is_const || q.is_const, is_volatile: element.is_volatile || q.is_volatile, ..*element };
        }
        q
    }

    /// A constant array as an array of constants ([basic.type.qualifier] 5): what pointers, references and arrays are to or of.
    pub(super) fn const_in_elements(&mut self, q: QualType) -> QualType {
        match *self.ty(q.ty) {
            Type::Array { element, length } if q.is_const && !element.is_const || q.is_volatile && !element.is_volatile => {
                let (is_const, is_volatile) = (element.is_const || q.is_const, element.is_volatile || q.is_volatile);
                let element = self.const_in_elements(QualType { is_const, is_volatile, ..element });
                QualType { ty: self.array_of(element, length), is_const: false, is_volatile: false, ..q }
            }
            Type::Array { .. } => QualType { is_const: false, is_volatile: false, ..q },
            _ => q,
        }
    }

    /// An array of constants as a constant array, which is what `const T` is compared with.
    pub(super) fn const_outside(&mut self, q: QualType) -> QualType {
        let Type::Array { element, length } = *self.ty(q.ty) else { return q };
        let element = self.const_outside(element);
        let (is_const, is_volatile) = (q.is_const || element.is_const, q.is_volatile || element.is_volatile);
        let ty = self.array_of(QualType { is_const: false, is_volatile: false, ..element }, length);
        QualType { ty, is_const, is_volatile, ..q }
    }

    /// Whether `derived` is `base` or comes from it; the steps are field indices of the base subobjects.
    ///
    /// Those of a virtual base come after its number, with [`VIRTUAL_STEP`].
    pub(super) fn base_path(&self, derived: ClassId, base: ClassId) -> Option<Vec<u32>> {
        let virtual_bases = self.class_info(derived).virtuals.virtual_bases.iter().enumerate();
        self.plain_base_path(derived, base).or_else(|| {
            virtual_bases.into_iter().find_map(|(i, v)| {
                let mut path = self.plain_base_path(v.class, base)?;
                path.insert(0, VIRTUAL_STEP | i as u32);
                Some(path)
            })
        })
    }

    fn plain_base_path(&self, derived: ClassId, base: ClassId) -> Option<Vec<u32>> {
        if derived == base {
            return Some(Vec::new());
        }
        for b in self.class_info(derived).bases.iter().filter(|b| !b.is_virtual) {
            if let Some(mut path) = self.plain_base_path(b.class, base) {
                path.insert(0, b.field);
                return Some(path);
            }
        }
        None
    }

    /// How many classes `base` is above `derived`.
    pub(super) fn base_distance(&self, derived: ClassId, base: ClassId) -> Option<u32> {
        if !self.has_virtual_bases(derived) {
            return self.plain_base_path(derived, base).map(|path| path.len() as u32);
        }
        if derived == base {
            return Some(0);
        }
        self.class_info(derived).bases.iter().filter_map(|b| Some(self.base_distance(b.class, base)? + 1)).min()
    }

    pub(super) fn base_offset(&self, derived: ClassId, path: &[u32]) -> u64 {
        let mut class = derived;
        let mut offset = 0;
        for &step in path {
            let Some(field) = self.types.class(class).fields.get(step as usize) else { break };
            offset += field.offset;
            match self.ty(field.ty.ty) {
                Type::Class(c) => class = *c,
                _ => break,
            }
        }
        offset
    }

    /// The type of a function, or of a pointer to one or to a member function, without `noexcept`.
    pub(super) fn that_may_throw(&mut self, id: TypeId) -> TypeId {
        let without = |sema: &mut Self, q: QualType| QualType { ty: sema.that_may_throw(q.ty), ..q };
        match self.ty(id).clone() {
            Type::Function(f) if f.is_noexcept => self.types.intern(Type::Function(FunctionType { is_noexcept: false, ..f })),
            Type::Pointer(to) if self.is_function(to.ty) => {
                let to = without(self, to);
                self.pointer_to(to)
            }
            Type::MemberPointer { class, member } if self.is_function(member.ty) => {
                let member = without(self, member);
                self.types.intern(Type::MemberPointer { class, member })
            }
            _ => id,
        }
    }

    /// What two pointers point to, without `noexcept` where only one of two functions is so ([expr.type]).
    pub(super) fn functions_alike(&mut self, a: QualType, b: QualType) -> (QualType, QualType) {
        if a.ty == b.ty {
            return (a, b);
        }
        let [x, y] = [a, b].map(|q| self.that_may_throw(q.ty));
        if x == y { (QualType { ty: x, ..a }, QualType { ty: y, ..b }) } else { (a, b) }
    }

    /// Two types that differ only in qualifiers at any level below the pointers ([conv.qual], "similar").
    pub(super) fn are_similar(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.ty(a), self.ty(b)) {
            (Type::Pointer(x), Type::Pointer(y)) => self.are_similar(x.ty, y.ty),
            (Type::Array { element: x, length: n }, Type::Array { element: y, length: m }) => {
                (n == m || n.is_none() || m.is_none()) && self.are_similar(x.ty, y.ty)
            }
            _ => false,
        }
    }

    /// Whether a `from *` may become a `to *` by adding qualifiers.
    pub(super) fn adds_qualifiers(&self, from: QualType, to: QualType) -> bool {
        if (from.is_const && !to.is_const) || (from.is_volatile && !to.is_volatile) {
            return false;
        }
        if from.ty == to.ty {
            return true;
        }
        match (self.ty(from.ty), self.ty(to.ty)) {
            (Type::Pointer(x), Type::Pointer(y)) => {
                let changed = x.is_const != y.is_const || x.is_volatile != y.is_volatile;
                (!changed || to.is_const) && self.adds_qualifiers(*x, *y)
            }
            (Type::Array { element: x, length: n }, Type::Array { element: y, length: m }) => {
                (n == m || m.is_none()) && self.adds_qualifiers(*x, *y)
            }
            _ => false,
        }
    }

    /// Whether the type has a size; instantiates class templates and says nothing when it has not.
    pub(super) fn make_complete(&mut self, id: TypeId) -> bool {
        match self.ty(id).clone() {
            Type::Void => false,
            Type::Class(class) => {
                if self.class_info(class).state == ClassState::Declared {
                    self.instantiate_class(class);
                }
                self.class_info(class).state == ClassState::Complete
            }
            Type::Array { element, length } => length.is_some() && self.make_complete(element.ty),
            Type::Function(_) => false,
            _ => true,
        }
    }

    /// The type as a user reads it.
    pub(super) fn show(&self, id: TypeId) -> String {
        self.show_declared(id.into(), String::new())
    }

    /// A qualified type as a user reads it.
    pub(super) fn show_q(&self, q: QualType) -> String {
        self.show_declared(q, String::new())
    }

    pub(super) fn show_declared(&self, q: QualType, inner: String) -> String {
        let spaced = |base: String, inner: &str| if inner.is_empty() { base } else { format!("{base} {inner}") };
        let prefix = match (q.is_const, q.is_volatile) {
            (true, true) => "const volatile ",
            (true, false) => "const ",
            (false, true) => "volatile ",
            (false, false) => "",
        };
        match self.ty(q.ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => {
                let sign = match self.ty(q.ty) {
                    Type::Pointer(_) => "*",
                    Type::Reference { is_rvalue: true, .. } => "&&",
                    _ => "&",
                };
                let sign = if prefix.is_empty() { sign.to_string() } else { format!("{sign}{}", prefix.trim_end()) };
                let inner = if prefix.is_empty() || inner.is_empty() { format!("{sign}{inner}") } else { format!("{sign} {inner}") };
                let inner = if self.is_array(to.ty) || self.is_function(to.ty) { format!("({inner})") } else { inner };
                self.show_declared(*to, inner)
            }
            Type::Array { element, length } => {
                let bound = length.map_or(String::new(), |n| n.to_string());
                let element = QualType { is_const: element.is_const || q.is_const, ..*element };
                self.show_declared(element, format!("{inner}[{bound}]"))
            }
            Type::Function(f) => {
                let mut params: Vec<String> = f.params.iter().map(|p| self.show_q(*p)).collect();
                if f.is_variadic {
                    params.push("...".into());
                }
                let constant = if f.is_const { " const" } else { "" };
                let noexcept = if f.is_noexcept { " noexcept" } else { "" };
                self.show_declared(f.result, format!("{inner}({}){constant}{noexcept}", params.join(", ")))
            }
            Type::MemberPointer { class, member } => {
                let inner = format!("{}::*{inner}", self.show(*class));
                let inner = if self.is_function(member.ty) { format!("({inner})") } else { inner };
                self.show_declared(*member, inner)
            }
            other => spaced(format!("{prefix}{}", self.show_base(other)), &inner),
        }
    }

    fn show_base(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Bool => "bool".into(),
            Type::Int(i) => i.name().into(),
            Type::F16 => "__half".into(),
            Type::F32 => "float".into(),
            Type::F64 => "double".into(),
            Type::LongDouble => "long double".into(),
            Type::NullPtr => "std::nullptr_t".into(),
            Type::Class(c) => shortened(&self.types.class(*c).name),
            Type::Enum(e) => self.types.enumeration(*e).name.to_string(),
            _ => "<unknown>".into(),
        }
    }

    /// A template argument as a user reads it.
    pub(super) fn show_arg(&self, arg: &TArg) -> String {
        match arg {
            TArg::Type(q) => self.show_q(*q),
            TArg::Int(v, ty) => match self.ty(*ty) {
                Type::Bool => (if *v != 0 { "true" } else { "false" }).into(),
                Type::Int(IntType::Char) => match u8::try_from(*v) {
                    Ok(c @ 32..=126) => format!("'{}'", c as char),
                    _ => v.to_string(),
                },
                Type::Enum(e) => format!("({}){v}", self.types.enumeration(*e).name),
                _ => v.to_string(),
            },
            TArg::Float(bits, ty) => match (f64::from_bits(*bits), self.ty(*ty)) {
                (x, Type::F32) => format!("{:?}f", x as f32),
                (x, _) => format!("{x:?}"),
            },
            TArg::Constant(id) => self.show_shape(&self.shape_of(*id), &|arg| self.show_arg(arg)),
            TArg::Func(f) => format!("&{}", self.funcs[f.0 as usize].name),
            TArg::Null(_) => "nullptr".into(),
            TArg::Object(v, ty) => {
                let var = &self.vars[v.0 as usize];
                format!("{}{}{}", if self.is_reference(*ty) { "" } else { "&" }, self.scope_prefix(var.home), var.name)
            }
            TArg::Template(t) => self.templates[t.0 as usize].name.to_string(),
            TArg::Pack(args) => args.iter().map(|a| self.show_arg(a)).collect::<Vec<_>>().join(", "),
        }
    }

    /// `<int, 3>`
    pub(super) fn show_args(&self, args: &[TArg]) -> String {
        let mut shown: Vec<String> =
            args.iter().filter(|a| !matches!(a, TArg::Pack(p) if p.is_empty())).map(|a| self.show_arg(a)).collect();
        while shown.len() > 1 && shown.last().is_some_and(|last| POLICIES.iter().any(|policy| last.starts_with(policy))) {
            shown.pop();
        }
        format!("<{}>", shown.join(", "))
    }
}

/// The name of a class, without template arguments if these are very many.
fn shortened(name: &str) -> String {
    match (name.find('<'), name.rfind('>')) {
        (Some(first), Some(last)) if name.len() > LONGEST_NAME && first < last => format!("{}<…{}", &name[..first], &name[last..]),
        _ => name.to_string(),
    }
}
