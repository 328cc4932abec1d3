package import LootCore
package import LootMerge

/// The recoverable contents of a damaged file.
package struct Salvage: Sendable {
    /// The readable items, without duplicate IDs.
    package private(set) var items: [Item] = []
    /// The shape of the file.
    package private(set) var shape = DocumentShape.standard
    /// The errors of the lost parts, in the order of the file.
    package private(set) var lost: [FormatError] = []
    /// The merge conflicts in a file with conflict markers, or `nil` for any other file. The items have our values
    /// and record theirs.
    package private(set) var conflicts: [MergeConflict]?
    private var ids: Set<ItemID> = []
    /// The maximum number of losses to report.
    private static let maximumLost = 100_000

    /// Reads a file in any state. If it violates the format, each item that occupies separate lines, as in files
    /// written by this program, is read on its own.
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
        let text = transcoded ?? bytes.withUnsafeBufferPointer { Array($0) }  // `Array` takes no span yet.
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

    // MARK: Conflict markers

    /// If the file contains valid conflict markers, reads both sides and merges them.
    private mutating func mergeSides(of bytes: Span<UInt8>, in format: ItemFormat) -> Bool {
        guard let markers = ConflictMarkers(bytes) else { return false }
        do throws(LootError) {
            let merged = try markers.merged { (side) throws(LootError) in
                try ItemDocument(side, named: format.name)
            }
            items = merged.document.items
            shape = merged.document.shape
            conflicts = merged.conflicts
            return true
        } catch { return false }
    }

    // MARK: The whole file

    /// Reads up to the first violation of the format and returns it.
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
        if lost.count < Salvage.maximumLost { return lost.append(error) }
        if lost.count > Salvage.maximumLost { return }
        lost.append(
            FormatError(
                error.code, "More data is lost after this point, but isn't listed individually.",
                at: error.position))
    }

    /// Adds an item. Returns `false` if its ID is a duplicate.
    private mutating func take(_ item: Item) -> Bool {
        let isNew = ids.insert(item.id).inserted
        if isNew { items.append(item) }
        return isNew
    }

    private static func duplicate(_ id: ItemID, at position: SourcePosition) -> FormatError {
        FormatError(
            .duplicateItem, "An item with the ID \(id.description) occurs earlier in the file.",
            field: Field.idKey,
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

    /// A range of lines that looks like an item.
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

    /// Returns the range of a line without surrounding white space and a trailing comma, and the width of its
    /// indentation.
    private static func content(of bytes: Span<UInt8>, from start: Int, to end: Int) -> (Range<Int>, Int) {
        var (first, last) = (start, end)
        while first < last, bytes[first] <= 0x20 { first += 1 }
        while last > first, bytes[last - 1] <= 0x20 || bytes[last - 1] == UInt8(ascii: ",") { last -= 1 }
        return (first..<last, first - start)
    }

    /// Replaces invalid UTF-8 with U+FFFD. Returns an error for the first occurrence, if there is one.
    private static func repaired(_ bytes: [UInt8]) -> (text: [UInt8], complaint: FormatError?) {
        guard let byte = bytes.span.firstInvalidUTF8() else { return (bytes, nil) }
        let complaint = FormatError(
            .malformed, "This isn't valid UTF-8. From here on, � replaces invalid bytes.",
            at: SourcePosition(ofByte: byte, in: bytes.span))
        return (Array(String(decoding: bytes, as: UTF8.self).utf8), complaint)
    }
}
