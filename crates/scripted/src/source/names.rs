//! The names that a script finds, and those that it must do without.

/// The names of the engine and of Luau that a script finds.
pub(crate) const KNOWN: &[&str] = &[
    "act",
    "after",
    "appeal",
    "assert",
    "below",
    "bit32",
    "board",
    "card",
    "cards",
    "cells",
    "choice",
    "copies",
    "cups",
    "draw",
    "eliminate",
    "end_turn",
    "error",
    "everyone_loses",
    "everyone_wins",
    "file",
    "fill",
    "force",
    "game",
    "game_over",
    "go",
    "hands",
    "ipairs",
    "is_out",
    "known",
    "lacks",
    "lose",
    "math",
    "may",
    "metric",
    "metric_by",
    "move",
    "next",
    "next_seat",
    "note",
    "number",
    "numbers",
    "pairs",
    "param",
    "peek",
    "pile",
    "piles",
    "place",
    "random_card",
    "ratio",
    "reshuffle",
    "reveal",
    "roll",
    "rotate",
    "row",
    "seats",
    "secret_numbers",
    "select",
    "set",
    "shake",
    "show",
    "shuffle",
    "stack",
    "stacks",
    "start",
    "step",
    "stock",
    "stocks",
    "swap",
    "tableau",
    "tableaus",
    "table",
    "together",
    "tonumber",
    "decision_limit",
    "turn_limit",
    "type",
    "unpack",
    "unseen",
    "v",
    "w",
    "weight",
    "win",
    "words",
    "around",
    "ask_next",
    "asked",
    "back",
    "call",
    "force_all",
    "interrupt",
    "later",
    "move_all",
    "resume",
    "round",
    "stop_asking",
];

/// The names that scenes find besides.
pub(crate) const OF_SCENES: &[&str] = &[
    "asks",
    "choose",
    "contains",
    "equals",
    "expect",
    "knows",
    "legal",
    "next_draw",
    "next_roll",
    "noted",
    "offers",
    "places",
    "put",
    "refuses",
    "rest",
    "rules_out",
    "scene",
    "scores",
    "setup",
    "turn_of",
    "wins",
];

/// The fields of `game` that a script may set.
pub(super) const GAME: &[&str] = &[
    "title", "names", "seats", "kind", "sides", "side", "target", "setup", "turn", "score", "standing",
    "tiebreak", "estimate", "payoff",
];

/// Functions that are given zones and that count as one when they are given one of each seat.
pub(super) const TAKE_ZONES: &[&str] = &[
    "contains",
    "draw",
    "fill",
    "force",
    "force_all",
    "known",
    "lacks",
    "move",
    "move_all",
    "peek",
    "place",
    "put",
    "random_card",
    "reshuffle",
    "rest",
    "reveal",
    "shake",
    "show",
    "shuffle",
    "swap",
];

/// The methods of zones.
pub(super) const METHODS: &[&str] = &["any", "at", "count", "find", "has", "kinds", "size", "slots", "top"];

/// Functions whose result is a zone: what a local variable is called that gets one is the zone's name.
pub(super) const ZONES: &[&str] = &[
    "board",
    "cells",
    "cups",
    "hands",
    "numbers",
    "pile",
    "piles",
    "row",
    "secret_numbers",
    "stack",
    "stacks",
    "stock",
    "stocks",
    "tableau",
    "tableaus",
];

/// The members of `math` that are kept: all that give the same number on every machine.
pub(crate) const MATH: &[&str] =
    &["abs", "ceil", "clamp", "floor", "fmod", "huge", "max", "min", "modf", "pi", "round", "sign", "sqrt"];

/// Names of Luau that a script must not use, with the reason.
pub(super) fn refusal(name: &str) -> Option<&'static str> {
    Some(match name {
        "coroutine" => {
            "a step that waits inside a coroutine can't be copied or dealt anew: use step.NAME and go.NAME"
        }
        "buffer" | "rawset" | "rawget" | "rawequal" | "rawlen" | "setmetatable" | "getmetatable"
        | "newproxy" => "the state of a game is in its zones and numbers alone",
        "os" | "tick" | "time" | "io" | "require" | "debug" | "loadstring" | "getfenv" | "setfenv"
        | "gcinfo" | "collectgarbage" | "_G" | "_VERSION" | "shared" => "a script has no way out of the game",
        "pcall" | "xpcall" => "a mistake ends the game with its line; nothing can catch it",
        "tostring" | "string" | "utf8" => "rules work on numbers and names; `{x}` in a text shows a number",
        "vector" => "there are no vectors here; a board has cells",
        _ => return None,
    })
}
