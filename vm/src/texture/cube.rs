//! Cubes: from a direction to a face and a place on it.

/// The face that a direction hits, and where, both coordinates in [0, 1].
pub(super) fn face([x, y, z]: [f32; 3]) -> (u32, [f32; 2]) {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (face, major, s, t) = if az >= ax && az >= ay {
        if z >= 0.0 { (4, az, x, -y) } else { (5, az, -x, -y) }
    } else if ay >= ax {
        if y >= 0.0 { (2, ay, x, z) } else { (3, ay, x, -z) }
    } else if x >= 0.0 {
        (0, ax, -z, -y)
    } else {
        (1, ax, z, -y)
    };
    // Where there is no direction, the middle of a face is meant.
    (face, [s, t].map(|c| if major == 0.0 { 0.5 } else { (c / major + 1.0) * 0.5 }))
}
