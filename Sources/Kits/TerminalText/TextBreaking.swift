/// The places where text can be wrapped.
public enum Wrapping: Sendable, Hashable {
    /// Between words, after hyphens, and next to ideographs; within a word only if it is longer than a line. Spaces
    /// at the end of a line are dropped.
    case word
    /// After any grapheme cluster.
    case character
}

/// The part of the text that truncation removes.
public enum Truncation: Sendable, Hashable {
    /// The beginning.
    case head
    /// The middle, so that both ends remain.
    case middle
    /// The end.
    case tail
    /// The end, without an ellipsis.
    case clip
}

/// The algorithms for wrapping and truncating, shared by plain and styled text. Their results are ranges of whole
/// grapheme clusters.
enum TextBreaking {
    /// Returns the lines of `text`, at least one. Each is at most `columns` wide, unless it is a single wider
    /// cluster.
    static func lines(of text: String, columns: Int, by wrapping: Wrapping) -> [Range<String.Index>] {
        if text.utf8.count <= columns, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
            let whole = text.startIndex..<text.endIndex
            return [
                whole.lowerBound..<(wrapping == .word ? text.endWithoutSpaces(of: whole) : whole.upperBound)
            ]
        }
        var lines: [Range<String.Index>] = []
        var line = OpenLine(start: text.startIndex)
        func close(at end: String.Index) {
            let kept = wrapping == .word ? text.endWithoutSpaces(of: line.start..<end) : end
            lines.append(line.start..<kept)
        }
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            if character.isNewline {
                close(at: index)
                line = OpenLine(start: next)
                index = next
                continue
            }
            let width = character.columnWidth
            if wrapping == .word && character == " " {
                line.columns += 1
                line.endsInIdeograph = false
                line.lastBreak = Break(end: index, next: next, columns: line.columns)
                index = next
                continue
            }
            let isIdeograph = width == 2 && !character.isWidthDisputed
            if isIdeograph || line.endsInIdeograph, index > line.start, !character.staysWithLine {
                line.lastBreak = Break(end: index, next: index, columns: line.columns)
            }
            line.endsInIdeograph = isIdeograph
            while line.columns + width > columns && index > line.start {
                if wrapping == .word, let place = line.lastBreak,
                    text.endWithoutSpaces(of: line.start..<place.end) > line.start
                {
                    close(at: place.end)
                    line = OpenLine(start: place.next, columns: line.columns - place.columns)
                } else {
                    close(at: index)
                    line = OpenLine(start: index)
                }
            }
            line.columns += width
            if character == "-" && index > line.start {
                line.lastBreak = Break(end: next, next: next, columns: line.columns)
            }
            index = next
        }
        close(at: text.endIndex)
        return lines
    }

    /// Returns the parts of `text` to keep before and after an ellipsis. Together, they are at most `columns` wide.
    static func kept(
        of text: String, columns: Int, truncation: Truncation
    ) -> (head: Range<String.Index>, tail: Range<String.Index>) {
        let headColumns =
            switch truncation {
            case .head: 0
            case .middle: (columns + 1) / 2
            case .tail, .clip: columns
            }
        var headEnd = text.startIndex
        var left = columns
        var headLeft = headColumns
        while headEnd < text.endIndex {
            let width = text[headEnd].columnWidth
            if width > headLeft || headColumns == 0 { break }
            headLeft -= width
            left -= width
            headEnd = text.index(after: headEnd)
        }
        var tailStart = text.endIndex
        while truncation == .head || truncation == .middle, tailStart > headEnd {
            let before = text.index(before: tailStart)
            let width = text[before].columnWidth
            if width > left { break }
            left -= width
            tailStart = before
        }
        return (text.startIndex..<headEnd, tailStart..<text.endIndex)
    }
}

private struct OpenLine {
    var start: String.Index
    var columns = 0
    var lastBreak: Break?
    var endsInIdeograph = false
}

/// A possible line break: the end of the line, the start of the next one, and the width up to that start.
private struct Break {
    var end: String.Index
    var next: String.Index
    var columns: Int
}

extension String {
    fileprivate func endWithoutSpaces(of range: Range<Index>) -> Index {
        var end = range.upperBound
        while end > range.lowerBound {
            let before = index(before: end)
            if self[before] != " " { break }
            end = before
        }
        return end
    }
}

extension Character {
    /// Whether this is East Asian closing punctuation or another character that can't begin a line.
    fileprivate var staysWithLine: Bool {
        "、。，．：；！？）］｝」』】〉》〕ーっゃゅょッャュョ々".contains(self)
    }
}
