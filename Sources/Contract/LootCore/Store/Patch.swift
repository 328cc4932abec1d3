/// What an update sets, and nothing else: two people who edit different fields of one item don't undo each other.
public struct Patch: Hashable, Sendable {
    /// One field and what it is set to; nil takes the value out.
    public struct Edit: Hashable, Sendable {
        /// The field.
        public var field: FieldKey
        /// Its new value.
        public var value: FieldValue?

        /// Sets a field.
        package init(_ field: FieldKey, _ value: FieldValue?) {
            self.field = field
            self.value = value
            // Where amounts stand, a whole number is one, also in what versions before amounts wrote.
            if case .integer? = value, let known = Field.with(key: field) {
                self.value = value.map(known.normalized)
            }
        }
    }

    /// The edits, each field once, in the order in which they were made.
    public private(set) var edits: [Edit] = []

    /// Sets nothing.
    public init() {}

    /// Sets these fields; of several edits of one field the last counts.
    package init(_ edits: [Edit]) {
        var seen: Set<FieldKey> = []
        for edit in edits.reversed() where seen.insert(edit.field).inserted { self.edits.append(edit) }
        self.edits.reverse()
    }

    /// What makes `new` of `old`, in every field but the id and the foreign ones.
    public init(from old: Item, to new: Item) {
        for field in Field.all { add(field.key, field.value(of: old), field.value(of: new)) }
        guard old.hasDetails || new.hasDetails else { return }
        for name in Set(old.custom.keys).union(new.custom.keys).sorted() {
            add(.custom(name), old.custom[name], new.custom[name])
        }
    }

    /// Whether nothing is set.
    public var isEmpty: Bool { edits.isEmpty }

    /// What a field is set to: nil when it is not touched, `.some(nil)` when its value is taken out.
    public subscript(field: FieldKey) -> FieldValue?? {
        get { edits.first { $0.field == field }.map(\.value) }
        set {
            edits.removeAll { $0.field == field }
            if let newValue { edits.append(Edit(field, newValue)) }
        }
    }

    /// Sets the fields in an item.
    ///
    /// - Returns: the patch that takes it back.
    /// - Throws: ``LootError`` when the item may not hold a value; it is then unchanged.
    @discardableResult
    public func apply(to item: inout Item) throws(LootError) -> Patch {
        var changed = item
        // Fields of a person's own are gathered: to put each into the item by itself would copy the others each time.
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
    /// `["name": .text("Lamp"), "location": nil]`
    public init(dictionaryLiteral elements: (FieldKey, FieldValue?)...) {
        self.init(elements.map { Edit($0.0, $0.1) })
    }
}
