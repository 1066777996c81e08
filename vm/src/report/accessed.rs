//! What a report calls the memory that was accessed, and who did it.

use super::plural;
use super::pointee::{element_size, pointee, unqualified};
use crate::decode::local_offsets;
use crate::finding::Place;
use crate::launch::LaunchConfig;
use crate::machine::Machine;
use crate::memory::{Allocation, LOCAL, PARAM, SHARED, Side, Window};
use kern_ir::analysis::shared_layout;
use kern_ir::{KernelParam, LocId, Module, Type};

/// What was accessed.
pub(super) struct Accessed {
    /// `s[127]` in backticks, or words.
    pub(super) name: String,
    /// What is the same for all elements of it.
    base: String,
    pub(super) is_shared: bool,
    /// First address.
    pub(super) start: u64,
    /// Bytes of it all, and of an element.
    pub(super) bytes: u64,
    pub(super) element_bytes: u64,
    /// What it is an array of, or a pointer to, as a program writes it; empty if that is not known.
    type_name: String,
    /// Of an array of arrays the lengths of the inner ones, outer first.
    inner: Vec<u64>,
    pub(super) made: Option<(Place, String)>,
}

impl Accessed {
    fn new(name: &str, is_shared: bool, start: u64, bytes: u64, element_bytes: u64, address: u64) -> Accessed {
        let base = name.to_string();
        let mut new = Accessed {
            name: String::new(),
            base,
            is_shared,
            start,
            bytes,
            element_bytes,
            type_name: String::new(),
            inner: Vec::new(),
            made: None,
        };
        new.name = new.one(address);
        new
    }

    /// The same of the type `type_name`, as a program writes it.
    fn typed(mut self, type_name: &str, address: u64) -> Accessed {
        self.inner = inner_lengths(type_name);
        self.type_name = type_of_element(type_name).to_string();
        let row = self.inner.iter().try_fold(self.element_bytes, |bytes, &length| bytes.checked_mul(length));
        if row.is_none_or(|row| row == 0 || !self.bytes.is_multiple_of(row)) {
            self.inner.clear();
        }
        self.name = self.one(address);
        self
    }

    /// The type of an element, or another of as many bytes where it is not known.
    pub(super) fn type_of_element(&self) -> String {
        match (&*self.type_name, self.element_bytes) {
            ("", 8) => "double".to_string(),
            ("", _) => "float".to_string(),
            (known, _) => known.to_string(),
        }
    }

    fn index(&self, address: u64) -> u64 {
        address.saturating_sub(self.start) / self.element_bytes.max(1)
    }

    fn one(&self, address: u64) -> String {
        if self.bytes <= self.element_bytes {
            return format!("`{}`", self.base);
        }
        let mut rest = self.index(address);
        let mut indices: Vec<String> = Vec::new();
        for &length in self.inner.iter().rev() {
            indices.push(format!("[{}]", rest % length));
            rest /= length;
        }
        indices.push(format!("[{rest}]"));
        indices.reverse();
        format!("`{}{}`", self.base, indices.concat())
    }

    /// "`s[0]` to `s[127]`", if that is more than one.
    pub(super) fn range(&self, lowest: u64, highest: u64) -> Option<String> {
        let is_range = !self.base.is_empty() && self.bytes > self.element_bytes && self.index(lowest) != self.index(highest);
        is_range.then(|| format!("{} to {}", self.one(lowest), self.one(highest)))
    }

    /// A number that is the same for all elements, of whichever memory a launch was given under this name.
    pub(super) fn thing_of_any_launch(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        if self.base.is_empty() {
            return self.thing();
        }
        let mut hasher = DefaultHasher::new();
        (&self.base, self.is_shared).hash(&mut hasher);
        hasher.finish().max(1)
    }

    /// A number that is the same for all elements.
    pub(super) fn thing(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.base, self.start, self.is_shared).hash(&mut hasher);
        hasher.finish().max(1)
    }
}

/// The launch by which memory is named.
pub(super) struct Names<'a> {
    pub(super) function: u32,
    pub(super) config: &'a LaunchConfig,
    pub(super) params: &'a [u8],
}

