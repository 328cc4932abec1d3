/// A parsed control sequence that began with `ESC [`.
struct ControlSequence {
    private var marker: UInt8?
    private var intermediate: UInt8?
    /// The parameters with their subparameters. Omitted ones are `nil`.
    private var numbers: [[Int?]]
    private var final: UInt8

    init(_ bytes: [UInt8], final: UInt8) {
        self.final = final
        var rest = bytes[...]
        if let first = rest.first, (0x3C...0x3F).contains(first) {
            marker = first
            rest = rest.dropFirst()
        }
        if let last = rest.last, (0x20..<0x30).contains(last) {
            intermediate = last
            rest = rest.dropLast()
        }
        numbers = rest.split(separator: 0x3B, omittingEmptySubsequences: false).map { part in
            part.split(separator: 0x3A, omittingEmptySubsequences: false).map(Self.number)
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count < 10 else { return nil }
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }

    private func number(_ index: Int, _ sub: Int = 0) -> Int? {
        guard numbers.indices.contains(index), numbers[index].indices.contains(sub) else { return nil }
        return numbers[index][sub]
    }

    private var modifiers: Key.Modifiers {
        Key.Modifiers(rawValue: UInt8(truncatingIfNeeded: max(0, (number(1) ?? 1) - 1)) & 0x0F)
    }

    /// Whether a key was released. The kit doesn't request these reports, but some terminals send them.
    private var isRelease: Bool { number(1, 1) == 3 }

    var beginsPaste: Bool { marker == nil && final == 0x7E && number(0) == 200 }

    var event: InputEvent? {
        switch (marker, final) {
        case (0x3C, 0x4D), (0x3C, 0x6D): mouse.map { .mouse($0) }
        case (0x3F, 0x75): number(0).map { .reply(.keyboard(flags: $0)) }
        case (0x3F, 0x79) where intermediate == 0x24:
            number(0).map { .reply(.mode($0, isKnown: [1, 2, 3].contains(number(1) ?? 0))) }
        case (0x3F, 0x63): numbers.dropFirst().contains { $0.first == 4 } ? .reply(.sixels) : nil
        case (nil, 0x74) where number(0) == 6:
            .reply(.cellSize(Size(width: number(2) ?? 0, height: number(1) ?? 0)))
        case (nil, 0x49): .focus(true)
        case (nil, 0x4F): .focus(false)
        case (nil, _) where intermediate == nil && !isRelease: key.map { .key($0) }
        default: nil
        }
    }

    private var key: Key? {
        switch final {
        case 0x5A: Key(.tab, .shift)
        case 0x75: kittyKey
        case 0x7E where number(0) == 27: number(2).flatMap { Self.key(code: $0, modifiers) }
        case 0x7E: number(0).flatMap(KeyTable.tilde).map { Key($0, modifiers) }
        // The same final letter ends the report of the cursor position.
        case 0x52 where (number(0) ?? 1) != 1: nil
        default: KeyTable.final(final).map { Key($0, modifiers) }
        }
    }

    private var kittyKey: Key? {
        guard let code = number(0) else { return nil }
        let isShifted = modifiers.contains(.shift)
        if modifiers.subtracting(.shift).isEmpty, let text = number(2),
            let scalar = Unicode.Scalar(UInt32(text)),
            text > 0x20
        {
            return Key(.character(Character(scalar)))
        }
        return Self.key(code: isShifted ? number(0, 1) ?? code : code, modifiers)
    }

    private static func key(code: Int, _ modifiers: Key.Modifiers) -> Key? {
        if let known = KeyTable.kitty(code) { return Key(known, modifiers) }
        guard code >= 0x20, !(0xE000...0xF8FF).contains(code), let scalar = Unicode.Scalar(UInt32(code))
        else {
            return nil
        }
        let character = Character(scalar)
        guard !character.isControl else { return nil }
        let isShifted = modifiers.contains(.shift) && scalar.isASCII
        let shifted = isShifted ? character.uppercased().first ?? character : character
        return Key(.character(shifted), modifiers.subtracting(.shift))
    }

    private var mouse: Mouse? {
        guard let code = number(0), let x = number(1), let y = number(2), x > 0, y > 0 else { return nil }
        let held = Key.Modifiers(
            rawValue: (code & 4 != 0 ? 1 : 0) | (code & 8 != 0 ? 2 : 0) | (code & 16 != 0 ? 4 : 0))
        let action: Mouse.Action
        switch code & ~0x1C {
        case 64: action = .wheel(x: 0, y: -1)
        case 65: action = .wheel(x: 0, y: 1)
        case 66: action = .wheel(x: -1, y: 0)
        case 67: action = .wheel(x: 1, y: 0)
        case 0...2 where final == 0x6D: action = .release
        case 0: action = .press(.left)
        case 1: action = .press(.middle)
        case 2: action = .press(.right)
        case 32: action = .drag(.left)
        case 33: action = .drag(.middle)
        case 34: action = .drag(.right)
        case 35: action = .move
        default: return nil
        }
        return Mouse(action, at: Point(x: x - 1, y: y - 1), held)
    }
}

extension TerminalReply {
    /// Parses the reply to the query for image support: `Gi=31;OK`.
    init?(applicationCommand bytes: [UInt8]) {
        guard bytes == Array("Gi=\(ControlSequences.questionedPicture);OK".utf8) else { return nil }
        self = .pictures
    }

    /// Parses the reply to the query for the background color: `11;rgb:RRRR/GGGG/BBBB`.
    init?(operatingSystemCommand bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("11;rgb:") else { return nil }
        let parts = text.dropFirst(7).split(separator: "/").map { digits -> UInt8? in
            guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
            return UInt8(truncatingIfNeeded: value * 255 / ((1 << (4 * digits.count)) - 1))
        }
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
            return nil
        }
        self = .background(red: red, green: green, blue: blue)
    }
}
