extension RandomNumberGenerator {
    /// True once in `count` times.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<max(1, count), using: &self) == 0 }

    /// One of several values.
    mutating func pick<Value>(_ first: Value, _ others: Value...) -> Value {
        let index = Int.random(in: 0...others.count, using: &self)
        return index == 0 ? first : others[index - 1]
    }

    /// One of a collection's values, or `otherwise` where it has none.
    mutating func pick<Values: Collection>(from values: Values, otherwise: Values.Element) -> Values.Element {
        values.randomElement(using: &self) ?? otherwise
    }
}
