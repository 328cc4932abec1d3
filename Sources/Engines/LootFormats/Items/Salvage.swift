package import LootCore

/// What can be saved of a damaged file.
package struct Salvage: Sendable {
    /// The items that could be read, each id once.
    package private(set) var items: [Item] = []
    /// How the file holds them.
    package private(set) var shape = DocumentShape.standard
    /// What is lost, in the order of the file.
    package private(set) var lost: [FormatError] = []
    /// What the sides of a merge changed differently, in a file that holds both between markers. The items have our
    /// values and note theirs. Nil for any other file.
    package private(set) var conflicts: [MergeConflict]?
    private var ids: Set<ItemID> = []
    /// So many losses are told one by one.
    private static let mostLost = 100_000

    /// Reads a file in a format, whatever state it is in. Where it breaks the format's rules, every item that stands
    /// on lines of its own is read by itself, as in the files that are written here.
    package init(_ bytes: Span<UInt8>, in format: ItemFormat, _ options: ReadOptions = ReadOptions()) {
        self.init()
        if mergeSides(of: bytes, in: format) { return }
        var options = options
        options.takesKeyedArchives = true
        guard let fault = read(bytes, in: format, options) else { return }
        if fault.code == .newerFormat || format == .propertyList && BinaryPropertyList.isBinary(bytes) {
            return
        }
        let transcoded = format == .propertyList ? UTF16Text.transcoded(bytes) : nil
        let text = transcoded ?? bytes.withUnsafeBufferPointer { Array($0) }  // an array takes no span yet
        let (repaired, complaint) = Salvage.repaired(text)
        var others = [Salvage(), Salvage()]
        if complaint != nil { _ = others[0].read(repaired.span, in: format, options) }
        others[1].readLines(of: repaired.span, in: format, options)
        for var other in others where other.items.count > items.count {
            if let complaint { other.lost.insert(complaint, at: 0) }
            self = other
        }
    }

    private init() {}

    // MARK: Both sides of a merge

    /// Reads both sides that stand between markers, if they do and both can be read, and merges them.
    private mutating func mergeSides(of bytes: Span<UInt8>, in format: ItemFormat) -> Bool {
        guard let markers = ConflictMarkers(bytes) else { return false }
        do throws(LootError) {
            let merged = try markers.merged { (side) throws(LootError) in
                try ItemDocument(side, named: format.title)
            }
            items = merged.document.items
            shape = merged.document.shape
            conflicts = merged.conflicts
            return true
        } catch { return false }
    }

    // MARK: As a whole

    /// Reads up to the first thing that breaks the format's rules, and says what that is.
    private mutating func read(_ bytes: Span<UInt8>, in format: ItemFormat, _ options: ReadOptions)
        -> FormatError?
    {
        var lines = LineCounter()
        var found = Salvage()
        do throws(FormatError) {
            found.shape = try format.decoder(options).read(bytes) { result in
                switch result {
                case .item(let read):
                    if found.take(read.item) { return }
                    found.lose(
                        Salvage.duplicate(
                            read.item.id, at: lines.position(ofByte: read.bytes.lowerBound, in: bytes)))
                case .refused(let error, _): found.lose(error)
                }
            }
            self = found
            return nil
        } catch {
            found.lost.append(error)
            self = found
            return error
        }
    }

    private mutating func lose(_ error: FormatError) {
        if lost.count < Salvage.mostLost { return lost.append(error) }
        if lost.count > Salvage.mostLost { return }
        lost.append(
            FormatError(error.code, "more is lost from here on, and not told one by one", at: error.position))
    }

    /// Whether the item is a new one.
    private mutating func take(_ item: Item) -> Bool {
        let isNew = ids.insert(item.id).inserted
        if isNew { items.append(item) }
        return isNew
    }

    private static func duplicate(_ id: ItemID, at position: SourcePosition) -> FormatError {
        FormatError(
            .duplicateItem, "an item with the id \(id) stands further up already", field: Field.idKey,
            at: position)
    }

    // MARK: Line by line

    private mutating func readLines(of bytes: Span<UInt8>, in format: ItemFormat, _ options: ReadOptions) {
        guard format == .json || format == .propertyList else { return }
        var index = 0
        for candidate in Salvage.candidates(in: bytes, of: format) {
            let place = index
            index += 1
            var options = options
            let missingID = options.missingID
            options.missingID = { _ in missingID(place) }
            var entry = Array(format == .json ? "[".utf8 : "<plist><array>".utf8)
            let prefix = entry.count
            entry.append(bytes.extracting(candidate.bytes))
            entry += Array(format == .json ? "]".utf8 : "</array></plist>".utf8)
            var one = Salvage()
            _ = one.read(entry.span, in: format, options)
            for item in one.items where !take(item) {
                lose(Salvage.duplicate(item.id, at: candidate.position))
            }
            for var error in one.lost {
                let found = error.position
                error.position = SourcePosition(
                    line: candidate.position.line + found.line,
                    column: max(0, found.line == 0 ? found.column - prefix : found.column),
                    byte: candidate.bytes.lowerBound + max(0, found.byte - prefix))
                lose(error)
            }
            shape = candidate.isInEnvelope ? .standard : .list
        }
    }

    /// Lines that look like an item by themselves.
    private struct Candidate {
        var bytes: Range<Int>
        var line: Int
        var isInEnvelope: Bool

        var position: SourcePosition { SourcePosition(line: line, column: 0, byte: bytes.lowerBound) }
    }

    private static func candidates(in bytes: Span<UInt8>, of format: ItemFormat) -> [Candidate] {
        let isBareJSON = format == .json && bytes.starts(with: "[", at: bytes.startOfText)
        var candidates: [Candidate] = []
        var open: Candidate?
        var depth = 0
        var (start, number) = (0, 0)
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start)
            let (text, indentation) = content(of: bytes, from: start, to: end)
            if format == .json {
                if text.count > 1, bytes[text.lowerBound] == UInt8(ascii: "{") {
                    candidates.append(Candidate(bytes: text, line: number, isInEnvelope: !isBareJSON))
                }
            } else if text.count == 6, bytes.starts(with: "<dict>", at: text.lowerBound), indentation > 0,
                open == nil || indentation <= depth
            {
                if let open { candidates.append(open) }
                open = Candidate(bytes: text, line: number, isInEnvelope: indentation > 1)
                depth = indentation
            } else if var item = open {
                item.bytes = item.bytes.lowerBound..<text.upperBound
                let isEnd = indentation <= depth && bytes.starts(with: "</dict>", at: text.lowerBound)
                if isEnd { candidates.append(item) }
                open = isEnd ? nil : item
            }
            start = end + 1
            number += 1
        }
        if let open { candidates.append(open) }
        return candidates
    }

    /// A line without the space around it and the comma behind it, and how much space comes first.
    private static func content(of bytes: Span<UInt8>, from start: Int, to end: Int) -> (Range<Int>, Int) {
        var (first, last) = (start, end)
        while first < last, bytes[first] <= 0x20 { first += 1 }
        while last > first, bytes[last - 1] <= 0x20 || bytes[last - 1] == UInt8(ascii: ",") { last -= 1 }
        return (first..<last, first - start)
    }

    /// The text with U+FFFD for what is not UTF-8, and what to say of it; nothing if there is no such thing.
    private static func repaired(_ bytes: [UInt8]) -> (text: [UInt8], complaint: FormatError?) {
        guard let byte = bytes.span.firstInvalidUTF8() else { return (bytes, nil) }
        let complaint = FormatError(
            .malformed, "bytes that are not valid UTF-8; � stands for them from here on",
            at: SourcePosition(ofByte: byte, in: bytes.span))
        return (Array(String(decoding: bytes, as: UTF8.self).utf8), complaint)
    }
}
