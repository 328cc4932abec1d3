public import LootCore

/// How items read for a person, the same in every front end.
public struct ItemPresentation: Hashable, Sendable {
    /// How a value is meant to strike the eye. No front end tells it by colour alone.
    public enum Emphasis: Hashable, Sendable {
        /// Worth little: green.
        case low
        /// Worth much: red.
        case high
    }

    /// How amounts are written.
    public var money: Money
    /// From this value on, an item is worth much.
    public var highValue: Int

    /// A way to read items.
    public init(money: Money = Money(), highValue: Int = 50) {
        self.money = money
        self.highValue = highValue
    }

    /// The value as it stands at the right edge of a row.
    public func value(of item: Item) -> String { money.text(item.valueInDollars) }

    /// How the value is meant to strike the eye.
    public func emphasis(of item: Item) -> Emphasis { item.valueInDollars < highValue ? .low : .high }

    /// What stands behind the name of a favourite.
    public static let favoriteMark = "(Favorite)"

    /// What an empty list says.
    public static let noItems = "No items!"

    /// What a list says in which nothing was found.
    public static let noMatches = "No matching items"

    /// What stands below a section: `3 items, $120`.
    public func footer(of section: Section) -> String {
        "\(ItemPresentation.count(section.count)), \(money.text(section.totalValue))"
    }

    /// `1 item`, `3 items`.
    public static func count(_ items: Int) -> String { items == 1 ? "1 item" : "\(items) items" }

    /// A field's value as a person reads it: amounts with their symbol, flags as yes and no, moments without their
    /// `T`. Empty when it is not set.
    public func text(of key: FieldKey, in item: Item) -> String {
        guard let value = item.value(for: key) else { return "" }
        switch value {
        case .integer(let number):
            let isMoney = Field.with(key: key)?.traits.contains(.money) ?? false
            return isMoney ? money.text(number) : String(number)
        case .flag(let flag): return flag ? "yes" : "no"
        case .moment(let moment):
            return moment.description.replacing("T", with: " ").replacing("Z", with: " UTC")
        case .text, .decimal, .day, .list: return value.description
        }
    }

    /// A field's title as a person reads it, also for custom fields.
    public static func title(of key: FieldKey) -> String {
        if key == Field.idKey { return "Id" }
        return Field.with(key: key)?.title ?? key.customName ?? key.rawValue
    }
}
