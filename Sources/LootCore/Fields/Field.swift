/// One row of the field table: everything there is to know of a field of ``Item``.
///
/// Codecs, CSV columns, command line flags, forms, the filter language and the API's schema are made from
/// ``all``; no other code lists the fields.
public struct Field: Sendable {
    /// How the field is read and written, by its type. An absent value is nil; a flag is always there.
    public enum Access: Sendable {
        /// Text; a required text that is not set reads as empty.
        case text(get: @Sendable (Item) -> String?, set: @Sendable (inout Item, consuming String?) -> Void)
        /// A whole number within the field's ``Field/limits``.
        case integer(get: @Sendable (Item) -> Int?, set: @Sendable (inout Item, Int?) -> Void)
        /// Yes or no.
        case flag(get: @Sendable (Item) -> Bool, set: @Sendable (inout Item, Bool) -> Void)
        /// A moment.
        case moment(get: @Sendable (Item) -> Moment?, set: @Sendable (inout Item, Moment?) -> Void)
        /// A day.
        case day(get: @Sendable (Item) -> Day?, set: @Sendable (inout Item, Day?) -> Void)
        /// Several texts; none of them is the same as not set.
        case list(get: @Sendable (Item) -> [String], set: @Sendable (inout Item, [String]) -> Void)
    }

