//! How text looks on the terminal: its width, broken lines, bold and dim words.

use std::io::{self, IsTerminal as _};

/// The width of lines where the terminal doesn't say its own, and the most.
const WIDTH: u16 = 100;
/// The least width of lines, however narrow the terminal is.
const LEAST: u16 = 40;

/// Returns the width of lines, in columns: that of the terminal, up to 100.
pub(super) fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
    usize::from(terminal.unwrap_or(WIDTH).clamp(LEAST, WIDTH))
}

/// Breaks a text into lines of this width. The first line is indented by `first` columns and the others by `later`, each
/// at least one. No line begins with a per cent sign.
pub(super) fn wrapped(text: &str, [first, later]: [usize; 2], width: usize) -> String {
    let mut out = String::new();
    let mut room = 0;
    for word in text.replace(" %", "\u{a0}%").split([' ', '\n']).filter(|word| !word.is_empty()) {
        let length = word.chars().count() + 1;
        if length > room {
            let (begin, indent) = if out.is_empty() { ("", first) } else { ("\n", later) };
            out += &format!("{begin}{:1$}", "", indent - 1);
            room = width.saturating_sub(indent);
        }
        out.push(' ');
        out += word;
        room = room.saturating_sub(length);
    }
    out.replace('\u{a0}', " ") + "\n"
}

/// The style of text: whether words may be bold or dim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    is_coloured: bool,
}

impl Style {
    /// Returns the style of standard output: plain in a pipe, and where `NO_COLOR` is set.
    pub(super) fn of_output() -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { is_coloured: io::stdout().is_terminal() && !plain }
    }

    pub(super) fn bold(self, text: &str) -> String {
        if self.is_coloured { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(super) fn dim(self, text: &str) -> String {
        if self.is_coloured { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_before_the_word_that_does_not_fit() {
        assert_eq!(wrapped("one two three four", [2, 4], 12), "  one two\n    three\n    four\n");
        assert_eq!(
            wrapped("incomprehensibilities are long", [2, 4], 12),
            "  incomprehensibilities\n    are\n    long\n"
        );
        assert_eq!(wrapped("", [2, 4], 12), "\n");
        assert_eq!(wrapped("nearly 50 %", [2, 2], 12), "  nearly\n  50 %\n");
    }
}
