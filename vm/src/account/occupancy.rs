//! How many blocks of a launch a multiprocessor can hold.
