package import LootCore

/// Reads items, patches and changes in the JSON form of the API. Collects all problems instead of stopping at the
/// first one.
///
/// ```swift
/// let changes = try ChangeReader.read(document) { $0.changes($1) }
/// ```
package struct ChangeReader {
    private(set) var problems: [InvalidDocument.Problem] = []
    /// Whether to apply the stricter rules for values that people enter. Changes can set everything that a store
    /// accepts.
    var isEntry = false

    init() {}

    mutating func append(_ problem: InvalidDocument.Problem) { problems.append(problem) }

    /// Reads a document.
    ///
    /// - Throws: ``InvalidDocument`` if anything in it is invalid.
    package static func read<Value>(
        _ document: DocumentValue, _ read: (inout ChangeReader, DocumentValue) -> Value?
    ) throws(InvalidDocument) -> Value {
        var reader = ChangeReader()
        guard let value = read(&reader, document), reader.problems.isEmpty else {
            throw InvalidDocument(problems: reader.problems)
        }
        return value
    }

    // MARK: Items

    /// Reads a new item that a person enters: an object with a name and other fields. Unknown keys are rejected.
    package mutating func item(_ value: DocumentValue) -> Item? {
        isEntry = true
        guard let item = item(value, at: JSONPointer(), isNew: true) else { return nil }
        do { try item.checkEntries() } catch {
            add(error, at: error.field.map { JSONPointer().appending($0) } ?? JSONPointer())
            return nil
        }
        return item
    }

    /// Reads an item from a store, without the stricter rules for people.
    package mutating func storedItem(_ value: DocumentValue) -> Item? { item(value, at: JSONPointer()) }

    mutating func item(_ value: DocumentValue, at pointer: JSONPointer, isNew: Bool = false) -> Item? {
        guard let entries = object(value, at: pointer) else { return nil }
        let before = problems.count
        // The default value of a new item is unknown, not 0.
        var item = isNew ? Item(name: "", value: nil) : Item()
        var foreign: [ForeignField] = []
        for entry in entries {
            let place = pointer.appending(entry.key)
            let key = FieldKey(rawValue: entry.key)
            if key == Field.idKey {
                if let id = id(entry.value, at: place) { item = item.identified(by: id) }
            } else if entry.key == "custom" {
                let edits = custom(entry.value, at: place)
                for edit in edits where edit.value == nil {
                    refuse(
                        "Custom fields can't contain this kind of value.", at: pointer.appending(edit.field))
                }
                do { try Patch(edits).apply(to: &item) } catch {
                    add(error, at: error.field.map { pointer.appending($0) } ?? place)
                }
            } else if let field = Field.with(key: key) {
                if entry.value.content == .null, field.traits.contains(.clearable) {
                    do { try field.set(nil, in: &item) } catch { add(error, at: place) }
                }
                guard let read = self.value(entry.value, of: field, at: place) else { continue }
                set(read, for: key, in: &item, at: pointer)
            } else if let scalar = TextRules.firstRefused(in: entry.key, allowingLines: false) {
                refuse("The key contains the control character \(TextRules.name(of: scalar)).", at: place)
            } else if isEntry {
                add(ChangeReader.unknownField(entry.key), at: place)
            } else {
                foreign.append(ForeignField(entry.key, ForeignValue(entry.value)))
            }
        }
        if !foreign.isEmpty { item.foreign = foreign }
        if value["name"] == nil {
            add(
                LootError(
                    .invalidValue, "Can't add the item.", reason: "Its name is missing.", field: "name"),
                at: pointer.appending("name"))
        }
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

    /// Reads a patch that a person enters, in the form of a JSON Merge Patch (RFC 7396). Null removes a
    /// value. Custom fields are in the object `custom`. `"custom": null` removes all of them and is returned
    /// as an edit of `FieldKey.allCustomFields`, because the existing ones aren't known here.
    package mutating func patch(_ value: DocumentValue) -> Patch? {
        isEntry = true
        return patch(value, at: JSONPointer())
    }

    mutating func patch(_ value: DocumentValue, at pointer: JSONPointer) -> Patch? {
        guard let entries = object(value, at: pointer) else { return nil }
        let before = problems.count
        var edits: [Patch.Edit] = []
        for entry in entries {
            let place = pointer.appending(entry.key)
            let key = FieldKey(rawValue: entry.key)
            if key == .allCustomFields {
                edits +=
                    entry.value.content == .null
                    ? [Patch.Edit(key, nil)] : custom(entry.value, at: place)
            } else if let field = Field.with(key: key) {
                if entry.value.content == .null {
                    if field.traits.contains(.alwaysWritten), field.defaultValue == nil {
                        add(field.refusal("It can't be empty."), at: place)
                    }
                    edits.append(Patch.Edit(key, nil))
                } else if let read = self.value(entry.value, of: field, at: place) {
                    edits.append(Patch.Edit(key, read))
                }
            } else {
                add(ChangeReader.unknownField(entry.key), at: place)
            }
        }
        return problems.count == before ? Patch(edits) : nil
    }

    private static func unknownField(_ name: String) -> LootError {
        let (key, isID) = (FieldKey(rawValue: name), name == Field.idKey.rawValue)
        let known = Field.all.map(\.key.rawValue) + ["custom"]
        return LootError(
            .unknownField, "Can't set the field “\(TextRules.visible(name))”.",
            reason: isID ? "The ID of an item can't change." : "No field has this key.",
            advice: isID ? "" : Suggestions.advice(for: name, among: known), field: key)
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
            } catch { refuse(error.reason, at: pointer.appending(entry.key)) }
        }
        return edits
    }

    // MARK: Changes

    /// Reads a list of changes: `[{"insert": ITEM, "at": 0}, {"update": ID, "set": PATCH}, {"move": ID, "to": 3},
    /// {"remove": ID}]`. `at` and `to` can also be `"first"` and `"last"`. `before` or `after` can be used instead,
    /// with the ID of another item.
    package mutating func changes(_ value: DocumentValue) -> [Change]? {
        changes(value, at: JSONPointer())
    }

    mutating func changes(_ value: DocumentValue, at pointer: JSONPointer) -> [Change]? {
        guard case .array(let elements) = value.content else {
            refuse("This must be a list of changes.", at: pointer)
            return nil
        }
        return elements.enumerated().compactMap { change($1, at: pointer.appending(String($0))) }
    }

    /// Reads a change.
    package mutating func change(_ value: DocumentValue) -> Change? { change(value, at: JSONPointer()) }

    mutating func change(_ value: DocumentValue, at pointer: JSONPointer) -> Change? {
        guard let entries = object(value, at: pointer) else { return nil }
        let keys = entries.map(\.key)
        func has(_ kind: String, and others: [String], isNeeded: Bool) -> Bool {
            guard keys.contains(kind) else { return false }
            let rest = keys.filter { $0 != kind }
            return rest.count <= 1 && rest.allSatisfy(others.contains) && !(isNeeded && rest.isEmpty)
        }
        if has("insert", and: ["at", "before", "after"], isNeeded: false), let given = value["insert"] {
            let item = item(given, at: pointer.appending("insert"), isNew: true)
            if keys.count == 1 { return item.map { .insert($0) } }
            let destination = destination(value, as: "at", at: pointer)
            guard let item, let destination else { return nil }
            return .insert(item, at: destination)
        }
        if has("update", and: ["set"], isNeeded: true), let target = value["update"], let given = value["set"]
        {
            let id = id(target, at: pointer.appending("update"))
            let patch = patch(given, at: pointer.appending("set"))
            guard let id, let patch else { return nil }
            return .update(id, patch)
        }
        if has("move", and: ["to", "before", "after"], isNeeded: true), let target = value["move"] {
            let id = id(target, at: pointer.appending("move"))
            let destination = destination(value, as: "to", at: pointer)
            guard let id, let destination else { return nil }
            return .move(id, to: destination)
        }
        if keys == ["remove"], let target = value["remove"] {
            return id(target, at: pointer.appending("remove")).map { .remove($0) }
        }
        if has("setting", and: ["value"], isNeeded: true) {
            return setting(value, at: pointer).map { .set($0.key, $0.value) }
        }
        refuse(
            """
            A change consists of “insert” (with “at”), “update” and “set”, “move” and “to”, “remove”, or “setting” and \
            “value”. Instead of “at” or “to”, it can contain “before” or “after”.
            """, at: pointer)
        return nil
    }

    /// Reads an object with the members `setting`, a name, and `value`, which is null for a setting that isn't set.
    mutating func setting(
        _ value: DocumentValue, at pointer: JSONPointer
    ) -> (key: SettingKey, value: ForeignValue?)? {
        guard let name = value["setting"], let content = value["value"] else { return nil }
        guard case .text(let key) = name.content else {
            refuse("This must be the name of a setting.", at: pointer.appending("setting"))
            return nil
        }
        return (SettingKey(rawValue: key), content.content == .null ? nil : ForeignValue(content))
    }

    /// Reads a destination: an object with one of `to`, `before` and `after`.
    package mutating func destination(_ value: DocumentValue) -> Destination? {
        guard let entries = object(value, keys: ["to", "before", "after"]) else { return nil }
        guard entries.count == 1 else {
            refuse("One of “to”, “before” and “after” is required.")
            return nil
        }
        return destination(value, as: "to", at: JSONPointer())
    }

    private mutating func destination(
        _ value: DocumentValue, as key: String, at pointer: JSONPointer
    ) -> Destination? {
        if let other = value["before"] {
            return id(other, at: pointer.appending("before")).map { .before($0) }
        }
        if let other = value["after"] { return id(other, at: pointer.appending("after")).map { .after($0) } }
        guard let place = value[key] else { return nil }
        switch place.content {
        case .text("first"): return .first
        case .text("last"): return .last
        case .text: refuse("This must be a position, “first” or “last”.", at: pointer.appending(key))
        default: return integer(place, at: pointer.appending(key)).map { .position($0) }
        }
        return nil
    }
}

extension FieldKey {
    /// Represents all custom fields in a JSON Merge Patch. The caller replaces it with the custom fields of the item.
    package static let allCustomFields = FieldKey(rawValue: "custom")
}
