extension SectionRule: CustomStringConvertible {
    /// The rule as text: `bands:25,50:valueInDollars`, `bands:>50:valueInDollars`, `initial:name`,
    /// `value:custom.Color`, `place:location`, `place:2:location`. It can be parsed without loss.
    public var description: String {
        switch self {
        case .bands(let field, let bounds):
            "bands:\(bounds.map(SectionRule.text(ofBound:)).joined(separator: ",")):\(field)"
        case .initial(let field): "initial:\(field)"
        case .year(let field): "year:\(field)"
        case .month(let field): "month:\(field)"
        case .flag(let field): "flag:\(field)"
        case .value(let field): "value:\(field)"
        case .place(let field, let depth): "place:\(depth.map { "\($0):" } ?? "")\(field)"
        }
    }

    /// Parses a rule. Returns `nil` if the text isn't a valid rule.
    package init?(_ description: String) {
        // Split bytes. A field's name may begin with a combining mark, which would form one character with the colon.
        let colon = UInt8(ascii: ":")
        let parts = description.utf8.split(separator: colon, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = String(parts[0]) else { return nil }
        func field(_ text: Substring.UTF8View) -> FieldKey { FieldKey(rawValue: String(Substring(text))) }
        switch kind {
        case "bands":
            let parts = parts[1].split(separator: colon, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let texts = parts[0].split(separator: UInt8(ascii: ","))
            let bounds = texts.compactMap { String($0).flatMap(SectionRule.bound(parsing:)) }
            guard bounds.count == texts.count, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else {
                return nil
            }
            self = .bands(field(parts[1]), bounds: bounds)
        case "initial": self = .initial(field(parts[1]))
        case "year": self = .year(field(parts[1]))
        case "month": self = .month(field(parts[1]))
        case "flag": self = .flag(field(parts[1]))
        case "value": self = .value(field(parts[1]))
        case "place":
            let parts = parts[1].split(separator: colon, maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, let depth = String(parts[0]).flatMap({ Int($0) }) {
                if depth < 1 { return nil }
                self = .place(field(parts[1]), depth: depth)
            } else {
                self = .place(field(parts.count == 2 ? Substring(description).utf8.dropFirst(6) : parts[0]))
            }
        default: return nil
        }
    }
}

extension SectionRule {
    /// Parses a bound between two bands: `50` belongs to the upper band, and `>50` means that 50 belongs to the lower
    /// one. Returns `nil` for other text.
    package static func bound(parsing text: String) -> Amount? {
        guard text.utf8.first == UInt8(ascii: ">") else { return Amount(text) }
        return Amount(String(text.dropFirst().drop { $0 == " " }))?.successor
    }

    /// Returns the text of a bound, which ``bound(parsing:)`` can parse.
    static func text(ofBound bound: Amount) -> String {
        strictBound(bound).map { ">\($0)" } ?? bound.description
    }

    /// Returns the largest amount of the lower band if the bound was specified with `>`, or `nil` if it belongs to
    /// the upper band.
    package static func strictBound(_ bound: Amount) -> Amount? {
        guard bound.tenThousandths.magnitude % 100 == 1, bound > .zero else { return nil }
        return Amount(tenThousandths: bound.inTenThousandths - 1)
    }
}
