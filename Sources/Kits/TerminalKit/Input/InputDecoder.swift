/// Decodes the input of a terminal: keys, mouse events, pasted text and replies.
///
/// It is a state machine without side effects. Input may be split anywhere. Incomplete sequences are kept; if nothing
/// follows within the duration of ``patience``, call ``giveUp()``. No input causes an error, and at most
/// ``pasteLimit`` bytes are kept.
package struct InputDecoder: Hashable, Sendable {
    /// The maximum size of pasted text. The rest is discarded.
    package static let pasteLimit = 1 << 22
    private static let sequenceLimit = 256
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private enum State: Hashable {
        case ground
        case character(length: Int)
        case escape
        case csi
        case ss3
        case string(kind: UInt8, afterEscape: Bool)
        case paste(matched: Int)
        case linuxFunction
        case oldMouse(left: Int)
    }

    private var state = State.ground
    private var held: [UInt8] = []
    private var isTooLong = false
    private var hasAlt = false

    /// Creates a decoder.
    package init() {}

    /// The duration to wait for more input before ``giveUp()``, or `nil` if nothing is incomplete.
    package var patience: Duration? {
        switch state {
        case .ground: nil
        case .paste: .seconds(2)
        default: .milliseconds(50)
        }
    }

    /// Returns the events that these bytes complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        var events: [InputEvent] = []
        for byte in bytes { feed(byte, into: &events) }
        return events
    }

    /// Returns the meaning of an incomplete sequence if nothing follows, such as Escape.
    package mutating func giveUp() -> [InputEvent] {
        let alt: Key.Modifiers = hasAlt ? .alt : []
        var events: [InputEvent] = []
        switch state {
        case .escape:
            events = [InputEvent](repeating: .key(Key(.escape)), count: hasAlt ? 2 : 1)
        case .csi where held.isEmpty: events = [.key(Key("[", alt.union(.alt)))]
        case .ss3: events = [.key(Key("O", .alt))]
        case .string(let kind, _) where held.isEmpty:
            events = [.key(Key(.character(Character(Unicode.Scalar(kind))), .alt))]
        case .paste: events = endPaste()
        default: break
        }
        reset()
        return events
    }

    private mutating func reset() {
        state = .ground
        held.removeAll(keepingCapacity: held.capacity <= Self.sequenceLimit)
        isTooLong = false
        hasAlt = false
    }

    private mutating func hold(_ byte: UInt8) {
        if held.count < Self.sequenceLimit { held.append(byte) } else { isTooLong = true }
    }

    private mutating func feed(_ byte: UInt8, into events: inout [InputEvent]) {
        switch state {
        case .ground: begin(byte, into: &events)
        case .character(let length):
            guard byte & 0xC0 == 0x80 else {
                reset()
                return begin(byte, into: &events)
            }
            held.append(byte)
            guard held.count == length else { return }
            let text = String(validating: held, as: UTF8.self)
            let alt = hasAlt
            reset()
            if let character = text?.first, !character.isControl {
                events.append(.key(Key(.character(character), alt ? .alt : [])))
            }
        case .escape: afterEscape(byte, into: &events)
        case .csi: inSequence(byte, into: &events)
        case .ss3:
            let key = KeyTable.final(byte).map { Key($0, hasAlt ? .alt : []) }
            reset()
            if let key { events.append(.key(key)) } else if byte < 0x20 { begin(byte, into: &events) }
        case .string(let kind, let afterEscape):
            inString(byte, kind: kind, afterEscape: afterEscape, into: &events)
        case .paste(let matched): inPaste(byte, matched: matched, into: &events)
        case .linuxFunction:
            reset()
            if (0x41...0x45).contains(byte) { events.append(.key(Key(.function(Int(byte) - 0x40)))) }
        case .oldMouse(let left):
            if left > 1 { state = .oldMouse(left: left - 1) } else { reset() }
        }
    }

    private mutating func begin(_ byte: UInt8, into events: inout [InputEvent]) {
        switch byte {
        case 0x1B: state = .escape
        case 0..<0x80:
            if let key = KeyTable.ascii(byte) {
                events.append(.key(Key(key.code, hasAlt ? key.modifiers.union(.alt) : key.modifiers)))
            }
            hasAlt = false
        case 0xC2..<0xF5:
            state = .character(length: byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
            held.append(byte)
        default: hasAlt = false
        }
    }

    private mutating func afterEscape(_ byte: UInt8, into events: inout [InputEvent]) {
        switch byte {
        case 0x1B where hasAlt: events.append(.key(Key(.escape)))
        case 0x1B: hasAlt = true
        case 0x5B: state = .csi
        case 0x4F: state = .ss3
        case 0x5D, 0x50, 0x5F, 0x5E: state = .string(kind: byte, afterEscape: false)
        default:
            if hasAlt { events.append(.key(Key(.escape))) }
            state = .ground
            hasAlt = true
            begin(byte, into: &events)
        }
    }

    private mutating func inSequence(_ byte: UInt8, into events: inout [InputEvent]) {
        switch byte {
        case 0x20..<0x40: hold(byte)
        case 0x40..<0x7F where held.isEmpty && byte == 0x5B: state = .linuxFunction
        case 0x40..<0x7F where held.isEmpty && byte == 0x4D: state = .oldMouse(left: 3)
        case 0x40..<0x7F:
            let sequence = ControlSequence(held, final: byte)
            let alt = hasAlt
            let isTooLong = isTooLong
            reset()
            if isTooLong { return }
            if sequence.beginsPaste {
                state = .paste(matched: 0)
            } else if var event = sequence.event {
                if alt, case .key(var key) = event {
                    key.modifiers.insert(.alt)
                    event = .key(key)
                }
                events.append(event)
            }
        default:
            reset()
            begin(byte, into: &events)
        }
    }

    private mutating func inString(
        _ byte: UInt8, kind: UInt8, afterEscape: Bool, into events: inout [InputEvent]
    ) {
        if byte == 0x07 || afterEscape && byte == 0x5C {
            var reply: TerminalReply?
            if !isTooLong, kind == 0x5D { reply = TerminalReply(operatingSystemCommand: held) }
            if !isTooLong, kind == 0x5F { reply = TerminalReply(applicationCommand: held) }
            reset()
            if let reply { events.append(.reply(reply)) }
        } else if afterEscape {
            reset()
            state = .escape
            self.afterEscape(byte, into: &events)
        } else if byte == 0x1B {
            state = .string(kind: kind, afterEscape: true)
        } else if byte < 0x20 {
            reset()
            begin(byte, into: &events)
        } else {
            hold(byte)
        }
    }

    private mutating func inPaste(_ byte: UInt8, matched: Int, into events: inout [InputEvent]) {
        if byte == Self.pasteEnd[matched] {
            if matched + 1 == Self.pasteEnd.count {
                events += endPaste()
                reset()
            } else {
                state = .paste(matched: matched + 1)
            }
            return
        }
        if matched > 0 { held.append(contentsOf: Self.pasteEnd.prefix(matched)) }
        if byte == 0x1B {
            state = .paste(matched: 1)
        } else {
            state = .paste(matched: 0)
            held.append(byte)
        }
        if held.count > Self.pasteLimit { held.removeLast(held.count - Self.pasteLimit) }
    }

    private func endPaste() -> [InputEvent] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(held.count)
        var afterReturn = false
        for byte in held {
            if !(afterReturn && byte == 0x0A) { bytes.append(byte == 0x0D ? 0x0A : byte) }
            afterReturn = byte == 0x0D
        }
        return [.paste(String(decoding: bytes, as: UTF8.self))]
    }
}

extension Character {
    var isControl: Bool {
        unicodeScalars.first.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) } ?? true
    }
}
