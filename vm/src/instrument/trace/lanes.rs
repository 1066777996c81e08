//! A value for each lane of a warp, as short as it can be said.

/// The values of the lanes of a mask. Those of lanes that are not in it do not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lanes {
    /// One for all.
    Uniform(u64),
    /// `base + stride * lane`, modulo 2^64; `base` is what lane 0 has or would have.
    Linear { base: u64, stride: i64 },
    /// Of the lanes of the mask, in order.
    List(Vec<u64>),
}

impl Lanes {
    /// Of the values of the lanes of `mask`, which is not empty.
    pub fn of(mask: u32, values: &[u64; 32]) -> Lanes {
        let mut lanes = (0..32usize).filter(|lane| mask >> lane & 1 != 0);
        let Some(first) = lanes.next() else { return Lanes::Uniform(0) };
        let Some(second) = lanes.next() else { return Lanes::Uniform(values[first]) };
        let rise = values[second].wrapping_sub(values[first]) as i64;
        let steps = (second - first) as i64;
        if rise % steps == 0 {
            let stride = rise / steps;
            let base = values[first].wrapping_sub((stride as u64).wrapping_mul(first as u64));
            let of_lane = |lane: usize| base.wrapping_add((stride as u64).wrapping_mul(lane as u64));
            if (first..32).filter(|lane| mask >> lane & 1 != 0).all(|lane| values[lane] == of_lane(lane)) {
                return if stride == 0 { Lanes::Uniform(base) } else { Lanes::Linear { base, stride } };
            }
        }
        Lanes::List((first..32).filter(|lane| mask >> lane & 1 != 0).map(|lane| values[lane]).collect())
    }

    /// What a lane of `mask` has.
    pub fn get(&self, mask: u32, lane: u32) -> Option<u64> {
        if lane >= 32 || mask >> lane & 1 == 0 {
            return None;
        }
        match self {
            Lanes::Uniform(value) => Some(*value),
            Lanes::Linear { base, stride } => Some(base.wrapping_add((*stride as u64).wrapping_mul(u64::from(lane)))),
            Lanes::List(values) => values.get((mask & ((1 << lane) - 1)).count_ones() as usize).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_what_they_were() {
        let shapes: [fn(u64) -> u64; 5] = [|_| 7, |l| 0x7000 + 4 * l, |l| 100u64.wrapping_sub(8 * l), |l| l * l, |l| u64::MAX - l % 2];
        for mask in [1, 0x8000_0000, 0x5555_5550, 0xffff_ffff, 0x0001_0100] {
            for shape in shapes {
                let values = std::array::from_fn(|lane| shape(lane as u64));
                let lanes = Lanes::of(mask, &values);
                for lane in 0..32 {
                    let expected = (mask >> lane & 1 != 0).then(|| values[lane as usize]);
                    assert_eq!(lanes.get(mask, lane), expected, "{lanes:?} {mask:x} {lane}");
                }
            }
        }
        assert_eq!(Lanes::of(u32::MAX, &std::array::from_fn(|l| 64 + 4 * l as u64)), Lanes::Linear { base: 64, stride: 4 });
        assert_eq!(Lanes::of(0xf0, &[9; 32]), Lanes::Uniform(9));
    }
}
