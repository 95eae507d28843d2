//! How text looks on the terminal: its width, broken lines, bold and dim words.

use std::io::{self, IsTerminal as _};

use terminal_size::{Height, Width, terminal_size_of};

use ludometer_model::Program;

/// The width of lines where neither the terminal nor `COLUMNS` says another.
const WIDTH: u16 = 80;
/// The most that a terminal is used of: longer lines are hard to read.
const MOST: u16 = 100;
/// The least width of lines, however narrow the terminal is.
const LEAST: u16 = 40;
/// The least width of text beside a label; narrower, it goes on below the label.
const BESIDE: usize = 24;

/// Returns the width of lines on standard output, in columns: that of the terminal, up to 100; in a pipe `COLUMNS`, or 80.
pub(super) fn width() -> usize {
    width_in(terminal_size_of(io::stdout()))
}

/// Returns the width of lines on standard error.
pub(super) fn error_width() -> usize {
    width_in(terminal_size_of(io::stderr()))
}

fn width_in(terminal: Option<(Width, Height)>) -> usize {
    let terminal = terminal.map(|(width, _)| width.0.min(MOST));
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    usize::from(terminal.or_else(named).unwrap_or(WIDTH).max(LEAST))
}

/// Returns how many columns a text takes: all characters but those that set the style of others.
pub(super) fn columns(text: &str) -> usize {
    let mut is_style = false;
    let shown = text.chars().filter(|&sign| {
        let was_style = is_style;
        is_style = sign == '\x1b' || is_style && sign != 'm';
        !is_style && !was_style
    });
    shown.count()
}

/// Breaks a text into lines of this width. The first line is indented by `first` columns and the others by `later`. No
/// line begins with a per cent sign.
pub(super) fn wrapped(text: &str, [first, later]: [usize; 2], width: usize) -> String {
    let mut out = " ".repeat(first);
    let mut used = first;
    let mut is_first_word = true;
    let mut command = Command::default();
    for word in text.replace(" %", "\u{a0}%").split([' ', '\n']).filter(|word| !word.is_empty()) {
        let length = columns(word);
        command.take(word);
        if is_first_word {
            is_first_word = false;
        } else if used + 1 + length + if command.goes_on { CONTINUED.len() } else { 0 } > width {
            out += &format!("{}\n{:2$}", if command.is_broken() { CONTINUED } else { "" }, "", later);
            used = later;
        } else {
            out.push(' ');
            used += 1;
        }
        out += word;
        used += length;
    }
    let out = if is_first_word { String::new() } else { out };
    out.replace('\u{a0}', " ") + "\n"
}

/// The end of a line on which a command goes on: so it can be copied as a whole.
const CONTINUED: &str = " \\";

/// A command within a text, word by word: it begins with the program's name where a sentence ends with a colon, or a text
/// begins, and ends with the sentence.
#[derive(Default)]
struct Command {
    /// True if the words that came are of a command.
    goes_on: bool,
    /// The number of its words.
    words: usize,
    before: Option<char>,
}

impl Command {
    /// Takes the next word of the text.
    fn take(&mut self, word: &str) {
        let may_begin = self.before.is_none_or(|sign| sign == ':') && word == Program::current().name;
        let was_over = self.before.is_some_and(|sign| [';', ')'].contains(&sign));
        self.goes_on = may_begin || self.goes_on && !was_over;
        self.words = if self.goes_on { self.words + 1 } else { 0 };
        self.before = word.chars().last();
    }

    /// Returns true if the break before the last word is within the command.
    const fn is_broken(&self) -> bool {
        self.goes_on && self.words > 1
    }
}

/// Breaks the lines of a text that are wider than this. A line goes on below its own beginning; where a label stands before
/// the text, with two spaces between them, it goes on below the text.
pub(super) fn laid_out(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches('\n');
        if columns(line) <= width {
            out += whole;
            continue;
        }
        let lead = line.len() - line.trim_start().len();
        let begins = |at: &usize| line[..*at].ends_with("  ") && !line[*at..].starts_with(' ');
        let mut gaps = line.char_indices().map(|(at, _)| at).filter(|at| *at > lead && begins(at));
        let fits = |at: &usize| columns(&line[..*at]) + BESIDE <= width;
        let beside = gaps.rfind(fits).unwrap_or(lead);
        let (label, said) = line.split_at(beside);
        let indent = columns(label);
        let lines = wrapped(said, [indent, indent], width);
        out += label;
        out += lines[indent.min(lines.len())..].trim_end_matches('\n');
        out += &whole[line.len()..];
    }
    out
}

/// The style of text: whether words may be bold, dim or coloured.
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

    fn set(self, code: &str, text: &str) -> String {
        if self.is_coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.set("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.set("2", text)
    }

    /// Returns the text in the colour of problems.
    pub(super) fn problem(self, text: &str) -> String {
        self.set("1;31", text)
    }

    /// Returns a question as a heading, with a mark if its answer is a problem.
    pub(super) fn question(self, asked: &str, is_problem: bool) -> String {
        let mark = if is_problem { format!("  {}", self.problem("(!)")) } else { String::new() };
        self.bold(asked) + &mark
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
            "  incomprehensibilities\n    are long\n"
        );
        assert_eq!(wrapped("", [2, 4], 12), "\n");
        assert_eq!(wrapped("nearly 50 %", [2, 2], 12), "  nearly\n  50 %\n");
        assert_eq!(wrapped("one two three", [0, 0], 7), "one two\nthree\n");
    }

    #[test]
    fn text_beside_a_label_goes_on_below_itself() {
        let text = "turns   54 on average, half of the games have at most 51 of them\n  as it is, a sentence that is long\nshort\n";
        let expected = "turns   54 on average, half of the games\n        have at most 51 of them\n  as it is, a sentence that is long\nshort\n";
        assert_eq!(laid_out(text, 40), expected);
        let narrow = "a very long label for this width  and words beside it, too many\n";
        assert_eq!(laid_out(narrow, 40), "a very long label for this width and\nwords beside it, too many\n");
        assert_eq!(laid_out("no end of line", 40), "no end of line");
    }

    #[test]
    fn a_command_that_is_broken_can_be_copied() {
        let text = "it was interrupted; go on with: ludometer run pure-profit --resume; all is kept (usage: ludometer run GAME)";
        let shown = wrapped(text, [0, 0], 32);
        assert!(shown.contains("ludometer run pure-profit \\\n--resume; all is kept"), "{shown}");
        assert!(!shown.contains("kept \\") && !shown.contains("GAME \\"), "{shown}");
        assert!(laid_out("again  ludometer run pure-profit --out folder\n", 36).contains(" \\\n       "));
    }

    #[test]
    fn styles_take_no_room_and_are_left_out_where_they_are_not_wanted() {
        let styled = Style { is_coloured: true };
        assert_eq!(styled.question("Is it fair?", true), "\x1b[1mIs it fair?\x1b[0m  \x1b[1;31m(!)\x1b[0m");
        assert_eq!(columns(&styled.question("Is it fair?", true)), "Is it fair?  (!)".len());
        assert_eq!(Style { is_coloured: false }.question("Is it fair?", true), "Is it fair?  (!)");
        assert_eq!(laid_out(&styled.bold("a heading of exactly this width in all"), 40).lines().count(), 1);
    }
}
