/// Something that a person owns.
///
/// An item is a plain value: two are equal when every property is equal. What may stand in a field, the field table
/// (``Field/all``) tells; a store refuses an item that breaks a rule, see ``validate()``. What a person should mend about
/// an item that every store takes, `problems` tells.
public struct Item: Hashable, Sendable, Identifiable {
    /// Who this item is, whatever else changes.
    public package(set) var id: ItemID
    /// What it is called; empty for an item without a name, see ``shownName``.
    public var name: String
    /// What one piece is worth; nil where that is not known.
    public var value: Amount? {
        get { fraction == Item.unknownFraction ? nil : Amount(unchecked: whole, fraction) }
        set { (whole, fraction) = (newValue?.whole ?? 0, newValue?.tenThousandths ?? Item.unknownFraction) }
    }
    /// The number that tells it from others of its kind.
    public var serialNumber: String?
    /// When it was entered.
    public var dateCreated: Moment
    /// The parts of ``value``, which take less room so.
    private var whole: Int
    private var fraction: Int16
    /// Whether it is one of the favorites.
    public var isFavorite: Bool

    /// What stands for a value that is not known.
    private static let unknownFraction = Int16.min

    /// The fields that few items have, kept apart so that an item stays small. One of them is read through this, where it
    /// stands; ``details`` hands out all.
    private(set) var rare: Rare?

    /// An item made from given values.
    public init(
        id: ItemID = ItemID(), name: String, valueInDollars: Int = 0, serialNumber: String? = nil,
        dateCreated: Moment = .now, isFavorite: Bool = false
    ) {
        self.init(
            id: id, name: name, value: Amount(valueInDollars), serialNumber: serialNumber,
            dateCreated: dateCreated,
            isFavorite: isFavorite)
    }

    /// An item made from given values; a value of nil is one that is not known.
    public init(
        id: ItemID = ItemID(), name: String, value: Amount?, serialNumber: String? = nil,
        dateCreated: Moment = .now, isFavorite: Bool = false
    ) {
        self.id = id
        self.name = name
        whole = value?.whole ?? 0
        fraction = value?.tenThousandths ?? Item.unknownFraction
        self.serialNumber = serialNumber
        self.dateCreated = dateCreated
        self.isFavorite = isFavorite
    }

    /// An empty item: no name, worth nothing, made now.
    package init(id: ItemID = ItemID()) { self.init(id: id, name: "") }

    /// The same item under another identity.
    package func identified(by id: ItemID) -> Item {
        var copy = self
        copy.id = id
        return copy
    }

    /// The fields beyond the core model, see ``ItemDetails``.
    package var details: ItemDetails {
        // Lent, so that to look at one field does not count the references of all.
        @inline(__always) _read {
            if let rare { yield rare.details } else { yield ItemDetails.none }
        }
        set { rare = newValue.isEmpty ? nil : Rare(newValue) }
        _modify {
            var details = rare?.details ?? ItemDetails.none
            // Nothing else holds the details while they are changed, so that one custom field of many costs one field.
            rare = nil
            defer { rare = details.isEmpty ? nil : Rare(details) }
            yield &details
        }
    }

    /// Whether any field beyond the core model is set. Costs nothing, unlike a look at ``details``.
    package var hasDetails: Bool { rare != nil }

    /// Whether both hold the very same details: one is a copy of the other.
    func sharesDetails(with other: Item) -> Bool { rare === other.rare }

    /// What one piece is worth in whole units, rounded towards zero; 0 where that is not known. This is the view that
    /// the first version had; ``value`` is exact.
    public var valueInDollars: Int {
        get { whole }
        set { value = Amount(newValue) }
    }

    /// What all the pieces together are worth.
    package var total: MoneyTotal {
        if let rare {
            MoneyTotal(value, times: rare.details.quantity, rare.details.currency)
        } else {
            MoneyTotal(value)
        }
    }

    /// Details that items share until one of them changes.
    final class Rare: Hashable, Sendable {
        let details: ItemDetails

        init(_ details: ItemDetails) { self.details = details }

        static func == (left: Rare, right: Rare) -> Bool { left === right || left.details == right.details }

        func hash(into hasher: inout Hasher) { hasher.combine(details) }
    }
}

extension Item {
    /// An item at random: an adjective and a noun, a value from 0 to 99, a serial number.
    public static func random() -> Item {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// An item whose name, value, serial number and id come from `generator`.
    public static func random(using generator: inout some RandomNumberGenerator, dateCreated: Moment = .now)
        -> Item
    {
        let adjective = ["Fluffy", "Rusty", "Shiny"].randomElement(using: &generator) ?? ""
        let noun = ["Bear", "Spork", "Mac"].randomElement(using: &generator) ?? ""
        let serial = ItemID(using: &generator).short.uppercased()
        return Item(
            id: ItemID(using: &generator), name: "\(adjective) \(noun)",
            valueInDollars: Int.random(in: 0...99, using: &generator), serialNumber: serial,
            dateCreated: dateCreated)
    }
}
