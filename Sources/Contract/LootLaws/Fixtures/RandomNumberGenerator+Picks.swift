extension RandomNumberGenerator {
    /// Returns `true` with a probability of 1 in `count`.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<max(1, count), using: &self) == 0 }

    /// Returns one of the values.
    mutating func pick<Value>(_ first: Value, _ others: Value...) -> Value {
        let index = Int.random(in: 0...others.count, using: &self)
        return index == 0 ? first : others[index - 1]
    }

    /// Returns an element of a collection, or `otherwise` if it is empty.
    mutating func pick<Values: Collection>(from values: Values, otherwise: Values.Element) -> Values.Element {
        values.randomElement(using: &self) ?? otherwise
    }
}
