//! The figures of the game, with the names of their metrics.

use ludometer_stats::figure_enum;

figure_enum! {
    /// The figures that don't depend on the rule set.
    pub(super) enum Fixed {
        /// Deals.
        Deals = "fr_deals", "per game", Ratio;
        /// Turns.
        Turns = "fr_turns_per_deal", "per deal", Ratio;
        /// Deals broken off at the turn limit.
        Unfinished = "fr_unfinished_deals", "share of deals", Share;
        /// Deals broken off in which no hand could shrink any more.
        Dead = "fr_dead_positions", "share of deals", Share;
        /// The turn of the first film, in deals with one.
        FirstMeld = "fr_first_meld_turn", "turn", Ratio;
        /// Deals without a film.
        NoMeld = "fr_deals_with_no_meld", "share of deals", Share;
        /// Deals with one film.
        OneMeld = "fr_deals_with_one_meld", "share of deals", Share;
        /// Deals in which all seats published.
        AllMeld = "fr_deals_with_all_melded", "share of deals", Share;
        /// Jokers laid down in films.
        JokersMelded = "fr_jokers_melded", "per deal", Ratio;
        /// Jokers added as extras.
        JokersHit = "fr_jokers_hit", "per deal", Ratio;
        /// Jokers exchanged for real cards.
        JokersExchanged = "fr_jokers_exchanged", "per deal", Ratio;
        /// Jokers in the winner's film at the end.
        WinnerJokers = "fr_jokers_in_winning_meld", "jokers", Ratio;
        /// Times the pile became the stock.
        Refills = "fr_refills", "per deal", Ratio;
        /// Turns from the winner's film to going out.
        MeldToOut = "fr_turns_meld_to_out", "turns", Ratio;
        /// Cards added to films.
        Hits = "fr_hits_per_player", "per seat and deal", Ratio;
        /// Finished deals in which the winner published in the last turn.
        OutInMeldTurn = "fr_out_in_meld_turn", "share of deals", Share;
        /// Action cards that left a hand without effect.
        Fizzled = "fr_actions_fizzled", "per deal", Ratio;
        /// The same as a share of all action cards that left a hand.
        FizzledShare = "fr_actions_fizzled_share", "share of action cards", Share;
        /// Spies that took effect.
        Spies = "fr_spies", "per deal", Ratio;
        /// Thefts.
        Thefts = "fr_thefts", "per deal", Ratio;
        /// Defects that took effect.
        Defects = "fr_defects", "per deal", Ratio;
        /// Extra turns.
        ExtraTurns = "fr_extra_turns", "per deal", Ratio;
        /// Missed turns.
        MissedTurns = "fr_missed_turns", "per deal", Ratio;
        /// The longest run of turns missed by one seat.
        LongestMissed = "fr_longest_missed_run", "per deal", Ratio;
        /// Finished deals that an action card decided: the winner went out in an extra turn, another seat
        /// missed a turn in the last n slots, or the winner's thief or defect took effect in the winner's
        /// last two slots.
        Decided = "fr_decided_by_action", "share of deals", Share;
        /// Points of each seat that did not go out.
        PointsLeft = "fr_points_left", "per seat and deal", Ratio;
        /// Cards in hand of each seat that did not go out.
        CardsLeft = "fr_cards_left", "per seat and deal", Ratio;
        /// Finished deals in which some loser never published.
        NeverMelded = "fr_loser_never_melded", "share of deals", Share;
        /// Changes of the one seat with the fewest cards.
        LeadChanges = "fr_lead_changes", "per deal", Ratio;
        /// Cards drawn from the pile, of all cards drawn after the deal.
        PileDraws = "fr_pile_draws", "share of draws", Share;
        /// Wins of the dealer's left, in finished deals. Reported less the fair share.
        FirstPlayer = "fr_first_player_advantage", "share of deals", Share;
}
}

figure_enum! {
    /// The figures by seat, position, genre and action card.
    pub(super) enum Family {
        /// Turn of this seat's film.
        MeldTurn = "fr_meld_turn_seat_*", "turn", Ratio;
        /// Win rate by position from the dealer.
        WinPosition = "fr_win_position_*", "share of deals", Share;
        /// Films of this genre / films.
        GenreShare = "fr_genre_share_*", "share of films", Share;
        /// Win rate of those who published this genre.
        GenreWin = "fr_genre_win_*", "share of deals", Share;
        /// Win rate of seats for which this action card took effect.
        WinUsed = "fr_win_used_*", "share of deals", Share;
        /// Win rate of seats for which it did not.
        WinNotUsed = "fr_win_not_used_*", "share of deals", Share;
    }
}
