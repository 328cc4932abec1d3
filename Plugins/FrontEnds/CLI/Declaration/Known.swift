import CommandLineKit
import LootCore

/// A kind of completion that depends on the store or configuration.
struct Known: Hashable {
    /// Items, by ID or position.
    static let items = Known(name: "items")
    /// The files of the preceding item, by number.
    static let files = Known(name: "files")
    /// Changes, by number.
    static let changes = Known(name: "changes")
    /// Store addresses.
    static let addresses = Known(name: "addresses")
    /// The lists of the configuration.
    static let lists = Known(name: "lists")
    /// Sectionings with their arguments.
    static let sections = Known(name: "sections")
    /// Fields to sort by, with a direction.
    static let sorts = Known(name: "sorts")
    /// Filters.
    static let filters = Known(name: "filters")
    /// Comma-separated fields.
    static let fields = Known(name: "fields")
    /// Configuration keys, followed by an equals sign.
    static let settings = Known(name: "settings")
    /// Configuration keys.
    static let keys = Known(name: "keys")
    /// Places, including those that only contain other places.
    static let places = Known(name: "places")
    /// Views, with `@` if it was typed.
    static let views = Known(name: "views")
    /// Templates of the configuration.
    static let templates = Known(name: "templates")
    /// Custom fields, with their choices.
    static let customs = Known(name: "customs")
    /// Returns the kind for values of a field.
    static func field(_ key: FieldKey) -> Known { Known(name: "field \(key.rawValue)") }

    /// The name used in declarations.
    let name: String

    /// The values of an option or argument of this kind.
    var values: Values { .asked(name) }

    /// The field whose values are completed, or `nil` for another kind.
    var field: FieldKey? {
        name.hasPrefix("field ") ? FieldKey(rawValue: String(name.dropFirst(6))) : nil
    }
}
