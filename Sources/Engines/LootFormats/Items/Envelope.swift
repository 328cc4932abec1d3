import LootCore

/// Validates the keys of an envelope while they are read.
struct Envelope {
    private var keys = SeenKeys()
    private var hasFormat = false
    private var hasVersion = false
    private var hasItems = false
    private var header: [ForeignField] = []
    private var settings = ListSettings()

    /// Whether the items can be read now. Before the format and the version are known, they could be misinterpreted.
    var isKnown: Bool { hasFormat && hasVersion }

    /// Records a key. Returns whether it is `items`.
    mutating func isItems(_ key: String, at place: Int) throws(Fault) -> Bool {
        try keys.insert(key, at: place)
        guard key == "items" else { return false }
        hasItems = true
        return true
    }

    /// Handles the value of any other key.
    mutating func take(_ key: String, _ value: DocumentValue) throws(Fault) {
        let place = value.position.byte
        switch key {
        case "format":
            guard value.content == .text(DocumentShape.formatName) else {
                throw Fault("The file has the format of another program.", at: place)
            }
            hasFormat = true
        case "version":
            guard case .number(let digits) = value.content, let version = Int(digits), version > 0 else {
                throw Fault("The version must be a whole number.", at: place)
            }
            guard version <= DocumentShape.version else {
                throw Fault(
                    .newerFormat,
                    """
                    The file has version \(version) of the format. The latest supported version is \
                    \(DocumentShape.version).
                    """,
                    advice: "Update this program to read the file.", at: place)
            }
            hasVersion = true
        case "settings":
            guard case .object(let fields) = ForeignValue(value) else {
                throw Fault("The settings must be an object.", at: place)
            }
            for field in fields { try ForeignValue.checkKey(field.key, at: place) }
            settings = ListSettings(fields)
        default:
            try ForeignValue.checkKey(key, at: place)
            header.append(ForeignField(key, ForeignValue(value)))
        }
    }

    /// Returns the shape of the file, once all keys were read.
    func finish(at place: Int) throws(Fault) -> DocumentShape {
        guard hasFormat, hasVersion, hasItems else {
            throw Fault(
                "This isn't a list file. “format”, “version” or “items” is missing.", at: place)
        }
        var shape = DocumentShape.envelope(header: header)
        shape.settings = settings
        return shape
    }
}
