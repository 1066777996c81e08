//! Changes of the program that findings suggest, as data: whoever has the text finds the bytes.

/// Where a statement is to be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// Behind the statement that ends in that line.
    AfterLine(u32),
    /// At the end of the body of the loop whose head is in that line.
    EndOfLoop(u32),
}

/// A statement that is to be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Name of the file.
    pub file: String,
    /// Where.
    pub place: Added,
    /// The statement.
    pub text: String,
}
