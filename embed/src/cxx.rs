//! Types of C++ as the compiler writes them (`const float *__restrict__`, `uint2`), and their counterparts in Rust.

use kern_ir::{KernelParam, Type};

use crate::layout::{Numbers, Scalar};

/// What a kernel's parameter takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Numbers by value.
    Value(Numbers),
    /// An enumeration: an integer of this size, signed or not.
    Enumeration(Numbers),
    /// An object of a class of so many bytes by value.
    Object(u32),
    /// A pointer to numbers.
    Pointer(Numbers),
    /// A pointer to `void`, or of a type that is not told.
    AnyPointer,
    /// A pointer to pointers.
    PointerToPointer,
    /// A pointer to objects of a class.
    PointerToObject,
}

/// The numbers that a C++ type is, without qualifiers; `None` for a class.
pub fn numbers(name: &str) -> Option<Numbers> {
    use Scalar::*;
    let words: Vec<&str> = name.split_whitespace().filter(|w| !matches!(*w, "const" | "volatile" | "__restrict__")).collect();
    let name = words.join(" ");
    let scalar = match name.as_str() {
        "bool" => Bool,
        "char" | "signed char" => I8,
        "unsigned char" => U8,
        "short" => I16,
        "unsigned short" | "char16_t" => U16,
        "int" | "wchar_t" => I32,
        "unsigned int" | "char32_t" => U32,
        "long" | "long long" => I64,
        "unsigned long" | "unsigned long long" => U64,
        "float" => F32,
        "double" => F64,
        "dim3" => return Some(Numbers { scalar: U32, count: 3 }),
        // Rust has no numbers of 16 bits with a point: their bits.
        "half" | "__half" | "nv_bfloat16" | "__nv_bfloat16" => U16,
        "half2" | "__half2" | "nv_bfloat162" | "__nv_bfloat162" => return Some(Numbers { scalar: U16, count: 2 }),
        _ => return vector(&name),
    };
    Some(Numbers { scalar, count: 1 })
}

fn vector(name: &str) -> Option<Numbers> {
    use Scalar::*;
    let count = name.chars().next_back()?.to_digit(10).filter(|n| (1..=4).contains(n))? as usize;
    let scalar = match &name[..name.len() - 1] {
        "char" => I8,
        "uchar" => U8,
        "short" => I16,
        "ushort" => U16,
        "int" => I32,
        "uint" => U32,
        "long" | "longlong" => I64,
        "ulong" | "ulonglong" => U64,
        "float" => F32,
        "double" => F64,
        _ => return None,
    };
    Some(Numbers { scalar, count })
}

fn of_register(ty: Type) -> Option<Scalar> {
    use Scalar::*;
    Some(match ty {
        Type::S8 => I8,
        Type::U8 | Type::B8 => U8,
        Type::S16 => I16,
        Type::U16 | Type::B16 => U16,
        Type::S32 => I32,
        Type::U32 | Type::B32 => U32,
        Type::S64 => I64,
        Type::U64 | Type::B64 => U64,
        Type::F32 => F32,
        Type::F64 => F64,
        _ => return None,
    })
}

/// What `param` takes.
pub fn wanted(param: &KernelParam) -> Wanted {
    let name = param.type_name.as_str();
    if let Some(star) = name.rfind('*') {
        // `int (*)[4]` points to arrays of `int`.
        let target = name[..star].trim_end_matches(['(', ' ']);
        let is_qualifier = |word| matches!(word, "const" | "volatile" | "__restrict__");
        // `float *const *` points to pointers as `float **` does.
        let is_pointer = target.rfind('*').is_some_and(|inner| target[inner + 1..].split_whitespace().all(is_qualifier));
        return match numbers(target) {
            _ if is_pointer => Wanted::PointerToPointer,
            Some(numbers) => Wanted::Pointer(numbers),
            None if target.split_whitespace().any(|w| w == "void") => Wanted::AnyPointer,
            None => Wanted::PointerToObject,
        };
    }
    let by_register = || param.ty.and_then(of_register).map(|scalar| Numbers { scalar, count: 1 });
    match numbers(name) {
        Some(numbers) => Wanted::Value(numbers),
        None if param.is_pointer => Wanted::AnyPointer,
        None => match by_register() {
            None => Wanted::Object(param.size),
            // A text without types.
            Some(numbers) if name.is_empty() => Wanted::Value(numbers),
            Some(numbers) => Wanted::Enumeration(numbers),
        },
    }
}

/// `float *x`, `int n`, `int (*rows)[4]`.
pub fn parameter(param: &KernelParam) -> String {
    let (ty, name) = (&param.type_name, &param.source_name);
    match ty.find("(*") {
        _ if name.is_empty() => ty.clone(),
        Some(at) => format!("{}{name}{}", &ty[..at + 2], &ty[at + 2..]),
        None if ty.ends_with('*') => format!("{ty}{name}"),
        None if ty.is_empty() => name.clone(),
        None => format!("{ty} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(type_name: &str, ty: Option<Type>) -> Wanted {
        let is_pointer = type_name.contains('*');
        let (source_name, type_name) = ("x".into(), type_name.into());
        let loc = kern_ir::LocId::NONE;
        wanted(&KernelParam { source_name, ty, size: 12, align: 4, offset: 0, type_name, is_pointer, is_const_restrict: false, loc })
    }

    fn one(scalar: Scalar) -> Numbers {
        Numbers { scalar, count: 1 }
    }

    #[test]
    fn types_as_the_compiler_writes_them() {
        assert_eq!(of("const float *__restrict__", Some(Type::U64)), Wanted::Pointer(one(Scalar::F32)));
        assert_eq!(of("const volatile short *", Some(Type::U64)), Wanted::Pointer(one(Scalar::I16)));
        assert_eq!(of("int (*)[4]", Some(Type::U64)), Wanted::Pointer(one(Scalar::I32)));
        for pointers in ["char **", "const float *const *", "Particle *const volatile *__restrict__", "int *const (*)[4]"] {
            assert_eq!(of(pointers, Some(Type::U64)), Wanted::PointerToPointer, "{pointers}");
        }
        assert_eq!(of("List<int *> *", Some(Type::U64)), Wanted::PointerToObject);
        assert_eq!(of("const void *", Some(Type::U64)), Wanted::AnyPointer);
        assert_eq!(of("Particle *", Some(Type::U64)), Wanted::PointerToObject);
        assert_eq!(of("const uchar4 *", Some(Type::U64)), Wanted::Pointer(Numbers { scalar: Scalar::U8, count: 4 }));
        assert_eq!(of("const unsigned long", Some(Type::U64)), Wanted::Value(one(Scalar::U64)));
        assert_eq!(of("bool", Some(Type::U8)), Wanted::Value(one(Scalar::Bool)));
        assert_eq!(of("Colour", Some(Type::S32)), Wanted::Enumeration(one(Scalar::I32)));
        assert_eq!(of("const __half *", Some(Type::U64)), Wanted::Pointer(one(Scalar::U16)));
        assert_eq!(of("__nv_bfloat162", None), Wanted::Value(Numbers { scalar: Scalar::U16, count: 2 }));
        assert_eq!(of("dim3", None), Wanted::Value(Numbers { scalar: Scalar::U32, count: 3 }));
        assert_eq!(of("Particle", None), Wanted::Object(12));
        assert_eq!(of("", Some(Type::F32)), Wanted::Value(one(Scalar::F32)));
    }
}
