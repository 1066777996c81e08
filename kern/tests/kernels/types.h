typedef float Number;
