//! What is said of textures and surfaces that are used wrongly.

use crate::finding::Finding;
use crate::finding::Thread;
use crate::machine::Machine;
use crate::memory::Site;
use kern_diag::Code;

/// What is wrong with a texture or surface instruction of a lane.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Wrong {
    /// The handle is 0.
    NoHandle,
    /// The handle stands for nothing; or for a surface where a texture is wanted, or the other way round.
    Unknown(u64),
    /// The object was destroyed.
    Destroyed(u64),
    /// The array was freed.
    Freed,
    /// Byte, row and slice, of a surface of so many bytes, rows and slices.
    Outside([i64; 3], [u64; 3]),
    /// The byte is no multiple of the access's size.
    Misaligned(i64, u64),
    /// This texel, of a texture of so many in memory of so many bytes: it seems that they were counted as bytes.
    Beyond(u64, u64, u64),
}

impl Wrong {
    /// The code of the finding.
    pub(crate) fn code(&self) -> Code {
        match self {
            Wrong::NoHandle => Code::NULL_POINTER,
            Wrong::Destroyed(_) | Wrong::Freed => Code::USE_AFTER_FREE,
            Wrong::Unknown(_) => Code::WILD_POINTER,
            Wrong::Outside(..) | Wrong::Beyond(..) => Code::OUT_OF_BOUNDS,
            Wrong::Misaligned(..) => Code::MISALIGNED,
        }
    }

    /// CUDA's error of the launch; none where the hardware goes on (measured, H200).
    pub(crate) fn error(&self) -> Option<i32> {
        match self {
            Wrong::NoHandle | Wrong::Destroyed(_) | Wrong::Beyond(..) => None,
            Wrong::Unknown(_) | Wrong::Freed | Wrong::Outside(..) => Some(crate::launch::error::ILLEGAL_ADDRESS),
            Wrong::Misaligned(..) => Some(crate::launch::error::MISALIGNED_ADDRESS),
        }
    }

    /// The finding; `what` is the kind of object that the instruction wants, "texture" or "surface".
    pub(crate) fn finding(&self, machine: &Machine, trace: &[Site], thread: Option<&Thread>, what: &str) -> Finding {
        let start = |message: String| Finding::new(self.code(), machine.place(trace), message).by(thread);
        match self {
            Wrong::NoHandle => start(format!("a {what} object that was never made"))
                .label("the object is 0")
                .note("a GPU reads zeros through it, and writes nothing")
                .help("look at the error that `cudaCreateTextureObject` or `cudaCreateSurfaceObject` returned"),
            Wrong::Unknown(handle) => start(format!("{handle} is no {what} object")).label("not what `cudaCreate…Object` gave"),
            Wrong::Destroyed(handle) => start(format!("{what} object {handle} is used after it was destroyed"))
                .label("used here")
                .help("destroy an object after the last kernel that uses it"),
            Wrong::Freed => start(format!("a {what} whose array was freed")).label("used here").help("free an array after its last use"),
            Wrong::Outside([x, y, z], [width, height, depth]) => {
                start(format!("byte {x} of row {y} of slice {z} lies outside of the surface"))
                    .label(format!("the surface has {width} bytes, {height} rows, {depth} slices"))
                    .help(
                        "x counts bytes: `x * sizeof(element)`; or name a boundary mode, `cudaBoundaryModeClamp` or `cudaBoundaryModeZero`",
                    )
            }
            Wrong::Beyond(index, count, size) => start(format!("texel {index} of a texture that has {count}, in memory of {size} bytes"))
                .label("beyond the texture's last texel: a GPU gives 0")
                .note("`sizeInBytes` of the texture is the number of elements that its memory has")
                .help("`sizeInBytes` counts bytes: `n * sizeof(float)` for `n` floats"),
            Wrong::Misaligned(x, size) => start(format!("byte {x} of a surface, for an access of {size} bytes"))
                .label(format!("no multiple of {size}"))
                .help("x counts bytes: `x * sizeof(element)`"),
        }
    }
}
