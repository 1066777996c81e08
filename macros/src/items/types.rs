//! Types of C++ as types of Rust.

use kern_core::hir::{Class, Type, TypeId, TypeTable};
use kern_embed::cxx::{self, Wanted};
use kern_embed::layout::{Numbers, Scalar};
use kern_ir::{GlobalVarData, KernelParam};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Most structures that are nested in one another.
const DEEPEST: usize = 16;

/// A type of Rust.
pub(super) enum Mapped {
    /// Its text.
    Plain(String),
    /// A structure of the user's with what stands around its name, and the layout of the kernel's unless it was given before.
    Struct { before: String, name: String, after: &'static str, layout: Option<String> },
}

/// The types of a program.
pub(super) struct Known<'a> {
    types: Option<&'a TypeTable>,
    /// Structures whose layout was given.
    given: BTreeSet<String>,
}

impl<'a> Known<'a> {
    pub(super) fn new(types: Option<&'a TypeTable>) -> Known<'a> {
        Known { types, given: BTreeSet::new() }
    }

    /// The type that a pointer points to.
    pub(super) fn target(&mut self, param: &KernelParam) -> Option<Mapped> {
        match cxx::wanted(param) {
            Wanted::Pointer(numbers) => Some(Mapped::Plain(numbers.rust())),
            Wanted::PointerToObject => {
                let target = param.type_name.rsplit_once('*')?.0;
                if let Some(numbers) = self.enumeration(target) {
                    return Some(Mapped::Plain(numbers.rust()));
                }
                let (name, layout) = self.structure(target)?;
                Some(Mapped::Struct { before: String::new(), name, after: "", layout })
            }
            _ => None,
        }
    }

    /// The type that a parameter takes.
    pub(super) fn param(&mut self, param: &KernelParam) -> Mapped {
        let name = param.type_name.as_str();
        let slice = |element: &str| Mapped::Plain(format!("{}::kern::DeviceSlice<{element}>", reference(name)));
        match cxx::wanted(param) {
            Wanted::Value(numbers) | Wanted::Enumeration(numbers) => Mapped::Plain(numbers.rust()),
            Wanted::Pointer(numbers) => slice(&numbers.rust()),
            Wanted::AnyPointer => slice("impl ::kern::Element"),
            Wanted::PointerToPointer => slice("u64"),
            Wanted::Object(_) => match self.structure(name) {
                Some((name, layout)) => Mapped::Struct { before: String::new(), name, after: "", layout },
                None => Mapped::Plain("::kern::Object<'_>".into()),
            },
            Wanted::PointerToObject => {
                let target = name.rsplit_once('*').map_or("", |target| target.0);
                match (self.enumeration(target), self.structure(target)) {
                    (Some(numbers), _) => slice(&numbers.rust()),
                    (None, Some((of, layout))) => {
                        Mapped::Struct { before: format!("{}::kern::DeviceSlice<", reference(name)), name: of, after: ">", layout }
                    }
                    (None, None) => slice("u8"),
                }
            }
        }
    }

    /// The type of a variable's elements, and how many they are unless it is no array; addresses for pointers, `None` for what Rust has not.
    pub(super) fn variable(&mut self, variable: &GlobalVarData) -> Option<(Mapped, Option<u64>)> {
        let (element, dims) = match variable.info.type_name.split_once('[') {
            Some((element, _)) => (element.trim(), true),
            None => (variable.info.type_name.as_str(), false),
        };
        let is_pointer = element.trim_end_matches([' ', '_']).trim_end_matches("const").trim_end().ends_with('*');
        let address = is_pointer.then_some(Numbers { scalar: Scalar::U64, count: 1 });
        let (mapped, bytes) = match address.or_else(|| cxx::numbers(element)).or_else(|| self.enumeration(element)) {
            Some(numbers) => (Mapped::Plain(numbers.rust()), numbers.count * numbers.scalar.bytes()),
            None => {
                let size = self.class(element)?.size as usize;
                let (name, layout) = self.structure(element)?;
                (Mapped::Struct { before: String::new(), name, after: "", layout }, size)
            }
        };
        let count = variable.size.checked_div(bytes as u64).filter(|count| *count > 0)?;
        Some((mapped, dims.then_some(count)))
    }

    fn class(&self, name: &str) -> Option<&'a Class> {
        let name = unqualified(name);
        self.types?.classes().find(|class| *class.name == *name && class.is_complete)
    }

