import LootCore
import LootFormats
import LootQueryText

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
                        ("near", object([("search", text), ("sentence", text)])),
                        ("items", list(reference("Item"))),
                    ], required: ["total", "revision", "state", "start", "items"])
            ),
            (
                "Section",
                object(
                    [
                        ("key", ["type": ["number", "string", "array", "null"], "items": text]),
                        ("title", text),
                        ("indexTitle", ["type": ["string", "null"]]), ("count", count),
                        ("start", count),
                    ] + total("totalValue"),
                    required: ["key", "title", "indexTitle", "count", "start", "totalValue"])
            ),
            (
                "SectionList",
                object(
                    [
                        ("total", count), ("revision", count), ("state", text),
                        ("sections", list(reference("Section"))),
                    ] + total("totalValue"),
                    required: ["total", "revision", "state", "sections", "totalValue"])
            ),
            ("LiveEvent", liveEvent),
            (
                "Statistics",
                object(
                    [
                        ("items", count), ("pieces", count),
                        ("favorites", count), ("underWarranty", count), ("mostValuable", id),
                        ("chart", chart),
                    ] + total("totalValue") + total("totalPaid") + total("totalReplacement")
                        + total("totalBookValue"), required: ["items", "pieces", "totalValue"])
            ),
            (
                "DueList",
                object(
                    [
                        ("today", date), ("until", date), ("total", count), ("late", count),
                        ("due", list(dueDate)),
                    ], required: ["today", "until", "total", "late", "due"])
            ),
            (
                "PlaceList",
                list(
                    object(
                        [("place", text), ("item", id), ("count", count), ("ownCount", count)]
                            + total("totalValue") + total("ownValue"),
                        required: ["place", "count", "ownCount", "totalValue", "ownValue"]))
            ),
            ("PlaceMove", object([("from", placePath), ("to", placePath)], isOpen: false)),
            ("MovedItems", object([("items", count)])),
            (
                "ActionResult",
                object(
                    [
                        ("changed", count), ("message", text), ("revision", count), ("state", text),
                        ("undo", object([("method", text), ("href", text)])),
                    ], required: ["changed", "message"])
            ),
            (
                "Product",
                object([
                    ("barcode", text), ("catalog", text), ("values", reference("ItemPatch")),
                    ("items", list(reference("Item"))),
                ])
            ),
            (
                "Stocktake",
                object(
                    [
                        ("started", text), ("place", text), ("seen", list(text)), ("misplaced", list(text)),
                        ("missing", list(text)), ("lent", list(text)), ("unknown", list(text)),
                        ("counts", ["type": "object", "additionalProperties": count]),
                    ],
                    required: ["started", "seen", "misplaced", "missing", "lent", "unknown", "counts"])
            ),
            ("Settings", ["type": "object"]), ("SettingsPatch", ["type": "object"]),
            ("View", view(named: false)),
            ("ViewList", object([("views", list(view(named: true)))])),
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
                        ("undoes", count), ("redoes", count), ("bookkeeping", ["type": "boolean"]),
                    ],
                    required: ["changes"], isOpen: false)
            ),
            (
                "Commit",
                object(
                    [
                        ("revision", count), ("date", moment), ("title", text), ("author", text),
                        ("undoes", count), ("redoes", count), ("bookkeeping", ["type": "boolean"]),
                        ("changes", list(reference("Change"))),
                        ("inverses", list(reference("Change"))),
                    ], required: ["revision", "date", "title", "changes", "inverses"])
            ),
            ("ItemHistory", object([("commits", list(reference("Commit")))])),
            ("FileEntry", itemFile), ("ItemFiles", object([("files", list(reference("FileEntry")))])),
            ("KeptFiles", object([("files", list(file))])),
            (
                "FileSweep",
                object([("keep", list(file)), ("olderThan", count)], required: [], isOpen: false)
            ),
            ("FileSweepResult", object([("removed", count)])),
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
                    ("format", text), ("encoding", text),
                    (
                        "columns",
                        list(
                            object(
                                [("column", text), ("field", text), ("readAs", text), ("example", text)],
                                required: ["column", "readAs"]))
                    ),
                    ("added", count), ("changed", count), ("unchanged", count), ("skipped", count),
                    ("files", count), ("remarks", list(text)), ("warnings", list(text)),
                    ("refused", list(object([("line", count), ("detail", text), ("errors", list(text))]))),
                    ("entries", list(["type": "object"])),
                ])
            ),
            (
                "History",
                object([
                    ("commits", list(["type": "object"])), ("undoable", list(count)),
                    ("redoable", list(count)),
                ])
            ),
            ("Health", object([("status", text)])), ("Any", ["type": "object"]),
            (
                "Problem",
                object(
                    [
                        (
                            "type",
                            [
                                "type": "string",
                                "pattern": "^(about:blank|urn:lootlogger:problem:[a-z0-9-]+)$",
                            ]
                        ),
                        ("title", text), ("status", ["type": "integer", "minimum": 400, "maximum": 599]),
                        ("detail", text), ("code", text),
                        ("itemID", id), ("field", text), ("remedy", text), ("change", count), ("text", text),
                        ("position", count), ("length", count), ("candidates", list(text)),
                        ("errors", list(object([("pointer", text), ("detail", text)]))),
                        ("item", reference("Item")),
                    ], required: ["type", "title", "status", "detail"])
            ),
        ]
    }

    /// Returns the members of a total: the sum of the values without a currency, the sums of other currencies, and
    /// the number of unknown values.
    private static func total(_ key: String) -> [(String, JSON)] {
        [
            (key, ["type": "number"]),
            ("\(key)ByCurrency", ["type": "object", "additionalProperties": ["type": "number"]]),
            ("\(key)Unknown", count),
        ]
    }

    // MARK: Items

    private static func item(isNew: Bool, isEntry: Bool? = nil) -> JSON {
        var members: [(String, JSON)] = [("id", id)]
        // In a new item, fields can be null. In a response, they are omitted instead.
        members += Field.all.map { field in
            let isNullable = field.traits.contains(.clearable) || isNew && !field.traits.contains(.required)
            return (field.key.rawValue, schema(of: field, isEntry: isEntry ?? isNew, orNull: isNullable))
        }
        members.append(
            ("custom", ["type": "object", "additionalProperties": reference("CustomValue")]))
        let always = Field.all.filter { $0.traits.contains(.alwaysWritten) }.map(\.key.rawValue)
        return object(members, required: isNew ? [] : ["id"] + always)
    }

    private static func itemPatch(isEntry: Bool) -> JSON {
        var members: [(String, JSON)] = Field.all.map { field in
            (field.key.rawValue, schema(of: field, isEntry: isEntry, orNull: !field.takesNoNil))
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

    /// Returns the schema of a field, either for input or for responses.
    private static func schema(of field: Field, isEntry: Bool) -> JSON {
        var members: [(String, JSON)]
        switch field.type {
        case .text:
            members = [("type", "string")]
            if isEntry, field.traits.contains(.required) { members.append(("pattern", "\\S")) }
            if isEntry, field.traits.contains(.place) { members.append(("pattern", JSON("^$|\(path)"))) }
            if !field.choices.isEmpty { members.append(("enum", JSON(field.choices.map { JSON($0) }))) }
            if field.traits.contains(.currency) { members.append(("pattern", "^[A-Z]{3}$")) }
            if field.traits.contains(.period) {
                members.append(("pattern", "^[1-9][0-9]* (day|week|month|year)s?$"))
            }
            if field.traits.contains(.depreciation) { members.append(("pattern", JSON(depreciation))) }
            if field.traits.contains(.photo) { members.append(("pattern", "^[0-9a-f]{64}$")) }
        case .integer:
            members = [("type", "integer")]
            if isEntry { members.append(("minimum", JSON(field.range.lowerBound))) }
            if field.range.upperBound < Int.max { members.append(("maximum", JSON(field.range.upperBound))) }
        case .decimal: members = [("type", "number")]
        case .amount:
            members = [("type", "number")]
            if isEntry { members.append(("minimum", 0)) }
        case .flag: members = [("type", "boolean")]
        case .moment: members = [("type", "string"), ("format", "date-time")]
        case .day: members = [("type", "string"), ("format", "date")]
        case .list where field.traits.contains(.files):
            members = [("type", "array"), ("items", ["$ref": "#/components/schemas/FileEntry"])]
        case .list where field.traits.contains(.care):
            let entry: JSON = [
                "type": "string",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}( ([A-Z]{3} )?[0-9]+([.][0-9]{1,4})?)?: .*[^ ]$",
            ]
            members = [("type", "array"), ("items", entry)]
        case .list where field.traits.contains(.loans):
            let entry: JSON = ["type": "string", "pattern": "^(reserved|lent|returned)( [^:]+)?: .*[^ ]$"]
            members = [("type", "array"), ("items", entry)]
        case .list: members = [("type", "array"), ("items", ["type": "string", "minLength": 1])]
        }
        members += [
            ("title", JSON(field.title.text(in: .english))),
            ("description", JSON(field.summary.text(in: .english))),
        ]
        return JSON(members)
    }

    private static var dueDate: JSON {
        object(
            [
                ("kind", ["type": "string"]), ("date", date), ("days", ["type": "integer"]),
                ("item", reference("Item")),
            ], required: ["kind", "date", "days", "item"])
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

    private static func view(named isNamed: Bool) -> JSON {
        let texts: JSON = ["anyOf": [text, list(text)]]
        let keys: [(String, JSON)] = SavedView.keys.map { key in
            QueryText.flags.contains(key)
                ? (key, ["type": "boolean"]) : (key, SavedView.listKeys.contains(key) ? texts : text)
        }
        return object(
            (isNamed ? [("name", text)] : []) + keys, required: isNamed ? ["name"] : [], isOpen: false)
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

    /// A position, starting at 0, or one of the list's ends.
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
                object([("setting", text), ("value", [:])], isOpen: false),
            ]
        ]
    }

    /// A precondition of a batch: the revision of the list, a complete item, some of its fields, or a setting.
    private static var condition: JSON {
        [
            "oneOf": [
                object([("revision", count)], isOpen: false),
                object([("item", id), ("digest", digest)], isOpen: false),
                object([("item", id), ("fields", reference("ItemUpdate"))], isOpen: false),
                object([("setting", text), ("value", [:])], isOpen: false),
            ]
        ]
    }

    /// A chart, with its bars by currency.
    private static var chart: JSON {
        let bar = object(
            [("label", text), ("series", text), ("amount", ["type": "number"])],
            required: ["label", "series", "amount"])
        let panel = object([("currency", text), ("bars", list(bar))], required: ["bars"])
        return object([("kind", text), ("panels", list(panel))], required: ["kind", "panels"])
    }

    /// The sections of a result and, in a step, the changed rows. Removed and moved rows have their position before
    /// the step, and all others their position after it.
    private static var liveEvent: JSON {
        let row: [(String, JSON)] = [("row", count), ("item", reference("Item"))]
        return object(
            [
                ("total", count), ("revision", count), ("state", text),
                ("sections", list(reference("Section"))), ("base", count), ("removed", list(count)),
                ("inserted", list(object(row))), ("moved", list(object([("from", count)] + row))),
                ("changed", list(object(row))),
            ] + total("totalValue"), required: ["total", "totalValue", "revision", "state", "sections"])
    }

    // MARK: Building blocks

    /// A pattern for depreciations.
    private static let depreciation =
        "^(none|(straight-line [1-9][0-9]* (day|week|month|year)s?|declining [0-9.]+%)( to [0-9.]+%)?)$"
    /// A pattern for paths without empty components.
    private static let path = "^[^/]*[^/ \\t][^/]*(/[^/]*[^/ \\t][^/]*)*$"
    private static var placePath: JSON { ["type": "string", "pattern": JSON(path)] }
    private static var text: JSON { ["type": "string"] }
    private static var digest: JSON { ["type": "string", "pattern": "^[0-9a-f]{32}$"] }
    private static var file: JSON { ["type": "string", "pattern": "^[0-9a-f]{64}$"] }
    private static var itemFile: JSON {
        object(
            [("name", text), ("sha256", file), ("type", text), ("bytes", count)],
            required: ["name", "sha256", "bytes"])
    }
    private static var date: JSON { ["type": "string", "format": "date"] }
    private static var count: JSON { ["type": "integer", "minimum": 0] }
    private static var id: JSON { ["type": "string", "format": "uuid"] }
    private static var moment: JSON { ["type": "string", "format": "date-time"] }

    private static func list(_ element: JSON) -> JSON { ["type": "array", "items": element] }

    /// Returns the schema of an object. By default, all members are required.
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
