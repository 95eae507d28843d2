//! The engine's part that is written in Luau: one text for all scripts, and code for the numbers of one.

use std::fmt::Write as _;
use std::sync::OnceLock;

use mlua::chunk::Compiler;

/// The files of the folder `prelude`, in order. They share their local variables.
const TEXT: &str = concat!(
    include_str!("prelude/core.luau"),
    include_str!("prelude/zones.luau"),
    include_str!("prelude/rows.luau"),
    include_str!("prelude/batches.luau"),
    include_str!("prelude/knowledge.luau"),
    include_str!("prelude/moves.luau"),
    include_str!("prelude/rules.luau"),
    include_str!("prelude/secret_numbers.luau"),
    include_str!("prelude/contest.luau"),
    include_str!("prelude/steps.luau"),
    include_str!("prelude/calls.luau"),
    include_str!("prelude/secret.luau"),
    include_str!("prelude/host.luau"),
    include_str!("prelude/scenes.luau"),
);

#[cfg(test)]
thread_local! {
    /// A piece of the text and what stands there instead, for tests that plant a fault.
    pub(crate) static PLANTED: std::cell::Cell<Option<(&'static str, &'static str)>> = const { std::cell::Cell::new(None) };
}

/// The line of the text that says how many bytes a card takes, for large games and for small ones.
const LARGE: &str = "local BYTES, PLACE0, read_n, write_n = 2, 0, readu16, writeu16";
const SMALL: &str = "local BYTES, PLACE0, read_n, write_n = 1, 1, readu8, writeu8";

/// Returns the text for games of this size: in small ones cards and numbers of copies take one byte each, so that nothing
/// is multiplied to find them.
fn text(large: bool) -> String {
    if large { TEXT.to_owned() } else { TEXT.replace(LARGE, SMALL).replace("BYTES * ", "") }
}

/// Returns the compiled text for games of this size, or the compiler's message.
pub(crate) fn code(large: bool) -> Result<&'static [u8], String> {
    static CODE: [OnceLock<Result<Vec<u8>, String>>; 2] = [const { OnceLock::new() }; 2];
    #[cfg(test)]
    if let Some((piece, fault)) = PLANTED.get() {
        let text = text(large);
        assert_eq!(text.matches(piece).count(), 1, "{piece}");
        let compiled = compiler().compile(text.replace(piece, fault)).map_err(|error| error.to_string())?;
        return Ok(compiled.leak());
    }
    let compiled = || compiler().compile(text(large)).map_err(|error| error.to_string());
    CODE[usize::from(large)].get_or_init(compiled).as_ref().map(Vec::as_slice).map_err(Clone::clone)
}

/// Returns the compiler of the prelude and of scripts: all optimisations, and lines for messages.
pub(crate) fn compiler() -> Compiler {
    Compiler::new()
        .set_optimization_level(2)
        .set_debug_level(1)
        .set_type_info_level(1)
        .set_mutable_globals(["v", "w"])
}

/// Where numbers stand and what they are called.
pub(crate) struct Numbers {
    /// The names of those that there are once.
    pub(crate) names: Vec<Vec<u8>>,
    /// How many lists there are with a number for each seat.
    pub(crate) lists: usize,
    pub(crate) seats: usize,
    /// The place of the first one; each has four bytes.
    pub(crate) first: usize,
}

impl Numbers {
    /// Returns the text of two functions: one hands each number that was changed to `put(place, list, key)`, the other
    /// reads all of them into their tables.
    pub(crate) fn text(&self) -> String {
        let mut write = String::new();
        let mut read = String::new();
        let mut at = self.first;
        for name in &self.names {
            // All bytes as escapes: a name can hold any.
            let key = name.iter().fold(String::new(), |key, byte| key + &format!("\\{byte:03}"));
            let _ = writeln!(write, "if V[\"{key}\"] ~= readi32(S, {at}) then put({at}, 0, \"{key}\") end");
            let _ = writeln!(read, "V[\"{key}\"] = readi32(S, {at})");
            at += 4;
        }
        for list in 1..=self.lists {
            let _ = writeln!(write, "do local t = LISTS[{list}]");
            let _ = writeln!(read, "do local t = LISTS[{list}]");
            for seat in 1..=self.seats {
                let _ = writeln!(
                    write,
                    "if rawget(t, {seat}) ~= readi32(S, {at}) then put({at}, {list}, {seat}) end"
                );
                let _ = writeln!(read, "rawset(t, {seat}, readi32(S, {at}))");
                at += 4;
            }
            write.push_str("end\n");
            read.push_str("end\n");
        }
        format!(
            "local S, V, LISTS, put = ...\nlocal readi32 = buffer.readi32\n\
             return function()\n{write}end, function()\n{read}end\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_a_part_for_each_size() {
        assert_eq!((TEXT.matches(LARGE).count(), TEXT.matches(SMALL).count()), (1, 0));
        assert!(text(false).contains(SMALL) && !text(false).contains("BYTES * "));
    }

    #[test]
    fn every_number_has_its_line_in_both_functions() {
        let numbers = Numbers { names: vec![b"a\"".to_vec()], lists: 1, seats: 2, first: 64 };
        let text = numbers.text();
        for line in [
            "if V[\"\\097\\034\"] ~= readi32(S, 64) then put(64, 0, \"\\097\\034\") end",
            "if rawget(t, 2) ~= readi32(S, 72) then put(72, 1, 2) end",
            "rawset(t, 1, readi32(S, 68))",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}
