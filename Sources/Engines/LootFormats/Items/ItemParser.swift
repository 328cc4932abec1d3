import LootCore

/// A format's parser that can begin at any item.
protocol ItemParser: Sendable {
    /// The next byte to read.
    var position: Int { get set }
    /// How many entries came before.
    var index: Int { get set }
    /// Reads the item that begins here into a blank one; what that holds after a fault has no meaning.
    mutating func item(_ bytes: Span<UInt8>, into item: inout Item) throws(Fault) -> ItemFacts
    /// Goes behind whatever value stands here.
    mutating func skipValue(_ bytes: Span<UInt8>) throws(Fault)
    /// Behind an item: goes to the next one; false if there is none.
    mutating func goToNext(_ bytes: Span<UInt8>) throws(Fault) -> Bool
    /// Where an item seems to begin, at or behind a byte. Reading the file in order shows whether one does.
    static func likelyStart(from byte: Int, _ bytes: Span<UInt8>) -> Int?
}

extension ItemParser {
    /// Reads the item that begins here.
    mutating func item(_ bytes: Span<UInt8>) throws(Fault) -> ReadItem {
        var item = Item.blank
        let facts = try self.item(bytes, into: &item)
        return ReadItem(item, facts)
    }

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

    /// Reads the items from here on that begin before `limit`, up to the first one that is not plain. Goes behind the last
    /// one; nil, and nowhere, if there is none. Where ``index`` is not known to be right, an item without an id, which is
    /// made of that, is not plain.
    mutating func run(
        _ bytes: Span<UInt8>, to limit: Int, knowsIndex: Bool, keepsFacts: Bool
    ) -> ItemRun? {
        let run = ItemRun(capacity: (limit - position) / 128, keepsFacts: keepsFacts)
        var end = position
        do throws(Fault) {
            repeat {
                let isKept = try run.add { (item) throws(Fault) in
                    let facts = try self.item(bytes, into: &item)
                    return (facts, facts.hasID || knowsIndex)
                }
                if !isKept { break }
                index += 1
                end = position
            } while try goToNext(bytes) && position < limit
        } catch {}
        // The thread that reads in order tells what is not as it should be.
        position = end
        return run.count == 0 ? nil : run
    }

    /// Reads the entries of a list, at least one of which is there, and hands them on one by one.
    mutating func each(
        _ bytes: Span<UInt8>, _ receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(Fault) {
        try entries(bytes, keepsFacts: true) { entries throws(FormatError) in try entries.forEach(receive) }
    }

    /// Reads the entries of a list, at least one of which is there, and hands them on.
    mutating func entries(
        _ bytes: Span<UInt8>, keepsFacts: Bool,
        _ receive: (consuming ReadEntries) throws(FormatError) -> Void
    ) throws(Fault) {
        var lines = LineCounter()
        var ahead = ReadAhead(bytes, of: self, keepsFacts: keepsFacts)
        repeat {
            let entries: ReadEntries
            if let part = ahead?.part(at: position) {
                index += part.run.count
                position = part.end
                entries = .run(part.run)
            } else if let run = run(
                bytes, to: ahead?.nextStart ?? min(bytes.count, position + readAheadSize), knowsIndex: true,
                keepsFacts: keepsFacts)
            {
                entries = .run(run)
            } else {
                entries = .one(try entry(bytes, &lines))
            }
            do { try receive(entries) } catch { throw Fault(error) }
        } while try goToNext(bytes)
    }
}
