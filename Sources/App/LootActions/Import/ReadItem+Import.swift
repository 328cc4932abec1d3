import LootCore
import LootFormats
import LootMerge

extension ReadItem {
    /// Returns an existing item with the fields that the file contains. Other fields stay unchanged. Amounts of the
    /// existing item without a currency are in `usual`.
    func merged(into old: Item, _ usual: Currency?) throws(LootError) -> Item {
        var merged = old
        for field in fields { try merged.set(item.value(for: field), for: field) }
        if let currency = old.currency ?? usual, let new = merged.currency, currency != new,
            let other = Field.money.first(where: { field in
                field.traits.contains(.money) && !fields.contains(field.key) && field.value(of: old) != nil
            })
        {
            throw LootError(
                .invalidValue, "Can't set the currency to \(new.code).",
                reason: "“\(other.title)” is in \(currency.code).",
                advice: "Provide both amounts, or correct the currency.", item: old.id, field: "currency")
        }
        guard item.hasDetails else { return merged }
        for field in item.foreign {
            if let index = merged.foreign.firstIndex(where: { $0.key == field.key }) {
                merged.foreign[index] = field
            } else {
                merged.foreign.append(field)
            }
        }
        return merged
    }
}

extension ReadResult {
    var bytes: Range<Int> {
        switch self {
        case .item(let read): read.bytes
        case .refused(_, let bytes): bytes
        }
    }
}

extension FormatError {
    /// Returns the error as a reason why the file can't be imported.
    func importing(_ name: String) -> LootError {
        error(during: "Can't import \(place(in: name)).", in: name)
    }
}
