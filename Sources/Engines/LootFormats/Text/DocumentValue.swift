package import LootCore

/// A value of a JSON text or a property list with its source position, for example from a configuration file.
///
/// ```swift
/// let document = try DocumentValue(json: bytes.span)
/// if let port = document["frontEnd"]?["port"] { print(port.content, port.position) }
/// ```
package struct DocumentValue: Hashable, Sendable {
    /// The content of a value.
    package enum Content: Hashable, Sendable {
        /// Null in JSON.
        case null
        /// A Boolean.
        case flag(Bool)
        /// A number with its original digits.
        case number(String)
        /// A text.
        case text(String)
        /// A date in a property list.
        case moment(Moment)
        /// Data in a property list.
        case data([UInt8])
        /// An array.
        case array([DocumentValue])
        /// An object, with unique keys in the order of the file.
        case object([DocumentEntry])
    }

    /// The content.
    package let content: Content
    /// The position of the first byte.
    package let position: SourcePosition

    /// Creates a value.
    package init(_ content: Content, at position: SourcePosition) {
        self.content = content
        self.position = position
    }

    /// Returns the value of a key, or `nil` if the value isn't an object or doesn't contain the key.
    package subscript(key: String) -> DocumentValue? {
        guard case .object(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }
}

/// A key of an object and its value.
package struct DocumentEntry: Hashable, Sendable {
    /// The key.
    package let key: String
    /// The position of the key.
    package let keyPosition: SourcePosition
    /// The value.
    package let value: DocumentValue

    /// Creates an entry.
    package init(_ key: String, at keyPosition: SourcePosition, _ value: DocumentValue) {
        self.key = key
        self.keyPosition = keyPosition
        self.value = value
    }
}

extension DocumentValue {
    /// Parses JSON. Unless `strict` is true, comments (`//` and `/* */`) and trailing commas are allowed.
    ///
    /// - Throws: ``FormatError`` if the text isn't valid JSON, is nested too deeply or contains a duplicate key.
    package init(json bytes: Span<UInt8>, strict: Bool = false) throws(FormatError) {
        var parser = JSONTreeParser(allowsComments: !strict)
        do { self = try parser.document(bytes) } catch { throw error.error(in: bytes) }
    }

    /// Parses a property list, XML or binary.
    ///
    /// - Throws: ``FormatError`` if the bytes aren't a valid property list, are nested too deeply or contain a
    ///   duplicate key. Positions in binary property lists are byte offsets on the first line.
    package init(propertyList bytes: Span<UInt8>) throws(FormatError) {
        do { self = try PropertyListTree.read(bytes) } catch {
            throw BinaryPropertyList.isBinary(bytes) ? error.errorInBinary : error.error(in: bytes)
        }
    }
}
