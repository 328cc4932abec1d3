import TerminalKit
import TerminalText

/// A line at the lower edge: what has just happened, with what takes it back, or what can be done. What has just happened
/// takes further lines where it is longer.
final class StatusLine: View {
    /// Something to be clicked beside a message.
    struct Offer {
        var title: String
        var action: () -> Void
    }

    /// A key and what it does, which a click does, too.
    struct Hint {
        var key: String
        var word: String
        var action: () -> Void

        init(_ key: String, _ word: String, action: @escaping () -> Void = {}) {
            (self.key, self.word, self.action) = (key, word, action)
        }

        fileprivate var width: Int { start + word.visible().columnWidth }
        /// The column of the word.
        fileprivate var start: Int { key.isEmpty || word.isEmpty ? key.columnWidth : key.columnWidth + 1 }
    }

    /// What has just happened; empty for nothing.
    var message = "" {
        didSet {
            offer = nil
            isBrief = false
            if message != oldValue { changed() }
        }
    }
    /// Whether the message is only shown until the next key.
    var isBrief = false
    /// Whether the next key removes the message: it is brief, or it takes more than one line, which others need.
    var endsWithKey: Bool { isBrief || isTall }
    /// What can be done about it; goes with the message.
    var offer: Offer? { didSet { changed() } }
    /// What can be done where nothing has just happened.
    var hints: () -> [Hint] = { [] }
    /// What is typed before a key that it belongs to, at the right edge: a number before a motion.
    var pending = "" { didSet { if pending != oldValue { setNeedsDisplay() } } }
    /// Whether something is going on that takes a while.
    var isBusy = false { didSet { if isBusy != oldValue { setNeedsDisplay() } } }
    /// Whether the message takes more than a line, which others need once it has been read.
    var isTall: Bool { bounds.height > 1 }

    private func changed() {
        if bounds.height > 0, height(forWidth: bounds.width) != bounds.height { setNeedsLayout() }
        setNeedsDisplay()
    }

    /// How many lines all of it takes at a width.
    func height(forWidth width: Int) -> Int {
        let lines = lines(forWidth: width)
        guard let last = lines.last, offer != nil else { return max(1, lines.count) }
        return lines.count + (last.columnWidth + 2 + offerText.columnWidth > width ? 1 : 0)
    }

    /// How many of the lines of a page it has: what it takes. Where there is next to no room, the page has it all.
    func height(in page: Size) -> Int {
        page.height > 3 ? min(height(forWidth: page.width), page.height) : 0
    }

    private func lines(forWidth width: Int) -> [String] { message.visible().wrapped(to: max(1, width)) }

    private var room: Int { max(0, bounds.width - (pending.isEmpty ? 0 : pending.columnWidth + 1)) }

    /// As many of the hints as there is room for, with their columns: none is cut off.
    private var fittingHints: [(hint: Hint, columns: Range<Int>)] {
        var fitting: [(hint: Hint, columns: Range<Int>)] = []
        var x = 0
        for hint in hints() {
            if x + hint.width > room { break }
            fitting.append((hint, x..<x + hint.width))
            x += hint.width + 2
        }
        return fitting
    }

    private var offerText: String { offer.map { "[ \($0.title) ]" } ?? "" }

    /// The place of the offer: behind the message, or below it where there is no room behind it. On a single line the message
    /// gives way; where there are no more lines than it takes, there is no offer.
    private var offerPlace: Rect {
        let width = offerText.columnWidth
        let lines = lines(forWidth: bounds.width)
        let last = lines.last?.columnWidth ?? 0
        if bounds.height < 2 {
            let start = min(message.visible().columnWidth + 2, max(0, room - width))
            return Rect(x: start, y: 0, width: width, height: 1)
        }
        let isBehind = last + 2 + width <= bounds.width
        let y = isBehind ? lines.count - 1 : lines.count
        return Rect(x: isBehind ? last + 2 : 0, y: y, width: width, height: y < bounds.height ? 1 : 0)
    }

    override func draw(in context: DrawingContext) {
        let theme = context.theme
        if isBusy {
            context.draw("Working…", theme.header, width: room)
        } else if message.isEmpty {
            for (hint, columns) in fittingHints {
                context.draw(hint.key, theme.accent, x: columns.lowerBound)
                context.draw(hint.word, theme.secondary, x: columns.lowerBound + hint.start)
            }
        } else {
            drawMessage(in: context)
        }
        context.draw(
            pending, theme.header, x: bounds.width - pending.columnWidth, y: max(0, bounds.height - 1))
    }

    private func drawMessage(in context: DrawingContext) {
        let place = offer == nil ? nil : offerPlace
        if bounds.height < 2 {
            context.draw(message, context.theme.header, width: max(0, place.map { $0.minX - 2 } ?? room))
        } else {
            let lines = lines(forWidth: bounds.width)
            for (y, line) in lines.prefix(bounds.height).enumerated() {
                // The last line there is room for says that there is more.
                let isCut = y == bounds.height - 1 && y < lines.count - 1
                let shown = isCut ? line + " " + lines[y + 1] : line
                context.draw(shown, context.theme.header, y: y, width: bounds.width)
            }
        }
        guard let place, place.height > 0 else { return }
        context.draw(offerText, context.theme.accent, x: place.minX, y: place.minY, width: place.width)
    }

    /// A click on the offer takes it, one on a hint does what its key does.
    override func pointer(_ event: PointerEvent) -> Bool {
        guard event.kind == .press, event.button == .left, !isBusy else { return false }
        if message.isEmpty {
            guard let found = fittingHints.first(where: { $0.columns.contains(event.location.x) }) else {
                return false
            }
            found.hint.action()
            return true
        }
        guard let offer, offerPlace.contains(event.location) else { return false }
        offer.action()
        return true
    }
}
