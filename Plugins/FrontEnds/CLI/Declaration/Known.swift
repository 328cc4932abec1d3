import CommandLineKit
import LootCore

/// A kind of words that no declaration tells, since they depend on the store or the configuration.
struct Known: Hashable {
    /// Items, by id or position.
    static let items = Known(name: "items")
    /// The files of the item that was named, by number.
    static let files = Known(name: "files")
    /// Changes, by number.
    static let changes = Known(name: "changes")
    /// Addresses of stores.
    static let addresses = Known(name: "addresses")
    /// Sectionings, with what follows their names.
    static let sections = Known(name: "sections")
    /// Fields to sort by, with a direction.
    static let sorts = Known(name: "sorts")
    /// Filters: fields, and what may stand behind them.
    static let filters = Known(name: "filters")
    /// Several fields.
    static let fields = Known(name: "fields")
    /// Configuration keys.
    static let settings = Known(name: "settings")
    /// The same alone.
    static let keys = Known(name: "keys")
    /// Places, and those that they lie in.
    static let places = Known(name: "places")
    /// Views, with the mark before them where they stand alone.
    static let views = Known(name: "views")
    /// Templates of the configuration.
    static let templates = Known(name: "templates")
    /// Fields of a person's own, with their choices.
    static let customs = Known(name: "customs")
    /// What items hold in a field.
    static func field(_ key: FieldKey) -> Known { Known(name: "field \(key.rawValue)") }

    /// What a declaration calls it.
    let name: String

    /// An option or argument of this kind.
    var values: Values { .asked(name) }

    /// The field whose values these are.
    var field: FieldKey? {
        name.hasPrefix("field ") ? FieldKey(rawValue: String(name.dropFirst(6))) : nil
    }
}
