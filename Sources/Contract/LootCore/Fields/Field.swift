/// A row of the field table, which describes a field of ``Item``.
///
/// Codecs, CSV columns, command-line options, forms, the filter language and the API's schema are derived from
/// ``all``; no other code lists the fields.
public struct Field: Sendable {
    /// The accessors of a field by its type. `nil` is a missing value; flags always have a value.
    package enum Access: Sendable {
        /// Text. A missing required text is empty.
        case text(get: @Sendable (Item) -> String?, set: @Sendable (inout Item, consuming String?) -> Void)
        /// A whole number within the field's ``Field/limits``.
        case integer(get: @Sendable (Item) -> Int?, set: @Sendable (inout Item, Int?) -> Void)
        /// An exact amount.
        case amount(get: @Sendable (Item) -> Amount?, set: @Sendable (inout Item, Amount?) -> Void)
        /// A Boolean value.
        case flag(get: @Sendable (Item) -> Bool, set: @Sendable (inout Item, Bool) -> Void)
        case moment(get: @Sendable (Item) -> Moment?, set: @Sendable (inout Item, Moment?) -> Void)
        case day(get: @Sendable (Item) -> Day?, set: @Sendable (inout Item, Day?) -> Void)
        /// Several strings. An empty list is equivalent to a missing value.
        case list(get: @Sendable (Item) -> [String], set: @Sendable (inout Item, [String]) -> Void)
    }

    /// The properties of a field.
    package struct Traits: OptionSet, Hashable, Sendable {
        /// The bits of the set.
        package let rawValue: Int
        /// Creates a set with the given bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// People should provide a value.
        package static let required = Traits(rawValue: 1)
        /// The field is part of the core model and is written to files even if it has its default value.
        package static let alwaysWritten = Traits(rawValue: 2)
        /// The field is included in searches.
        package static let searchable = Traits(rawValue: 4)
        /// The text may contain line breaks.
        package static let multiline = Traits(rawValue: 8)
        /// The field contains an amount in the item's currency, or in the default currency of the front end.
        package static let money = Traits(rawValue: 16)
        /// The field contains the digest of a photo (``FileID``). Forms show the photo.
        package static let photo = Traits(rawValue: 32)
        /// The field is about the purchase. Reports group such fields.
        package static let purchase = Traits(rawValue: 64)
        /// The field describes the entry instead of the thing. Reports omit it.
        package static let entry = Traits(rawValue: 128)
        /// The field can be cleared, which differs from the default value. If a file omits the field, it has the
        /// default value; an explicit empty value means that it is unknown.
        package static let clearable = Traits(rawValue: 256)
        /// The field contains an ISO 4217 currency code.
        package static let currency = Traits(rawValue: 512)
        /// The field lists files. Each entry is the text of a ``FileEntry``; filters use their names.
        package static let files = Traits(rawValue: 1024)
        /// The field contains the period of a recurring event in the format of ``CalendarSpan``.
        package static let period = Traits(rawValue: 2048)
        /// The field contains the path of a place (``PlacePath``).
        package static let place = Traits(rawValue: 4096)
        /// The field has a value while the item is in the state that its name or an alias describes: `is lent`.
        package static let state = Traits(rawValue: 8192)
        /// The field is a maintenance log. Each entry is the text of a ``CareEntry``.
        package static let care = Traits(rawValue: 16384)
        /// The field lists loans. Each entry is the text of a ``LoanEntry``.
        package static let loans = Traits(rawValue: 32768)
        /// The field contains a rule in the format of ``Depreciation``.
        package static let depreciation = Traits(rawValue: 65536)
        /// The text has a format that isn't for people to read, or that they enter in another one.
        package static let formatted: Traits = [.photo, .currency, .period, .depreciation]
        /// The field is a log whose entries have a format.
        package static let log: Traits = [.care, .loans]
    }

    /// The key in files and in the API, for example `valueInDollars`.
    public let key: FieldKey
    /// The short name in options, filters and sort orders, for example `value`.
    public let name: String
    /// Alternative names, for example `tag` for `tags`.
    package let aliases: [String]
    /// The title, for example `Value`.
    public let title: Message
    /// A one-line description for help and documentation.
    package let summary: Message
    /// The properties of the field.
    package let traits: Traits
    /// The range of whole numbers that people should enter. Stores accept all numbers within ``limits``.
    package let range: ClosedRange<Int>
    /// The range of whole numbers that stores accept, including negative ones.
    package let limits: ClosedRange<Int>
    /// The valid values, or an empty array if all are valid.
    package let choices: [String]
    /// The default value, or `nil` if the field is empty by default.
    package let defaultValue: FieldValue?
    /// The field with the first day of a period that is entered instead of a day. A warranty of `36 months` begins on the
    /// day of purchase. `nil` if periods aren't allowed.
    package let countsFrom: FieldKey?
    /// The accessors.
    package let access: Access

