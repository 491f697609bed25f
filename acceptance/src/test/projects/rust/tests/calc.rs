use calc::{add, spelled};

#[test]
fn spells() {
    assert_eq!(spelled(add(-1, -2)), "-3");
}

#[test]
fn adds_wrongly() {
    assert_eq!(add(1, 2), 4);
}
