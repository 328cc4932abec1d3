package import LootCore

/// Edits members of a JSON text in place. Comments, white space and the order of all other members are preserved.
///
/// ```swift
/// var edit = try JSONTextEdit(bytes)
/// try edit.set(["views", "lent"], to: .object([.init("where", .text("lentTo is set"))]))
/// try write(edit.bytes)
/// ```
package struct JSONTextEdit {
    /// The current text.
    package private(set) var bytes: [UInt8]

    /// Creates an edit of JSON text. Text that consists only of white space is treated as an empty object.
    ///
    /// - Throws: ``FormatError`` if the text isn't JSON, optionally with comments.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes[3...]) : bytes
        if text.allSatisfy({ JSONTextEdit.isSpace($0) }) {
            self.bytes = Array("{}\n".utf8)
        } else {
            _ = try DocumentValue(json: text.span)
            self.bytes = text
        }
    }

    /// Sets the member at a path. Creates missing objects on the path.
    ///
    /// - Throws: ``FormatError`` if a value on the path isn't an object.
    package mutating func set(_ path: [String], to value: ForeignValue) throws(FormatError) {
        var object = try object(at: start())
        for (depth, key) in path.enumerated() {
            let rest = path[(depth + 1)...]
            guard let member = object.members.last(where: { $0.key == key }) else {
                return insert(key, value, at: rest, in: object)
            }
            if rest.isEmpty {
                return bytes.replaceSubrange(member.value, with: text(of: value, on: member.start))
            }
            object = try self.object(at: member.value.lowerBound)
        }
    }

    /// Removes the member at a path.
    ///
    /// - Returns: Whether the member existed.
    /// - Throws: ``FormatError`` if a value on the path isn't an object.
    @discardableResult
    package mutating func remove(_ path: [String]) throws(FormatError) -> Bool {
        var object = try object(at: start())
        for (depth, key) in path.enumerated() {
            guard let index = object.members.lastIndex(where: { $0.key == key }) else { return false }
            if depth == path.count - 1 {
                remove(index, of: object)
                return true
            }
            object = try self.object(at: object.members[index].value.lowerBound)
        }
        return false
    }

    // MARK: Structure

    private struct Member {
        let key: String
        /// The start of the key.
        let start: Int
        let value: Range<Int>
        /// The position of the comma after the value, if there is one.
        var comma: Int?
    }

    private struct Object {
        /// The range of the object, including the braces.
        let range: Range<Int>
        var members: [Member]
    }

    private func start() throws(FormatError) -> Int {
        var scanner = JSONScanner(allowsComments: true)
        do { try scanner.skipSpace(bytes.span) } catch { throw error.error(in: bytes.span) }
        return scanner.position
    }

    private func object(at position: Int) throws(FormatError) -> Object {
        var scanner = JSONScanner(at: position, allowsComments: true)
        do throws(Fault) {
            guard bytes[position] == UInt8(ascii: "{") else {
                throw Fault("An object is required here to contain the new value.", at: position)
            }
            return try JSONTextEdit.object(&scanner, bytes.span)
        } catch { throw error.error(in: bytes.span) }
    }

    private static func object(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(Fault) -> Object {
        let start = scanner.position
        var members: [Member] = []
        _ = scanner.take(UInt8(ascii: "{"), bytes)
        try scanner.skipSpace(bytes)
        while !scanner.take(UInt8(ascii: "}"), bytes) {
            let keyStart = scanner.position
            let key = try scanner.text(scanner.string(bytes), bytes)
            try scanner.skipColon(bytes)
            try scanner.skipSpace(bytes)
            let valueStart = scanner.position
            try skipValue(&scanner, bytes)
            members.append(Member(key: key, start: keyStart, value: valueStart..<scanner.position))
            try scanner.skipSpace(bytes)
            if bytes[scanner.position] == UInt8(ascii: ",") {
                members[members.count - 1].comma = scanner.position
                scanner.position += 1
                try scanner.skipSpace(bytes)
            }
        }
        return Object(range: start..<scanner.position, members: members)
    }

    private static func skipValue(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(Fault) {
        switch bytes[scanner.position] {
        case UInt8(ascii: "{"): _ = try object(&scanner, bytes)
        case UInt8(ascii: "\""): _ = try scanner.string(bytes)
        case UInt8(ascii: "["):
            scanner.position += 1
            try scanner.skipSpace(bytes)
            while !scanner.take(UInt8(ascii: "]"), bytes) {
                try skipValue(&scanner, bytes)
                try scanner.skipSpace(bytes)
                if scanner.take(UInt8(ascii: ","), bytes) { try scanner.skipSpace(bytes) }
            }
        default: if scanner.word(bytes) == nil { _ = try scanner.number(bytes) }
        }
    }

    // MARK: Lines

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private var newline: [UInt8] {
        guard let feed = bytes.firstIndex(of: 0x0A), feed > 0, bytes[feed - 1] == 0x0D else { return [0x0A] }
        return [0x0D, 0x0A]
    }

    private func lineStart(of position: Int) -> Int {
        (bytes[..<position].lastIndex(of: 0x0A) ?? -1) + 1
    }

    /// Returns the indentation of the line that contains a position.
    private func indentation(of position: Int) -> [UInt8] {
        Array(bytes[lineStart(of: position)...].prefix { JSONTextEdit.isBlank($0) })
    }

    /// Returns the end of the line, without its terminator, if only white space and a comment follow `position`.
    /// Otherwise, returns `nil`.
    private func endOfLine(from position: Int) -> Int? {
        var index = position
        while index < bytes.count, bytes[index] != 0x0A {
            if bytes[index...].starts(with: "//".utf8) {
                let end = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
                return end > index && bytes[end - 1] == 0x0D ? end - 1 : end
            }
            if bytes[index...].starts(with: "/*".utf8) {
                index += 2
                while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) {
                    if bytes[index] == 0x0A { return nil }
                    index += 1
                }
                index += 2
                continue
            }
            if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { return index }
            guard JSONTextEdit.isBlank(bytes[index]) else { return nil }
            index += 1
        }
        return min(index, bytes.count)
    }

    private func text(of value: ForeignValue, on position: Int) -> [UInt8] {
        let indentation = indentation(of: position)
        return Array(value.json(columns: max(40, 100 - indentation.count)).utf8)
            .split(separator: 0x0A, omittingEmptySubsequences: false)
            .joined(separator: newline + indentation).map { $0 }
    }

    // MARK: Changing

    /// Inserts a member and the objects on the path to it. If the object spans several lines, so do the new ones,
    /// with one member per line.
    private mutating func insert(
        _ key: String, _ value: ForeignValue, at rest: ArraySlice<String>, in object: Object
    ) {
        func named(_ key: String, _ text: String) -> String {
            "\(ForeignValue.text(key).json(columns: .max)): \(text)"
        }
        func member(indented indentation: [UInt8], isSpread: Bool = true) -> [UInt8] {
            var text = value.json(columns: 90)
            for name in rest.reversed() {
                text = named(name, text)
                text = isSpread ? "{\n  \(text.replacing("\n", with: "\n  "))\n}" : "{ \(text) }"
            }
            return Array(named(key, text).utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
                .joined(separator: newline + indentation).map { $0 }
        }
        guard let last = object.members.last else {
            let outer = indentation(of: object.range.lowerBound)
            let inner = outer + [0x20, 0x20]
            let end = object.range.upperBound - 1
            let kept = bytes[..<end].lastIndex { !JSONTextEdit.isSpace($0) } ?? object.range.lowerBound
            bytes.replaceSubrange(
                (kept + 1)..<end, with: newline + inner + member(indented: inner) + newline + outer)
            return
        }
        let isSpread = bytes[object.range.lowerBound..<last.start].contains(0x0A)
        guard isSpread else {
            let indentation = indentation(of: last.start)
            if let comma = last.comma {
                return bytes.insert(
                    contentsOf: [0x20] + member(indented: indentation, isSpread: false) + [UInt8(ascii: ",")],
                    at: comma + 1)
            }
            return bytes.insert(
                contentsOf: Array(", ".utf8) + member(indented: indentation, isSpread: false),
                at: last.value.upperBound)
        }
        let indentation = indentation(of: last.start)
        let line = newline + indentation + member(indented: indentation)
        let behind = (last.comma ?? last.value.upperBound - 1) + 1
        let place = endOfLine(from: behind) ?? behind
        bytes.insert(contentsOf: line + (last.comma == nil ? [] : [UInt8(ascii: ",")]), at: place)
        if last.comma == nil { bytes.insert(UInt8(ascii: ","), at: last.value.upperBound) }
    }

    private mutating func remove(_ index: Int, of object: Object) {
        let member = object.members[index]
        var range = member.start..<(member.comma ?? member.value.upperBound - 1) + 1
        let line = lineStart(of: range.lowerBound)
        let isFirstOnLine = bytes[line..<range.lowerBound].allSatisfy { JSONTextEdit.isBlank($0) }
        if isFirstOnLine, let end = endOfLine(from: range.upperBound) {
            let next = bytes[end...].prefix(2)
            range = line..<(next.first == 0x0D ? end + 2 : next.isEmpty ? end : end + 1)
        } else if member.comma != nil {
            let end = bytes[range.upperBound...].firstIndex { !JSONTextEdit.isBlank($0) } ?? bytes.count
            range = range.lowerBound..<end
        } else if index > 0, let comma = object.members[index - 1].comma,
            bytes[comma + 1..<range.lowerBound].allSatisfy({ JSONTextEdit.isBlank($0) })
        {
            range = comma + 1..<range.upperBound
        }
        bytes.removeSubrange(range)
        // Strict JSON allows no trailing comma.
        if member.comma == nil, index > 0, let comma = object.members[index - 1].comma {
            bytes.remove(at: comma)
        }
    }
}
