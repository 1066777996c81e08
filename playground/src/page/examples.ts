// Examples that show how a lesson is solved: they can be chosen once it is done.

import type { Lesson } from "../protocol";

/** By the example's name the lessons that it answers. */
export const ANSWERS: Record<string, string[]> = {
  "01_vector_add": ["01_vector_add", "02_guard"],
  "02_matrix_multiply": ["21_matrix_product"],
  "03_reduction": ["15_reduction", "16_shuffles"],
  "04_histogram": ["18_histogram"],
  "05_transpose": ["08_transpose", "10_bank_conflicts"],
  "08_image_filter": ["20_texture"],
  "11_forward_difference": ["09_shared_tile"],
  "13_stencil_constant": ["19_constant"],
  "14_structures": ["06_coalescing"],
  "15_vector_copies": ["11_float4"],
};

/** The last lesson that an example would give away: it is in the list, and not done. */
export function answered(example: string, lessons: Lesson[], done: Set<string>): Lesson | undefined {
  return lessons.filter((one) => ANSWERS[example]?.includes(one.name) && !done.has(one.name)).pop();
}
