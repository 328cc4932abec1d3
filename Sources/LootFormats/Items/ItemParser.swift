import LootCore

/// A format's parser that can begin at any item.
protocol ItemParser: Sendable {
    /// The next byte to read.
    var position: Int { get set }
    /// How many entries came before.
    var index: Int { get set }
    /// Reads the item that begins here.
    mutating func item(_ bytes: Span<UInt8>) throws(Fault) -> ReadItem
    /// Goes behind whatever value stands here.
    mutating func skipValue(_ bytes: Span<UInt8>) throws(Fault)
    /// Behind an item: goes to the next one; false if there is none.
    mutating func goToNext(_ bytes: Span<UInt8>) throws(Fault) -> Bool
    /// Where an item seems to begin, at or behind a byte. Reading the file in order shows whether one does.
    static func likelyStart(from byte: Int, _ bytes: Span<UInt8>) -> Int?
}

extension ItemParser {
    /// Reads one entry: an item, or why it is none. Only text that is not of the format at all is a fault.
    mutating func entry(_ bytes: Span<UInt8>, _ lines: inout LineCounter) throws(Fault) -> ReadResult {
        let start = position
        defer { index += 1 }
        do { return .item(try item(bytes)) } catch {
            position = start
            try skipValue(bytes)
            let place = lines.position(ofByte: error.byte, in: bytes)
            return .refused(error.error(at: place), bytes: start..<position)
        }
    }

    /// Reads the entries of a list, at least one of which is there, and hands them on.
    mutating func entries(
        _ bytes: Span<UInt8>, _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) {
        var lines = LineCounter()
        var ahead = ReadAhead(bytes, of: self)
        repeat {
            if var part = ahead?.part(at: position) {
                index += part.items.count
                position = part.end
                while let read = part.items.popLast() {
                    do { try receive(.item(read)) } catch { throw Fault(error) }
                }
                continue
            }
            let result = try entry(bytes, &lines)
            do { try receive(result) } catch { throw Fault(error) }
        } while try goToNext(bytes)
    }
}
