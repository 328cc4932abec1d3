import LootCore

extension OpenAPI {
    static var schemas: [(String, JSON)] {
        [
            ("Item", item(isNew: false)), ("NewItem", item(isNew: true)),
            ("ItemPatch", itemPatch(isEntry: true)),
            ("InsertedItem", item(isNew: true, isEntry: false)), ("ItemUpdate", itemPatch(isEntry: false)),
            ("CustomValue", customValue),
            (
                "ItemPage",
                object(
                    [
                        ("total", count), ("revision", count), ("state", text), ("start", count),
                        ("next", text), ("sections", list(reference("Section"))),
                        ("items", list(reference("Item"))),
                    ], required: ["total", "revision", "state", "start", "items"])
            ),
            (
                "Section",
                object([
                    ("key", ["type": ["integer", "string", "null"]]), ("title", text),
                    ("indexTitle", ["type": ["string", "null"]]), ("count", count),
                    ("totalValue", count), ("start", count),
                ])
            ),
            (
                "SectionList",
                object([
                    ("total", count), ("totalValue", count), ("revision", count), ("state", text),
                    ("sections", list(reference("Section"))),
                ])
            ),
            (
                "Statistics",
                object(
                    [
                        ("items", count), ("pieces", count), ("totalValue", count), ("totalPaid", count),
                        ("favorites", count), ("underWarranty", count), ("mostValuable", id),
                    ], required: ["items", "pieces", "totalValue"])
            ),
            ("Snapshot", object([("id", text), ("revision", count), ("heldFor", count)])),
            ("Move", move), ("Position", object([("position", count)])),
            ("Row", object([("position", ["type": ["integer", "null"], "minimum": 0])])),
            ("Change", change), ("Condition", condition),
            (
                "Batch",
                object(
                    [
                        ("changes", list(reference("Change"))), ("title", text), ("author", text),
                        ("conditions", list(reference("Condition"))), ("revision", count),
                        ("undoes", count), ("redoes", count),
                    ],
                    required: ["changes"], isOpen: false)
            ),
            (
                "Commit",
                object(
                    [
                        ("revision", count), ("date", moment), ("title", text), ("author", text),
                        ("undoes", count), ("redoes", count), ("changes", list(reference("Change"))),
                        ("inverses", list(reference("Change"))),
                    ], required: ["revision", "date", "title", "changes", "inverses"])
            ),
            ("ItemHistory", object([("commits", list(reference("Commit")))])),
            ("PhotoList", object([("photos", list(photo))])),
            (
                "PhotoSweep",
                object([("keep", list(photo)), ("olderThan", count)], required: [], isOpen: false)
            ),
            ("PhotoSweepResult", object([("removed", count)])),
            (
                "Store",
                object(
                    [
                        ("revision", count), ("state", text), ("server", text),
                        (
                            "capabilities",
                            list([
                                "type": "string", "enum": JSON(StoreCapabilities.names.map { JSON($0.name) }),
                            ])
                        ),
                        ("problem", text), ("detail", text),
                    ], required: ["revision", "state", "server", "capabilities"])
            ),
            (
                "ImportResult",
                object([
                    ("format", text), ("added", count), ("changed", count), ("unchanged", count),
                    ("photos", count), ("remarks", list(text)),
                    ("refused", list(object([("line", count), ("detail", text)]))),
                    ("entries", list(["type": "object"])),
                ])
            ),
            (
                "History",
                object([("undoable", list(["type": "object"])), ("redoable", list(["type": "object"]))])
            ),
            ("Health", object([("status", text)])), ("Any", ["type": "object"]),
            (
                "Problem",
                object(
                    [
                        ("type", text), ("title", text), ("status", count), ("detail", text), ("code", text),
                        ("itemID", id), ("field", text), ("change", count),
                        ("errors", list(object([("pointer", text), ("detail", text)]))),
                        ("item", reference("Item")),
                    ], required: ["type", "title", "status", "detail"])
            ),
        ]
    }

    // MARK: Items

    private static func item(isNew: Bool, isEntry: Bool? = nil) -> JSON {
        var members: [(String, JSON)] = [("id", id)]
        // A new item may say of a field that it has none; one that is answered leaves the field out.
        members += Field.all.map { field in
            let isNullable = isNew && !field.traits.contains(.required)
            return (field.key.rawValue, schema(of: field, isEntry: isEntry ?? isNew, orNull: isNullable))
        }
        members.append(
            ("custom", ["type": "object", "additionalProperties": reference("CustomValue")]))
        let always = Field.all.filter { $0.traits.contains(.alwaysWritten) }.map(\.key.rawValue)
        return object(members, required: isNew ? ["name"] : ["id"] + always)
    }

