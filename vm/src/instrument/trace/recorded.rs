//! A trace as it was recorded, before it is a file. Nothing here knows who records.

use super::header::Header;
use super::write::file;

/// What was recorded: all of a trace but what the machine does not know.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedTrace {
    /// Without `kern`, `source_hash` and `device`.
    pub header: Header,
    pub(super) shared: Vec<u8>,
    pub(super) records: Vec<u8>,
}

impl RecordedTrace {
    /// The bytes of the file, with the rest of the header filled in.
    pub fn to_file(&self, kern: &str, source_hash: &str, device: &str) -> Vec<u8> {
        let (kern, source_hash, device) = (kern.to_string(), source_hash.to_string(), device.to_string());
        file(&Header { kern, source_hash, device, ..self.header.clone() }, &self.shared, &self.records)
    }
}
