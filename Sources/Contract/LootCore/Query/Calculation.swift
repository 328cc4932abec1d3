/// A number that is worked out of an item's fields: `value - price`, `value * quantity`.
///
/// It is exact: whole numbers and decimals as they are written, and fractions where they are divided. It has no value
/// where a field of it holds no number, where it divides by zero, and where a step of it needs more than 38 digits.
public indirect enum Calculation: Hashable, Sendable {
    /// What a field holds: a number, or a text of one's own that spells one.
    case field(FieldKey)
    /// A constant.
    case number(FieldValue)
    /// Two numbers taken together.
    case operation(Calculation, Operation, Calculation)

    /// What is done with two numbers.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// `+`.
        case sum = "+"
        /// `-`.
        case difference = "-"
        /// `*`.
        case product = "*"
        /// `/`.
        case quotient = "/"

        /// Whether it is done before sums and differences.
        var isProduct: Bool { self == .product || self == .quotient }
    }

    /// The fields that it needs.
    package var fields: [FieldKey] {
        switch self {
        case .field(let key): [key]
        case .number: []
        case .operation(let left, _, let right): left.fields + right.fields
        }
    }

    /// What works it out for an item.
    var value: @Sendable (Item) -> ExactNumber? {
        switch self {
        case .field(let key):
            switch Field.with(key: key)?.access {
            case .integer(let get, _): return { get($0).map { ExactNumber($0) } }
            case .amount(let get, _): return { get($0).map { ExactNumber($0) } }
            default: break
            }
            guard key.customName != nil else { return { _ in nil } }
            return { $0.value(for: key).flatMap { ExactNumber($0) } }
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
    /// The calculation in the filter language.
    public var description: String {
        switch self {
        case .field(let key): Filter.name(of: key)
        case .number(let value): value.description
        case .operation(let left, let operation, let right):
            "\(left.part(of: operation, isLeft: true)) \(operation.rawValue) \(right.part(of: operation, isLeft: false))"
        }
    }

    /// It as a part of a greater one, in parentheses where it would be read otherwise without.
    private func part(of outer: Operation, isLeft: Bool) -> String {
        guard case .operation(_, let inner, _) = self else { return description }
        let standsAlone = inner.isProduct == outer.isProduct ? isLeft : inner.isProduct
        return standsAlone ? description : "(\(self))"
    }
}
