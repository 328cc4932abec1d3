extension SectionRule: LosslessStringConvertible {
    /// The rule as text: `bands:25,50:valueInDollars`, `initial:name`, `value:custom.Color`. Reading it gives the same
    /// rule.
    public var description: String {
        switch self {
        case .bands(let field, let bounds):
            "bands:\(bounds.map(String.init).joined(separator: ",")):\(field)"
        case .initial(let field): "initial:\(field)"
        case .year(let field): "year:\(field)"
        case .month(let field): "month:\(field)"
        case .flag(let field): "flag:\(field)"
        case .value(let field): "value:\(field)"
        }
    }

    /// The rule that a text tells; nil if it tells none.
    public init?(_ description: String) {
        // By bytes: a field's name may begin with a combining mark, which would make one character with the colon.
        let colon = UInt8(ascii: ":")
        let parts = description.utf8.split(separator: colon, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = String(parts[0]) else { return nil }
        func field(_ text: Substring.UTF8View) -> FieldKey { FieldKey(rawValue: String(Substring(text))) }
        switch kind {
        case "bands":
            let parts = parts[1].split(separator: colon, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let texts = parts[0].split(separator: UInt8(ascii: ","))
            let bounds = texts.compactMap { Int(String(Substring($0))) }
            guard bounds.count == texts.count, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else {
                return nil
            }
            self = .bands(field(parts[1]), bounds: bounds)
        case "initial": self = .initial(field(parts[1]))
        case "year": self = .year(field(parts[1]))
        case "month": self = .month(field(parts[1]))
        case "flag": self = .flag(field(parts[1]))
        case "value": self = .value(field(parts[1]))
        default: return nil
        }
    }
}