impl Names<'_> {
    /// What lies at a generic address.
    pub(super) fn element(&self, machine: &Machine, address: u64, bytes: u64) -> Accessed {
        let module = machine.module(Side::Device);
        let unit = |element: u64| if element > 0 { element } else { bytes.max(1) };
        if Window::of(address) == Window::Shared {
            let layout = shared_layout(module, self.function, self.config.dynamic_shared);
            let offset = address - SHARED;
            let found = layout.map.iter().find(|(start, size, _)| offset >= *start && offset - start < *size);
            if let Some(&(start, size, variable)) = found {
                let info = &module.globals[variable as usize].info;
                let element = unit(info.element_size.min(size));
                return Accessed::new(&info.name, true, SHARED + start, size, element, address).typed(&info.type_name, address);
            }
        }
        if let (Window::Local, Some(kernel)) = (Window::of(address), module.functions.get(self.function as usize)) {
            let places = local_offsets(kernel).0.into_iter().zip(&kernel.slots);
            let found = places.rev().find(|(start, _)| LOCAL + start <= address);
            if let Some((start, slot)) = found {
                let element = unit(slot.info.element_size.min(slot.size));
                let accessed = Accessed::new(&slot.info.name, false, LOCAL + start, slot.size, element, address);
                let mut accessed = accessed.typed(&slot.info.type_name, address);
                accessed.made =
                    Place::resolve(module, LocId(slot.info.loc), &kernel.display_name).map(|made| (made, "declared here".to_string()));
                return accessed;
            }
        }
        if let (Window::Param, Some(kernel)) = (Window::of(address), module.functions.get(self.function as usize)) {
            let offset = (address - PARAM) as u32;
            if let Some(param) = kernel.kernel_params.iter().rev().find(|param| param.offset <= offset) {
                let (start, size) = (PARAM + u64::from(param.offset), u64::from(param.size));
                let mut accessed = Accessed::new(&param.source_name, false, start, size, size, address);
                accessed.made = Place::resolve(module, param.loc, &kernel.display_name).map(|made| (made, "declared here".to_string()));
                return accessed;
            }
        }
        let Some(allocation) = machine.memory.allocation(address) else {
            let mut unknown = Accessed::new("", false, address, 0, 1, address);
            unknown.name = format!("{} at {address:#x}", plural(bytes, "byte"));
            return unknown;
        };
        let name = allocation.name.as_deref().map(|name| (name, allocation.base, variable_type(module, name, allocation.size), 0));
        let name = name.or_else(|| parameter(machine, self.function, self.params, allocation, address));
        let (text, start, type_name, of_pointee) = name.unwrap_or(("", allocation.base, "", 0));
        let bytes = allocation.end() - start;
        let element = unit(if allocation.element_size > 0 { allocation.element_size } else { of_pointee });
        let mut accessed = Accessed::new(text, false, start, bytes, element, address).typed(type_name, address);
        if name.is_none() {
            let byte = || format!("byte {} of an allocation of {}", address - allocation.base, plural(allocation.size, "byte"));
            accessed.name = texel(machine, address).unwrap_or_else(byte);
        }
        let made = allocation.allocated.as_ref().and_then(|made| machine.place(made));
        accessed.made = made.map(|made| (made, format!("{} allocated here", plural(allocation.size, "byte"))));
        accessed
    }
}

impl Names<'_> {
    /// Two parameters of the kernel that point to the same place in an allocation: their names.
    pub(super) fn both_lead_to<'m>(&self, machine: &'m Machine, address: u64) -> Option<(&'m str, &'m str)> {
        let allocation = machine.memory.allocation(address)?;
        let pointers = parameters_into(machine, self.function, self.params, allocation);
        pointers.iter().enumerate().find_map(|(at, one)| {
            let other = pointers[..at].iter().find(|other| other.1 == one.1)?;
            Some((&*other.0.source_name, &*one.0.source_name))
        })
    }
}

/// `texel (3,1) of an array of 8 x 4`
pub(crate) fn texel(machine: &Machine, address: u64) -> Option<String> {
    let array = machine.textures.array_at(address)?;
    let (level, place) = array.texel_at(address)?;
    let axes = || (0..3).filter(|&axis| axis == 0 || array.extent[axis] > 0);
    let list = |of: [u64; 3], between: &str| axes().map(|axis| of[axis].to_string()).collect::<Vec<_>>().join(between);
    let place = if axes().count() > 1 { format!("({})", list(place, ",")) } else { list(place, "") };
    let level = if array.layout.levels.len() > 1 { format!(" in level {level}") } else { String::new() };
    Some(format!("texel {place}{level} of an array of {}", list(array.extent, " x ")))
}

/// Of `const float *__restrict__` and `float[8][16]` the `float`; empty if it is neither.
fn type_of_element(type_name: &str) -> &str {
    let of_pointer = pointee(type_name).filter(|to| *to != "pointer");
    of_pointer.or_else(|| type_name.split_once('[').map(|(of, _)| unqualified(of))).filter(|to| !to.contains(['<', '*', '('])).unwrap_or("")
}