    private static func itemPatch(isEntry: Bool) -> JSON {
        var members: [(String, JSON)] = Field.all.map { field in
            let isRequired = field.traits.contains(.alwaysWritten) && field.defaultValue == nil
            return (field.key.rawValue, schema(of: field, isEntry: isEntry, orNull: !isRequired))
        }
        let values: JSON = ["anyOf": [reference("CustomValue"), ["type": "null"]]]
        members.append(
            ("custom", ["anyOf": [["type": "object", "additionalProperties": values], ["type": "null"]]]))
        return object(members, required: [], isOpen: false)
    }

    private static func schema(of field: Field, isEntry: Bool, orNull isNullable: Bool) -> JSON {
        let schema = schema(of: field, isEntry: isEntry)
        return isNullable ? ["anyOf": [schema, ["type": "null"]]] : schema
    }

    /// A field as a person enters it, or as an answer may have it.
    private static func schema(of field: Field, isEntry: Bool) -> JSON {
        var members: [(String, JSON)]
        switch field.type {
        case .text:
            members = [("type", "string")]
            if isEntry, field.traits.contains(.required) { members.append(("minLength", 1)) }
            if field.traits.contains(.photo) { members.append(("pattern", "^[0-9a-f]{64}$")) }
        case .integer:
            members = [("type", "integer")]
            if isEntry { members.append(("minimum", JSON(field.range.lowerBound))) }
            if field.range.upperBound < Int.max { members.append(("maximum", JSON(field.range.upperBound))) }
        case .decimal: members = [("type", "number")]
        case .flag: members = [("type", "boolean")]
        case .moment: members = [("type", "string"), ("format", "date-time")]
        case .day: members = [("type", "string"), ("format", "date")]
        case .list: members = [("type", "array"), ("items", ["type": "string", "minLength": 1])]
        }
        members += [("title", JSON(field.title)), ("description", JSON(field.summary))]
        return JSON(members)
    }

    private static var customValue: JSON {
        [
            "anyOf": [
                text, ["type": "number"], ["type": "boolean"],
                object([("date", ["type": "string", "format": "date"])], isOpen: false),
                object([("moment", moment)], isOpen: false),
            ]
        ]
    }

    // MARK: Changes

    private static var move: JSON {
        [
            "oneOf": [
                object([("to", place)], isOpen: false), object([("before", id)], isOpen: false),
                object([("after", id)], isOpen: false),
            ]
        ]
    }

    /// A position from 0, or an end of the list.
    private static var place: JSON { ["anyOf": [count, ["enum": ["first", "last"]]]] }

    private static var change: JSON {
        [
            "oneOf": [
                object(
                    [("insert", reference("InsertedItem")), ("at", place)], required: ["insert"],
                    isOpen: false),
                object([("insert", reference("InsertedItem")), ("before", id)], isOpen: false),
                object([("insert", reference("InsertedItem")), ("after", id)], isOpen: false),
                object([("update", id), ("set", reference("ItemUpdate"))], isOpen: false),
                object([("move", id), ("to", place)], isOpen: false),
                object([("move", id), ("before", id)], isOpen: false),
                object([("move", id), ("after", id)], isOpen: false),
                object([("remove", id)], isOpen: false),
            ]
        ]
    }

    /// What must hold for a batch to be made: the list's state, a whole item, or some of its fields.
    private static var condition: JSON {
        [
            "oneOf": [
                object([("revision", count)], isOpen: false),
                object([("item", id), ("digest", digest)], isOpen: false),
                object([("item", id), ("fields", reference("ItemUpdate"))], isOpen: false),
            ]
        ]
    }

    // MARK: Pieces

    private static var text: JSON { ["type": "string"] }
    private static var digest: JSON { ["type": "string", "pattern": "^[0-9a-f]{32}$"] }
    private static var photo: JSON { ["type": "string", "pattern": "^[0-9a-f]{64}$"] }
    private static var count: JSON { ["type": "integer", "minimum": 0] }
    private static var id: JSON { ["type": "string", "format": "uuid"] }
    private static var moment: JSON { ["type": "string", "format": "date-time"] }

    private static func list(_ element: JSON) -> JSON { ["type": "array", "items": element] }

    /// An object of these members, all of them required unless something else is said.
    private static func object(
        _ members: [(String, JSON)], required: [String]? = nil, isOpen: Bool = true
    ) -> JSON {
        var schema: [(String, JSON)] = [("type", "object"), ("properties", JSON(members))]
        let required = required ?? members.map(\.0)
        if !required.isEmpty { schema.append(("required", JSON(required.map { JSON($0) }))) }
        if !isOpen { schema.append(("additionalProperties", false)) }
        return JSON(schema)
    }
}
