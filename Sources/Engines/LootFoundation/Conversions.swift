public import LootCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Moment {
    /// Creates the moment at the start of the second that contains `date`, clamped to the years 1 to 9999.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let bounds = (Double(Moment.first.secondsSinceEpoch), Double(Moment.last.secondsSinceEpoch))
        let clamped = seconds.isNaN ? 0 : Int64(min(max(seconds, bounds.0), bounds.1))
        self = Moment(secondsSinceEpoch: clamped) ?? .first
    }

    /// The date at the same moment.
    public var date: Date { Date(timeIntervalSince1970: Double(secondsSinceEpoch)) }
}

extension ItemID {
    /// Creates the identifier with the bytes of `uuid`.
    public init(_ uuid: UUID) {
        self = withUnsafeBytes(of: uuid.uuid) { bytes in  // Tuples have no subscripts.
            let halves = (0..<2).map { half in
                bytes[half * 8..<half * 8 + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            return ItemID(high: halves[0], low: halves[1])
        }
    }

    /// The same bytes as a UUID.
    public var uuid: UUID {
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: half >> (56 - 8 * index))
        }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}

extension Day {
    /// Creates a day from its components. Returns `nil` if year, month or day is missing or doesn't exist.
    public init?(_ components: DateComponents) {
        guard let year = components.year, let month = components.month, let day = components.day else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }

    /// Creates the day of a date in a calendar and its time zone.
    public init?(_ date: Date, in calendar: Calendar) {
        self.init(calendar.dateComponents([.year, .month, .day], from: date))
    }

    /// The year, month and day in the Gregorian calendar.
    public var dateComponents: DateComponents {
        let parts = components
        return DateComponents(
            calendar: Calendar(identifier: .gregorian), year: parts.year, month: parts.month, day: parts.day)
    }
}

extension Decimal {
    /// Creates the exact value of an amount.
    public init(_ amount: Amount) { self = Decimal(string: amount.description) ?? .nan }
}

extension Amount {
    /// Creates an amount from a number. Returns `nil` if it has more than four decimals or is out of range.
    public init?(_ decimal: Decimal) {
        // The description of a decimal number is exact, and the same in every locale.
        self.init(decimal.description)
    }
}

extension LootError: LocalizedError {
    /// The failure and its reason.
    public var errorDescription: String? { reason.isEmpty ? failure.text : "\(failure.text) \(reason.text)" }
    /// The reason for the failure.
    public var failureReason: String? { explanation.text }
    /// Advice on how to fix the error.
    public var recoverySuggestion: String? { advice.isEmpty ? nil : advice.text }
}
