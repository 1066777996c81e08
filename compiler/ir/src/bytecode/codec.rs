//! The codec: writing and reading of numbers, strings and lists.

/// Why bytes cannot be decoded: what is wrong with them.
pub(super) type DecodeError = &'static str;

#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let taken = self.bytes[self.at..].get(..count).ok_or("it ends here")?;
        self.at += count;
        Ok(taken)
    }
}

/// A type that can be written as bytes and read again.
pub(super) trait Codec: Sized {
    fn put(&self, w: &mut Writer);
    fn get(r: &mut Reader) -> Result<Self, DecodeError>;
}

impl Codec for u64 {
    fn put(&self, w: &mut Writer) {
        let mut rest = *self;
        while rest >= 0x80 {
            w.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        w.bytes.push(rest as u8);
    }

    fn get(r: &mut Reader) -> Result<u64, DecodeError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = r.take(1)?[0];
            let part = u64::from(byte & 0x7f);
            if shift == 63 && part > 1 {
                break;
            }
            value |= part << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err("a number is too large")
    }
}

impl Codec for i64 {
    fn put(&self, w: &mut Writer) {
        (((self << 1) ^ (self >> 63)) as u64).put(w);
    }

    fn get(r: &mut Reader) -> Result<i64, DecodeError> {
        let zigzag = u64::get(r)?;
        Ok((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
    }
}

macro_rules! small {
    ($($ty:ty),*) => {$(
        impl Codec for $ty {
            fn put(&self, w: &mut Writer) {
                u64::from(*self).put(w);
            }

            fn get(r: &mut Reader) -> Result<$ty, DecodeError> {
                u64::get(r)?.try_into().map_err(|_| "a number is too large")
            }
        }
    )*};
}
small!(u8, u32);

impl Codec for bool {
    fn put(&self, w: &mut Writer) {
        w.bytes.push(*self as u8);
    }

    fn get(r: &mut Reader) -> Result<bool, DecodeError> {
        match r.take(1)?[0] {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err("neither yes nor no"),
        }
    }
}

impl Codec for String {
    fn put(&self, w: &mut Writer) {
        (self.len() as u64).put(w);
        w.bytes.extend(self.as_bytes());
    }

    fn get(r: &mut Reader) -> Result<String, DecodeError> {
        let len = usize::try_from(u64::get(r)?).map_err(|_| "a length is too large")?;
        std::str::from_utf8(r.take(len)?).map(str::to_string).map_err(|_| "a name is not UTF-8")
    }
}

impl<T: Codec> Codec for Vec<T> {
    fn put(&self, w: &mut Writer) {
        (self.len() as u64).put(w);
        self.iter().for_each(|item| item.put(w));
    }

    fn get(r: &mut Reader) -> Result<Vec<T>, DecodeError> {
        let len = u64::get(r)?;
        // Every item takes a byte at least, so that a wrong length ends soon; nothing is reserved for it.
        if len > (r.bytes.len() - r.at) as u64 {
            return Err("a list is longer than the rest of the file");
        }
        let mut items = Vec::new();
        for _ in 0..len {
            items.push(T::get(r)?);
        }
        Ok(items)
    }
}

impl<T: Codec> Codec for Option<T> {
    fn put(&self, w: &mut Writer) {
        self.is_some().put(w);
        if let Some(item) = self {
            item.put(w);
        }
    }

    fn get(r: &mut Reader) -> Result<Option<T>, DecodeError> {
        if bool::get(r)? { T::get(r).map(Some) } else { Ok(None) }
    }
}

impl<T: Codec + Copy + Default, const N: usize> Codec for [T; N] {
    fn put(&self, w: &mut Writer) {
        self.iter().for_each(|item| item.put(w));
    }

    fn get(r: &mut Reader) -> Result<[T; N], DecodeError> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::get(r)?;
        }
        Ok(items)
    }
}

impl<A: Codec, B: Codec> Codec for (A, B) {
    fn put(&self, w: &mut Writer) {
        self.0.put(w);
        self.1.put(w);
    }

    fn get(r: &mut Reader) -> Result<(A, B), DecodeError> {
        Ok((A::get(r)?, B::get(r)?))
    }
}
