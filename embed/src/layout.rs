//! How the bytes of a type lie, as both languages see it, and the comparison of the two while a Rust program is compiled.

/// A number both languages have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Scalar {
    /// In Rust.
    pub const fn rust(self) -> &'static str {
        use Scalar::*;
        match self {
            Bool => "bool",
            I8 => "i8",
            U8 => "u8",
            I16 => "i16",
            U16 => "u16",
            I32 => "i32",
            U32 => "u32",
            I64 => "i64",
            U64 => "u64",
            F32 => "f32",
            F64 => "f64",
        }
    }

    /// Bytes.
    pub const fn bytes(self) -> usize {
        use Scalar::*;
        match self {
            Bool | I8 | U8 => 1,
            I16 | U16 => 2,
            I32 | U32 | F32 => 4,
            I64 | U64 | F64 => 8,
        }
    }
}

/// One or several numbers side by side: `float`, `float4`, `[f32; 4]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    pub scalar: Scalar,
    /// 1 for a number alone.
    pub count: usize,
}

impl Numbers {
    /// In Rust.
    pub fn rust(self) -> String {
        if self.count == 1 { self.scalar.rust().to_string() } else { format!("[{}; {}]", self.scalar.rust(), self.count) }
    }
}

/// How the bytes of a type lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Numbers, also those of arrays of arrays: `[[f32; 2]; 3]` are six.
    Numbers(Numbers),
    /// A structure.
    Struct(Struct),
    /// So many structures.
    Structs(Struct, usize),
}

/// A structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Struct {
    pub name: &'static str,
    /// Bytes, padding at the end included.
    pub size: usize,
    /// In the order of the declaration.
    pub fields: &'static [Field],
}

/// A field of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: &'static str,
    /// Bytes from the start of the structure.
    pub offset: usize,
    pub layout: Layout,
}

impl Layout {
    /// Of numbers.
    pub const fn numbers(scalar: Scalar, count: usize) -> Layout {
        Layout::Numbers(Numbers { scalar, count })
    }

    /// Of `count` such elements.
    pub const fn times(self, count: usize) -> Layout {
        match self {
            Layout::Numbers(numbers) => Layout::numbers(numbers.scalar, numbers.count * count),
            Layout::Struct(of) => Layout::Structs(of, count),
            Layout::Structs(of, have) => Layout::Structs(of, have * count),
        }
    }

    /// The type in Rust.
    pub fn rust(&self) -> String {
        match self {
            Layout::Numbers(numbers) => numbers.rust(),
            Layout::Struct(of) => of.name.to_string(),
            Layout::Structs(of, count) => format!("[{}; {count}]", of.name),
        }
    }
}

/// Stops the compilation of the Rust program unless its structure `rust` lies in memory as the kernel's `cxx` does.
///
/// # Panics
/// With the first difference, which names both sides.
pub const fn expect_same(rust: &Layout, cxx: &Layout) {
    let mut path = Text::new();
    let (Layout::Struct(rust), Layout::Struct(cxx)) = (rust, cxx) else { panic!("this type is no structure") };
    path.text(rust.name);
    compare(rust, cxx, &path);
}

