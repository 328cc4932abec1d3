import LootCore
import TextSearch

/// Finds the entries of a file that are probably the same thing as an item of the list or an earlier entry: those with
/// the same serial number, or with the same name, value and place, ignoring case and accents.
struct DuplicateFinder {
    /// An entry that is probably a duplicate.
    struct Duplicate {
        let kind: ImportFlag.Kind
        /// The item of the list, or `nil` if it is an earlier entry.
        let original: ItemID?
    }

    private enum Original {
        case item(ItemID)
        case entry(line: Int)
    }

    /// The originals by the hashes of their serial numbers, and of their names, values and places. A million
    /// strings would take too much memory, and equal hashes of different strings are practically impossible.
    private var serials: [Int: Original] = [:]
    private var others: [Int: Original] = [:]
    private var names: [Int: String] = [:]
    private var hasItems = false

    /// Returns whether an entry is a duplicate, and records it otherwise.
    mutating func duplicate(_ item: Item, _ line: Int, _ finder: ItemFinder) -> Duplicate? {
        if !hasItems {
            hasItems = true
            finder.forEach { record($0, .item($0.id)) }
        }
        let (serial, other) = DuplicateFinder.keys(of: item)
        if let serial, let original = serials[serial] {
            switch original {
            case .item(let id):
                return Duplicate(kind: .sameSerial(finder.item(id)?.name ?? ""), original: id)
            case .entry: return Duplicate(kind: .sameSerial(names[serial] ?? ""), original: nil)
            }
        }
        if let other, let original = others[other] {
            switch original {
            case .item(let id): return Duplicate(kind: .sameItem, original: id)
            case .entry(let line): return Duplicate(kind: .sameEntry(line: line), original: nil)
            }
        }
        record(item, .entry(line: line))
        if let serial { names[serial] = item.name }
        return nil
    }

    private mutating func record(_ item: Item, _ original: Original) {
        let (serial, other) = DuplicateFinder.keys(of: item)
        if let serial, serials[serial] == nil { serials[serial] = original }
        if let other, others[other] == nil { others[other] = original }
    }

    /// Returns the hashes of an item. A name isn't sufficient to recognize an item without a value and a place.
    private static func keys(of item: Item) -> (serial: Int?, other: Int?) {
        var serial: Int?
        if let number = item.serialNumber, !number.isEmpty { serial = Folding.fold(number).hashValue }
        if item.value == nil, item.location == nil { return (serial, nil) }
        var hasher = Hasher()
        hasher.combine(Folding.fold(item.name))
        hasher.combine(item.value)
        hasher.combine(item.currency)
        hasher.combine(Folding.fold(item.location ?? ""))
        // Things of the same kind have different serial numbers.
        hasher.combine(serial)
        return (serial, hasher.finalize())
    }
}
