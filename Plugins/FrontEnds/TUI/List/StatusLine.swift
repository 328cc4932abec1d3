import Localization
import TerminalKit
import TerminalText

/// The line at the bottom: a message about the last action with a button such as “Undo”, or key hints. A long message
/// takes several lines.
final class StatusLine: View {
    /// A button next to a message.
    struct Offer {
        var title: String
        var action: () -> Void
    }

    /// A key and its meaning. A click has the effect of the key.
    struct Hint {
        var key: String
        var word: String
        var action: () -> Void

        init(_ key: String, _ word: String, action: @escaping () -> Void = {}) {
            (self.key, self.word, self.action) = (key, word, action)
        }

        fileprivate var width: Int { start + word.visible().columnWidth }
        /// The offset of the word.
        fileprivate var start: Int { key.isEmpty || word.isEmpty ? key.columnWidth : key.columnWidth + 1 }
    }

    /// The message, or an empty string for none.
    var message = "" {
        didSet {
            offer = nil
            isBrief = false
            if message != oldValue { changed() }
        }
    }
    /// Whether the next key removes the message.
    var isBrief = false
    /// Whether the next key removes the message, because it is brief or takes space from the page.
    var endsWithKey: Bool { isBrief || isTall }
    /// The button next to the message. A new message removes it.
    var offer: Offer? { didSet { changed() } }
    /// Returns the hints to show if there is no message.
    var hints: () -> [Hint] = { [] }
    /// The typed beginning of a command at the right edge, such as a count before a motion.
    var pending = "" { didSet { if pending != oldValue { setNeedsDisplay() } } }
    /// Whether to show that work is in progress.
    var isBusy = false { didSet { if isBusy != oldValue { setNeedsDisplay() } } }
    /// Whether the message takes more than one line.
    var isTall: Bool { bounds.height > 1 }

    private func changed() {
        if bounds.height > 0, height(forWidth: bounds.width) != bounds.height { setNeedsLayout() }
        setNeedsDisplay()
    }

    /// Returns the height of the whole message at a width.
    func height(forWidth width: Int) -> Int {
        let lines = lines(forWidth: width)
        guard let last = lines.last, offer != nil else { return max(1, lines.count) }
        return lines.count + (last.columnWidth + 2 + offerText.columnWidth > width ? 1 : 0)
    }

    /// Returns the height of the line on a page: that of the message, or 0 if the page is too small.
    func height(in page: Size) -> Int {
        page.height > 3 ? min(height(forWidth: page.width), page.height) : 0
    }

    private func lines(forWidth width: Int) -> [String] { message.visible().wrapped(to: max(1, width)) }

    private var room: Int { max(0, bounds.width - (pending.isEmpty ? 0 : pending.columnWidth + 1)) }

    /// The hints that fit completely, with their columns.
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

    /// The frame of the button: after the message, or below it if there is no space. If only one line is available,
    /// the message is truncated; if the message takes all lines, the button is hidden.
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
            context.draw(String(localized: "Working…"), theme.header, width: room)
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
                // The last visible line ends with an ellipsis if the message continues.
                let isCut = y == bounds.height - 1 && y < lines.count - 1
                let shown = isCut ? line + " " + lines[y + 1] : line
                context.draw(shown, context.theme.header, y: y, width: bounds.width)
            }
        }
        guard let place, place.height > 0 else { return }
        context.draw(offerText, context.theme.accent, x: place.minX, y: place.minY, width: place.width)
    }

    /// A click on the button performs its action, and a click on a hint has the effect of its key.
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
