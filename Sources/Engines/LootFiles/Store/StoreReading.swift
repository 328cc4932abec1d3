import LootCollection
import LootCore

/// A state of a store that was read from its files.
struct StoreReading {
    var items: ItemCollection
    var revision: Revision
    /// The file that was read, or `nil` if there was none.
    var content: FileContent?
}

/// The changes of other writers since the last read.
enum StoreNews {
    case none
    case commits([Commit])
    case another(StoreReading)
}
