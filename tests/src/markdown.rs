//! Code blocks of Markdown pages.

/// A fenced block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The words after the opening fence.
    pub info: Vec<String>,
    /// The lines between the fences.
    pub text: String,
    /// Line of the opening fence, from 1.
    pub line: usize,
}

impl Block {
    /// Whether the first word is `language` and the others contain `word`.
    pub fn is(&self, language: &str, word: &str) -> bool {
        self.info.first().is_some_and(|w| w == language) && self.info.iter().skip(1).any(|w| w == word)
    }
}

/// The fenced blocks of `page`, in order.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in page.lines().enumerate() {
        match (&mut open, line.trim_start().strip_prefix("```")) {
            (None, Some(info)) => {
                let info = info.split_whitespace().map(String::from).collect();
                open = Some(Block { info, text: String::new(), line: index + 1 });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences() {
        let found = blocks("a\n```cuda wrong\nint x\n```\n\n```\nplain\n```\n");
        assert_eq!(found.len(), 2);
        assert!(found[0].is("cuda", "wrong") && !found[0].is("cuda", "right"));
        assert_eq!(found[0].text, "int x\n");
        assert_eq!((found[1].line, found[1].info.len()), (6, 0));
    }
}
