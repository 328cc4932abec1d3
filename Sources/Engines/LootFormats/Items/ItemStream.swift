import LootCore

/// Reads a file of items incrementally in chunks of any size, for example from a pipe. For JSON Lines and for tables
/// written by this program, only a chunk and a row are in memory. JSON, property lists and other tables are buffered
/// until the end. All cells of a table are needed to determine how to read its columns.
package struct ItemStream: Sendable {
    private let options: ReadOptions
    private let format: ItemFormat
    private var table: TableReader
    /// Whether the header of a table was read.
    private var hasHeader = false
    private var index = 0
    private var pending: [UInt8] = []
    private var searched = 0
    private var isQuoted = false
    private var linesBefore = 0
    private var bytesBefore = 0

    /// Creates a reader for a format.
    package init(_ format: ItemFormat, _ options: ReadOptions = ReadOptions()) {
        self.format = format
        self.options = options
        table = TableReader(options)
    }

    /// Reads the next chunk and passes complete entries to `receive`.
    ///
    /// - Throws: ``FormatError`` if the file can't be read, or the error that `receive` throws. Nothing can be read
    ///   afterwards.
    package mutating func feed(
        _ chunk: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) {
        pending.append(chunk)
        guard format == .jsonLines || format == .csv else { return }
        guard let end = endOfLastRow() else { return }
        if format == .csv {
            if !hasHeader, pending.span.extracting(0..<end).hasText { try begin() }
            if !hasHeader || !table.isOwn { return }
        }
        try read(upTo: end, receive)
    }

    /// Reads the remaining entries after the last chunk.
    ///
    /// - Throws: The same errors as ``feed(_:each:)``.
    @discardableResult
    package mutating func finish(
        each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) -> DocumentShape {
        guard format == .jsonLines || format == .csv else {
            return try format.decoder(options).read(pending.span, each: receive)
        }
        if format == .csv, !hasHeader { try begin() }
        if format == .csv, !table.isOwn {
            let text = pending
            table.survey(text.span)
            try table.read(text.span, each: receive)
        } else {
            try read(upTo: pending.count, receive)
        }
        return .list
    }

    private mutating func begin() throws(FormatError) {
        let text = pending
        try table.begin(text.span)
        hasHeader = true
    }

    /// Returns the position after the last line terminator that isn't quoted.
    private mutating func endOfLastRow() -> Int? {
        var end: Int?
        let mayQuote = format == .csv
        while searched < pending.count {
            let byte = pending[searched]
            searched += 1
            if byte == UInt8(ascii: "\""), mayQuote { isQuoted.toggle() }
            if byte == 0x0A, !isQuoted { end = searched }
        }
        return end
    }

    private mutating func read(
        upTo end: Int, _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) {
        let text = pending
        let rows = text.span.extracting(0..<end)
        let (lines, bytes) = (linesBefore, bytesBefore)
        // Whether the positions in the receiver's errors are already relative to the whole file.
        var isReceivers = false
        func moved(_ result: ReadResult) throws(FormatError) {
            do { try receive(result.moved(lines, bytes)) } catch {
                isReceivers = true
                throw error
            }
        }
        do {
            if format == .csv {
                try table.readRows(rows, from: bytes == 0 ? table.firstRow : 0, moved)
            } else {
                try JSONLinesFile(options).read(rows, from: &index, each: moved)
            }
        } catch {
            var error = error
            if !isReceivers { error.position = error.position.moved(lines, bytes) }
            throw error
        }
        for index in 0..<end where rows[index] == 0x0A { linesBefore += 1 }
        bytesBefore += end
        pending = Array(text[end...])
        searched = pending.count
    }
}

extension ReadResult {
    fileprivate func moved(_ lines: Int, _ bytes: Int) -> ReadResult {
        switch self {
        case .item(let read):
            return .item(
                ReadItem(
                    item: read.item, hasID: read.hasID, given: read.given, emptied: read.emptied,
                    bytes: read.bytes.lowerBound + bytes..<read.bytes.upperBound + bytes))
        case .refused(var error, let range):
            error.move { $0.moved(lines, bytes) }
            return .refused(error, bytes: range.lowerBound + bytes..<range.upperBound + bytes)
        }
    }
}

extension SourcePosition {
    fileprivate func moved(_ lines: Int, _ bytes: Int) -> SourcePosition {
        SourcePosition(line: line + lines, column: column, byte: byte + bytes)
    }
}
