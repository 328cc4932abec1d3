import LootCore

/// Text with conflict markers and both sides of a line-based merge, as Git writes it.
struct ConflictMarkers {
    /// The text on our side.
    private(set) var ours: [UInt8] = []
    /// The text on their side.
    private(set) var theirs: [UInt8] = []
    /// The common ancestor, or `nil` if the markers don't include it.
    private(set) var base: [UInt8]? = []
    /// The position of the first marker.
    private(set) var position = SourcePosition(line: 0, column: 0, byte: 0)

    private enum Part { case common, ours, base, theirs }

    /// Separates the sides. Returns `nil` if the text has no markers or invalid ones.
    init?(_ bytes: Span<UInt8>) {
        var part = Part.common
        var first: SourcePosition?
        var (start, number) = (0, 0)
        var hasBase = false
        while start < bytes.count {
            let end = min(bytes.firstIndex(of: 0x0A, from: start) + 1, bytes.count)
            switch (ConflictMarkers.marker(at: start, bytes), part) {
            case (UInt8(ascii: "<"), .common):
                if first == nil { first = SourcePosition(line: number, column: 0, byte: start) }
                part = .ours
                hasBase = false
            case (UInt8(ascii: "|"), .ours):
                part = .base
                hasBase = true
            case (UInt8(ascii: "="), .ours), (UInt8(ascii: "="), .base):
                part = .theirs
                if !hasBase { base = nil }
            case (UInt8(ascii: ">"), .theirs): part = .common
            case (UInt8(ascii: "<")?, _), (UInt8(ascii: ">")?, _): return nil
            default: append(bytes.extracting(start..<end), to: part)
            }
            start = end
            number += 1
        }
        guard let first, part == .common else { return nil }
        position = first
    }

    private mutating func append(_ line: Span<UInt8>, to part: Part) {
        if part == .common || part == .ours { ours.append(line) }
        if part == .common || part == .theirs { theirs.append(line) }
        if part == .common || part == .base { base?.append(line) }
    }

    /// Returns the character of the marker at `start`, or `nil` if there is none. A marker consists of seven equal
    /// characters, followed by a space and a label or by nothing.
    private static func marker(at start: Int, _ bytes: Span<UInt8>) -> UInt8? {
        let kind = bytes[start]
        guard start + 7 <= bytes.count, "<|=>".utf8.contains(kind) else { return nil }
        for index in start..<start + 7 where bytes[index] != kind { return nil }
        guard start + 7 < bytes.count else { return kind }
        return [0x20, 0x0A, 0x0D].contains(bytes[start + 7]) ? kind : nil
    }

    /// Reads both sides and merges them.
    func merged(
        reading read: ([UInt8]) throws(LootError) -> ItemDocument
    ) throws(LootError) -> MergedDocument {
        let (ours, theirs) = (try read(ours), try read(theirs))
        // If the common ancestor can't be read, an empty one is used, so that nothing is removed.
        var empty = ours.shape
        empty.settings = ListSettings()
        let base = base.flatMap { try? read($0) } ?? ItemDocument(shape: empty)
        return MergedDocument(base: base, ours: ours, theirs: theirs)
    }

    /// The error for a file with conflict markers.
    var error: FormatError {
        FormatError(
            .malformed, "A line-based merge left both sides in the file, between <<<<<<< and >>>>>>>.",
            advice: "Merge them item by item.", remedy: .settleMerge, at: position)
    }
}

extension Fault {
    /// Returns the error for the given text. If it contains conflict markers, they are reported instead.
    func explained(in bytes: Span<UInt8>) -> FormatError {
        isPlaced ? error(in: bytes) : ConflictMarkers(bytes)?.error ?? error(in: bytes)
    }
}
