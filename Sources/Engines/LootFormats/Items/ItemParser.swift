import LootCore

/// A parser of items in one format.
protocol ItemParser: Sendable {
    /// The next byte to read.
    var position: Int { get set }
    /// The number of entries read so far.
    var index: Int { get set }
    /// Reads the item that begins at the position.
    mutating func item(_ bytes: Span<UInt8>) throws(Fault) -> ReadItem
    /// Skips the value at the position.
    mutating func skipValue(_ bytes: Span<UInt8>) throws(Fault)
    /// Moves from the end of an entry to the next one. Returns `false` at the end of the list.
    mutating func goToNext(_ bytes: Span<UInt8>) throws(Fault) -> Bool
}

extension ItemParser {
    /// Reads the entries of a list that isn't empty. Some of them may have been read ahead.
    mutating func each(
        _ bytes: Span<UInt8>, ahead: ItemsAhead? = nil,
        _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) {
        var lines = LineCounter()
        repeat {
            if let ahead, position == ahead.start, case let run = ahead.take(), !run.items.isEmpty {
                for item in run.items {
                    do { try receive(.item(item)) } catch { throw Fault(error) }
                }
                index += run.items.count
                position = run.end
                continue
            }
            let result = try entry(bytes, &lines)
            do { try receive(result) } catch { throw Fault(error) }
        } while try goToNext(bytes)
    }

    /// Reads one entry: an item, or the reason why it is refused. Throws only if the text violates the format.
    private mutating func entry(_ bytes: Span<UInt8>, _ lines: inout LineCounter) throws(Fault) -> ReadResult
    {
        let start = position
        defer { index += 1 }
        do { return .item(try item(bytes)) } catch {
            position = start
            try skipValue(bytes)
            let place = lines.position(ofByte: error.byte, in: bytes)
            return .refused(error.error(at: place), bytes: start..<position)
        }
    }
}
