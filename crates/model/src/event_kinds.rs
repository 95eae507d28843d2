//! The kinds of events of a game as one list: name, clause and pattern beside each other.

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
            $($crate::EventKind { kind: $crate::EventClass::$class, name: $name, clause: $clause },)+
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

/// Returns the index of the kind with this name, at compile time.
///
/// # Panics
/// If no kind has this name.
pub const fn event_kind_named(kinds: &[EventKind], name: &str) -> usize {
    let mut i = 0;
    while !same(kinds[i].name.as_bytes(), name.as_bytes()) {
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
