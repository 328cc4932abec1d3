package import LootCore

/// A conflict between two sides of a merge: different values of a field, or an item that one side changed and the
/// other removed.
package struct MergeConflict: Hashable, Sendable {
    /// The kind of the conflict.
    package enum Kind: String, Hashable, Sendable {
        /// Both sides set a field to different values.
        case edited
        /// Our side removed the item and the other side changed it. The other side's item is kept.
        case removedInOurs
        /// The other side removed the item and ours changed it. Our item is kept.
        case removedInTheirs
    }

    /// A side of a merge.
    package enum Side: String, Hashable, Sendable, CaseIterable {
        /// Our list, to which the result is written. The item contains its value.
        case ours
        /// The other list. The item records its value.
        case theirs
    }

    /// The item concerned, or `nil` for a setting of the list.
    package let item: ItemID?
    /// The name of the item in the result.
    package let name: String
    /// The kind of the conflict.
    package let kind: Kind
    /// The conflicting field, or `nil` if the conflict concerns the whole item. An unknown field has its
    /// original key.
    package let field: FieldKey?
    /// The previous value, or `nil` if it was missing or is unknown.
    package let base: FieldValue?
    /// Our value, or `nil` if our side removed it.
    package let ours: FieldValue?
    /// Their value, or `nil` if the other side removed it.
    package let theirs: FieldValue?

    /// Creates the conflict about a field that both sides have set to different values.
    package init(
        of item: Item, _ field: FieldKey, base: FieldValue? = nil, ours: FieldValue?, theirs: FieldValue?
    ) {
        self.item = item.id
        name = item.name
        kind = .edited
        self.field = field
        self.base = base
        self.ours = ours
        self.theirs = theirs
    }

    /// Creates a conflict about a setting of the list, such as `currency`, or about an entry, such as `views.insured`.
    init(ofSetting path: String, base: ForeignValue?, ours: ForeignValue?, theirs: ForeignValue?) {
        item = nil
        name = "Settings"
        kind = .edited
        field = FieldKey(rawValue: path)
        (self.base, self.ours, self.theirs) = (base?.asText, ours?.asText, theirs?.asText)
    }

    /// Creates the conflict about an item that the given side has removed and the other side has changed.
    init(of item: Item, removedIn side: Side) {
        self.item = item.id
        name = item.name
        kind = side == .ours ? .removedInOurs : .removedInTheirs
        field = nil
        base = nil
        ours = nil
        theirs = nil
    }

    /// Returns the value of the given side, or `nil` if that side removed it.
    package func value(of side: Side) -> FieldValue? {
        switch side {
        case .ours: ours
        case .theirs: theirs
        }
    }
}
