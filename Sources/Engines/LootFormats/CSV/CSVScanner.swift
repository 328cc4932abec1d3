import LootCore

/// Splits CSV (RFC 4180) into cells.
struct CSVScanner {
    /// The position of the next byte.
    var position: Int
    /// The separator between cells.
    let separator: UInt8
    /// Whether much text follows an unclosed quotation mark. If only a little follows, the row ends at the end of its
    /// line, and the next lines are separate rows. A long text probably belongs to the cell.
    private(set) var isOpen = false
    private static let longQuoteSize = 1 << 20
    /// Whether a byte before the content of a cell shows its type.
    private let isTyped: Bool

    init(position: Int, separator: UInt8, isTyped: Bool) {
        self.position = position
        self.separator = separator
        self.isTyped = isTyped
    }

    /// A cell: its position, its text and its type.
    struct Cell {
        let start: Int
        let text: String
        let kind: Kind
    }

    /// The type of a cell. Only the cells of spreadsheets have types other than text.
    enum Kind {
        case text
        /// A number with a decimal point, even if other cells have a decimal comma.
        case number
        /// The reason why the cell has no value: `#REF!`, or `=` for a formula without a saved value.
        case problem
    }

    /// Returns the most frequent separator in the first line: comma, semicolon or tab.
    static func separator(of bytes: Span<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        var index = bytes.startOfText
        while index < bytes.count, isQuoted || (bytes[index] != 0x0A && bytes[index] != 0x0D) {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted {
                counts[byte, default: 0] += 1
            }
            index += 1
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        // In case of a tie, the first one wins. Without any separators, it is a comma.
        return candidates.reduce(candidates[0]) { counts[$1, default: 0] > counts[$0, default: 0] ? $1 : $0 }
    }

    /// Reads the next row, including its line terminator.
    mutating func row(_ bytes: Span<UInt8>) throws(Fault) -> [Cell] {
        var cells: [Cell] = []
        while true {
            cells.append(try cell(bytes))
            guard position < bytes.count else { return cells }
            let byte = bytes[position]
            position += 1
            if byte == separator { continue }
            if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
            return cells
        }
    }

    /// Reads a cell, up to the next separator or line terminator.
    private mutating func cell(_ bytes: Span<UInt8>) throws(Fault) -> Cell {
        let start = position
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            while !isAtEndOfCell(bytes) {
                if bytes[position] == UInt8(ascii: "\"") {
                    throw Fault(
                        "A quotation mark in a cell must be doubled, and the cell must be quoted.",
                        at: position)
                }
                position += 1
            }
            return typed(try text(bytes, start, position), at: start)
        }
        var text = ""
        var from = start + 1
        while true {
            let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: from)
            guard quote < bytes.count else {
                isOpen = bytes.count - start > CSVScanner.longQuoteSize
                throw Fault("This quoted cell isn't closed.", at: start)
            }
            text += try self.text(bytes, from, quote)
            position = quote + 1
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { break }
            text += "\""
            from = position + 1
        }
        guard isAtEndOfCell(bytes) else {
            throw Fault("A separator must follow the closing quotation mark.", at: position)
        }
        return typed(text, at: start)
    }

    private func typed(_ text: String, at start: Int) -> Cell {
        guard isTyped, let first = text.utf8.first, first == 1 || first == 2 else {
            return Cell(start: start, text: text, kind: .text)
        }
        return Cell(start: start, text: String(text.dropFirst()), kind: first == 1 ? .number : .problem)
    }

    private func isAtEndOfCell(_ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count else { return true }
        let byte = bytes[position]
        return byte == separator || byte == 0x0A || byte == 0x0D
    }

    /// Returns a part of a cell. UTF-8 is validated for each row, so that an invalid row doesn't affect the others.
    private func text(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Fault) -> String {
        if let byte = bytes.extracting(start..<end).firstInvalidUTF8() {
            throw Fault("This isn't valid UTF-8.", advice: "Save the file as UTF-8.", at: start + byte)
        }
        let text = bytes.text(start, end)
        guard text.utf8.contains(0x0D) else { return text }
        return text.replacingLineEnds()
    }

    /// Skips the rest of the line after an invalid row.
    mutating func skipLine(_ bytes: Span<UInt8>) {
        position = Swift.min(bytes.firstIndex(of: 0x0A, from: position) + 1, bytes.count)
    }
}

extension String {
    /// Returns the text with `\r\n` and `\r` replaced by `\n`.
    fileprivate func replacingLineEnds() -> String {
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar == "\r" {
                scalars.append("\n")
            } else if scalar != "\n" || previous != "\r" {
                scalars.append(scalar)
            }
            previous = scalar
        }
        return String(scalars)
    }
}
