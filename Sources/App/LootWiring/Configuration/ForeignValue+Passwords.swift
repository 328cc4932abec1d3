import LootCore

extension ForeignValue {
    /// The value without the passwords in its URLs.
    var withoutPasswords: ForeignValue {
        switch self {
        case .text(let text): .text(text.withoutPassword)
        case .array(let values): .array(values.map(\.withoutPasswords))
        case .object(let fields): .object(fields.map { ForeignField($0.key, $0.value.withoutPasswords) })
        default: self
        }
    }
}
