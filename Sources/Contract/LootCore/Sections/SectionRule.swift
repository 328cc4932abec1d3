import TextSearch

/// A declarative sectioning, which a database can also evaluate.
@nonexhaustive
public enum SectionRule: Hashable, Sendable {
    /// Bands of a number or an amount: `[25, 50]` creates `n < 25` (key 0), `25 ≤ n < 50` (1) and `50 ≤ n` (2).
    /// Bounds are in ascending order. To include a bound in the band below it, use the next larger amount, see
    /// `bound(parsing:)`.
    case bands(FieldKey, bounds: [Amount])
    /// The first letter of a string, folded and in upper case. Strings that don't begin with a letter are in
    /// the last section.
    case initial(FieldKey)
    /// The year of a day or moment (UTC) as a number: 2026.
    case year(FieldKey)
    /// The month of a day or moment (UTC) as a number: 202611.
    case month(FieldKey)
    /// A flag: 0 for `true` and 1 for `false`, so that flagged items are first.
    case flag(FieldKey)
    /// The value: a number, an amount or a flag by size, a string by its bytes, a day or moment as text, and
    /// a list by its first entry.
    case value(FieldKey)
    /// The place in a string, or its `depth` outermost parts (``PlacePath``).
    case place(FieldKey, depth: Int? = nil)

    /// The field of the rule.
    package var field: FieldKey {
        switch self {
        case .bands(let field, _), .initial(let field), .year(let field), .month(let field), .flag(let field),
            .value(let field), .place(let field, _):
            field
        }
    }

    /// Returns the section key of an item.
    public func key(for item: Item) -> SectionKey {
        guard let value = item.value(for: field) else {
            if case .flag = self { return .number(1) }
            return .missing
        }
        switch self {
        case .bands(_, let bounds):
            let band: Int?
            switch value {
            case .integer(let number): band = bounds.firstIndex { Amount(number) < $0 }
            case .amount(let amount): band = bounds.firstIndex { amount < $0 }
            case .decimal: band = bounds.firstIndex { FieldValue.order(value, .amount($0)) == .ascending }
            case .text, .flag, .moment, .day, .list: return .missing
            }
            return .number(band ?? bounds.count)
        case .initial:
            guard case .text(let text) = value else { return .missing }
            return SectionRule.initial(of: text).map { .text($0) } ?? .missing
        case .year: return SectionRule.day(of: value).map { .number($0.components.year) } ?? .missing
        case .month:
            return SectionRule.day(of: value).map { .number($0.components.year * 100 + $0.components.month) }
                ?? .missing
        case .flag: return .number(value == .flag(true) ? 0 : 1)
        case .place(_, let depth):
            guard case .text(let text) = value else { return .missing }
            let place = PlacePath(text)
            if place.parts.isEmpty { return .missing }
            return .place(depth.map { place.prefix($0) } ?? place)
        case .value:
            switch value {
            case .integer(let number): return .number(number)
            case .amount(let amount): return .amount(amount)
            case .flag(let flag): return .number(flag ? 1 : 0)
            case .list(let entries): return entries.first.map { .text($0) } ?? .missing
            case .text, .decimal, .moment, .day: return .text(value.description)
            }
        }
    }

    /// Returns the index letter of the given text, for example `E` for `É` and `S` for `ß`, or `nil` if the
    /// text doesn't begin with a letter.
    package static func initial(of text: String) -> String? {
        guard let first = Folding.fold(String(text.prefix(1))).first, first.isLetter else { return nil }
        return first.uppercased()
    }

    private static func day(of value: FieldValue) -> Day? {
        switch value {
        case .day(let day): day
        case .moment(let moment): moment.day
        default: nil
        }
    }
}

/// Rules group items without another type, as in `Query(sectioning: SectionRule.initial("name"))`.
extension SectionRule: Sectioning {
    /// The rule itself.
    public var rule: SectionRule? { self }

    /// Returns the key as text.
    public func title(for key: SectionKey) -> String {
        switch key {
        case .number(let number): String(number)
        case .amount(let amount): amount.description
        case .text(let text): text
        case .place(let place): place.description
        case .missing: ""
        }
    }
}
