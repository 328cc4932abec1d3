/// An incremental parser for HTTP/1.1 requests (RFC 9112). It does no I/O and reads no clock.
///
/// Bytes can be fed in pieces of any size, which doesn't affect the results. A piece can contain several requests;
/// `next` returns their parts in order. After a failure, the parser returns nothing more: respond and close the
/// connection.
struct RequestParser: ~Copyable {
    enum Part {
        case head(RequestHead)
        case body([UInt8])
        case end
        case failure(ProtocolError)
    }

    private enum State {
        case requestLine
        case fields
        case bodyStart(RequestHead.Framing)
        case body(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd
        case trailers
        case failed
    }

    private let limits: Limits
    private var state = State.requestLine
    private var buffer: [UInt8] = []
    /// The start of the unparsed bytes.
    private var position = 0
    /// The position from which to search for the end of the current line.
    private var scanned = 0
    private var builder = HeadBuilder()
    private var skippedEmptyLine = false
    /// The total length of the chunks of the current body that have begun.
    private(set) var chunkedTotal = 0
    private var trailerBytes = 0
    private var trailerCount = 0

    /// The maximum body length, in bytes, of the request whose head was parsed last.
    var bodyLimit: Int

    init(limits: Limits) {
        self.limits = limits
        bodyLimit = limits.bodyBytes
    }

    /// The number of unparsed bytes.
    var pendingBytes: Int { buffer.count - position }

    /// Whether a request's head is partly received.
    var isInHead: Bool {
        switch state {
        case .requestLine: pendingBytes > 0
        case .fields: true
        default: false
        }
    }

    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        if case .failed = state { return }
        compact()
        buffer.append(contentsOf: bytes)
    }

    /// Returns the next part, or `nil` if more bytes are needed.
    mutating func next() -> Part? {
        do throws(ProtocolError) {
            return try advance()
        } catch {
            state = .failed
            buffer = []
            position = 0
            return .failure(error)
        }
    }

    private mutating func advance() throws(ProtocolError) -> Part? {
        while true {
            switch state {
            case .failed:
                return nil
            case .requestLine:
                guard let line = try readLine(limit: limits.requestLine, else: .uriTooLong) else {
                    return nil
                }
                if line.isEmpty, !skippedEmptyLine {
                    // Tolerate one empty line before a request (RFC 9112, 2.2).
                    skippedEmptyLine = true
                    continue
                }
                builder.start = line.lowerBound
                try builder.parseRequestLine(buffer, line)
                scanned = position
                state = .fields
            case .fields:
                guard let head = try parseFields() else { return nil }
                return .head(head)
            case .bodyStart(let framing):
                if let part = try startBody(framing) { return part }
            case .body(let remaining):
                guard remaining > 0 else { return finish() }
                guard let bytes = take(upTo: remaining) else { return nil }
                state = .body(remaining: remaining - bytes.count)
                return .body(bytes)
            case .chunkSize:
                // Up to sixteen digits, a semicolon and the extension.
                let limit = 17 + limits.chunkExtension
                guard let line = try readLine(limit: limit, else: .badRequest) else { return nil }
                try startChunk(line)
            case .chunk(let remaining):
                guard remaining > 0 else {
                    state = .chunkEnd
                    continue
                }
                guard let bytes = take(upTo: remaining) else { return nil }
                state = .chunk(remaining: remaining - bytes.count)
                return .body(bytes)
            case .chunkEnd:
                guard let line = try readLine(limit: 0, else: .badRequest) else { return nil }
                guard line.isEmpty else { throw .bad("A chunk is longer than its size.") }
                state = .chunkSize
            case .trailers:
                guard let line = try readLine(limit: limits.headerBytes, else: .headersTooLarge) else {
                    return nil
                }
                if line.isEmpty { return finish() }
                try checkTrailer(line)
            }
        }
    }

    // MARK: - Head

    private mutating func parseFields() throws(ProtocolError) -> RequestHead? {
        while true {
            let used = position - builder.fieldsStart
            guard let line = try readLine(limit: limits.headerBytes - used, else: .headersTooLarge) else {
                return nil
            }
            guard !line.isEmpty else { break }
            guard builder.fieldCount < limits.headerFields else {
                throw ProtocolError(
                    status: .headersTooLarge, detail: "More than \(limits.headerFields) header fields.")
            }
            try builder.parseField(buffer, line)
        }
        let bytes = removeHead()
        let head = try builder.finish(bytes)
        builder = HeadBuilder()
        bodyLimit = limits.bodyBytes
        chunkedTotal = 0
        state = head.framing == .none ? .requestLine : .bodyStart(head.framing)
        if head.framing == .none { becomeIdle() }
        return head
    }