    init(
        _ key: FieldKey, name: String? = nil, aliases: [String] = [], title: Message, summary: Message,
        traits: Traits = [], range: ClosedRange<Int> = 0...Int.max, choices: [String] = [],
        defaultValue: FieldValue? = nil, countsFrom: FieldKey? = nil, _ access: Access
    ) {
        self.key = key
        self.name = name ?? key.rawValue
        self.aliases = aliases
        self.title = title
        self.summary = summary
        self.traits = traits
        self.range = range
        self.choices = choices
        limits = range.upperBound == .max ? .min ... .max : -range.upperBound...range.upperBound
        self.defaultValue = defaultValue
        self.countsFrom = countsFrom
        self.access = access
    }

    /// The type of its values.
    public var type: FieldType {
        switch access {
        case .text: .text
        case .integer: .integer
        case .amount: .amount
        case .flag: .flag
        case .moment: .moment
        case .day: .day
        case .list: .list
        }
    }

    /// Returns the value of this field in an item, or `nil` if it's empty.
    package func value(of item: Item) -> FieldValue? {
        switch access {
        case .text(let get, _): get(item).map(FieldValue.text)
        case .integer(let get, _): get(item).map(FieldValue.integer)
        case .amount(let get, _): get(item).map(FieldValue.amount)
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

    /// Returns whether an item has the default value in this field.
    package func isDefault(in item: Item) -> Bool {
        FieldValue.areIdentical(value(of: item), defaultValue)
    }

    /// Sets the value of this field in an item. `nil` restores the default value, or clears a field with
    /// `Traits.clearable`. Required fields of the core model without a default, such as the name and the creation
    /// date, can't be set to `nil`. Fields with amounts also accept whole numbers.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if the value has another type or isn't allowed.
    package func set(_ value: FieldValue?, in item: inout Item) throws(LootError) {
        let value = value.map(normalized) ?? unsetValue
        if let value { try check(value) }
        if value == nil, takesNoNil { throw refusal("It can't be empty.") }
        switch (access, value) {
        case (.text(_, let set), .text(let text)): set(&item, text)
        case (.text(_, let set), nil): set(&item, nil)
        case (.integer(_, let set), .integer(let number)): set(&item, number)
        case (.integer(_, let set), nil): set(&item, nil)
        case (.amount(_, let set), .amount(let amount)): set(&item, amount)
        case (.amount(_, let set), nil): set(&item, nil)
        case (.flag(_, let set), .flag(let flag)): set(&item, flag)
        case (.flag(_, let set), nil): set(&item, false)
        case (.moment(_, let set), .moment(let moment)): set(&item, moment)
        case (.moment(_, let set), nil): set(&item, nil)
        case (.day(_, let set), .day(let day)): set(&item, day)
        case (.day(_, let set), nil): set(&item, nil)
        case (.list(_, let set), .list(let list)): set(&item, list)
        case (.list(_, let set), nil): set(&item, [])
        case (_, let value?):
            throw refusal("The value has the type “\(value.type.rawValue)” instead of “\(type.rawValue)”.")
        }
    }

    /// Whether the field always needs a value and has no default.
    package var takesNoNil: Bool {
        traits.contains(.alwaysWritten) && defaultValue == nil && !traits.contains(.clearable)
    }

    /// The value after the field was cleared: the default value or `nil`.
    package var unsetValue: FieldValue? { traits.contains(.clearable) ? nil : defaultValue }

    /// Returns the value in the type of the field. Converts whole numbers to amounts.
    func normalized(_ value: FieldValue) -> FieldValue {
        if case .integer(let number) = value, case .amount = access { return .amount(Amount(number)) }
        return value
    }

    /// Checks the rules that all stores enforce.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that explains the problem.
    package func check(_ value: FieldValue) throws(LootError) {
        switch value {
        case .text(let text):
            if traits.contains(.photo), FileID(text) == nil {
                throw refusal(
                    "The value isn't the ID of a photo, which consists of the 64 hexadecimal digits of its SHA-256.",
                    advice: "Add the photo itself.", remedy: .setPhoto)
            }
            if traits.contains(.currency), Currency(text)?.code != text {
                throw refusal(
                    "“\(TextRules.visible(text))” isn't a currency code.",
                    advice: "Enter three letters such as EUR.")
            }
            if traits.contains(.period) {
                let span = CalendarSpan(text)
                if span?.isPeriod != true || span?.description != text { throw periodRefusal(text) }
            }
            if traits.contains(.depreciation), let error = Depreciation.problem(with: text, in: self) {
                throw error
            }
            if !choices.isEmpty, !choices.contains(text) {
                throw refusal(
                    "“\(TextRules.visible(text))” isn't one of the choices.",
                    advice: Suggestions.choice(of: choices.map { Message(verbatim: $0) }))
            }
            try checkCharacters(of: text)
        case .list(let texts):
            for text in texts {
                if text.isEmpty { throw refusal("One of the entries is empty.") }
                if traits.contains(.files), FileEntry(text) == nil { throw refusal(fileEntry: text) }
                if traits.contains(.care), CareEntry(text) == nil {
                    throw careRefusal(text)
                }
                if traits.contains(.loans), LoanEntry(text) == nil {
                    throw refusal(
                        "“\(TextRules.visible(text))” isn't a loan.",
                        advice: "Write it as “lent 2026-11-20 until 2026-12-04 x3: Ann”.")
                }
                try checkCharacters(of: text)
            }
        case .integer(let number):
            if !limits.contains(number) { throw refusal(number, outside: range) }
        case .decimal, .amount, .flag, .moment, .day: break
        }
    }

    /// Returns the error for a text that isn't in the format of files.
    func refusal(_ text: String, writtenAs format: String) -> LootError {
        refusal(
            "“\(TextRules.visible(text))” isn't in the file format.", advice: "Write it as “\(format)”.")
    }

    /// Returns the error for an entry of a maintenance log that isn't in the format of files.
    private func careRefusal(_ text: String) -> LootError {
        do throws(LootError) {
            let entry = try CareEntry(reading: text)
            return refusal(text, writtenAs: entry.description)
        } catch {
            return error.during(settingFailure)
        }
    }

    /// Checks a value that a person entered in a form, an option, a request or an import. These rules are stricter
    /// than those of stores. A name may be empty and added later.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that explains the problem.
    package func checkEntry(_ value: FieldValue) throws(LootError) {
        try check(value)
        // A new item may not have a name yet.
        if value != .text(""), let problem = problem(with: value) { throw problem }
        if traits.contains(.place), case .text(let text) = value, !PlacePath.isWhole(text) {
            throw refusal(
                "One of the parts between slashes is empty.",
                advice: "Enter the place starting with the outermost part, such as “House / Attic”.")
        }
    }

    /// Returns the problem of a valid value that a person should correct, or `nil` if there is none.
    func problem(with value: FieldValue) -> LootError? {
        switch value {
        case .text(let text) where traits.contains(.required) && text.isEmpty:
            refusal("It can't be empty.")
        case .integer(let number) where !range.contains(number): refusal(number, outside: range)
        case .list(let entries) where traits.contains(.files) && entries.count > FileEntry.greatestCount:
            Field.refusal(ofFiles: entries.count)
        case .amount(let amount) where amount < .zero:
            refusal("\(amount.description) is less than 0.", advice: "Enter an amount of 0 or more.")
        default: nil
        }
    }

    /// The fields whose valid values can have problems.
    static let mendable = all.filter { field in
        switch field.access {
        case .text: field.traits.contains(.required)
        case .list: field.traits.contains(.files)
        case .integer, .amount: true
        case .flag, .moment, .day: false
        }
    }

    /// Throws if an item can't have `count` files.
    package static func check(countOfFiles count: Int) throws(LootError) {
        if count > FileEntry.greatestCount { throw refusal(ofFiles: count) }
    }

    private static func refusal(ofFiles count: Int) -> LootError {
        LootError(
            .invalidValue, "Can't set “Files”.",
            reason: "An item can have at most \(FileEntry.greatestCount) files, not \(count).",
            advice: "Remove some of them.", field: "files")
    }

    private func refusal(fileEntry text: String) -> LootError {
        refusal(
            "“\(TextRules.visible(text))” doesn't consist of a SHA-256 hash, size, media type and name.",
            advice: "Add the file itself.", remedy: .addFile)
    }

    private func refusal(_ number: Int, outside range: ClosedRange<Int>) -> LootError {
        let (least, greatest) = (range.lowerBound, range.upperBound)
        return refusal(
            number < least ? "\(number) is less than \(least)." : "\(number) is more than \(greatest).",
            advice: greatest < .max
                ? "Enter a whole number from \(least) to \(greatest)."
                : type == .amount
                    ? "Enter an amount of \(least) or more." : "Enter a whole number of \(least) or more.")
    }

    private func checkCharacters(of text: String) throws(LootError) {
        if let scalar = TextRules.firstRefused(in: text, allowingLines: traits.contains(.multiline)) {
            throw refusal("The text contains the control character \(TextRules.name(of: scalar)).")
        }
    }

    /// The failure of errors about values of this field.
    package var settingFailure: Message { "Can't set “\(title)”." }

    /// Creates an error for a rejected value of this field.
    package func refusal(
        _ reason: Message, advice: Message = "", remedy: LootError.Remedy? = nil
    ) -> LootError {
        LootError(
            .invalidValue, settingFailure, reason: reason, advice: advice, remedy: remedy, field: key)
    }
}
