/// Editable text with a cursor and a selection. Changes affect whole grapheme clusters. Offsets count UTF-8
/// bytes and are always between clusters.
struct EditableText: Hashable {
    private(set) var text: String
    private(set) var cursor: Int
    /// The fixed end of the selection, or `nil` if nothing is selected. The cursor is the other end.
    private(set) var anchor: Int?

    init(_ text: String = "") {
        self.text = text
        self.text.makeContiguousUTF8()
        cursor = text.utf8.count
    }

    enum Motion {
        case backward, forward, wordBackward, wordForward, start, end
        case offset(Int)
    }

    var selection: Range<Int>? {
        anchor.flatMap { $0 == cursor ? nil : min($0, cursor)..<max($0, cursor) }
    }

    var selectedText: String { selection.map { String(text[range($0)]) } ?? "" }

    var beforeCursor: Substring { text[..<index(cursor)] }

    func range(_ offsets: Range<Int>) -> Range<String.Index> {
        index(offsets.lowerBound)..<index(offsets.upperBound)
    }

    func index(_ offset: Int) -> String.Index {
        text.utf8.index(text.startIndex, offsetBy: offset.clamped(to: 0...text.utf8.count))
    }

    private func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

    /// Returns an offset, or the next offset between two clusters if it is within a cluster.
    private func aligned(_ offset: Int) -> Int {
        let place = index(offset)
        guard place > text.startIndex, place < text.endIndex else { return self.offset(place) }
        let next = text.index(after: place)
        return text.index(before: next) == place ? self.offset(place) : self.offset(next)
    }

    /// Returns the offset to which a motion moves the cursor.
    func target(of motion: Motion) -> Int {
        let place = index(cursor)
        switch motion {
        case .backward: return place > text.startIndex ? offset(text.index(before: place)) : 0
        case .forward: return place < text.endIndex ? offset(text.index(after: place)) : cursor
        case .start:
            return offset(text[..<place].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex)
        case .end: return offset(text[place...].firstIndex(of: "\n") ?? text.endIndex)
        case .offset(let offset): return aligned(offset)
        case .wordBackward:
            var at = place
            while at > text.startIndex, !text[text.index(before: at)].isWordPart {
                at = text.index(before: at)
            }
            while at > text.startIndex, text[text.index(before: at)].isWordPart {
                at = text.index(before: at)
            }
            return offset(at)
        case .wordForward:
            var at = place
            while at < text.endIndex, !text[at].isWordPart { at = text.index(after: at) }
            while at < text.endIndex, text[at].isWordPart { at = text.index(after: at) }
            return offset(at)
        }
    }

    mutating func move(_ motion: Motion, selecting: Bool = false) {
        if selecting {
            anchor = anchor ?? cursor
            cursor = target(of: motion)
            return
        }
        if let selection {
            // An arrow key cancels the selection and moves the cursor to its end on that side.
            switch motion {
            case .backward: cursor = selection.lowerBound
            case .forward: cursor = selection.upperBound
            default: cursor = target(of: motion)
            }
        } else {
            cursor = target(of: motion)
        }
        anchor = nil
    }

    mutating func selectAll() {
        anchor = 0
        cursor = text.utf8.count
    }

    mutating func select(_ offsets: Range<Int>) {
        anchor = aligned(offsets.lowerBound)
        cursor = aligned(offsets.upperBound)
    }

    /// Returns the range that a deletion removes: the selection, or the text from the cursor to the end of a motion.
    func deletion(_ motion: Motion) -> Range<Int> {
        if let selection { return selection }
        let other = target(of: motion)
        return min(other, cursor)..<max(other, cursor)
    }

    /// The range that inserted text replaces: the selection, or an empty range at the cursor.
    var insertion: Range<Int> { selection ?? cursor..<cursor }

    /// Replaces a range and moves the cursor to the end of the new text.
    mutating func replace(_ offsets: Range<Int>, with new: String) {
        text.replaceSubrange(range(offsets), with: new)
        anchor = nil
        cursor = 0
        cursor = aligned(offsets.lowerBound + new.utf8.count)
    }

    func word(at offset: Int) -> Range<Int> {
        var low = index(aligned(offset))
        var high = low
        while low > text.startIndex, text[text.index(before: low)].isWordPart {
            low = text.index(before: low)
        }
        while high < text.endIndex, text[high].isWordPart { high = text.index(after: high) }
        return self.offset(low)..<self.offset(high)
    }
}

extension Character {
    var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

/// The meaning of a key in a text field or text view.
enum EditingCommand {
    case move(EditableText.Motion, selecting: Bool)
    case delete(EditableText.Motion)
    case insert(String)
    case selectAll, copy, cut, paste

    init?(_ key: Key) {
        let selecting = key.modifiers.contains(.shift)
        switch (key.code, key.modifiers.subtracting(.shift)) {
        case (.character(let character), []): self = .insert(String(character))
        case (.left, []): self = .move(.backward, selecting: selecting)
        case (.right, []): self = .move(.forward, selecting: selecting)
        case (.left, .control), (.left, .alt), (.character("b"), .alt):
            self = .move(.wordBackward, selecting: selecting)
        case (.right, .control), (.right, .alt), (.character("f"), .alt):
            self = .move(.wordForward, selecting: selecting)
        case (.home, []), (.character("a"), .control): self = .move(.start, selecting: selecting)
        case (.end, []), (.character("e"), .control): self = .move(.end, selecting: selecting)
        case (.backspace, []): self = .delete(.backward)
        case (.delete, []), (.character("d"), .control): self = .delete(.forward)
        case (.backspace, .alt), (.backspace, .control), (.character("w"), .control):
            self = .delete(.wordBackward)
        case (.delete, .alt), (.delete, .control), (.character("d"), .alt): self = .delete(.wordForward)
        case (.character("u"), .control): self = .delete(.start)
        case (.character("k"), .control): self = .delete(.end)
        case (.character("a"), .alt): self = .selectAll
        case (.character("c"), .control), (.character("c"), .super): self = .copy
        case (.character("x"), .control), (.character("x"), .super): self = .cut
        case (.character("v"), .control), (.character("v"), .super): self = .paste
        default: return nil
        }
    }
}
