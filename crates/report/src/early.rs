//! What is said of games that ended as soon as the answer was known.

/// Why figures at such an end are not taken at their word.
pub const EARLY_STOP: &str = "The games stopped as soon as the answer was known. At that moment a difference, from the other side or \
                              from a bound, looks larger than it is, on average: take its size from the interval, or from a fixed \
                              number of fresh games.";