    /// The integer that the enumeration `name` is stored as, if it is one.
    fn enumeration(&self, name: &str) -> Option<Numbers> {
        let name = unqualified(name);
        let found = self.types?.enumerations().find(|found| *found.name == *name)?;
        cxx::numbers(found.underlying.name())
    }

    /// The Rust name of the structure `name`, and its layout if that was not given before; `None` for what Rust has not.
    fn structure(&mut self, name: &str) -> Option<(String, Option<String>)> {
        let class = self.class(name)?;
        let rust = class.name.rsplit("::").next().filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'))?.to_string();
        let layout = self.layout(class, 0)?;
        let is_new = self.given.insert(class.name.to_string());
        Some((rust, is_new.then_some(layout)))
    }

    fn layout(&self, class: &Class, depth: usize) -> Option<String> {
        if class.is_union || class.is_empty || !class.is_trivial || depth > DEEPEST {
            return None;
        }
        let mut fields = String::new();
        for field in &class.fields {
            if field.is_base || field.bits.is_some() || field.name.is_empty() {
                return None;
            }
            let layout = self.of_type(field.ty.ty, None, depth)?;
            let (name, offset) = (&field.name, field.offset);
            let _ = write!(fields, "::kern::__private::Field {{ name: {name:?}, offset: {offset}usize, layout: {layout} }},");
        }
        let name = class.name.rsplit("::").next().unwrap_or("");
        Some(format!(
            "::kern::__private::Layout::Struct(::kern::__private::Struct {{ name: {name:?}, size: {}usize, fields: &[{fields}] }})",
            class.size
        ))
    }

    /// The layout of a type, or of an array of `count` such elements.
    fn of_type(&self, ty: TypeId, count: Option<u64>, depth: usize) -> Option<String> {
        let types = self.types?;
        let numbers = match types.get(ty) {
            Type::Bool => Numbers { scalar: Scalar::Bool, count: 1 },
            Type::Int(int) => cxx::numbers(int.name())?,
            Type::F32 => Numbers { scalar: Scalar::F32, count: 1 },
            Type::F64 => Numbers { scalar: Scalar::F64, count: 1 },
            Type::Enum(id) => cxx::numbers(types.enumeration(*id).underlying.name())?,
            // An address.
            Type::Pointer(_) => Numbers { scalar: Scalar::U64, count: 1 },
            Type::Array { element, length } => return self.of_type(element.ty, Some(count.unwrap_or(1).checked_mul((*length)?)?), depth),
            Type::Class(id) => match cxx::numbers(&types.class(*id).name) {
                Some(numbers) => numbers,
                None => {
                    let layout = self.layout(types.class(*id), depth + 1)?;
                    return Some(count.map_or(layout.clone(), |count| format!("{layout}.times({count}usize)")));
                }
            },
            _ => return None,
        };
        let count = count.unwrap_or(1).checked_mul(numbers.count as u64)?;
        Some(format!("::kern::__private::Layout::numbers(::kern::__private::Scalar::{:?}, {count}usize)", numbers.scalar))
    }
}

/// A type's name alone.
fn unqualified(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile" | "struct" | "enum")).collect();
    words.join(" ")
}

/// How a pointer of type `name` is passed: what it points to may be written, or not.
fn reference(name: &str) -> &'static str {
    let target = name.rfind('*').map_or("", |star| name[..star].trim_end_matches([' ', '(']));
    // Of a pointer to pointers, what stands between the two.
    let own = target.rfind('*').map_or(target, |star| &target[star..]);
    if own.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "const") { "&" } else { "&mut " }
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn what_const_points_to_is_not_written() {
        for (name, expected) in [
            ("float *", "&mut "),
            ("const float *__restrict__", "&"),
            ("float *const", "&mut "),
            ("const int (*)[4]", "&"),
            ("int (*)[4]", "&mut "),
            ("const float **", "&mut "),
            ("float *const *", "&"),
        ] {
            assert_eq!(reference(name), expected, "{name}");
        }
    }
}
