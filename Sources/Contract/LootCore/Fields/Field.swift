/// One row of the field table: everything there is to know of a field of ``Item``.
///
/// Codecs, CSV columns, command line flags, forms, the filter language and the API's schema are made from
/// ``all``; no other code lists the fields.
public struct Field: Sendable {
    /// How the field is read and written, by its type. An absent value is nil; a flag is always there.
    package enum Access: Sendable {
        /// Text; a required text that is not set reads as empty.
        case text(get: @Sendable (Item) -> String?, set: @Sendable (inout Item, consuming String?) -> Void)
        /// A whole number within the field's ``Field/limits``.
        case integer(get: @Sendable (Item) -> Int?, set: @Sendable (inout Item, Int?) -> Void)
        /// An exact amount.
        case amount(get: @Sendable (Item) -> Amount?, set: @Sendable (inout Item, Amount?) -> Void)
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
    package struct Traits: OptionSet, Hashable, Sendable {
        /// The bits.
        package let rawValue: Int
        /// The traits with these bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// A person is asked for it: it should not be empty.
        package static let required = Traits(rawValue: 1)
        /// It is part of the core model and stands in every file, even when it has its default.
        package static let alwaysWritten = Traits(rawValue: 2)
        /// A search looks into it.
        package static let searchable = Traits(rawValue: 4)
        /// It may hold line breaks.
        package static let multiline = Traits(rawValue: 8)
        /// It counts units of the item's currency, or of the one that the front end shows.
        package static let money = Traits(rawValue: 16)
        /// It names a photo, by the digest of its bytes (``FileID``); forms show the photo.
        package static let photo = Traits(rawValue: 32)
        /// It tells of the purchase: reports have it with the others that do.
        package static let purchase = Traits(rawValue: 64)
        /// It is about the entry and not about the thing: reports leave it out.
        package static let entry = Traits(rawValue: 128)
        /// It may be not set, which is then not the same as its default: a file that does not name it means the default,
        /// and one that gives it nothing says that it is not known.
        package static let clearable = Traits(rawValue: 256)
        /// It names a currency, by the three letters of ISO 4217.
        package static let currency = Traits(rawValue: 512)
        /// It lists files, each entry the text of an ``FileEntry``; filters ask for their names.
        package static let files = Traits(rawValue: 1024)
        /// It names a length of time after which something comes round, as ``CalendarSpan`` writes it.
        package static let period = Traits(rawValue: 2048)
        /// It spells a place, as a path of its parts, see ``PlacePath``.
        package static let place = Traits(rawValue: 4096)
        /// It is a log of care, each entry the text of a ``CareEntry``.
        package static let care = Traits(rawValue: 16384)
        /// Its title is no noun, so that sentences quote it.
        package static let phrase = Traits(rawValue: 8192)
    }

    /// The key in files and in the API: `valueInDollars`.
    public let key: FieldKey
    /// The short name, as flags, filters and sorts have it: `value`.
    public let name: String
    /// Other names that are understood: `tag` for `tags`.
    package let aliases: [String]
    /// What a person reads beside it: `Value`.
    public let title: Message
    /// One line on what it is for, for help and documentation.
    package let summary: Message
    /// What else there is to know.
    package let traits: Traits
    /// What a whole number should be: a person is asked for one of these. A store takes any within the ``limits``.
    package let range: ClosedRange<Int>
    /// What a whole number may be, with the sign that it should not have.
    package let limits: ClosedRange<Int>
    /// What it holds when nothing is said; nil when it is then not set.
    package let defaultValue: FieldValue?
    /// The field of the day from which a length of time counts that is given in the place of a day: a warranty of
    /// `36 months` counts from the day of purchase. Nil where no length can be given.
    package let countsFrom: FieldKey?
    /// How it is read and written.
    package let access: Access

    init(
        _ key: FieldKey, name: String? = nil, aliases: [String] = [], title: Message, summary: Message,
        traits: Traits = [], range: ClosedRange<Int> = 0...Int.max, defaultValue: FieldValue? = nil,
        countsFrom: FieldKey? = nil, _ access: Access
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

    /// What the item holds in this field; nil if it is not set.
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

    /// Whether the item holds what it would hold if nothing had been said.
    package func isDefault(in item: Item) -> Bool {
        FieldValue.areIdentical(value(of: item), defaultValue)
    }

    /// Puts a value of the field's own type in; nil puts the default in, or takes the value out of a field that is
    /// `Traits.clearable`. A field of the core model that has no default, a name or the moment of creation, takes no
    /// nil. A field of amounts takes whole numbers, too.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` when the value is of another type or not allowed.
    package func set(_ value: FieldValue?, in item: inout Item) throws(LootError) {
        let value = value.map(normalized) ?? unsetValue
        if let value { try check(value) }
        if value == nil, takesNoNil { throw refusal("it may not be empty") }
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
        case (_, let value?): throw refusal("it holds \(type.rawValue), not \(value.type.rawValue)")
        }
    }

    /// Whether it always holds something, and nothing that could stand in for it.
    package var takesNoNil: Bool {
        traits.contains(.alwaysWritten) && defaultValue == nil && !traits.contains(.clearable)
    }

    /// What a sentence calls it: `the value`, `“Lent to”`.
    package var noun: String {
        traits.contains(.phrase) ? "“\(title.text)”" : "the \(title.text.lowercased())"
    }

    /// What an item holds in this field when its value was taken out: the default, or nothing.
    package var unsetValue: FieldValue? { traits.contains(.clearable) ? nil : defaultValue }

    /// The value as the field holds it: a whole number that is put where amounts stand is one.
    func normalized(_ value: FieldValue) -> FieldValue {
        if case .integer(let number) = value, case .amount = access { return .amount(Amount(number)) }
        return value
    }

    /// Whether the value may stand in this field: the rule that every store keeps.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that says what is wrong with it.
    package func check(_ value: FieldValue) throws(LootError) {
        switch value {
        case .text(let text):
            if traits.contains(.photo), FileID(text) == nil {
                throw refusal(
                    "it is no name of a photo, the 64 hexadecimal digits of its SHA-256",
                    next: "Give the photo itself", remedy: .setPhoto)
            }
            if traits.contains(.currency), Currency(text)?.code != text {
                throw refusal(
                    "“\(TextRules.visible(text))” is not a currency",
                    next: "Give its three letters, as in EUR")
            }
            if traits.contains(.period) {
                let span = CalendarSpan(text)
                if span?.isPeriod != true || span?.description != text { throw periodRefusal(text) }
            }
            try checkCharacters(of: text)
        case .list(let texts):
            for text in texts {
                if text.isEmpty { throw refusal("one of its entries is empty") }
                if traits.contains(.files), FileEntry(text) == nil { throw refusal(fileEntry: text) }
                if traits.contains(.care), CareEntry(text) == nil {
                    let entry = try CareEntry(reading: text)
                    throw refusal(
                        "“\(TextRules.visible(text))” is not as files have it", next: "Write it as \(entry)")
                }
                try checkCharacters(of: text)
            }
        case .integer(let number):
            if !limits.contains(number) { throw refusal(number, outside: range) }
        case .decimal, .amount, .flag, .moment, .day: break
        }
    }

    /// Why a text is no length of time after which something comes round.
    func periodRefusal(_ text: String) -> LootError {
        let quote = "“\(TextRules.visible(text))”"
        guard let span = CalendarSpan(text) else {
            return refusal(
                "\(quote) is not a length of time", next: "Give one like 6 months, 2 weeks or 10 days")
        }
        if span.isPeriod { return refusal("\(quote) is not as files have it", next: "Write it as \(span)") }
        return span.count > 0
            ? refusal(
                "\(quote) is longer than the calendar, which ends with the year 9999",
                next: "Give a shorter one")
            : refusal("in \(quote) no time passes", next: "Give one of a day or more, like 6 months")
    }

    /// Whether a person may enter the value here: forms, flags, requests and imports ask for more than a store does. A
    /// name may be left empty, and given later.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that says what is wrong with it.
    package func checkEntry(_ value: FieldValue) throws(LootError) {
        try check(value)
        // An item may come before its name.
        if value != .text(""), let problem = problem(with: value) { throw problem }
        if traits.contains(.place), case .text(let text) = value, !PlacePath.isWhole(text) {
            throw refusal(
                "one of the parts between its slashes is empty",
                next: "Write it from the outside in, as in House / Attic")
        }
    }

    /// What a person should mend about a value that may stand here; nil if nothing.
    func problem(with value: FieldValue) -> LootError? {
        switch value {
        case .text(let text) where traits.contains(.required) && text.isEmpty:
            refusal("it may not be empty")
        case .integer(let number) where !range.contains(number): refusal(number, outside: range)
        case .list(let entries) where traits.contains(.files) && entries.count > FileEntry.greatestCount:
            Field.refusal(ofFiles: entries.count)
        case .amount(let amount) where amount < .zero:
            refusal("\(amount) is less than 0", next: "Give an amount of 0 or more")
        default: nil
        }
    }

    /// The fields in which a value may stand that a person should mend.
    static let mendable = all.filter { field in
        switch field.access {
        case .text: field.traits.contains(.required)
        case .list: field.traits.contains(.files)
        case .integer, .amount: true
        case .flag, .moment, .day: false
        }
    }

    /// Fails if an item may not have `count` files.
    package static func check(countOfFiles count: Int) throws(LootError) {
        if count > FileEntry.greatestCount { throw refusal(ofFiles: count) }
    }

    private static func refusal(ofFiles count: Int) -> LootError {
        LootError(
            .invalidValue, "can't set the files",
            because: "an item may have \(FileEntry.greatestCount), and these are \(count)",
            next: "Take some away", field: "files")
    }

    private func refusal(fileEntry text: String) -> LootError {
        refusal(
            "“\(TextRules.visible(text))” is no file: its SHA-256, bytes, type and name",
            next: "Give the file itself", remedy: .addFile)
    }

    private func refusal(_ number: Int, outside range: ClosedRange<Int>) -> LootError {
        let bound =
            number < range.lowerBound ? "less than \(range.lowerBound)" : "more than \(range.upperBound)"
        let kind = type == .amount ? "an amount" : "a whole number"
        let allowed =
            range.upperBound == .max
            ? "of \(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
        return refusal("\(number) is \(bound)", next: "Give \(kind) \(allowed)")
    }

    private func checkCharacters(of text: String) throws(LootError) {
        if let scalar = TextRules.firstRefused(in: text, allowingLines: traits.contains(.multiline)) {
            throw refusal("it holds the control character \(TextRules.name(of: scalar))")
        }
    }

    /// The error that a value of this field is refused with.
    package func refusal(_ why: String, next: String = "", remedy: LootError.Remedy? = nil) -> LootError {
        LootError(
            .invalidValue, "can't set \(noun)", because: why, next: next, remedy: remedy,
            field: key)
    }
}
