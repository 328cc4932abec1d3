import LootCore

extension Change {
    /// Returns a description of the change for reports, with `names` in place of IDs.
    func spelled(_ names: [ItemID: String] = [:]) -> String {
        func name(_ id: ItemID) -> String { names[id] ?? id.short }
        switch self {
        case .insert(let item, let destination):
            let fields = Patch(from: Item(id: item.id, name: "", dateCreated: .first), to: item)
            return "insert(\(name(item.id)) \(fields.spelled), at: \(destination.spelled(names)))"
        case .update(let id, let patch): return "update(\(name(id)), \(patch.spelled))"
        case .move(let id, let destination): return "move(\(name(id)), to: \(destination.spelled(names)))"
        case .remove(let id): return "remove(\(name(id)))"
        case .set(let key, let value): return "set(\(key.rawValue), \(value.map { "\($0)" } ?? "nil"))"
        }
    }
}

extension Destination {
    /// Returns a description of the destination for reports.
    func spelled(_ names: [ItemID: String] = [:]) -> String {
        switch self {
        case .first: "first"
        case .last: "last"
        case .position(let position): String(position)
        case .before(let other): "before \(names[other] ?? other.short)"
        case .after(let other): "after \(names[other] ?? other.short)"
        }
    }
}

extension Patch {
    /// A description of the patch for reports.
    var spelled: String {
        "[\(edits.map { "\($0.field): \($0.value?.spelled ?? "nil")" }.joined(separator: ", "))]"
    }
}

extension FieldValue {
    fileprivate var spelled: String {
        switch self {
        case .text(let text): text.spelled
        case .list(let texts): "[\(texts.map(\.spelled).joined(separator: ", "))]"
        default: description
        }
    }
}
