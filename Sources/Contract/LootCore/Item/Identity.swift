extension Item {
    /// Returns whether both items are equal byte by byte in all fields. (`==` also treats canonically equivalent
    /// Unicode strings as equal.)
    package func isIdentical(to other: Item) -> Bool {
        guard id == other.id, value == other.value, dateCreated == other.dateCreated,
            isFavorite == other.isFavorite, hasDetails == other.hasDetails,
            name.isIdentical(to: other.name), Item.areIdentical(serialNumber, other.serialNumber)
        else { return false }
        return !hasDetails || sharesDetails(with: other) || hasIdenticalDetails(to: other)
    }

    private func hasIdenticalDetails(to other: Item) -> Bool {
        let details = details
        let others = other.details
        // This finds most differences. The remaining checks compare the bytes of strings.
        guard details == others else { return false }
        return Field.rare.allSatisfy { FieldValue.areIdentical($0.value(of: self), $0.value(of: other)) }
            && details.custom.allSatisfy { FieldValue.areIdentical($0.value, others.custom[$0.key]) }
            && details.custom.keys.allSatisfy { name in
                others.custom.index(forKey: name).map { Item.areIdentical(others.custom[$0].key, name) }
                    ?? false
            }
            && details.foreign.isIdentical(to: others.foreign)
    }

    private static func areIdentical(_ left: String?, _ right: String?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): left.isIdentical(to: right)
        default: false
        }
    }
}

extension String {
    /// Returns whether both strings have the same bytes. (`==` also treats canonically equivalent Unicode strings as
    /// equal; for ASCII, there is no difference.)
    package func isIdentical(to other: String) -> Bool {
        guard self == other else { return false }
        return (utf8Span.isKnownASCII && other.utf8Span.isKnownASCII) || utf8.elementsEqual(other.utf8)
    }
}

extension ForeignValue {
    /// Returns whether both values are equal byte by byte.
    package func isIdentical(to other: ForeignValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)), (.number(let left), .number(let right)):
            left.isIdentical(to: right)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
        case (.object(let left), .object(let right)): left.isIdentical(to: right)
        default: self == other
        }
    }
}

extension [ForeignField] {
    /// Returns whether both values are equal byte by byte.
    package func isIdentical(to other: [ForeignField]) -> Bool {
        count == other.count
            && zip(self, other).allSatisfy {
                $0.key.isIdentical(to: $1.key) && $0.value.isIdentical(to: $1.value)
            }
    }
}

extension ForeignValue? {
    /// Returns whether both values are equal byte by byte, or both are missing.
    package func isIdentical(to other: ForeignValue?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let left?, let right?): left.isIdentical(to: right)
        default: false
        }
    }
}
