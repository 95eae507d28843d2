//! Whole numbers in the bytes of a state, least significant byte first.

/// Reads a whole number of two bytes.
#[inline]
pub fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// Writes a whole number of two bytes.
#[inline]
pub fn set_u16(bytes: &mut [u8], at: usize, value: u16) {
    bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
}

/// Reads a whole number of four bytes.
#[inline]
pub fn i32_at(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Writes a whole number of four bytes.
#[inline]
pub fn set_i32(bytes: &mut [u8], at: usize, value: i32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Reads a card, or a number of copies, of one or two bytes.
#[inline]
pub fn card_at(bytes: &[u8], at: usize, size: usize) -> usize {
    if size == 1 { usize::from(bytes[at]) } else { usize::from(u16_at(bytes, at)) }
}

/// Writes a card, or a number of copies, of one or two bytes.
#[inline]
pub fn set_card(bytes: &mut [u8], at: usize, size: usize, card: usize) {
    if size == 1 { bytes[at] = card as u8 } else { set_u16(bytes, at, card as u16) }
}
