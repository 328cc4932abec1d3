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

    /// The set as a number in a column, where the least number stands for no text.
    var number: Int32 {
        let number = Int32(bitPattern: bits)
        return number == FieldColumn.unset ? -1 : number
    }

    /// Which numbers in a column are of texts that have these letters.
    func among(_ numbers: UnsafePointer<Int32>) -> UInt64 {
        var found: UInt64 = 0
        for index in 0..<FieldColumns.width {
            let number = numbers[index]
            let isFound = number != FieldColumn.unset && bits & ~UInt32(bitPattern: number) == 0
            found |= (isFound ? 1 : 0) << UInt64(index)
        }
        return found
    }
}
