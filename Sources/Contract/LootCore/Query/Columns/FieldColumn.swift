/// A field as numbers of 32 bits, one for each item, which tell most conditions what they ask of its values.
final class FieldColumn: Sendable {
    /// How far a number tells a value.
    enum Kind: Sendable {
        /// It is the value: a whole number, a day, or 1 for yes and 0 for no.
        case number
        /// It is the greatest whole number that is not greater: of amounts.
        case floor
        /// It is the value's ``LetterSet``: of texts of which most items have their own.
        case letters
        /// It stands for the value, see ``FieldCodes``: of texts and lists that many items have in common.
        case code
        /// It tells no more than that there is one.
        case presence
    }

    /// Its place among all columns.
    let index: Int
    let kind: Kind
    /// What stands in it for an item that holds nothing.
    let empty: Int32
    /// Whether an item without details holds nothing in it.
    let isRare: Bool
    /// The number that tells of what an item holds.
    let number: @Sendable (borrowing Item, inout FieldCodes.Tables) -> Int32
    private let access: Field.Access?

    /// The number of a value that is not set.
    static let unset = Int32.min
    /// The number of a value that no other tells of.
    static let untold = Int32.max
    /// The numbers that tell of whole numbers.
    static let numbers = unset + 1...untold - 1

    /// A column for each field but moments, which are nearly all different and stand in the item; and one for the fields of
    /// a person's own together.
    static let all: [FieldColumn] = {
        let rare = Set(Field.rare.map(\.key))
        var columns: [FieldColumn] = []
        for field in Field.all where field.type != .moment {
            columns.append(FieldColumn(columns.count, of: field, isRare: rare.contains(field.key)))
        }
        return columns + [FieldColumn(ownAt: columns.count)]
    }()

    /// Those that an item without details may hold something in.
    static let common = all.filter { !$0.isRare }

    /// The column in which a field is told of.
    static func of(_ key: FieldKey) -> FieldColumn? { key.customName != nil ? all.last : byKey[key] }

    /// How many there are.
    static let quantity = column(of: "quantity")
    /// The currency of the amounts.
    static let currency = column(of: "currency")

    private static func column(of key: FieldKey) -> FieldColumn {
        guard let column = byKey[key] else { preconditionFailure("The field table has “\(key)”.") }
        return column
    }

    private static let byKey: [FieldKey: FieldColumn] = {
        let keys = Field.all.lazy.filter { $0.type != .moment }.map(\.key)
        return Dictionary(zip(keys, all)) { first, _ in first }
    }()

    private init(_ index: Int, of field: Field, isRare: Bool) {
        let kind = FieldColumn.kind(of: field, isRare: isRare)
        (self.index, self.kind, self.isRare, access) = (index, kind, isRare, field.access)
        empty =
            switch field.defaultValue {
            case .integer(let number): FieldColumn.told(number)
            case .flag(let flag): flag ? 1 : 0
            default: FieldColumn.unset
            }
        number = FieldColumn.number(of: field, kind, at: index)
    }

    private init(ownAt index: Int) {
        (self.index, kind, isRare, access, empty) = (index, .presence, true, nil, FieldColumn.unset)
        number = { item, _ in
            item.rare?.details.custom.isEmpty == false ? FieldColumn.untold : FieldColumn.unset
        }
    }

    private static func kind(of field: Field, isRare: Bool) -> Kind {
        switch field.type {
        case .integer, .day, .flag: .number
        case .amount: .floor
        case .text where !isRare || field.traits.contains(.multiline): .letters
        case .text, .list: field.traits.isDisjoint(with: [.photo, .files, .care]) ? .code : .presence
        case .decimal, .moment: .presence
        }
    }

    private static func number(
        of field: Field, _ kind: Kind, at index: Int
    ) -> @Sendable (borrowing Item, inout FieldCodes.Tables) -> Int32 {
        switch (field.access, kind) {
        // What stands in the item is lent, and not handed out.
        case (.text, .letters) where field.key == "name": { item, _ in LetterSet(of: item.name).number }
        case (.text, .letters) where field.key == "serialNumber":
            { item, _ in item.serialNumber.map { LetterSet(of: $0).number } ?? unset }
        case (.text(let get, _), .letters): { item, _ in get(item).map { LetterSet(of: $0).number } ?? unset }
        case (.text(let get, _), .code):
            { item, codes in
                guard let text = get(item) else { return unset }
                return codes.code(of: text, in: index)
            }
        case (.text(let get, _), _): { item, _ in get(item) == nil ? unset : untold }
        case (.list(let get, _), _):
            { item, codes in
                let list = get(item)
                if list.isEmpty { return unset }
                return kind == .code ? codes.code(of: list, in: index) : untold
            }
        case (.integer(let get, _), _): { item, _ in get(item).map(told) ?? unset }
        // The whole part is rounded towards zero.
        case (.amount(let get, _), _):
            { item, _ in
                guard let amount = get(item) else { return unset }
                return told(amount.tenThousandths < 0 ? amount.whole &- 1 : amount.whole)
            }
        case (.day(let get, _), _): { item, _ in get(item)?.daysSinceEpoch ?? unset }
        case (.flag(let get, _), _): { item, _ in get(item) ? 1 : 0 }
        case (.moment(let get, _), _): { item, _ in get(item) == nil ? unset : untold }
        }
    }

    private static func told(_ number: Int) -> Int32 {
        let number = Int32(clamping: number)
        return numbers.contains(number) ? number : untold
    }

    /// The numbers that values have, and the least and the greatest value of a number; nil where values have no order.
    var order: (numbers: ClosedRange<Int>, least: (Int) -> FieldValue, greatest: (Int) -> FieldValue)? {
        let all = Int(FieldColumn.numbers.lowerBound)...Int(FieldColumn.numbers.upperBound)
        switch access {
        case .integer: return (all, { .integer($0) }, { .integer($0) })
        case .flag: return (0...1, { .flag($0 == 1) }, { .flag($0 == 1) })
        case .amount:
            return (
                all, { .amount(Amount($0)) },
                { $0 < 0 ? .amount(Amount(unchecked: $0 + 1, -1)) : .amount(Amount(unchecked: $0, 9_999)) }
            )
        case .day:
            let days = Int(Day.first.daysSinceEpoch)...Int(Day.last.daysSinceEpoch)
            func day(_ number: Int) -> FieldValue { .day(Day(daysSinceEpoch: number) ?? .last) }
            return (days, day, day)
        default: return nil
        }
    }
}
