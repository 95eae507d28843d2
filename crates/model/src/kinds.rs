//! The kinds of events and of actions and the phases of a game, each as one list: name and pattern beside each other.

use std::borrow::Cow;

use super::EventKind;

/// Defines `EVENT_KINDS`, the list of all that a game's rules can announce, and `event_kind`, which finds an event's
/// index in it.
///
/// Each line has the class ([`EventClass`](crate::EventClass)), the name in traces (with a second word where one
/// event has several kinds), the clause and the pattern of the events that it stands for. Names are unique. Events that
/// the list leaves out come after a semicolon.
///
/// ```
/// enum Event { Draw { shuffled: bool }, End, Look }
///
/// ludometer_model::event_kinds! {
///     Event;
///     Event "draw" "X-1" => Event::Draw { shuffled: false },
///     Event "draw shuffled" "X-2" => Event::Draw { shuffled: true },
///     Ending "end" "X-3" => Event::End,
///     ; Event::Look
/// }
///
/// assert_eq!(EVENT_KINDS[1].clause, "X-2");
/// assert_eq!(event_kind(&Event::Draw { shuffled: true }), Some(1));
/// assert_eq!(event_kind(&Event::End), Some(2));
/// assert_eq!(event_kind(&Event::Look), None);
/// ```
#[macro_export]
macro_rules! event_kinds {
    (
        $event:ty;
        $($class:ident $name:literal $clause:literal => $pattern:pat $(if $guard:expr)?,)+
        $(; $unlisted:pat)?
    ) => {
        /// All that the rules can announce; the first word of a name is the event's in traces.
        pub(crate) const EVENT_KINDS: &[$crate::EventKind] = &[
            $($crate::EventKind::new($crate::EventClass::$class, $name, $clause),)+
        ];

        /// Returns the index of the event's kind in `EVENT_KINDS`, if it is listed.
        #[inline]
        pub(crate) const fn event_kind(event: &$event) -> Option<usize> {
            match event {
                $($pattern $(if $guard)? => const { Some($crate::event_kind_named(EVENT_KINDS, $name)) },)+
                $($unlisted => None,)?
            }
        }
    };
}

/// Defines `KINDS`, the list of the kinds of actions in the order of the reports, and `kind_index` and `kind_name` of an
/// action. Each line has the name and the pattern of the actions that it stands for. Names are unique.
///
/// ```
/// #[derive(Clone, Copy)]
/// enum Action { Draw, Play(u8), Pass }
///
/// ludometer_model::action_kinds! {
///     Action;
///     "draw" => Self::Draw,
///     "play" => Self::Play(_),
///     "pass" => Self::Pass,
/// }
///
/// assert_eq!(Action::KINDS, ["draw", "play", "pass"]);
/// assert_eq!(Action::Play(7).kind_index(), 1);
/// assert_eq!(Action::Pass.kind_name(), "pass");
/// ```
#[macro_export]
macro_rules! action_kinds {
    ($action:ty; $($name:literal => $pattern:pat,)+) => {
        impl $action {
            /// The kinds of actions, in the order of the reports.
            pub(crate) const KINDS: &'static [&'static str] = &[$($name),+];

            /// Returns the index of this action's kind in `KINDS`.
            #[inline(always)]
            pub(crate) const fn kind_index(self) -> usize {
                match self {
                    $($pattern => const { $crate::index_of_name(Self::KINDS, $name) },)+
                }
            }

            /// Returns the name of this action's kind.
            pub(crate) const fn kind_name(self) -> &'static str {
                Self::KINDS[self.kind_index()]
            }
        }
    };
}

/// Defines `NAMES`, the list of the phases that decisions can belong to, and `index` and `name` of a phase. Each line has
/// the name and the pattern of what it stands for; the first that fits counts. Where nobody decides any more (a game is
/// over) comes after a semicolon: its index is behind the list.
///
/// ```
/// #[derive(Clone, Copy)]
/// enum Phase { Draw, Play { left: u8 }, Over }
///
/// ludometer_model::phases! {
///     Phase;
///     "draw" => Self::Draw,
///     "play" => Self::Play { .. },
///     ; "over" => Self::Over,
/// }
///
/// assert_eq!(Phase::NAMES, ["draw", "play"]);
/// assert_eq!(Phase::Play { left: 2 }.index(), 1);
/// assert_eq!((Phase::Over.index(), Phase::Over.name()), (2, "over"));
/// ```
#[macro_export]
macro_rules! phases {
    ($phase:ty; $($name:literal => $pattern:pat,)+ ; $last:literal => $over:pat,) => {
        impl $phase {
            /// The names of the phases that decisions can belong to, in the order of the reports.
            pub(crate) const NAMES: &'static [&'static str] = &[$($name),+];

            /// Returns the index of this phase in `NAMES`.
            pub(crate) const fn index(self) -> usize {
                match self {
                    $($pattern => const { $crate::index_of_name(Self::NAMES, $name) },)+
                    $over => Self::NAMES.len(),
                }
            }

            /// Returns the name of this phase.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $($pattern => $name,)+
                    $over => $last,
                }
            }
        }
    };
}

/// Returns the index of this name, at compile time.
///
/// # Panics
/// If it is not in the list.
pub const fn index_of_name(names: &[&str], name: &str) -> usize {
    let mut i = 0;
    while !same(names[i].as_bytes(), name.as_bytes()) {
        i += 1;
    }
    i
}

/// Returns the index of the kind with this name, at compile time.
///
/// # Panics
/// If no kind has this name.
pub const fn event_kind_named(kinds: &[EventKind], name: &str) -> usize {
    let mut i = 0;
    while !matches!(kinds[i].name, Cow::Borrowed(known) if same(known.as_bytes(), name.as_bytes())) {
        i += 1;
    }
    i
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len()
}
