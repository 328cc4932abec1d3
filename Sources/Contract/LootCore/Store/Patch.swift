/// The fields that an update sets. Because it contains only changed fields, concurrent edits of different fields
/// don't overwrite each other.
public struct Patch: Hashable, Sendable {
    /// A field with its new value. `nil` removes the value.
    public struct Edit: Hashable, Sendable {
        /// The field.
        public var field: FieldKey
        /// The new value.
        public var value: FieldValue?

        /// Creates an edit.
        package init(_ field: FieldKey, _ value: FieldValue?) {
            self.field = field
            self.value = value
            // Convert whole numbers for fields with amounts, including those written by versions without amounts.
            if case .integer? = value, let known = Field.with(key: field) {
                self.value = value.map(known.normalized)
            }
        }
    }

    /// The edits in order, with at most one per field.
    public private(set) var edits: [Edit] = []

    /// Creates an empty patch.
    public init() {}

    /// Creates a patch from edits. If a field occurs several times, the last edit is used.
    package init(_ edits: [Edit]) {
        var seen: Set<FieldKey> = []
        for edit in edits.reversed() where seen.insert(edit.field).inserted { self.edits.append(edit) }
        self.edits.reverse()
    }

    /// Creates the patch that turns `old` into `new`, except for the ID and unknown fields.
    public init(from old: Item, to new: Item) {
        for field in Field.all { add(field.key, field.value(of: old), field.value(of: new)) }
        guard old.hasDetails || new.hasDetails else { return }
        for name in Set(old.custom.keys).union(new.custom.keys).sorted() {
            add(.custom(name), old.custom[name], new.custom[name])
        }
    }

    /// Whether the patch has no edits.
    public var isEmpty: Bool { edits.isEmpty }

    /// The new value of a field: `nil` if the field isn't in the patch, and `.some(nil)` if its value is removed.
    public subscript(field: FieldKey) -> FieldValue?? {
        get { edits.first { $0.field == field }.map(\.value) }
        set {
            edits.removeAll { $0.field == field }
            if let newValue { edits.append(Edit(field, newValue)) }
        }
    }

    /// Applies the patch to an item.
    ///
    /// - Returns: The patch that undoes it.
    /// - Throws: ``LootError`` if a value is invalid. In this case, the item is unchanged.
    @discardableResult
    public func apply(to item: inout Item) throws(LootError) -> Patch {
        var changed = item
        // Collect custom fields. Setting them one by one would copy the others each time.
        var custom = item.hasDetails ? item.custom : [:]
        var isCustomized = false
        var inverse = Patch()
        inverse.edits.reserveCapacity(edits.count)
        for edit in edits {
            inverse.edits.append(Edit(edit.field, item.value(for: edit.field)))
            do {
                if let name = edit.field.customName {
                    if let value = edit.value { try CustomField.check(name, value) }
                    custom[name] = edit.value
                    isCustomized = true
                } else {
                    try changed.set(edit.value, for: edit.field)
                }
            } catch {
                var error = error
                error.item = item.id
                throw error
            }
        }
        if isCustomized { changed.custom = custom }
        item = changed
        return inverse
    }

    private mutating func add(_ field: FieldKey, _ old: FieldValue?, _ new: FieldValue?) {
        if !FieldValue.areIdentical(old, new) { edits.append(Edit(field, new)) }
    }
}

extension Patch: ExpressibleByDictionaryLiteral {
    /// Creates a patch from a literal such as `["name": .text("Lamp"), "location": nil]`.
    public init(dictionaryLiteral elements: (FieldKey, FieldValue?)...) {
        self.init(elements.map { Edit($0.0, $0.1) })
    }
}
