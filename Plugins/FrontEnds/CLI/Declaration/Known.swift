import CommandLineKit
import LootCore

/// What a shell asks for that no declaration tells, since it depends on the store or the configuration.
enum Known: Hashable {
    /// Items, by id or position.
    case items
    /// Changes, by number.
    case changes
    /// Addresses of stores.
    case addresses
    /// Sectionings, with what follows their names.
    case sections
    /// Fields to sort by, with a direction.
    case sorts
    /// Several fields.
    case fields
    /// Configuration keys.
    case settings
    /// What items hold in a field.
    case field(FieldKey)

    /// An option or argument of this kind.
    var values: Values { .asked(name) }

    /// What a declaration calls it.
    private var name: String {
        if case .field(let key) = self { "field \(key.rawValue)" } else { "\(self)" }
    }

    /// The kind that a declaration calls this.
    init?(_ name: String) {
        let parts = name.split(separator: " ", maxSplits: 1)
        if parts.count == 2 {
            self = .field(FieldKey(rawValue: String(parts[1])))
            return
        }
        let all: [Known] = [.items, .changes, .addresses, .sections, .sorts, .fields, .settings]
        guard let known = all.first(where: { $0.name == name }) else { return nil }
        self = known
    }
}
