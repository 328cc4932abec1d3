/// Which letters and digits a text has, as far as 32 bits tell: enough to know of most texts that a word is not in them,
/// without a look at the text.
struct LetterSet: Hashable, Sendable {
    private let bits: UInt32

    /// The set of a text's letters, without regard to case. A text that is not plain ASCII may have every letter.
    init(of text: String) {
        let bytes = text.utf8.span
        var (bits, union) = (UInt32(0), UInt8(0))
        for index in bytes.indices {
            bits |= 1 << UInt32(bytes[index] & 31)
            union |= bytes[index]
        }
        self.bits = union < 0x80 ? bits : .max
    }

    /// The letters that every text has in which a folded word is found. What is no ASCII may have been folded from some.
    init(neededFor word: [UInt8]) {
        bits = word.reduce(0) { $1 < 0x80 ? $0 | 1 << UInt32($1 & 31) : $0 }
    }

    /// Whether all letters of the other set are in this one.
    func contains(_ other: LetterSet) -> Bool { other.bits & ~bits == 0 }
}
