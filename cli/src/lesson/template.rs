//! What `kern lesson new` writes: a small exercise that is whole, to be changed into one's own.

/// Names and texts of the files.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("exercise.toml", include_str!("template/exercise.toml")),
    ("lesson.md", include_str!("template/lesson.md")),
    ("main.cu", include_str!("template/main.cu")),
    ("solution.cu", include_str!("template/solution.cu")),
    ("wrong/1_no_guard.cu", include_str!("template/wrong/1_no_guard.cu")),
];
