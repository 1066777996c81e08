//! The programs of the playground's free-play list.

use serde_json::{Value, json};

/// Title, name and text of the examples.
macro_rules! examples {
    ($($folder:literal: $title:literal,)*) => {
        &[$(($title, $folder, include_str!(concat!("../../../../examples/", $folder, "/main.kern")))),*]
    };
}

const EXAMPLES: &[(&str, &str, &str)] = examples! {
    "01_vector_add": "Vector addition",
    "02_matrix_multiply": "Matrix product, naive and tiled",
    "03_reduction": "Sum of many numbers, eight ways",
    "04_histogram": "Histogram",
    "05_transpose": "Transposes, with a tile and a padded tile",
    "06_game_of_life": "Game of life",
    "07_mandelbrot": "Mandelbrot set",
    "08_image_filter": "Image filter",
    "09_shift_copy": "Copies of shifted data",
    "10_power_streams": "Powers in two streams",
    "11_forward_difference": "Forward differences in shared memory",
    "12_pitched_rows": "Rows with a pitch",
    "13_stencil_constant": "Stencil with constant and read-only memory",
    "14_structures": "Array of structures, structure of arrays",
    "15_vector_copies": "Copies by 4, 8 and 16 bytes",
    "16_mistake_mirror": "A mistake to find: the mirror",
    "17_mistake_edges": "A mistake to find: the edges",
    "18_mistake_roots": "A mistake to find: the roots",
};

/// The programs of the free-play list.
pub(super) fn examples() -> Value {
    let first = json!({ "name": "first", "title": "Columns and sums (start here)", "text": FIRST });
    let others = EXAMPLES.iter().map(|(title, name, text)| json!({ "name": name, "title": title, "text": text }));
    std::iter::once(first).chain(others).collect()
}

/// What the page shows at first: two kernels that cost more than they need.
const FIRST: &str = include_str!("../../../../playground/src/first.cu");