    /// Returns the bytes of the head. Reuses the buffer itself if it contains nothing else, as is usual.
    private mutating func removeHead() -> [UInt8] {
        guard builder.start == 0, position == buffer.count else {
            return Array(buffer[builder.start..<position])
        }
        let head = buffer
        buffer = []
        position = 0
        scanned = 0
        return head
    }

    // MARK: - Body

    private mutating func startBody(_ framing: RequestHead.Framing) throws(ProtocolError) -> Part? {
        switch framing {
        case .none:
            return finish()
        case .length(let length):
            guard length <= bodyLimit else { throw tooLong }
            state = .body(remaining: length)
        case .chunked:
            trailerBytes = 0
            trailerCount = 0
            state = .chunkSize
        }
        return nil
    }

    private var tooLong: ProtocolError {
        ProtocolError(status: .contentTooLarge, detail: "The body is longer than \(bodyLimit) bytes.")
    }

    private mutating func startChunk(_ line: Range<Int>) throws(ProtocolError) {
        var size = 0
        var digits = 0
        for index in line {
            guard let digit = buffer[index].hexValue else { break }
            digits += 1
            guard digits <= 16, size <= Int.max >> 4 else { throw .bad("The size of a chunk is too large.") }
            size = size << 4 | Int(digit)
        }
        guard digits > 0 else { throw .bad("A chunk has no size.") }
        let rest = line.dropFirst(digits)
        if let first = rest.first {
            guard buffer[first] == UInt8(ascii: ";") else {
                throw .bad("The size of a chunk isn't a number.")
            }
            guard rest.count <= limits.chunkExtension + 1 else {
                throw .bad("A chunk extension is too long.")
            }
            guard ChunkExtension.isValid(buffer[rest.startIndex..<rest.endIndex]) else {
                throw .bad("A chunk extension is malformed.")
            }
        }
        guard size <= bodyLimit - chunkedTotal else { throw tooLong }
        chunkedTotal += size
        state = size == 0 ? .trailers : .chunk(remaining: size)
    }

    private mutating func checkTrailer(_ line: Range<Int>) throws(ProtocolError) {
        trailerBytes += line.count + 2
        trailerCount += 1
        guard trailerBytes <= limits.headerBytes, trailerCount <= limits.headerFields else {
            throw ProtocolError(status: .headersTooLarge, detail: "The trailer is too large.")
        }
        var ignored = HeadBuilder()
        try ignored.parseField(buffer, line)
    }

    private mutating func finish() -> Part {
        state = .requestLine
        becomeIdle()
        return .end
    }

    private mutating func becomeIdle() {
        skippedEmptyLine = false
        scanned = position
        compact()
    }

    // MARK: - Bytes

    /// Consumes the next line and returns it without its line break, or returns `nil` if it is incomplete.
    private mutating func readLine(
        limit: Int, else status: Status
    ) throws(ProtocolError) -> Range<Int>? {
        var index = max(scanned, position)
        let count = buffer.count
        while index < count, buffer[index] != .lineFeed { index += 1 }
        scanned = index
        guard index < count else {
            // A carriage return may already have arrived, and isn't part of the line.
            guard count - position <= limit + 1 else { throw tooLongLine(status) }
            return nil
        }
        guard index > position, buffer[index - 1] == .carriageReturn else {
            guard index - position <= limit + 1 else { throw tooLongLine(status) }
            throw .bad("A line ends without a carriage return.")
        }
        guard index - 1 - position <= limit else { throw tooLongLine(status) }
        let line = position..<index - 1
        position = index + 1
        scanned = position
        return line
    }

    private func tooLongLine(_ status: Status) -> ProtocolError {
        ProtocolError(status: status, detail: "A line of the request is too long.")
    }

    private mutating func take(upTo count: Int) -> [UInt8]? {
        let available = min(count, pendingBytes)
        guard available > 0 else { return nil }
        let bytes = Array(buffer[position..<position + available])
        position += available
        scanned = position
        return bytes
    }

    /// Removes parsed bytes from the buffer. Keeps an unfinished head, since its ranges refer to the buffer.
    private mutating func compact() {
        if case .fields = state { return }
        guard position > 0 else { return }
        if position == buffer.count {
            buffer = []
        } else if position >= 4_096 || position > buffer.count / 2 {
            buffer.removeSubrange(..<position)
        } else {
            return
        }
        scanned -= position
        position = 0
    }
}
