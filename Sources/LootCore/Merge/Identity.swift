extension Item {
    /// Whether both hold the same to the byte in every field. (`==` holds texts equal that Unicode calls canonically
    /// equivalent.)
    func isIdentical(to other: Item) -> Bool {
        guard id == other.id, value == other.value, dateCreated == other.dateCreated,
            isFavorite == other.isFavorite, hasDetails == other.hasDetails,
            Item.areIdentical(name, other.name), Item.areIdentical(serialNumber, other.serialNumber)
        else { return false }
        return !hasDetails || hasIdenticalDetails(to: other)
    }

    private func hasIdenticalDetails(to other: Item) -> Bool {
        let details = details
        let others = other.details
        // Most that differs, this tells; the rest looks into the bytes of texts.
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
        left == right && (left ?? "").utf8.elementsEqual((right ?? "").utf8)
    }
}

extension ForeignValue {
    /// Whether both hold the same to the byte.
    func isIdentical(to other: ForeignValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)), (.number(let left), .number(let right)):
            left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
        case (.object(let left), .object(let right)): left.isIdentical(to: right)
        default: self == other
        }
    }
}

extension [ForeignField] {
    /// Whether both hold the same to the byte.
    func isIdentical(to other: [ForeignField]) -> Bool {
        count == other.count
            && zip(self, other).allSatisfy {
                $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isIdentical(to: $1.value)
            }
    }
}
