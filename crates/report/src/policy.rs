//! The content policy of a page: it may load and run nothing but what it was made with.

use sha2::{Digest as _, Sha256};

/// Returns the content policy of a page with these styles and these scripts: nothing is loaded from anywhere, and nothing
/// else runs, whatever stands in the tables.
pub(crate) fn policy(styles: &[&str], scripts: &[&str]) -> String {
    let hash = |text: &&str| [" 'sha256-", &base64(&Sha256::digest(text.as_bytes())), "'"].concat();
    let hashes = |texts: &[&str]| texts.iter().map(hash).collect::<String>();
    let (styles, scripts) = (hashes(styles), hashes(scripts));
    format!("default-src 'none'; style-src{styles}; script-src{scripts}; base-uri 'none'; form-action 'none'")
}

/// Returns bytes in base 64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for sign in 0..4 {
            let index = (bits >> (18 - 6 * sign) & 63) as usize;
            text.push(if sign > three.len() { '=' } else { char::from(SIGNS[index]) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_is_that_of_the_standard() {
        // RFC 4648, section 10.
        let pairs = [("", ""), ("f", "Zg=="), ("ok", "b2s="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, coded) in pairs {
            assert_eq!(base64(text.as_bytes()), coded);
        }
    }

    #[test]
    fn a_script_is_named_by_its_hash_and_no_other_runs() {
        let policy = policy(&[""], &["alert('Hello, world.');"]);
        // The example of Content Security Policy Level 3, section 1.3.1's guide to hashes.
        assert!(
            policy.contains("script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}
