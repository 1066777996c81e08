//! Interned types with their layout (x86-64 System V and NVPTX agree on all of them).

use super::FunctionId;
use kern_diag::Span;
use kern_syntax::ast::IntType;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An interned type of a [`TypeTable`]: equal types have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);

/// A class (struct, union, lambda closure) of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub u32);

/// An enumeration of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnumId(pub u32);

/// A type with its cv-qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualType {
    /// The type.
    pub ty: TypeId,
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `__restrict__`, on pointers only.
    pub is_restrict: bool,
}

impl From<TypeId> for QualType {
    fn from(ty: TypeId) -> QualType {
        QualType { ty, is_const: false, is_volatile: false, is_restrict: false }
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// `bool`: 1 byte, 0 or 1
    Bool,
    /// Integers and characters.
    Int(IntType),
    /// `__half` storage (2 bytes); arithmetic is a library matter.
    F16,
    /// `float`
    F32,
    /// `double`
    F64,
    /// `long double`: 16 bytes of storage on the host, computed as `double`; refused on the device.
    LongDouble,
    /// `std::nullptr_t`
    NullPtr,
    /// `T *`
    Pointer(QualType),
    /// `T &`, `T &&`
    Reference { to: QualType, is_rvalue: bool },
    /// `T[n]`; `None` is an array of unknown bound.
    Array { element: QualType, length: Option<u64> },
    /// A function type.
    Function(FunctionType),
    /// A struct, class or union.
    Class(ClassId),
    /// An enumeration.
    Enum(EnumId),
    /// `T C::*`: for data an offset, for functions an id.
    MemberPointer { class: TypeId, member: QualType },
    /// The type of an expression that is wrong; agrees with everything, so that one mistake is told once.
    Error,
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: QualType,
    /// Parameter types after array and function decay, top-level cv removed.
    pub params: Vec<QualType>,
    /// `...`
    pub is_variadic: bool,
    /// `const` member function.
    pub is_const: bool,
    /// `noexcept`. The type that a function is declared with leaves it out: what the function itself says holds.
    pub is_noexcept: bool,
}

/// A struct, class, union or closure with its layout.
#[derive(Clone, Debug)]
pub struct Class {
    /// The name a user reads: `Position`, `Vec<float, 3>`, `(unnamed struct)`.
    pub name: Arc<str>,
    /// Bases then data members, in layout order.
    pub fields: Vec<Field>,
    /// Bytes, a multiple of `align`.
    pub size: u64,
    /// Bytes that an object takes as a base: a derived class may use the rest. At most `size`.
    pub data_size: u64,
    /// Bytes, a power of two.
    pub align: u64,
    /// `union`
    pub is_union: bool,
    /// Copying it is copying its bytes, and destroying it does nothing.
    pub is_trivial: bool,
    /// The program defines a constructor of it.
    pub has_constructors: bool,
    /// What destroys an object of it, if something does: of a class whose objects are made.
    pub destructor: Option<FunctionId>,
    /// The body was seen; `size` and where `fields` lie mean something.
    pub is_complete: bool,
    /// No non-static data: passed as one byte of padding.
    pub is_empty: bool,
}

/// A data member or base of a [`Class`].
#[derive(Clone, Debug)]
pub struct Field {
    /// The name, empty for bases and unnamed members.
    pub name: Arc<str>,
    /// The type.
    pub ty: QualType,
    /// Bytes from the start of the class.
    pub offset: u64,
    /// For a bit-field: first bit inside the unit of type `ty` at `offset`, and width.
    pub bits: Option<(u32, u32)>,
    /// A base class.
    pub is_base: bool,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The name a user reads.
    pub name: Arc<str>,
    /// The type it is stored as.
    pub underlying: IntType,
    /// What its values promote to, where that is not what `underlying` does: `int` or `long`, if that holds them and no type was
    /// written ([conv.prom] 3).
    pub promotes_to: Option<IntType>,
    /// `enum class`
    pub is_scoped: bool,
    /// Its values by name, in the order of the source.
    pub enumerators: Vec<Enumerator>,
}

/// A value of an [`Enum`].
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// The name without scopes.
    pub name: Arc<str>,
    /// What it stands for.
    pub value: i128,
    /// The name in the declaration.
    pub span: Span,
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
    classes: Vec<Class>,
    enums: Vec<Enum>,
}

impl TypeTable {
    /// A table without types.
    pub fn new() -> TypeTable {
        TypeTable::default()
    }

    /// The id of `ty`.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The type `id`.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// Adds a class; its fields may be filled in later through [`TypeTable::class_mut`].
    pub fn add_class(&mut self, class: Class) -> ClassId {
        self.classes.push(class);
        ClassId(self.classes.len() as u32 - 1)
    }

    /// All enumerations.
    pub fn enumerations(&self) -> impl Iterator<Item = &Enum> {
        self.enums.iter()
    }

    /// All classes.
    pub fn classes(&self) -> impl Iterator<Item = &Class> {
        self.classes.iter()
    }

    /// The class `id`.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    /// The class `id`, to complete it.
    pub fn class_mut(&mut self, id: ClassId) -> &mut Class {
        &mut self.classes[id.0 as usize]
    }

    /// Adds an enumeration.
    pub fn add_enum(&mut self, e: Enum) -> EnumId {
        self.enums.push(e);
        EnumId(self.enums.len() as u32 - 1)
    }

    /// The enumeration `id`.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// The enumeration `id`, to complete it.
    pub fn enumeration_mut(&mut self, id: EnumId) -> &mut Enum {
        &mut self.enums[id.0 as usize]
    }

    /// Whether nothing of an object of the type may be written: a constant, or an array of constants.
    pub fn is_const(&self, q: QualType) -> bool {
        match self.get(q.ty) {
            Type::Array { element, .. } => q.is_const || self.is_const(*element),
            _ => q.is_const,
        }
    }

    /// Size in bytes; 0 for `void`, functions and incomplete types. A reference counts as a pointer.
    pub fn size_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::Error => 0,
            Type::Bool => 1,
            Type::Int(i) => i.size(),
            Type::F16 => 2,
            Type::F32 => 4,
            Type::F64 | Type::NullPtr | Type::Pointer(_) | Type::Reference { .. } => 8,
            Type::LongDouble => 16,
            Type::MemberPointer { member, .. } => match self.get(member.ty) {
                Type::Function(_) => 16,
                _ => 8,
            },
            Type::Array { element, length } => self.size_of(element.ty).saturating_mul(length.unwrap_or(0)),
            Type::Class(c) => self.class(*c).size,
            Type::Enum(e) => self.enumeration(*e).underlying.size(),
        }
    }

    /// Alignment in bytes, at least 1.
    pub fn align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Array { element, .. } => self.align_of(element.ty),
            Type::Class(c) => self.class(*c).align.max(1),
            Type::MemberPointer { .. } => 8,
            _ => self.size_of(id).max(1),
        }
    }
}
