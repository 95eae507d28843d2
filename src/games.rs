//! The games, and what the command line needs of each beside its rules.

pub use ludometer_playable::{
    BotDefault, CardKind, Choices, Compiled, Design, Playable, Scores, Setting, Settings, bot_defaults,
    defined_by_its_type, names, settings,
};

pub use ludometer_even_odd as even_odd;
pub use ludometer_film_rummy as film_rummy;
pub use ludometer_greed_street as greed_street;
pub use ludometer_im_the_boss as im_the_boss;
pub use ludometer_pure_profit as pure_profit;
