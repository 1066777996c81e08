//! The lessons of this repository, which the playground offers.

/// A lesson: the files that its page and its goals need.
#[derive(Debug)]
pub(crate) struct Lesson {
    pub(crate) name: &'static str,
    /// What its `exercise.toml` says, as JSON.
    pub(crate) exercise: &'static str,
    #[cfg(feature = "playground")]
    pub(crate) text: &'static str,
    pub(crate) program: &'static str,
}

macro_rules! lessons {
    ($($name:literal)*) => {
        &[$(Lesson {
            name: $name,
            exercise: include_str!(concat!(env!("OUT_DIR"), "/exercises/", $name, ".json")),
            #[cfg(feature = "playground")]
            text: include_str!(concat!("../../../lessons/", $name, "/lesson.md")),
            program: include_str!(concat!("../../../lessons/", $name, "/main.cu")),
        }),*]
    };
}

const LESSONS: &[Lesson] = lessons! {
    "01_vector_add" "02_guard" "03_two_dimensions" "04_grid_stride" "05_host_mistakes" "06_coalescing" "07_strides" "08_transpose"
    "09_shared_tile" "10_bank_conflicts" "11_float4" "12_divergence" "13_barriers" "14_race_hunt" "15_reduction"
    "16_shuffles" "17_scan" "18_histogram" "19_constant" "20_texture" "21_matrix_product" "22_occupancy" "23_streams" "24_five_mistakes"
};

/// A lesson by its name.
pub(crate) fn lesson(name: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.name == name)
}

/// The lessons, in order.
#[cfg(feature = "playground")]
pub(crate) fn lessons() -> &'static [Lesson] {
    LESSONS
}
