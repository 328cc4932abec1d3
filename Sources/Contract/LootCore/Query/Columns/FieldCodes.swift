import Synchronization

/// Numbers for the texts and lists that many items have in common: a place, a vendor, the tags.
///
/// All copies of a collection have the same, so that numbers mean the same in them. What no item holds any more keeps its
/// number.
package final class FieldCodes: Sendable {
    /// The numbers of each column.
    struct Tables {
        fileprivate let limit: Int
        fileprivate var columns = [TextCodes](repeating: TextCodes(), count: FieldColumn.all.count)
        private var bytes: [UInt8] = []

        fileprivate init(limit: Int) { self.limit = limit }

        /// The number of a text in a column.
        mutating func code(of text: String, in column: Int) -> Int32 {
            bytes.removeAll(keepingCapacity: true)
            bytes.append(contentsOf: text.utf8)
            return columns[column].code(of: bytes, limit: limit)
        }

        /// The number of several texts in a column, in their order.
        mutating func code(of list: [String], in column: Int) -> Int32 {
            bytes.removeAll(keepingCapacity: true)
            for text in list {
                bytes.append(contentsOf: text.utf8)
                bytes.append(0xFF)  // which is in no text
            }
            return columns[column].code(of: bytes, limit: limit)
        }
    }

    private let tables: Mutex<Tables>

    /// Each column numbers so many values; others are not told of.
    package init(limit: Int = 1 << 16) { tables = Mutex(Tables(limit: limit)) }

    func withTables(_ body: (inout Tables) -> Void) { tables.withLock { body(&$0) } }
}

/// Numbers for texts, from 0 on, to the byte.
private struct TextCodes {
    /// All texts, one behind the other.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// Number + 1 by hash, or 0 where nothing is: open addressing.
    private var places: [Int32] = []
    /// Random, so that no chosen texts can make the table slow.
    private let seed = UInt64.random(in: .min ... .max) | 1

    /// Longer texts are told of by no number: few items share them.
    private static let greatestLength = 128

    mutating func code(of text: [UInt8], limit: Int) -> Int32 {
        if text.count > TextCodes.greatestLength { return FieldColumn.untold }
        if (ends.count + 1) * 2 > places.count, ends.count < limit { grow() }
        var place = place(of: text[...])
        while places[place] != 0 {
            let code = Int(places[place] - 1)
            if self.text(code) == text[...] { return Int32(code) }
            place = (place + 1) & (places.count - 1)
        }
        guard ends.count < limit else { return FieldColumn.untold }
        bytes += text
        ends.append(bytes.count)
        places[place] = Int32(ends.count)
        return Int32(ends.count - 1)
    }

    private func text(_ code: Int) -> ArraySlice<UInt8> {
        bytes[(code == 0 ? 0 : ends[code - 1])..<ends[code]]
    }

    private mutating func grow() {
        places = [Int32](repeating: 0, count: max(64, places.count * 2))
        for code in ends.indices {
            var place = place(of: text(code))
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = Int32(code + 1)
        }
    }

    private func place(of text: ArraySlice<UInt8>) -> Int {
        var hash = seed
        var word = UInt64(text.count)
        var count = 0
        for byte in text {
            word = word << 8 | UInt64(byte)
            count += 1
            if count & 7 == 0 { hash = mixed(hash ^ word) }
        }
        hash = mixed(hash ^ word)
        return Int(truncatingIfNeeded: hash) & (places.count - 1)
    }

    private func mixed(_ word: UInt64) -> UInt64 {
        let (high, low) = (word ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return high ^ low
    }
}
