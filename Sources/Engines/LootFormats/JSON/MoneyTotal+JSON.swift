package import LootCore

extension MoneyTotal {
    /// Returns the total as members of an object. `key` contains the sum of values in the default currency. If there
    /// are any, `keyByCurrency` contains the sums in other currencies, and `keyUnknown` the number of unknown values.
    package func fields(_ key: String) -> [ForeignField] {
        var fields: [ForeignField] = [.init(key, .number(plain.description))]
        let others = sums.compactMap { sum in
            sum.currency.map { ForeignField($0.code, .number(sum.sum.description)) }
        }
        if !others.isEmpty { fields.append(.init("\(key)ByCurrency", .object(others))) }
        if unknown > 0 { fields.append(.init("\(key)Unknown", .number(String(unknown)))) }
        return fields
    }

    /// Reads the total from the members of an object. Returns `nil` if there is none.
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
