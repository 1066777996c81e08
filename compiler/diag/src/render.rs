//! Rendering of diagnostics: text by ariadne, and JSON. The only place that knows ariadne.