const fn compare(rust: &Struct, cxx: &Struct, path: &Text) {
    let mut i = 0;
    while i < rust.fields.len() || i < cxx.fields.len() {
        let mut message = Text::new();
        message.text("`").append(path);
        if i >= rust.fields.len() {
            message.text("` has no field `").text(cxx.fields[i].name).text("`, the kernel's has: ");
            message.field(&cxx.fields[i]);
            message.fail();
        }
        if i >= cxx.fields.len() {
            message.text("` has a field `").text(rust.fields[i].name).text("` that the kernel's has not");
            message.fail();
        }
        let (have, want) = (&rust.fields[i], &cxx.fields[i]);
        message.text("` and the kernel's differ in field ").number(i + 1).text(": `").text(have.name).text(": ");
        message.field(have).text("` in Rust, `").text(want.name).text(": ").field(want).text("` in the kernel");
        if !equal(have.name, want.name) || have.offset != want.offset {
            message.fail();
        }
        match (&have.layout, &want.layout) {
            (Layout::Numbers(a), Layout::Numbers(b)) => {
                if a.scalar as u8 != b.scalar as u8 || a.count != b.count {
                    message.fail();
                }
            }
            (Layout::Struct(a), Layout::Struct(b)) => compare(a, b, path.clone().text(".").text(have.name)),
            (Layout::Structs(a, n), Layout::Structs(b, m)) => {
                if *n != *m {
                    message.fail();
                }
                compare(a, b, path.clone().text(".").text(have.name).text("[…]"));
            }
            _ => message.fail(),
        }
        i += 1;
    }
    if rust.size != cxx.size {
        let mut message = Text::new();
        message.text("`").append(path).text("` has ").number(rust.size).text(" bytes, the kernel's has ").number(cxx.size);
        message.fail();
    }
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Text that is put together while the program is compiled. What does not fit is left out.
struct Text {
    bytes: [u8; 600],
    len: usize,
}

impl Text {
    const fn new() -> Text {
        Text { bytes: [0; 600], len: 0 }
    }

    const fn clone(&self) -> Text {
        Text { bytes: self.bytes, len: self.len }
    }

    const fn text(&mut self, text: &str) -> &mut Text {
        let bytes = text.as_bytes();
        if self.len + bytes.len() <= self.bytes.len() {
            let mut i = 0;
            while i < bytes.len() {
                self.bytes[self.len + i] = bytes[i];
                i += 1;
            }
            self.len += bytes.len();
        }
        self
    }

    const fn append(&mut self, other: &Text) -> &mut Text {
        self.text(other.as_str())
    }

    const fn number(&mut self, number: usize) -> &mut Text {
        if number >= 10 {
            self.number(number / 10);
        }
        let digit = [b'0' + (number % 10) as u8];
        match std::str::from_utf8(&digit) {
            Ok(digit) => self.text(digit),
            Err(_) => self,
        }
    }

    const fn numbers(&mut self, scalar: &str, count: usize) -> &mut Text {
        if count == 1 { self.text(scalar) } else { self.text("[").text(scalar).text("; ").number(count).text("]") }
    }

    /// Type and offset.
    const fn field(&mut self, field: &Field) -> &mut Text {
        match &field.layout {
            Layout::Numbers(numbers) => self.numbers(numbers.scalar.rust(), numbers.count),
            Layout::Struct(of) => self.numbers(of.name, 1),
            Layout::Structs(of, count) => self.numbers(of.name, *count),
        };
        self.text(" at byte ").number(field.offset)
    }

    const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    const fn fail(&self) {
        panic!("{}", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOAT: Layout = Layout::numbers(Scalar::F32, 1);

    const fn pair(name: &'static str, size: usize, fields: &'static [Field]) -> Layout {
        Layout::Struct(Struct { name, size, fields })
    }

    const fn field(name: &'static str, offset: usize, layout: Layout) -> Field {
        Field { name, offset, layout }
    }

    fn said(rust: &Layout, cxx: &Layout) -> String {
        match std::panic::catch_unwind(|| expect_same(rust, cxx)) {
            Ok(()) => String::new(),
            Err(panic) => panic.downcast_ref::<String>().cloned().unwrap_or_default(),
        }
    }

    #[test]
    fn the_first_difference_names_both_sides() {
        let of = |fields: Vec<Field>, size| pair("P", size, fields.leak());
        let inner = pair("Inner", 4, vec![field("a", 0, FLOAT)].leak());
        let other = pair("Inner", 4, vec![field("a", 0, Layout::numbers(Scalar::I32, 1))].leak());
        let cxx = of(vec![field("x", 0, FLOAT), field("n", 4, FLOAT.times(3)), field("in", 16, inner)], 20);
        assert_eq!(said(&cxx, &cxx), "");
        let cases = [
            (of(vec![field("x", 0, FLOAT)], 4), "`P` has no field `n`, the kernel's has: [f32; 3] at byte 4"),
            (
                of(vec![field("y", 0, FLOAT)], 4),
                "`P` and the kernel's differ in field 1: `y: f32 at byte 0` in Rust, `x: f32 at byte 0` in the kernel",
            ),
            (
                of(vec![field("x", 0, FLOAT), field("n", 4, FLOAT.times(3)), field("in", 16, other)], 20),
                "`P.in` and the kernel's differ in field 1: `a: i32 at byte 0` in Rust, `a: f32 at byte 0` in the kernel",
            ),
            (
                of(vec![field("x", 0, FLOAT), field("n", 4, FLOAT.times(3)), field("in", 16, inner)], 24),
                "`P` has 24 bytes, the kernel's has 20",
            ),
        ];
        for (rust, expected) in cases {
            assert_eq!(said(&rust, &cxx), expected);
        }
    }
}
