import LootCore

/// An incremental parser for archives in the POSIX `tar` format. It reports the names in the archive unchanged and
/// writes no files.
package struct TarReader: Sendable {
    /// A part of an archive.
    package enum Event: Hashable, Sendable {
        /// The beginning of a regular file. Folders, links and metadata are skipped.
        case file(name: String, size: Int)
        /// The next bytes of the file.
        case content([UInt8])
        /// The end of the file.
        case end
    }

    private var rest: [UInt8] = []
    /// The offset of the unread bytes in the archive.
    private var offset = 0
    /// The current entry, or `nil` between entries.
    private var current: Entry?
    private var isAtEnd = false

    /// An entry that is being read.
    private struct Entry {
        /// The number of remaining bytes of its content.
        var content: Int
        /// The number of remaining bytes of its padding.
        var padding: Int
        var isFile: Bool
    }

    /// Creates a parser.
    package init() {}

    /// Whether a file with this beginning is an archive. Requires the first 512 bytes.
    package static func isArchive(_ beginning: some Collection<UInt8>) -> Bool {
        beginning.dropFirst(257).starts(with: "ustar".utf8) && beginning.count >= TarWriter.block
    }

    /// Parses the next bytes.
    ///
    /// - Throws: ``FormatError`` with the position of the damage.
    package mutating func feed(_ bytes: [UInt8]) throws(FormatError) -> [Event] {
        if isAtEnd { return [] }
        rest += bytes
        var position = 0
        var events: [Event] = []
        defer {
            rest.removeFirst(position)
            offset += position
        }
        while !isAtEnd {
            if var file = current {
                let count = min(file.content, rest.count - position)
                if count > 0, file.isFile {
                    events.append(.content(Array(rest[position..<position + count])))
                }
                position += count
                file.content -= count
                if file.content == 0 {
                    let skipped = min(file.padding, rest.count - position)
                    position += skipped
                    file.padding -= skipped
                }
                current = file
                guard file.content == 0, file.padding == 0 else { return events }
                if file.isFile { events.append(.end) }
                current = nil
            }
            guard rest.count - position >= TarWriter.block else { return events }
            let header = rest[position..<position + TarWriter.block]
            guard header.contains(where: { $0 != 0 }) else {
                isAtEnd = true
                return events
            }
            let entry = try entry(Array(header), at: offset + position)
            position += TarWriter.block
            if entry.isFile { events.append(.file(name: entry.name, size: entry.size)) }
            let padding = (TarWriter.block - entry.size % TarWriter.block) % TarWriter.block
            current = Entry(content: entry.size, padding: padding, isFile: entry.isFile)
        }
        return events
    }

    /// Finishes parsing. Call this after the last bytes.
    ///
    /// - Throws: ``FormatError`` if the archive is incomplete.
    package func finish() throws(FormatError) {
        if isAtEnd || current == nil && rest.isEmpty { return }
        throw TarReader.error("The archive ends too early.", at: offset + rest.count)
    }

    private func entry(_ header: [UInt8], at place: Int) throws(FormatError) -> (
        name: String, size: Int, isFile: Bool
    ) {
        let sum = header.enumerated().reduce(0) { sum, byte in
            sum + ((148..<156).contains(byte.offset) ? Int(UInt8(ascii: " ")) : Int(byte.element))
        }
        guard TarReader.number(header[148..<156]) == sum else {
            throw TarReader.error("The archive is damaged. A checksum is wrong.", at: place)
        }
        guard let size = TarReader.number(header[124..<136]), size <= TarWriter.greatestSize else {
            throw TarReader.error("The archive is damaged. A size isn't a number.", at: place)
        }
        let prefix = header[257..<263].elementsEqual("ustar\0".utf8) ? TarReader.text(header[345..<500]) : ""
        let name = TarReader.text(header[0..<100])
        let isFile = header[156] == UInt8(ascii: "0") || header[156] == 0 || header[156] == UInt8(ascii: "7")
        // Folders and links have no content, regardless of the size field.
        let hasContent = !(UInt8(ascii: "1")...UInt8(ascii: "6")).contains(header[156])
        return (prefix.isEmpty ? name : "\(prefix)/\(name)", hasContent ? size : 0, isFile)
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Parses an octal number surrounded by spaces or terminated by a null.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
    }

    private static func error(_ reason: Message, at byte: Int) -> FormatError {
        FormatError(
            .malformed, reason, advice: "Copy the archive again.",
            at: SourcePosition(line: 0, column: byte, byte: byte))
    }
}
