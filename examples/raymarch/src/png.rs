//! The smallest writer of PNG files (ISO/IEC 15948): eight bits a colour, nothing compressed.

/// A picture of so many pixels a row, three bytes each.
pub(crate) fn encode(width: usize, colours: &[u8]) -> Vec<u8> {
    let rows = colours.chunks(3 * width);
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend((rows.len() as u32).to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    // A row begins with its filter: none.
    let raw: Vec<u8> = rows.flat_map(|row| std::iter::once(0).chain(row.iter().copied())).collect();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", header), (b"IDAT", stored(&raw)), (b"IEND", Vec::new())] {
        file.extend((data.len() as u32).to_be_bytes());
        let start = file.len();
        file.extend(kind);
        file.extend(data);
        let sum = crc(&file[start..]);
        file.extend(sum.to_be_bytes());
    }
    file
}

/// A zlib stream (RFC 1950) of blocks that are stored as they are.
fn stored(raw: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut parts = raw.chunks(0xffff).peekable();
    while let Some(part) = parts.next() {
        stream.push(u8::from(parts.peek().is_none()));
        stream.extend((part.len() as u16).to_le_bytes());
        stream.extend((!(part.len() as u16)).to_le_bytes());
        stream.extend(part);
    }
    let (a, b) = raw.iter().fold((1u32, 0u32), |(a, b), &byte| ((a + u32::from(byte)) % 65521, (b + a + u32::from(byte)) % 65521));
    stream.extend((b << 16 | a).to_be_bytes());
    stream
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }))
}
