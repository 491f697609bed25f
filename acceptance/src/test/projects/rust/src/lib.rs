pub fn add(first: i32, second: i32) -> i32 {
    first + second
}

pub fn spelled(number: i32) -> String {
    itoa::Buffer::new().format(number).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1, 2), 3);
    }

    #[test]
    #[ignore = "not today"]
    fn is_skipped() {
        panic!();
    }
}
