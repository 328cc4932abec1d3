import LootCore

/// Handles values under another name of a field. They are used if the field's key is missing.
///
/// For example, other programs and people write `value` instead of `valueInDollars`. Such values are deferred until
/// all keys are read. If the file contains the field's key as well, they are kept as unknown fields.
struct AliasedValues<Reader: ItemValueReader> {
    private struct Waiting {
        let slot: Int
        let name: String
        let keyPlace: Int
        /// A reader positioned before the value.
        var reader: Reader
    }

    private let keys: ItemKeys
    private let takesAliases: Bool
    private let keepsInvalid: Bool
    private var waiting: [Waiting] = []

    init(_ keys: ItemKeys, _ options: ReadOptions) {
        self.keys = keys
        takesAliases = options.takesAliases
        keepsInvalid = options.keepsInvalidAliases
    }

    /// Handles the value of an unknown key.
    mutating func take(
        _ name: String, keyAt keyPlace: Int, from reader: inout Reader, into builder: inout ItemBuilder,
        _ bytes: Span<UInt8>
    ) throws(Fault) {
        guard takesAliases, let slot = keys.slot(meantBy: name) else {
            return try builder.readForeign(name, keyAt: keyPlace, from: &reader, bytes)
        }
        waiting.append(Waiting(slot: slot, name: name, keyPlace: keyPlace, reader: reader))
        _ = try reader.tree(bytes)
    }

    /// Assigns the deferred values after all other keys are read.
    mutating func settle(
        in builder: inout ItemBuilder, into item: inout Item, _ bytes: Span<UInt8>
    ) throws(Fault) {
        for index in waiting.indices {
            let (slot, name, place) = (waiting[index].slot, waiting[index].name, waiting[index].keyPlace)
            if !builder.has(slot) {
                let (before, itemBefore, start) = (builder, item, waiting[index].reader)
                do throws(Fault) {
                    try builder.take(
                        slot, of: keys, keyAt: place, from: &waiting[index].reader, into: &item, bytes)
                    continue
                } catch {
                    if !keepsInvalid { throw error }
                    (builder, item, waiting[index].reader) = (before, itemBefore, start)
                }
            }
            try builder.readForeign(name, keyAt: place, from: &waiting[index].reader, bytes)
        }
    }
}
