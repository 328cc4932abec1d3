package import LootCore

/// A JSON file of items, in an envelope or as a bare array.
///
/// ```json
/// {
/// "format":"loot",
/// "version":1,
/// "items":[
/// {"id":"2f1d7c60-…","name":"Rusty Spork","valueInDollars":40,…},
/// {"id":"b51e0c9a-…","name":"Shiny Mac","valueInDollars":72,…}
/// ]
/// }
/// ```
///
/// Each item is on its own line, so that a line-based diff shows one line for each changed item.
package struct JSONFile: ItemEncoder, ItemDecoder {
    private let options: ReadOptions
    private let ahead: ItemsAhead?
    private let shape: DocumentShape
    private let writer = JSONItemWriter()
    private var isFirst = true

    /// Creates a file format. The options apply to reading, the shape to writing. `ahead` contains items of the file
    /// that will be read.
    package init(
        _ options: ReadOptions = ReadOptions(), shape: DocumentShape = .standard, ahead: ItemsAhead? = nil
    ) {
        self.options = options
        self.ahead = ahead
        self.shape = shape
    }

    /// Writes the beginning of the file.
    package mutating func begin(_ bytes: inout [UInt8]) {
        isFirst = true
        guard let header = shape.header else { return bytes.append(UInt8(ascii: "[")) }
        let (format, version) = (DocumentShape.formatName, DocumentShape.version)
        bytes.append(contentsOf: "{\n\"format\":\"\(format)\",\n\"version\":\(version),\n".utf8)
        for field in header {
            JSONText.append(field.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONText.append(field.value, to: &bytes)
            bytes.append(contentsOf: ",\n".utf8)
        }
        bytes.append(contentsOf: "\"items\":[".utf8)
    }

    /// Writes an item.
    package mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(UInt8(ascii: "\n"))
        writer.append(item, to: &bytes)
    }

    /// Writes the end of the file.
    package mutating func end(_ bytes: inout [UInt8]) {
        if !isFirst { bytes.append(UInt8(ascii: "\n")) }
        bytes.append(contentsOf: (shape.header == nil ? "]\n" : "]\n}\n").utf8)
    }

    /// Reads the complete file.
    @discardableResult
    package func read(
        _ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) -> DocumentShape {
        do throws(Fault) { return try document(bytes, receive) } catch { throw error.explained(in: bytes) }
    }

    private typealias Receive = (consuming ReadResult) throws(FormatError) -> Void

    private func document(
        _ bytes: Span<UInt8>, _ receive: Receive
    ) throws(Fault) -> DocumentShape {
        try bytes.requireUTF8()
        var parser = JSONItemParser(at: bytes.startOfText, allowsComments: true, options)
        try parser.scanner.skipSpace(bytes)
        let shape: DocumentShape
        if parser.scanner.take(UInt8(ascii: "["), bytes) {
            try items(&parser, bytes, receive)
            shape = .list
        } else if parser.scanner.take(UInt8(ascii: "{"), bytes) {
            shape = try envelope(&parser, bytes, receive)
        } else {
            throw parser.scanner.unexpected(
                "This must be a list of items, or an object with \"items\".", bytes)
        }
        try parser.scanner.skipSpace(bytes)
        if parser.scanner.position < bytes.count {
            throw Fault("There is more data after the end of the content.", at: parser.scanner.position)
        }
        return shape
    }

    private func items(
        _ parser: inout JSONItemParser, _ bytes: Span<UInt8>, _ receive: Receive
    ) throws(Fault) {
        try parser.scanner.skipSpace(bytes)
        if parser.scanner.take(UInt8(ascii: "]"), bytes) { return }
        try parser.each(bytes, ahead: ahead, receive)
    }

    private func envelope(
        _ parser: inout JSONItemParser, _ bytes: Span<UInt8>, _ receive: Receive
    ) throws(Fault) -> DocumentShape {
        var envelope = Envelope()
        let start = parser.scanner.position - 1
        var postponed: Int?
        try parser.scanner.skipSpace(bytes)
        if !parser.scanner.take(UInt8(ascii: "}"), bytes) {
            repeat {
                let place = parser.scanner.position
                let key = try parser.scanner.text(try parser.scanner.string(bytes), bytes)
                try parser.scanner.skipColon(bytes)
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
            } while try parser.scanner.readSeparator(closing: UInt8(ascii: "}"), bytes)
        }
        let shape = try envelope.finish(at: start)
        if let postponed {
            let end = parser.scanner.position
            parser.scanner.position = postponed
            try list(&parser, bytes, receive)
            parser.scanner.position = end
        }
        return shape
    }

    private func list(
        _ parser: inout JSONItemParser, _ bytes: Span<UInt8>, _ receive: Receive
    ) throws(Fault) {
        guard parser.scanner.take(UInt8(ascii: "["), bytes) else {
            throw Fault("This must be a list of items.", at: parser.scanner.position)
        }
        try items(&parser, bytes, receive)
    }
}
