package import LootCore

/// A value of a JSON text or a property list, with the place where it stands: what configuration files are read into.
///
/// ```swift
/// let document = try DocumentValue(json: bytes.span)
/// if let port = document["frontEnd"]?["port"] { print(port.content, port.position) }
/// ```
package struct DocumentValue: Hashable, Sendable {
    /// What the value is.
    package enum Content: Hashable, Sendable {
        /// JSON's null.
        case null
        /// Yes or no.
        case flag(Bool)
        /// A number, as its digits were written.
        case number(String)
        /// Text.
        case text(String)
        /// A property list's date.
        case moment(Moment)
        /// A property list's data.
        case data([UInt8])
        /// Values in order.
        case array([DocumentValue])
        /// Keys and values in the order of the file. No key is there twice.
        case object([DocumentEntry])
    }

    /// What the value is.
    package let content: Content
    /// Where it begins.
    package let position: SourcePosition

    /// A value at a place.
    package init(_ content: Content, at position: SourcePosition) {
        self.content = content
        self.position = position
    }

    /// What an object holds under a key; nil if it holds no such key or is no object.
    package subscript(key: String) -> DocumentValue? {
        guard case .object(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }
}

/// A key of an object and its value.
package struct DocumentEntry: Hashable, Sendable {
    /// The key.
    package let key: String
    /// Where the key stands.
    package let keyPosition: SourcePosition
    /// The value.
    package let value: DocumentValue

    /// A key and its value.
    package init(_ key: String, at keyPosition: SourcePosition, _ value: DocumentValue) {
        self.key = key
        self.keyPosition = keyPosition
        self.value = value
    }
}

extension DocumentValue {
    /// Reads JSON, with `//` and `/* */` comments and a comma before a closing bracket unless `strict`.
    ///
    /// - Throws: ``FormatError`` where the bytes are not JSON, nest too deep or give a key twice.
    package init(json bytes: Span<UInt8>, strict: Bool = false) throws(FormatError) {
        var parser = JSONTreeParser(allowsComments: !strict)
        do { self = try parser.document(bytes) } catch { throw error.error(in: bytes) }
    }

    /// Reads a property list, XML or binary.
    ///
    /// - Throws: ``FormatError`` where the bytes are not a property list, nest too deep or give a key twice. In a
    ///   binary property list places are bytes only: everything stands on the first line.
    package init(propertyList bytes: Span<UInt8>) throws(FormatError) {
        do { self = try PropertyListTree.read(bytes) } catch {
            throw BinaryPropertyList.isBinary(bytes) ? error.errorInBinary : error.error(in: bytes)
        }
    }
}
