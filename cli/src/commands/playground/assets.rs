//! What the server hands out: the page, as `playground/build.mjs` made it, the examples, and the file of the command line.

use std::path::Path;

use kern::files::{read_bytes, source_text, unreadable};
use kern_diag::Diagnostic;
use serde_json::{Value, json};

/// A file of the page.
pub(super) struct Asset {
    pub(super) path: &'static str,
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

/// The page, in which `%NONCE%` stands for a number of the answer.
pub(super) const PAGE: &str = include_str!("../../../../playground/dist/index.html");

/// All else that the page loads.
pub(super) const ASSETS: &[Asset] = &[
    Asset { path: "/app.js", kind: "text/javascript; charset=utf-8", bytes: include_bytes!("../../../../playground/dist/app.js") },
    Asset { path: "/app.css", kind: "text/css; charset=utf-8", bytes: include_bytes!("../../../../playground/dist/app.css") },
];

/// Title, name and text of the examples.
macro_rules! examples {
    ($($folder:literal: $title:literal,)*) => {
        &[$(($title, $folder, include_str!(concat!("../../../../examples/", $folder, "/main.kern")))),*]
    };
}

const EXAMPLES: &[(&str, &str, &str)] = examples! {
    "01_vector_add": "Vector addition",
    "02_matrix_multiply": "Matrix product",
    "03_reduction": "Sum of many numbers",
    "04_histogram": "Histogram",
    "05_transpose": "Transpose through a tile",
    "06_game_of_life": "Game of life",
    "07_mandelbrot": "Mandelbrot set",
    "08_image_filter": "Image filter",
    "09_shift_copy": "Copies of shifted data",
};

/// A lesson: the files that its page and its goals need.
pub(super) struct Lesson {
    pub(super) name: &'static str,
    pub(super) exercise: &'static str,
    text: &'static str,
    pub(super) program: &'static str,
}

macro_rules! lessons {
    ($($name:literal)*) => {
        &[$(Lesson {
            name: $name,
            exercise: include_str!(concat!("../../../../lessons/", $name, "/exercise.toml")),
            text: include_str!(concat!("../../../../lessons/", $name, "/lesson.md")),
            program: include_str!(concat!("../../../../lessons/", $name, "/main.cu")),
        }),*]
    };
}

const LESSONS: &[Lesson] = lessons! {
    "01_vector_add" "02_guard" "03_two_dimensions" "04_grid_stride" "05_host_mistakes" "06_coalescing" "07_strides" "08_transpose"
    "09_shared_tile" "10_bank_conflicts" "11_float4" "12_divergence" "13_barriers" "14_race_hunt" "15_reduction"
    "16_shuffles" "17_scan" "18_histogram" "19_constant" "20_texture" "21_matrix_product" "22_occupancy" "23_streams" "24_five_mistakes"
};

/// A lesson by its name.
pub(super) fn lesson(name: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.name == name)
}

/// The lessons, in order.
pub(super) fn lessons() -> Value {
    let title = |lesson: &Lesson| lesson.text.lines().next().unwrap_or_default().trim_start_matches("# ").to_string();
    let one = |lesson: &Lesson| json!({ "name": lesson.name, "title": title(lesson), "text": lesson.text, "program": lesson.program });
    LESSONS.iter().map(one).collect()
}

/// The programs of the free-play list.
pub(super) fn examples() -> Value {
    let first = json!({ "name": "transpose", "title": "Two transposes (start here)", "text": FIRST });
    let others = EXAMPLES.iter().map(|(title, name, text)| json!({ "name": name, "title": title, "text": text }));
    std::iter::once(first).chain(others).collect()
}

/// What the page shows at first: two kernels that cost more than they need.
const FIRST: &str = include_str!("../../../../playground/src/first.cu");

/// The name and text of a file.
///
/// # Errors
/// It cannot be read, or is no text.
pub(super) fn file(path: &Path) -> Result<Value, Box<Diagnostic>> {
    let name = path.display().to_string();
    let bytes = read_bytes(path).map_err(|error| unreadable(&name, &error))?;
    let text = source_text(&name, bytes)?;
    let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    Ok(json!({ "name": name, "text": text }))
}