/// The lengths of the arrays in an array, or of those that a pointer leads to: of `float[8][16]` and of `float(*)[16]` 16.
fn inner_lengths(type_name: &str) -> Vec<u64> {
    let first =
        type_name.find("*)[").map(|at| at + 2).or_else(|| Some(type_name.find('[')? + type_name[type_name.find('[')?..].find(']')? + 1));
    let lengths = first.and_then(|first| type_name[first..].strip_prefix('[')?.strip_suffix(']'));
    lengths
        .and_then(|lengths| lengths.split("][").map(|length| length.parse().ok().filter(|&length| length > 0)).collect())
        .unwrap_or_default()
}

/// The type of a device variable.
fn variable_type<'m>(module: &'m Module, name: &str, size: u64) -> &'m str {
    let found = module.globals.iter().find(|global| global.info.name == name && global.size == size);
    found.map_or("", |global| &global.info.type_name)
}

/// The kernel's parameter that points into an allocation, nearest before an address in it: its name, the address, its type, bytes of what
/// it points to (0 if that is not known).
fn parameter<'m>(
    machine: &'m Machine,
    function: u32,
    params: &[u8],
    allocation: &Allocation,
    address: u64,
) -> Option<(&'m str, u64, &'m str, u64)> {
    let kernel = machine.module(Side::Device).functions.get(function as usize)?;
    let those = parameters_into(machine, function, params, allocation).into_iter();
    let (param, to) = those.filter(|(_, to)| *to <= address).max_by_key(|(_, to)| *to)?;
    Some((&param.source_name, to, &param.type_name, element_size(kernel, param).unwrap_or(0)))
}

/// The kernel's parameters that point into an allocation, and where to.
fn parameters_into<'m>(machine: &'m Machine, function: u32, params: &[u8], allocation: &Allocation) -> Vec<(&'m KernelParam, u64)> {
    let Some(kernel) = machine.module(Side::Device).functions.get(function as usize) else { return Vec::new() };
    let target = |offset: u32| {
        let bytes = params.get(offset as usize..offset as usize + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    let pointers = kernel.kernel_params.iter().filter(|p| p.is_pointer);
    pointers.filter_map(|param| Some((param, target(param.offset)?))).filter(|(_, to)| allocation.contains(*to, 1)).collect()
}

pub(super) fn thread_name(thread: u16, block: [u32; 3]) -> String {
    let thread = u32::from(thread);
    let (x, y) = (block[0].max(1), block[1].max(1));
    format!("thread ({},{},{})", thread % x, thread / x % y, thread / x / y)
}

pub(super) fn block_name(block: u32, config: &LaunchConfig) -> String {
    let (x, y) = (config.grid[0].max(1), config.grid[1].max(1));
    format!("({},{},{})", block % x, block / x % y, block / x / y)
}

/// A value of `bytes` bytes, if it is one of the type that an instruction of the device module loads or stores, as a program writes it.
pub(super) fn value_text(machine: &Machine, (function, inst): (u32, u32), bits: u64, bytes: u32) -> Option<String> {
    let ty = machine.module(Side::Device).functions.get(function as usize)?.insts.get(inst as usize)?.ty;
    Some(match ty {
        _ if ty.size() != bytes => return None,
        Type::F32 => format!("{}", f32::from_bits(bits as u32)),
        Type::F64 => format!("{}", f64::from_bits(bits)),
        Type::S8 => (bits as i8).to_string(),
        Type::S16 => (bits as i16).to_string(),
        Type::S32 => (bits as i32).to_string(),
        Type::S64 => (bits as i64).to_string(),
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => bits.to_string(),
        _ => format!("{bits:#x}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_elements() {
        let types = ["const float *", "float[8][16]", "int *__restrict__", "int **", "float", "Odd<int[2]>*", "unsigned char *"];
        assert_eq!(types.map(type_of_element), ["float", "float", "int", "", "", "", "unsigned char"]);
    }

    #[test]
    fn elements_of_arrays_of_arrays_have_several_indices() {
        let name =
            |type_name: &str, bytes: u64, element: u64| Accessed::new("t", true, 64, bytes, 4, 0).typed(type_name, 64 + 4 * element).name;
        assert_eq!(name("float[16][16]", 1024, 240), "`t[15][0]`");
        assert_eq!(name("float[2][3][4]", 96, 23), "`t[1][2][3]`");
        assert_eq!(name("float(*)[5]", 1000, 12), "`t[2][2]`");
        assert_eq!(name("float[64]", 256, 7), "`t[7]`");
        assert_eq!(name("float", 4, 0), "`t`");
        assert_eq!(name("Odd<int[2][3]>*", 4000, 12), "`t[12]`");
    }
}
