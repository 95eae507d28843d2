//! The figures that every rule set has, with the names of their metrics.

/// The figures that don't depend on the rule set, with the name of their metric and whether the
/// part can't exceed the whole.
macro_rules! figures {
    ($($(#[$doc:meta])* $figure:ident $name:literal $share:literal,)*) => {
        /// One of the fixed figures.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Figure { $($(#[$doc])* $figure,)* }

        /// Names and sorts, in order.
        pub(super) const FIGURES: &[(&str, bool)] = &[$(($name, $share),)*];
    };
}

figures! {
    /// Deals a play.
    Deals "deals" false,
    /// Turns a deal.
    Turns "turns_per_deal" false,
    /// Deals broken off at the turn limit.
    Unfinished "unfinished_deals" true,
    /// Deals broken off in which no hand could shrink any more.
    Dead "dead_positions" true,
    /// The turn of the first film, in deals with one.
    FirstMeld "first_meld_turn" false,
    /// Deals without a film.
    NoMeld "deals_with_no_meld" true,
    /// Deals with one film.
    OneMeld "deals_with_one_meld" true,
    /// Deals in which all seats published.
    AllMeld "deals_with_all_melded" true,
    /// Jokers laid down in films, a deal.
    JokersMelded "jokers_melded" false,
    /// Jokers added as extras, a deal.
    JokersHit "jokers_hit" false,
    /// Jokers exchanged for real cards, a deal.
    JokersExchanged "jokers_exchanged" false,
    /// Jokers in the winner's film at the end.
    WinnerJokers "jokers_in_winning_meld" false,
    /// Times the pile became the stock, a deal.
    Refills "refills" false,
    /// Turns from the winner's film to going out.
    MeldToOut "turns_meld_to_out" false,
    /// Cards added to films, a seat and deal.
    Hits "hits_per_player" false,
    /// Finished deals in which the winner published in the last turn.
    OutInMeldTurn "out_in_meld_turn" true,
    /// Action cards that left a hand without effect, a deal.
    Fizzled "actions_fizzled" false,
    /// The same as a share of all action cards that left a hand.
    FizzledShare "actions_fizzled_share" true,
    /// Spies that took effect, a deal.
    Spies "spies" false,
    /// Thefts, a deal.
    Thefts "thefts" false,
    /// Defects that took effect, a deal.
    Defects "defects" false,
    /// Extra turns, a deal.
    ExtraTurns "extra_turns" false,
    /// Missed turns, a deal.
    MissedTurns "missed_turns" false,
    /// The longest run of turns missed by one seat, a deal.
    LongestMissed "longest_missed_run" false,
    /// Finished deals that an action card decided: the winner went out in an extra turn, another seat
    /// missed a turn in the last n slots, or the winner's thief or defect took effect in the winner's
    /// last two slots.
    Decided "decided_by_action" true,
    /// Points of each seat that did not go out, a deal.
    PointsLeft "points_left" false,
    /// Cards in hand of each seat that did not go out.
    CardsLeft "cards_left" false,
    /// Finished deals in which some loser never published.
    NeverMelded "loser_never_melded" true,
    /// Changes of the one seat with the fewest cards, a deal.
    LeadChanges "lead_changes" false,
    /// Cards drawn from the pile, of all cards drawn after the deal.
    PileDraws "pile_draws" true,
    /// Wins of the dealer's left, in finished deals. Reported less the fair share.
    FirstPlayer "first_player_advantage" true,
}
