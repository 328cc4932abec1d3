/// An arithmetic expression of an item's fields: `value - price`, `value * quantity`.
///
/// The arithmetic is exact, with fractions for divisions. An expression has no value if a field contains no number,
/// if it divides by zero, or if an intermediate result needs more than 38 digits.
public indirect enum Calculation: Hashable, Sendable {
    /// The number in a field, or in the text of a custom field. The number of a date is its day.
    case field(FieldKey)
    /// A constant.
    case number(FieldValue)
    /// An operation on two expressions.
    case operation(Calculation, Operation, Calculation)

    /// An arithmetic operation.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// Addition: `+`.
        case sum = "+"
        /// Subtraction: `-`.
        case difference = "-"
        /// Multiplication: `*`.
        case product = "*"
        /// Division: `/`.
        case quotient = "/"

        /// Whether the operation takes precedence over sums and differences.
        var isProduct: Bool { self == .product || self == .quotient }
    }

    /// The fields in the expression.
    package var fields: [FieldKey] {
        switch self {
        case .field(let key): [key]
        case .number: []
        case .operation(let left, _, let right): left.fields + right.fields
        }
    }

    /// A function that evaluates the expression for an item.
    var value: @Sendable (Item) -> ExactNumber? {
        switch self {
        case .field(let key):
            switch Field.with(key: key)?.access {
            case .integer(let get, _): return { get($0).map { ExactNumber($0) } }
            case .amount(let get, _): return { get($0).map { ExactNumber($0) } }
            case .day(let get, _): return { get($0).map { ExactNumber(Int($0.daysSinceEpoch)) } }
            case .moment(let get, _): return { get($0).map { ExactNumber(Int($0.day.daysSinceEpoch)) } }
            default: break
            }
            guard key.customName != nil else { return { _ in nil } }
            return { item in
                switch item.value(for: key) {
                case .day(let day)?: ExactNumber(Int(day.daysSinceEpoch))
                case .moment(let moment)?: ExactNumber(Int(moment.day.daysSinceEpoch))
                case let value?: ExactNumber(value)
                case nil: nil
                }
            }
        case .number(let value):
            let number = ExactNumber(value)
            return { _ in number }
        case .operation(let left, let operation, let right):
            let (one, other) = (left.value, right.value)
            return { item in
                guard let left = one(item), let right = other(item) else { return nil }
                return switch operation {
                case .sum: left + right
                case .difference: left - right
                case .product: left * right
                case .quotient: left / right
                }
            }
        }
    }
}

extension Calculation: CustomStringConvertible {
    /// The expression in the filter language.
    public var description: String {
        switch self {
        case .field(let key): Filter.name(of: key)
        case .number(let value): value.description
        case .operation(let left, let operation, let right):
            "\(left.part(of: operation, isLeft: true)) \(operation.rawValue) \(right.part(of: operation, isLeft: false))"
        }
    }

    /// Returns the text as an operand of another operation, with parentheses if needed.
    private func part(of outer: Operation, isLeft: Bool) -> String {
        guard case .operation(_, let inner, _) = self else { return description }
        let standsAlone = inner.isProduct == outer.isProduct ? isLeft : inner.isProduct
        return standsAlone ? description : "(\(self))"
    }
}
