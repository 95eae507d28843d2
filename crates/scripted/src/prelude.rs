//! The engine's part that is written in Luau, as one text.

use std::sync::OnceLock;

use mlua::chunk::Compiler;

/// The files of the folder `prelude`, in order. They share their local variables.
const TEXT: &str = concat!(
    include_str!("prelude/core.luau"),
    include_str!("prelude/zones.luau"),
    include_str!("prelude/knowledge.luau"),
    include_str!("prelude/moves.luau"),
    include_str!("prelude/rules.luau"),
    include_str!("prelude/steps.luau"),
    include_str!("prelude/host.luau"),
);

#[cfg(test)]
thread_local! {
    /// A piece of the text and what stands there instead, for tests that plant a fault.
    pub(crate) static PLANTED: std::cell::Cell<Option<(&'static str, &'static str)>> = const { std::cell::Cell::new(None) };
}

/// Returns the compiled text, or the compiler's message.
pub(crate) fn code() -> Result<&'static [u8], String> {
    static CODE: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    #[cfg(test)]
    if let Some((piece, fault)) = PLANTED.get() {
        assert_eq!(TEXT.matches(piece).count(), 1, "{piece}");
        let compiled = compiler().compile(TEXT.replace(piece, fault)).map_err(|error| error.to_string())?;
        return Ok(compiled.leak());
    }
    let compiled = || compiler().compile(TEXT).map_err(|error| error.to_string());
    CODE.get_or_init(compiled).as_ref().map(Vec::as_slice).map_err(Clone::clone)
}

/// Returns the compiler of the prelude and of scripts: all optimisations, and lines for messages.
pub(crate) fn compiler() -> Compiler {
    Compiler::new()
        .set_optimization_level(2)
        .set_debug_level(1)
        .set_type_info_level(1)
        .set_mutable_globals(["v", "w"])
}
