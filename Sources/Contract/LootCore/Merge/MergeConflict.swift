/// What two sides changed differently: a field of an item, or the item itself, which one side changed and the other
/// removed.
package struct MergeConflict: Hashable, Sendable {
    /// What the sides did.
    package enum Kind: String, Hashable, Sendable {
        /// Both set one field, to different values.
        case edited
        /// We removed the item, they changed it. It stays as they have it.
        case removedInOurs
        /// They removed the item, we changed it. It stays as we have it.
        case removedInTheirs
    }

    /// A side of a merge.
    package enum Side: String, Hashable, Sendable, CaseIterable {
        /// The list that is written, whose value the item holds.
        case ours
        /// The other list, whose value is noted.
        case theirs
    }

    /// The item concerned, or `nil` for a setting of the list.
    package let item: ItemID?
    /// Its name, as the outcome has it.
    package let name: String
    /// What the sides did.
    package let kind: Kind
    /// The field that both set, nil where the item as a whole is concerned. A foreign field has the key it came under.
    package let field: FieldKey?
    /// What the field held before, nil if it was not set or that is not known.
    package let base: FieldValue?
    /// What we set, nil if we took the value out.
    package let ours: FieldValue?
    /// What they set, nil if they took the value out.
    package let theirs: FieldValue?

    /// Both set one field.
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

    /// Both sides set a setting of the list.
    init(of setting: SettingKey, base: ForeignValue?, ours: ForeignValue?, theirs: ForeignValue?) {
        item = nil
        name = "Settings"
        kind = .edited
        field = FieldKey(rawValue: setting.rawValue)
        (self.base, self.ours, self.theirs) = (base?.asText, ours?.asText, theirs?.asText)
    }

    /// One side removed an item, the other changed it.
    init(of item: Item, removedIn side: Side) {
        self.item = item.id
        name = item.name
        kind = side == .ours ? .removedInOurs : .removedInTheirs
        field = nil
        base = nil
        ours = nil
        theirs = nil
    }

    /// What a side set the field to.
    package func value(of side: Side) -> FieldValue? {
        switch side {
        case .ours: ours
        case .theirs: theirs
        }
    }
}