    /// What else there is to know of a field.
    public struct Traits: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int
        /// The traits with these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A person is asked for it: it should not be empty.
        public static let required = Traits(rawValue: 1)
        /// It is part of the core model and stands in every file, even when it has its default.
        public static let alwaysWritten = Traits(rawValue: 2)
        /// A search looks into it.
        public static let searchable = Traits(rawValue: 4)
        /// It may hold line breaks.
        public static let multiline = Traits(rawValue: 8)
        /// It counts whole units of the currency that the front end shows.
        public static let money = Traits(rawValue: 16)
        /// It names a photo, by the digest of its bytes (``PhotoID``); forms show the photo.
        public static let photo = Traits(rawValue: 32)
        /// It tells of the purchase: reports have it with the others that do.
        public static let purchase = Traits(rawValue: 64)
        /// It is about the entry and not about the thing: reports leave it out.
        public static let entry = Traits(rawValue: 128)
    }

    /// The key in files and in the API: `valueInDollars`.
    public let key: FieldKey
    /// The short name, as flags, filters and sorts have it: `value`.
    public let name: String
    /// Other names that are understood: `tag` for `tags`.
    public let aliases: [String]
    /// What a person reads beside it: `Value`.
    public let title: String
    /// One line on what it is for, for help and documentation.
    public let summary: String
    /// What else there is to know.
    public let traits: Traits
    /// What a whole number should be: a person is asked for one of these. A store takes any within the ``limits``.
    public let range: ClosedRange<Int>
    /// What a whole number may be, with the sign that it should not have.
    public let limits: ClosedRange<Int>
    /// What it holds when nothing is said; nil when it is then not set.
    public let defaultValue: FieldValue?
    /// How it is read and written.
    public let access: Access

    init(
        _ key: FieldKey, name: String? = nil, aliases: [String] = [], title: String, summary: String,
        traits: Traits = [], range: ClosedRange<Int> = 0...Int.max, defaultValue: FieldValue? = nil,
        _ access: Access
    ) {
        self.key = key
        self.name = name ?? key.rawValue
        self.aliases = aliases
        self.title = title
        self.summary = summary
        self.traits = traits
        self.range = range
        limits = range.upperBound == .max ? .min ... .max : -range.upperBound...range.upperBound
        self.defaultValue = defaultValue
        self.access = access
    }

    /// The type of its values.
    public var type: FieldType {
        switch access {
        case .text: .text
        case .integer: .integer
        case .flag: .flag
        case .moment: .moment
        case .day: .day
        case .list: .list
        }
    }

    /// What the item holds in this field; nil if it is not set.
    public func value(of item: Item) -> FieldValue? {
        switch access {
        case .text(let get, _): get(item).map(FieldValue.text)
        case .integer(let get, _): get(item).map(FieldValue.integer)
        case .flag(let get, _): .flag(get(item))
        case .moment(let get, _): get(item).map(FieldValue.moment)
        case .day(let get, _): get(item).map(FieldValue.day)
        case .list(let get, _):
            switch get(item) {
            case []: nil
            case let list: .list(list)
            }
        }
    }

    /// Whether the item holds what it would hold if nothing had been said.
    public func isDefault(in item: Item) -> Bool {
        FieldValue.areIdentical(value(of: item), defaultValue)
    }

    /// Puts a value of the field's own type in; nil puts the default in. A field of the core model that has no
    /// default, a name or the moment of creation, takes no nil.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` when the value is of another type or not allowed.
    public func set(_ value: FieldValue?, in item: inout Item) throws(LootError) {
        let value = value ?? defaultValue
        if let value { try check(value) }
        if value == nil, traits.contains(.alwaysWritten) { throw refusal("it may not be empty") }
        switch (access, value) {
        case (.text(_, let set), .text(let text)): set(&item, text)
        case (.text(_, let set), nil): set(&item, nil)
        case (.integer(_, let set), .integer(let number)): set(&item, number)
        case (.integer(_, let set), nil): set(&item, nil)
        case (.flag(_, let set), .flag(let flag)): set(&item, flag)
        case (.flag(_, let set), nil): set(&item, false)
        case (.moment(_, let set), .moment(let moment)): set(&item, moment)
        case (.moment(_, let set), nil): set(&item, nil)
        case (.day(_, let set), .day(let day)): set(&item, day)
        case (.day(_, let set), nil): set(&item, nil)
        case (.list(_, let set), .list(let list)): set(&item, list)
        case (.list(_, let set), nil): set(&item, [])
        case (_, let value?): throw refusal("it holds \(type.rawValue), not \(value.type.rawValue)")
        }
    }

    /// Whether the value may stand in this field: the rule that every store keeps.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that says what is wrong with it.
    public func check(_ value: FieldValue) throws(LootError) {
        switch value {
        case .text(let text):
            if traits.contains(.photo), PhotoID(text) == nil {
                throw refusal(
                    "it is no name of a photo, the 64 hexadecimal digits of its SHA-256",
                    next: "Give the photo itself with: loot photo ITEM FILE")
            }
            try checkCharacters(of: text)
        case .list(let texts):
            for text in texts {
                if text.isEmpty { throw refusal("one of its entries is empty") }
                try checkCharacters(of: text)
            }
        case .integer(let number):
            if !limits.contains(number) { throw refusal(number, outside: limits) }
        case .decimal, .flag, .moment, .day: break
        }
    }

    /// Whether a person may enter the value here: forms, flags, requests and imports ask for more than a store does.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that says what is wrong with it.
    public func checkEntry(_ value: FieldValue) throws(LootError) {
        try check(value)
        if let problem = problem(with: value) { throw problem }
    }

    /// What a person should mend about a value that may stand here; nil if nothing.
    func problem(with value: FieldValue) -> LootError? {
        switch value {
        case .text(let text) where traits.contains(.required) && text.isEmpty:
            refusal("it may not be empty")
        case .integer(let number) where !range.contains(number): refusal(number, outside: range)
        default: nil
        }
    }

    private func refusal(_ number: Int, outside range: ClosedRange<Int>) -> LootError {
        let bound =
            number < range.lowerBound ? "less than \(range.lowerBound)" : "more than \(range.upperBound)"
        return refusal("\(number) is \(bound)")
    }

    private func checkCharacters(of text: String) throws(LootError) {
        if let scalar = TextRules.firstRefused(in: text, allowingLines: traits.contains(.multiline)) {
            throw refusal("it holds the control character \(TextRules.name(of: scalar))")
        }
    }

    /// The error that a value of this field is refused with.
    public func refusal(_ why: String, next: String = "") -> LootError {
        LootError(.invalidValue, "can't set the \(title.lowercased())", because: why, next: next, field: key)
    }
}
