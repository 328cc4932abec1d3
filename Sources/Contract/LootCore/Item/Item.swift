/// A thing that a person owns.
///
/// Items are value types; two are equal if all their properties are equal. The field table (``Field/all``) defines
/// which values are valid. Stores reject invalid items (``validate()``); `problems` lists values that are valid
/// but should be corrected.
public struct Item: Hashable, Sendable, Identifiable {
    /// The identity of the item, which never changes.
    public package(set) var id: ItemID
    /// The name. If it is empty, ``shownName`` replaces it on screens.
    public var name: String
    /// The value of one piece, or `nil` if it is unknown.
    public var value: Amount? {
        get { fraction == Item.unknownFraction ? nil : Amount(unchecked: whole, fraction) }
        set { (whole, fraction) = (newValue?.whole ?? 0, newValue?.tenThousandths ?? Item.unknownFraction) }
    }
    /// The serial number.
    public var serialNumber: String?
    /// The date on which the item was entered.
    public var dateCreated: Moment
    /// The parts of ``value``, stored separately to save memory.
    private var whole: Int
    private var fraction: Int16
    /// Whether the item is a favorite.
    public var isFavorite: Bool

    /// The fraction that represents an unknown value.
    private static let unknownFraction = Int16.min

    /// The less common fields, stored separately so that items are small. Access single fields through this property
    /// without copying; ``details`` returns all of them.
    private(set) var rare: Rare?

    /// Creates an item with a value in whole units.
    public init(
        id: ItemID = ItemID(), name: String, valueInDollars: Int = 0, serialNumber: String? = nil,
        dateCreated: Moment = .now, isFavorite: Bool = false
    ) {
        self.init(
            id: id, name: name, value: Amount(valueInDollars), serialNumber: serialNumber,
            dateCreated: dateCreated,
            isFavorite: isFavorite)
    }

    /// Creates an item. A `value` of `nil` is unknown.
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

    /// Creates an empty item with a value of 0, created now.
    package init(id: ItemID = ItemID()) { self.init(id: id, name: "") }

    /// Returns a copy of the item with another identity.
    package func identified(by id: ItemID) -> Item {
        var copy = self
        copy.id = id
        return copy
    }

    /// The fields that aren't part of the core model.
    package var details: ItemDetails {
        // Borrow the details. Reading one field then doesn't retain all of them.
        @inline(__always) _read {
            if let rare { yield rare.details } else { yield ItemDetails.none }
        }
        set { rare = newValue.isEmpty ? nil : Rare(newValue) }
        _modify {
            var details = rare?.details ?? ItemDetails.none
            // Release the reference, so that changing one of many custom fields doesn't copy the others.
            rare = nil
            defer { rare = details.isEmpty ? nil : Rare(details) }
            yield &details
        }
    }

    /// Whether any field beyond the core model is set. Unlike access to ``details``, this takes constant time.
    package var hasDetails: Bool { rare != nil }

    /// Returns whether both items share the same instance of their details.
    func sharesDetails(with other: Item) -> Bool { rare === other.rare }

    /// The value of one piece in whole units, rounded toward zero, or 0 if it is unknown. This property existed in
    /// the first version; ``value`` is exact.
    public var valueInDollars: Int {
        get { whole }
        set { value = Amount(newValue) }
    }

    /// The total value of all pieces.
    package var total: MoneyTotal {
        if let rare {
            MoneyTotal(value, times: rare.details.quantity, rare.details.currency)
        } else {
            MoneyTotal(value)
        }
    }

    /// Details shared by copies of an item until one of them changes.
    final class Rare: Hashable, Sendable {
        let details: ItemDetails

        init(_ details: ItemDetails) { self.details = details }

        static func == (left: Rare, right: Rare) -> Bool { left === right || left.details == right.details }

        func hash(into hasher: inout Hasher) { hasher.combine(details) }
    }
}

extension Item {
    /// Returns a random item with an adjective and a noun as its name, a value from 0 to 99, and a serial number.
    public static func random() -> Item {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Returns an item whose name, value, serial number and ID are generated with `generator`.
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
