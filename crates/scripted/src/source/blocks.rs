//! The blocks of a text as it is read: what is open, and which names are known there.

/// A construct that is open and waits for its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// The body of a function.
    Function,
    /// `do`, `then` or `else`: ended by `end`.
    Block,
    /// `repeat`.
    Repeat,
    /// The condition behind `until`, in which the block's names are still known.
    Until,
    /// `while` or `for` whose `do` has not come yet.
    Loop,
    /// The values behind `local ... =`, in which the new names are not known yet.
    Values,
    /// `if` or `elseif` whose `then` has not come yet.
    Condition,
    /// The same of an expression.
    Choice,
    /// An expression's `if ... then` whose `else` has not come yet.
    Alternative,
    /// `{`.
    Brace,
    /// `(` or `[`.
    Bracket,
}

/// The names declared in one block.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    pub(super) names: Vec<&'a str>,
    /// How many functions the block is inside of.
    pub(super) depth: usize,
}

/// The open constructs, innermost last.
#[derive(Debug)]
pub(super) struct Blocks<'a> {
    frames: Vec<Frame>,
    scopes: Vec<Scope<'a>>,
    /// The names of each open loop and local statement, known from the loop's `do` and the statement's end on.
    waiting: Vec<Vec<&'a str>>,
    /// How many functions are open.
    pub(super) depth: usize,
}

impl<'a> Blocks<'a> {
    /// Returns the outermost block.
    pub(super) fn new() -> Self {
        Self { frames: Vec::new(), scopes: vec![Scope::default()], waiting: Vec::new(), depth: 0 }
    }

    /// Returns the innermost thing that is open.
    pub(super) fn top(&self) -> Option<Frame> {
        self.frames.last().copied()
    }

    /// Opens something that has no names of its own.
    pub(super) fn open(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// Opens a loop or the values of a local statement, behind which these names are known.
    pub(super) fn open_waiting(&mut self, frame: Frame, names: Vec<&'a str>) {
        self.frames.push(frame);
        self.waiting.push(names);
    }

    /// Closes the innermost loop or local statement, if it is this, and returns the names that wait for it.
    pub(super) fn close_waiting(&mut self, frame: Frame) -> Option<Vec<&'a str>> {
        if self.top() != Some(frame) {
            return None;
        }
        self.frames.pop();
        self.waiting.pop()
    }

    /// Opens a block in which these names are known.
    pub(super) fn open_block(&mut self, frame: Frame, names: Vec<&'a str>) {
        self.depth += usize::from(frame == Frame::Function);
        self.frames.push(frame);
        self.scopes.push(Scope { names, depth: self.depth });
    }

    /// Closes the innermost thing, and returns its names if it is a block.
    pub(super) fn close(&mut self) -> Option<Scope<'a>> {
        match self.frames.pop()? {
            Frame::Function => {
                self.depth = self.depth.saturating_sub(1);
                self.scopes.pop()
            }
            Frame::Block | Frame::Repeat | Frame::Until => self.scopes.pop(),
            Frame::Loop | Frame::Values => {
                self.waiting.pop();
                None
            }
            Frame::Condition | Frame::Choice | Frame::Alternative | Frame::Brace | Frame::Bracket => None,
        }
    }

    /// Closes the innermost thing if it is this.
    pub(super) fn close_if(&mut self, frame: Frame) -> bool {
        let is = self.top() == Some(frame);
        if is {
            self.close();
        }
        is
    }

    /// Closes expressions that end with what holds them.
    pub(super) fn close_choices(&mut self) {
        while matches!(self.top(), Some(Frame::Choice | Frame::Alternative)) {
            self.close();
        }
    }

    /// Declares a name in the innermost block.
    pub(super) fn declare(&mut self, name: &'a str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.push(name);
        }
    }

    /// Returns true if the innermost block has a name.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.scopes.last().is_some_and(|scope| scope.names.contains(&name))
    }

    /// Returns how many functions the block is inside of that declares this name.
    pub(super) fn depth_of(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find(|scope| scope.names.contains(&name)).map(|scope| scope.depth)
    }

    /// Returns all names that are known here.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.scopes.iter().flat_map(|scope| scope.names.iter().copied())
    }

    /// Returns the names of the outermost block.
    pub(super) fn outermost(&self) -> &[&'a str] {
        self.scopes.first().map_or(&[], |scope| &scope.names)
    }
}
