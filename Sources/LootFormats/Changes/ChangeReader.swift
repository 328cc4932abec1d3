public import LootCore

/// Reads items, patches and changes as the API spells them, and gathers everything that is wrong with them instead of
/// stopping at the first.
///
/// ```swift
/// let changes = try ChangeReader.read(document) { $0.changes($1) }
/// ```
public struct ChangeReader {
    private(set) var problems: [InvalidDocument.Problem] = []

    init() {}

    mutating func append(_ problem: InvalidDocument.Problem) { problems.append(problem) }

    /// Reads a document.
    ///
    /// - Throws: ``InvalidDocument`` when anything in it is wrong.
    public static func read<Value>(
        _ document: DocumentValue, _ read: (inout ChangeReader, DocumentValue) -> Value?
    ) throws(InvalidDocument) -> Value {
        var reader = ChangeReader()
        guard let value = read(&reader, document), reader.problems.isEmpty else {
            throw InvalidDocument(problems: reader.problems)
        }
        return value
    }

    // MARK: Items

    /// A new item: an object of fields, of which only the name is needed. Keys that no field has are kept with it.
    public mutating func item(_ value: DocumentValue) -> Item? { item(value, at: JSONPointer()) }

    mutating func item(_ value: DocumentValue, at pointer: JSONPointer) -> Item? {
        guard let entries = object(value, at: pointer) else { return nil }
        let before = problems.count
        var item = Item()
        var foreign: [ForeignField] = []
        for entry in entries {
            let place = pointer.appending(entry.key)
            let key = FieldKey(rawValue: entry.key)
            if key == Field.idKey {
                if let id = id(entry.value, at: place) { item = item.identified(by: id) }
            } else if entry.key == "custom" {
                for edit in custom(entry.value, at: place) {
                    if edit.value == nil {
                        refuse("no custom field holds such a value", at: pointer.appending(edit.field))
                    }
                    set(edit.value, for: edit.field, in: &item, at: pointer)
                }
            } else if let field = Field.with(key: key) {
                guard let read = self.value(entry.value, of: field, at: place) else { continue }
                set(read, for: key, in: &item, at: pointer)
            } else if let scalar = TextRules.firstRefused(in: entry.key, allowingLines: false) {
                refuse("the key holds the control character \(TextRules.name(of: scalar))", at: place)
            } else {
                foreign.append(ForeignField(entry.key, ForeignValue(entry.value)))
            }
        }
        if !foreign.isEmpty { item.foreign = foreign }
        guard problems.count == before else { return nil }
        do { try item.validate() } catch {
            add(error, at: error.field.map { pointer.appending($0) } ?? pointer)
        }
        return problems.count == before ? item : nil
    }

    private mutating func set(
        _ value: FieldValue?, for key: FieldKey, in item: inout Item, at pointer: JSONPointer
    ) {
        guard let value else { return }
        do { try item.set(value, for: key) } catch { add(error, at: pointer.appending(key)) }
    }

    // MARK: Patches

    /// What a JSON Merge Patch (RFC 7396) of an item sets: fields by their keys, null takes a value out; custom fields
    /// stand in an object `custom`.
    public mutating func patch(_ value: DocumentValue) -> Patch? { patch(value, at: JSONPointer()) }

    mutating func patch(_ value: DocumentValue, at pointer: JSONPointer) -> Patch? {
        guard let entries = object(value, at: pointer) else { return nil }
        let before = problems.count
        var patch = Patch()
        for entry in entries {
            let place = pointer.appending(entry.key)
            let key = FieldKey(rawValue: entry.key)
            if entry.key == "custom" {
                for edit in custom(entry.value, at: place) { patch[edit.field] = .some(edit.value) }
            } else if let field = Field.with(key: key) {
                if entry.value.content == .null {
                    if field.traits.contains(.alwaysWritten), field.defaultValue == nil {
                        add(field.refusal("it may not be empty"), at: place)
                    }
                    patch[key] = .some(nil)
                } else if let read = self.value(entry.value, of: field, at: place) {
                    patch[key] = .some(read)
                }
            } else {
                let known = Field.all.map(\.key.rawValue) + ["custom"]
                add(
                    LootError(
                        .unknownField, "can't set the field “\(TextRules.visible(entry.key))”",
                        because: key == Field.idKey ? "an item keeps its id" : "no field has that key",
                        next: key == Field.idKey ? "" : Suggestions.sentence(for: entry.key, among: known),
                        field: key),
                    at: place)
            }
        }
        return problems.count == before ? patch : nil
    }

    private mutating func custom(_ value: DocumentValue, at pointer: JSONPointer) -> [Patch.Edit] {
        guard let entries = object(value, at: pointer) else { return [] }
        var edits: [Patch.Edit] = []
        for entry in entries {
            if entry.value.content == .null {
                edits.append(Patch.Edit(.custom(entry.key), nil))
                continue
            }
            do {
                let value = try CustomFields.value(entry.value, of: entry.key)
                do { try CustomField.check(entry.key, value) } catch {
                    add(error, at: pointer.appending(entry.key))
                    continue
                }
                edits.append(Patch.Edit(.custom(entry.key), value))
            } catch { refuse(error.why, at: pointer.appending(entry.key)) }
        }
        return edits
    }

    // MARK: Changes

    /// The changes of a batch: `[{"insert": ITEM, "at": 0}, {"update": ID, "set": PATCH}, {"move": ID, "to": 3},
    /// {"remove": ID}]`.
    public mutating func changes(_ value: DocumentValue) -> [Change]? {
        changes(value, at: JSONPointer())
    }

    mutating func changes(_ value: DocumentValue, at pointer: JSONPointer) -> [Change]? {
        guard case .array(let elements) = value.content else {
            refuse("a list of changes should stand here", at: pointer)
            return nil
        }
        return elements.enumerated().compactMap { change($1, at: pointer.appending(String($0))) }
    }

    private mutating func change(_ value: DocumentValue, at pointer: JSONPointer) -> Change? {
        guard let entries = object(value, at: pointer) else { return nil }
        let keys = entries.map(\.key)
        func has(_ kind: String, and other: String, isNeeded: Bool) -> Bool {
            guard keys.contains(kind) else { return false }
            return Set(keys).isSubset(of: [kind, other]) && (!isNeeded || keys.contains(other))
        }
        if has("insert", and: "at", isNeeded: false), let given = value["insert"] {
            let item = item(given, at: pointer.appending("insert"))
            let position = value["at"].flatMap { integer($0, at: pointer.appending("at")) }
            return item.map { .insert($0, at: position) }
        }
        if has("update", and: "set", isNeeded: true), let target = value["update"], let given = value["set"] {
            let id = id(target, at: pointer.appending("update"))
            let patch = patch(given, at: pointer.appending("set"))
            guard let id, let patch else { return nil }
            return .update(id, patch)
        }
        if has("move", and: "to", isNeeded: true), let target = value["move"], let given = value["to"] {
            let id = id(target, at: pointer.appending("move"))
            let position = integer(given, at: pointer.appending("to"))
            guard let id, let position else { return nil }
            return .move(id, to: position)
        }
        if keys == ["remove"], let target = value["remove"] {
            return id(target, at: pointer.appending("remove")).map { .remove($0) }
        }
        refuse(
            "a change is one of insert (and at), update and set, move and to, remove", at: pointer)
        return nil
    }
}
