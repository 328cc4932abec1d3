package import LootCore

/// A property list of items, XML or binary. Binary files stay binary, according to their shape.
///
/// The items are in an envelope, a dictionary with `format`, `version` and `items`, or in a bare array. The latter is
/// the format of the classic app. Its items have `name`, `valueInDollars`, `serialNumber` and `dateCreated`, and
/// optionally `isFavorite` and an ID in `itemKey`. A file in this shape is written in a form that the app can read.
package struct PropertyListFile: ItemEncoder, ItemDecoder {
    private let options: ReadOptions
    private let shape: DocumentShape
    private let writer: PropertyListItemWriter
    private var isFirst = true

    /// Creates a file format. The options apply to reading, the shape to writing.
    package init(_ options: ReadOptions = ReadOptions(), shape: DocumentShape = .standard) {
        self.options = options
        self.shape = shape
        let isBare = shape.header == nil
        writer = PropertyListItemWriter(depth: isBare ? 1 : 2, isLegacy: isBare)
    }

    // MARK: Writing

    /// Writes the beginning of the file.
    package mutating func begin(_ bytes: inout [UInt8]) {
        isFirst = true
        XMLText.appendHead(to: &bytes)
        guard let header = shape.header else { return }
        bytes.append(contentsOf: "<dict>\n".utf8)
        XMLText.append("format", in: "key", 1, to: &bytes)
        XMLText.append(DocumentShape.formatName, in: "string", 1, to: &bytes)
        XMLText.append("version", in: "key", 1, to: &bytes)
        XMLText.append(DocumentShape.version, 1, to: &bytes)
        for field in header {
            XMLText.append(field.key, in: "key", 1, to: &bytes)
            XMLText.append(field.value, 1, to: &bytes)
        }
        XMLText.append("items", in: "key", 1, to: &bytes)
    }

    /// Writes an item.
    package mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        if isFirst { bytes.append(contentsOf: shape.header == nil ? "<array>\n".utf8 : "\t<array>\n".utf8) }
        isFirst = false
        writer.append(item, to: &bytes)
    }

    /// Writes the end of the file.
    package mutating func end(_ bytes: inout [UInt8]) {
        let isBare = shape.header == nil
        if !isBare { bytes.append(UInt8(ascii: "\t")) }
        bytes.append(contentsOf: isFirst ? "<array/>\n".utf8 : "</array>\n".utf8)
        if !isBare { bytes.append(contentsOf: "</dict>\n".utf8) }
        bytes.append(contentsOf: "</plist>\n".utf8)
    }

    // MARK: Reading

    /// Reads the complete file.
    @discardableResult
    package func read(
        _ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) -> DocumentShape {
        do {
            if BinaryPropertyList.isBinary(bytes) { return try binary(bytes, receive) }
        } catch { throw error.errorInBinary }
        if let text = UTF16Text.transcoded(bytes) { return try xml(text.span, receive) }
        return try xml(bytes, receive)
    }

    private func xml(
        _ bytes: Span<UInt8>, _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) -> DocumentShape {
        do { return try document(bytes, receive) } catch { throw error.explained(in: bytes) }
    }

    private func document(
        _ bytes: Span<UInt8>, _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) -> DocumentShape {
        try bytes.requireUTF8()
        var scanner = XMLScanner()
        try scanner.prolog(bytes)
        try scanner.skipSpace(bytes)
        let start = scanner.position
        let (element, isEmpty) = try scanner.open(bytes)
        var parser = XMLItemParser(scanner, options)
        let shape: DocumentShape
        switch element {
        case .array:
            if !isEmpty { try PropertyListFile.items(&parser, bytes, receive) }
            shape = .list
        case .dict:
            try parser.scanner.skipSpace(bytes)
            if bytes.starts(with: "<key>$archiver</key>", at: parser.scanner.position) {
                try archive(try PropertyListTree.read(bytes), bytes, receive)
                return DocumentShape(.list, isBinary: true)
            }
            var envelope = Envelope()
            if !isEmpty { try PropertyListFile.envelope(&envelope, &parser, bytes, receive) }
            shape = try envelope.finish(at: start)
        default:
            throw Fault("This must be an array of items, or a dictionary with “items”.", at: start)
        }
        try parser.scanner.epilog(bytes)
        return shape
    }

    /// Reads the items of an array and its closing tag.
    private static func items(
        _ parser: inout XMLItemParser, _ bytes: Span<UInt8>,
        _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) {
        try parser.scanner.skipSpace(bytes)
        if !parser.scanner.isAtClosingTag(bytes) { try parser.each(bytes, receive) }
        try parser.scanner.close(.array, bytes)
    }

    private static func envelope(
        _ envelope: inout Envelope, _ parser: inout XMLItemParser, _ bytes: Span<UInt8>,
        _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) {
        var postponed: Int?
        try parser.scanner.skipSpace(bytes)
        while !parser.scanner.isAtClosingTag(bytes) {
            let place = parser.scanner.position
            let (element, isEmpty) = try parser.scanner.open(bytes)
            guard element == .key else { throw Fault("A <key> is missing here.", at: place) }
            let text = try parser.scanner.text(of: .key, isEmpty: isEmpty, bytes)
            let key = try parser.scanner.string(text, bytes)
            try parser.scanner.skipSpace(bytes)
            if try envelope.isItems(key, at: place) {
                if envelope.isKnown {
                    try list(&parser, bytes, receive)
                } else {
                    postponed = parser.scanner.position
                    try parser.skipValue(bytes)
                }
            } else {
                try envelope.take(key, try parser.tree(bytes))
            }
            try parser.scanner.skipSpace(bytes)
        }
        try parser.scanner.close(.dict, bytes)
        guard let postponed else { return }
        let end = parser.scanner.position
        _ = try envelope.finish(at: postponed)
        parser.scanner.position = postponed
        try list(&parser, bytes, receive)
        parser.scanner.position = end
    }

    private static func list(
        _ parser: inout XMLItemParser, _ bytes: Span<UInt8>,
        _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) {
        let place = parser.scanner.position
        let (element, isEmpty) = try parser.scanner.open(bytes)
        guard element == .array else { throw Fault("This must be an <array> of items.", at: place) }
        if !isEmpty { try items(&parser, bytes, receive) }
    }

    private func binary(
        _ bytes: Span<UInt8>, _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) -> DocumentShape {
        var reader = try BinaryPropertyList(bytes)
        guard let entries = try reader.entriesOfRoot(bytes) else {
            try items(of: reader.top, in: &reader, bytes, receive)
            return DocumentShape(.list, isBinary: true)
        }
        if KeyedArchive.isOne(keys: entries.map(\.key)) {
            try archive(try reader.root(bytes), bytes, receive)
            return DocumentShape(.list, isBinary: true)
        }
        var envelope = Envelope()
        var list: Int?
        for entry in entries {
            if try envelope.isItems(entry.key, at: entry.place) {
                list = entry.object
            } else {
                try envelope.take(entry.key, try reader.value(bytes, entry.object))
            }
        }
        var shape = try envelope.finish(at: reader.place(ofRoot: bytes))
        shape.isBinary = true
        if let list { try items(of: list, in: &reader, bytes, receive) }
        return shape
    }

    /// Reads the items of an array one at a time, to limit memory usage.
    private func items(
        of list: Int, in reader: inout BinaryPropertyList, _ bytes: Span<UInt8>,
        _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) {
        let elements = try reader.elements(of: list, bytes)
        for index in 0..<elements.count {
            let object = try reader.element(index, of: elements, bytes)
            let value = try reader.value(bytes, object)
            try hand(value.position.byte, receive) { () throws(Fault) in
                try TreeItemReader.item(value, index: index, bytes, options)
            }
        }
    }

    /// Reads the items of a keyed archive.
    private func archive(
        _ root: DocumentValue, _ bytes: Span<UInt8>,
        _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) {
        var archive = try KeyedArchive(root)
        let objects = try archive.items()
        guard options.takesKeyedArchives else { throw archive.refusal }
        for (index, object) in objects.enumerated() {
            try hand(object.position.byte, receive) { () throws(Fault) in
                try TreeItemReader.item(try archive.item(object), index: index, bytes, options)
            }
        }
    }

    /// Passes the result of `read` to `receive`.
    private func hand(
        _ place: Int, _ receive: (consuming ReadResult) throws(FormatError) -> Void,
        _ read: () throws(Fault) -> ReadItem
    ) throws(Fault) {
        var result: ReadResult
        do { result = .item(try read()) } catch {
            result = .refused(error.errorInBinary, bytes: place..<place + 1)
        }
        do { try receive(result) } catch { throw Fault(error) }
    }
}
