import TerminalKit
import TerminalText

/// A line at the lower edge: what has just happened, with what takes it back, or what can be done.
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
            setNeedsDisplay()
        }
    }
    /// What can be done about it; goes with the message.
    var offer: Offer? { didSet { setNeedsDisplay() } }
    /// What can be done where nothing has just happened.
    var hints: () -> [Hint] = { [] }
    /// What is typed before a key that it belongs to, at the right edge: a number before a motion.
    var pending = "" { didSet { if pending != oldValue { setNeedsDisplay() } } }
    /// Whether something is going on that takes a while.
    var isBusy = false { didSet { if isBusy != oldValue { setNeedsDisplay() } } }

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

    /// The columns of the offer: behind the message, which gives way to it.
    private var offerColumns: Range<Int> {
        let width = offerText.columnWidth
        let start = min(message.visible().columnWidth + 2, max(0, room - width))
        return start..<start + width
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
        } else if offer == nil {
            context.draw(message, theme.header, width: room)
        } else {
            let columns = offerColumns
            context.draw(message, theme.header, width: max(0, columns.lowerBound - 2))
            context.draw(offerText, theme.accent, x: columns.lowerBound, width: columns.count)
        }
        context.draw(pending, theme.header, x: bounds.width - pending.columnWidth)
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
        guard let offer, offerColumns.contains(event.location.x) else { return false }
        offer.action()
        return true
    }
}
