package import LootCore

extension MoneyTotal {
    /// What JSON tells of a total: the sum of what has no currency of its own under `key`; behind it, where there are
    /// any, the sums of other currencies under `keyByCurrency`, and under `keyUnknown` how many values are not known.
    package func fields(_ key: String) -> [ForeignField] {
        var fields: [ForeignField] = [.init(key, .number(plain.description))]
        let others = sums.compactMap { sum in
            sum.currency.map { ForeignField($0.code, .number(sum.sum.description)) }
        }
        if !others.isEmpty { fields.append(.init("\(key)ByCurrency", .object(others))) }
        if unknown > 0 { fields.append(.init("\(key)Unknown", .number(String(unknown)))) }
        return fields
    }

    /// The total that an object tells under a key; nil where it tells none.
    package init?(_ key: String, of object: DocumentValue) {
        guard case .number(let digits)? = object[key]?.content, let sum = Sum(digits) else { return nil }
        self.init(sum)
        if let others = object["\(key)ByCurrency"] {
            guard case .object(let entries) = others.content else { return nil }
            for entry in entries {
                guard case .number(let digits) = entry.value.content, let sum = Sum(digits),
                    let currency = Currency(entry.key)
                else { return nil }
                add(sum, currency)
            }
        }
        if let count = object["\(key)Unknown"] {
            guard case .number(let digits) = count.content, let number = Int(digits) else { return nil }
            unknown = number
        }
    }
}
